//! The start of a large file: what it must say before the rest is worth reading. Small files are left to their decoders.

use super::AssetKind;
use std::path::Path;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Refuses a file of `length` bytes that cannot be what its name, or its use as an asset, says.
pub(super) fn check(path: &Path, kind: Option<AssetKind>, head: &[u8], length: u64) -> Result<(), String> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let is_png = head.starts_with(PNG);
    match (extension.as_str(), kind) {
        ("png", _) if !is_png => Err("not a usable PNG: it does not begin like one".into()),
        (_, Some(AssetKind::HField)) if !is_png => hfield(head, length),
        ("stl", _) => stl(head, length),
        ("msh", Some(AssetKind::Mesh)) => msh(head, length),
        ("xml" | "obj" | "mjcf", _) if head.contains(&0) => Err("it is not text: there are zero bytes in it".into()),
        _ => Ok(()),
    }
}

/// The whole numbers that a file begins with.
fn numbers<const N: usize>(head: &[u8]) -> [u64; N] {
    let mut words = head.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    std::array::from_fn(|_| words.next().map_or(0, u64::from))
}

/// The numbers of rows and columns, and four bytes for each sample.
fn hfield(head: &[u8], length: u64) -> Result<(), String> {
    let [rows, columns] = numbers(head);
    match rows.saturating_mul(columns).saturating_mul(4).saturating_add(8) {
        expected if expected == length => Ok(()),
        expected => Err(format!("{rows} x {columns} samples need {expected} bytes, the file has {length}")),
    }
}

/// Four counts, and three, three, two and three numbers for each of what they count.
fn msh(head: &[u8], length: u64) -> Result<(), String> {
    let [vertices, normals, texcoords, faces] = numbers(head);
    match 16 + 4 * (3 * (vertices + normals + faces) + 2 * texcoords) {
        expected if expected == length => Ok(()),
        expected => Err(format!("the MSH file has {length} bytes where its header promises {expected}")),
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
        let refused = |name: &str, head: &[u8], length| check(Path::new(name), None, head, length).is_err();
        assert!(refused("a.stl", &zeros, 1 << 30) && refused("a.stl", &[], 0));
        assert!(refused("a.PNG", &zeros, 1 << 30) && refused("a.xml", &zeros, 1 << 30));
        let mut header = zeros;
        header[80] = 2;
        assert!(!refused("a.stl", &header, 184) && refused("a.stl", &header, 185));
        assert!(!refused("a.bin", &zeros, 1 << 30) && !refused("a.xml", b"<mujoco>", 1 << 30));
        let asset = |kind, name: &str, head: &[u8], length| check(Path::new(name), Some(kind), head, length).is_err();
        assert!(asset(AssetKind::HField, "a.bin", &zeros, 1 << 30) && asset(AssetKind::Mesh, "a.msh", &zeros, 1 << 30));
        assert!(!asset(AssetKind::HField, "a.bin", &[2, 0, 0, 0, 3, 0, 0, 0], 32));
        assert!(!asset(AssetKind::Mesh, "a.msh", &[4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], 76));
        assert!(!asset(AssetKind::HField, "a.x", PNG, 1 << 30));
    }
}
