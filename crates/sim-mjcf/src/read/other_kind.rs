//! Recognises files that are no text of a model, such as a picture or a mesh, so that an error can name what they are.

/// First bytes of files of other kinds.
const MAGIC: [(&[u8], &str, &str); 8] = [
    (b"\x89PNG", "a PNG picture", PICTURE),
    (b"\xff\xd8\xff", "a JPEG picture", PICTURE),
    (b"GIF8", "a GIF picture", PICTURE),
    (b"RIFF", "a WebP picture", PICTURE),
    (b"glTF", "a glTF mesh", MESH),
    (b"solid", "an STL mesh", MESH),
    (b"PK\x03\x04", "a zip archive", ARCHIVE),
    (b"%PDF", "a PDF document", ""),
];

/// Endings of names of files of other kinds.
const ENDINGS: [(&str, &str, &str); 10] = [
    ("stl", "an STL mesh", MESH),
    ("obj", "an OBJ mesh", MESH),
    ("msh", "a mesh of MuJoCo (.msh)", MESH),
    ("ply", "a PLY mesh", MESH),
    ("mjb", "a compiled model of MuJoCo (.mjb)", "; give the MJCF file that it was made from"),
    ("npz", "an archive of arrays (.npz)", ARCHIVE),
    ("png", "a PNG picture", PICTURE),
    ("jpg", "a JPEG picture", PICTURE),
    ("jpeg", "a JPEG picture", PICTURE),
    ("webp", "a WebP picture", PICTURE),
];

const PICTURE: &str = "; a <texture> in <asset> of a model names a picture";
const MESH: &str = "; a <mesh> in <asset> of a model names a mesh";
const ARCHIVE: &str = "; a recorded run (.npz) is for `cortenforge view` and `cortenforge render`";

/// What is wrong with a file that is no text of a model, and what to give. `None`: it may be one.
pub fn fault(bytes: &[u8], file: &str) -> Option<String> {
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if text.trim_ascii_start().starts_with(b"<") {
        return None;
    }
    let ending = file.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    let by_magic = MAGIC.iter().find(|(magic, ..)| bytes.starts_with(magic)).map(|&(_, kind, cure)| (kind, cure));
    let by_ending = || ENDINGS.iter().find(|(known, ..)| *known == ending).map(|&(_, kind, cure)| (kind, cure));
    let (kind, cure) = by_magic.or_else(by_ending)?;
    Some(format!("this is {kind}, not a model: give an MJCF file (.xml){cure}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_kinds_are_named() {
        for (bytes, file, words) in [
            (&b"\x89PNG\r\n\x1a\n"[..], "a.xml", "a PNG picture"),
            (b"\xff\xd8\xff\xe0", "a", "a JPEG picture"),
            (b"v 0 0 0\n", "meshes/A.OBJ", "an OBJ mesh"),
            (b"\0\0\0\0", "a.stl", "an STL mesh"),
            (b"solid a\n", "a.xml", "an STL mesh"),
            (b"PK\x03\x04", "run.npz", "a zip archive"),
            (b"", "a.png", "a PNG picture"),
        ] {
            let fault = fault(bytes, file).unwrap();
            assert!(fault.contains(words) && fault.contains("give an MJCF file (.xml)"), "{fault}");
        }
        for (bytes, file) in [
            (&b"<mujoco/>"[..], "a.png"),
            (b"\n \xef\xbb\xbf", "a.xml"),
            (b"\xef\xbb\xbf <mujoco/>", "a.obj"),
            (b"words", "a.xml"),
            (b"", ""),
            (b"\xff\xfe<\0", "a.xml"),
        ] {
            assert_eq!(fault(bytes, file), None, "{file}");
        }
    }
}
