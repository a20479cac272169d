//! The start of a large file: what it must say before the rest is worth reading. Small files are left to their decoders.

use std::path::Path;

/// Refuses a file of `length` bytes that cannot be what its name says.
pub(super) fn check(path: &Path, head: &[u8], length: u64) -> Result<(), String> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    match extension.as_str() {
        "stl" => stl(head, length),
        "png" if !head.starts_with(b"\x89PNG\r\n\x1a\n") => Err("not a usable PNG: it does not begin like one".into()),
        "xml" | "obj" | "mjcf" if head.contains(&0) => Err("it is not text: there are zero bytes in it".into()),
        _ => Ok(()),
    }
}

/// A binary STL file has 84 bytes and 50 for each face, whose number its header ends with.
fn stl(head: &[u8], length: u64) -> Result<(), String> {
    let Some(count) = head.get(80..84).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes) else {
        return Err("the STL file is shorter than its header of 84 bytes".into());
    };
    let expected = 84 + 50 * u64::from(count);
    if length == expected {
        return Ok(());
    }
    Err(format!(
        "the STL file has {length} bytes, but the {count} faces that its header promises take {expected}; \
         is it an ASCII STL file? Only binary ones can be read"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_files_must_begin_as_their_name_says() {
        let zeros = [0; 200];
        let refused = |name: &str, head: &[u8], length| check(Path::new(name), head, length).is_err();
        assert!(refused("a.stl", &zeros, 1 << 30) && refused("a.stl", &[], 0));
        assert!(refused("a.PNG", &zeros, 1 << 30) && refused("a.xml", &zeros, 1 << 30));
        let mut header = zeros;
        header[80] = 2;
        assert!(!refused("a.stl", &header, 184) && refused("a.stl", &header, 185));
        assert!(!refused("a.bin", &zeros, 1 << 30) && !refused("a.xml", b"<mujoco>", 1 << 30));
    }
}
