//! Paths as text of a recording. A path need not be text: bytes that are not UTF-8 become the surrogates U+DC80 to U+DCFF, which
//! Python's `os.fsencode` turns back into these bytes.

use std::path::{Path, PathBuf};

/// Surrogate of the byte 0.
const ESCAPED: u32 = 0xdc00;

/// The letters of a path, as code points.
#[cfg(unix)]
pub fn letters(path: &Path) -> Vec<u32> {
    use std::os::unix::ffi::OsStrExt;
    let mut out = vec![];
    for chunk in path.as_os_str().as_bytes().utf8_chunks() {
        out.extend(chunk.valid().chars().map(u32::from));
        out.extend(chunk.invalid().iter().map(|byte| ESCAPED + u32::from(*byte)));
    }
    out
}

/// The path of letters. `None`: a code point is no letter.
#[cfg(unix)]
pub fn path(letters: &[u32]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    let mut bytes = vec![];
    for code in letters {
        match char::from_u32(*code) {
            Some(letter) => bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
            None => bytes.push(code.checked_sub(ESCAPED).and_then(|byte| u8::try_from(byte).ok())?),
        }
    }
    Some(std::ffi::OsString::from_vec(bytes).into())
}

/// The letters of a path, as code points. Surrogates without a partner stay as they are.
#[cfg(windows)]
pub fn letters(path: &Path) -> Vec<u32> {
    use std::os::windows::ffi::OsStrExt;
    let units = char::decode_utf16(path.as_os_str().encode_wide());
    units.map(|unit| unit.map_or_else(|alone| u32::from(alone.unpaired_surrogate()), u32::from)).collect()
}

/// The path of letters. `None`: a code point is no letter.
#[cfg(windows)]
pub fn path(letters: &[u32]) -> Option<PathBuf> {
    use std::os::windows::ffi::OsStringExt;
    let mut units = vec![];
    for code in letters {
        match char::from_u32(*code) {
            Some(letter) => units.extend_from_slice(letter.encode_utf16(&mut [0; 2])),
            None => units.push(u16::try_from(*code).ok()?),
        }
    }
    Some(std::ffi::OsString::from_wide(&units).into())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn every_path_comes_back() {
        let cases: [(&[u8], &[u32]); 7] = [
            (b"", &[]),
            (b"a/b.xml", &[0x61, 0x2f, 0x62, 0x2e, 0x78, 0x6d, 0x6c]),
            ("größe".as_bytes(), &[0x67, 0x72, 0xf6, 0xdf, 0x65]),
            ("機🤖".as_bytes(), &[0x6a5f, 0x1f916]),
            (b"a\xffb", &[0x61, 0xdcff, 0x62]),
            (b"\xe4\xb8/\x80", &[0xdce4, 0xdcb8, 0x2f, 0xdc80]),
            // a surrogate that somebody wrote as UTF-8, which it is not
            (b"\xed\xb2\x80", &[0xdced, 0xdcb2, 0xdc80]),
        ];
        for (bytes, codes) in cases {
            let written = Path::new(OsStr::from_bytes(bytes));
            assert_eq!(letters(written), codes, "{written:?}");
            assert_eq!(path(codes).as_deref(), Some(written), "{written:?}");
        }
        for bad in [0xd800, 0xdbff, 0xdd00, 0xdfff, 0x0011_0000, u32::MAX] {
            assert_eq!(path(&[0x61, bad]), None, "{bad:x}");
        }
    }
}
