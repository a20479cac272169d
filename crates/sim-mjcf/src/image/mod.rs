//! Images for textures and height fields: content types, PNG decoding, builtin patterns.

mod mersenne_twister;
mod pattern;
pub(crate) mod png;
mod unpack;

pub(crate) use pattern::{draw_cube, draw_flat, fill_colour};

/// Most bytes one image may have once decoded: 2 GiB.
pub(crate) const MAX_IMAGE_BYTES: u64 = 1 << 31;

/// Faces of a cube, stacked in one image: right, left, up, down, front, back.
pub(crate) const CUBE_FACES: usize = 6;

/// Content type of a file: from the model, else from the file's extension, else empty.
pub(crate) fn content_type<'a>(file: &str, written: &'a str) -> &'a str {
    if !written.is_empty() {
        return without_parameter(written).unwrap_or("");
    }
    let extension = file.rfind('.').and_then(|dot| file.get(dot + 1..)).unwrap_or("");
    const KNOWN: [(&str, &str); 6] = [
        ("png", "image/png"),
        ("ktx", "image/ktx"),
        ("stl", "model/stl"),
        ("obj", "model/obj"),
        ("ply", "model/ply"),
        ("msh", "model/vnd.mujoco.msh"),
    ];
    KNOWN.iter().find(|(known, _)| extension.eq_ignore_ascii_case(known)).map_or("", |(_, kind)| kind)
}

/// `type/subtype` of `type/subtype[;parameter=value]`; `None` when it does not have that form.
fn without_parameter(text: &str) -> Option<&str> {
    let slash = text.find('/')?;
    if slash + 1 == text.len() {
        return None;
    }
    match text.find(';') {
        None => Some(text),
        Some(semicolon) if semicolon < slash || text.find('=').is_none_or(|equals| equals < semicolon) => None,
        Some(semicolon) => text.get(..semicolon),
    }
}

/// Mirrors an image in place: columns when `horizontal`, rows when `vertical`.
pub(crate) fn flip(image: &mut [u8], width: usize, channels: usize, horizontal: bool, vertical: bool) {
    let stride = width.saturating_mul(channels);
    if stride == 0 {
        return;
    }
    if horizontal {
        for row in image.chunks_exact_mut(stride) {
            row.reverse();
            for pixel in row.chunks_exact_mut(channels) {
                pixel.reverse();
            }
        }
    }
    if vertical {
        let mut rows = image.chunks_exact_mut(stride);
        while let (Some(top), Some(bottom)) = (rows.next(), rows.next_back()) {
            top.swap_with_slice(bottom);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_types_come_from_the_model_or_the_extension() {
        assert_eq!(content_type("a/b.PNG", ""), "image/png");
        assert_eq!(content_type("a.b/c", ""), "");
        assert_eq!(content_type("x.bin", "image/png;charset=none"), "image/png");
        assert_eq!(content_type("x.png", "image"), "");
        assert_eq!(content_type("x.png", "image/"), "");
        assert_eq!(content_type("x.png", "image/png;charset"), "");
        assert_eq!(content_type("x.png", ";=image/png"), "");
    }

    #[test]
    fn flips_mirror_rows_and_columns() {
        let image = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        let mut h = image;
        flip(&mut h, 3, 2, true, false);
        assert_eq!(h, [5, 6, 3, 4, 1, 2, 11, 12, 9, 10, 7, 8]);
        let mut v = image;
        flip(&mut v, 2, 2, false, true);
        assert_eq!(v, [9, 10, 11, 12, 5, 6, 7, 8, 1, 2, 3, 4]);
        flip(&mut v, 0, 3, true, true);
    }
}
