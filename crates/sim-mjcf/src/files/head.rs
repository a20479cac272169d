//! Checks the header of a large file before the rest is read. Decoders check small files.

use super::{AssetKind, LARGE};
use crate::limits::Limits;
use crate::mesh::stl::MAX_FACES;
use std::path::Path;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const KTX: &[u8] = b"\xABKTX ";

/// Refuses a file of `length` bytes that cannot be what its name, or its use as an asset, says.
pub(super) fn check(
    path: &Path,
    kind: Option<AssetKind>,
    head: &[u8],
    length: u64,
    limits: &Limits,
) -> Result<(), String> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    match (extension.as_str(), kind) {
        _ if head.starts_with(PNG) => png(head, length),
        ("png", _) => Err("not a usable PNG: its signature is wrong".into()),
        (_, Some(AssetKind::HField)) => hfield(head, length),
        (_, Some(AssetKind::Skin)) => skn(head, length, limits),
        (_, Some(AssetKind::Texture)) if !head.starts_with(KTX) => {
            Err("not a texture: its signature is neither that of PNG nor of KTX".into())
        }
        ("stl", _) => stl(head, length),
        ("xml" | "obj" | "mjcf", _) if head.contains(&0) => Err("it is not text: it has zero bytes".into()),
        ("obj", _) => Ok(()),
        (_, Some(AssetKind::Mesh)) => msh(head, length, limits),
        _ => Ok(()),
    }
}

/// Checks a PNG: the header with the size comes first, and incompressible pixels take little more than their size.
fn png(head: &[u8], length: u64) -> Result<(), String> {
    let word = |at: usize| head.get(at..)?.first_chunk().map(|bytes| u64::from(u32::from_be_bytes(*bytes)));
    let (Some(b"IHDR"), Some(width), Some(height), Some(&[depth, color])) =
        (head.get(12..16), word(16), word(20), head.get(24..26))
    else {
        return Err("not a usable PNG: its first chunk is not the header".into());
    };
    let channels = match color {
        0 | 3 => 1,
        2 => 3,
        _ => 4,
    };
    let row = (width * channels * u64::from(depth)).div_ceil(8) + 1;
    if length <= height.saturating_mul(2 * row).saturating_add(LARGE) {
        return Ok(());
    }
    Err(format!("not a usable PNG: {length} bytes are too many for {width} x {height} pixels"))
}

/// Returns the first integers of a file.
fn numbers<const N: usize>(head: &[u8]) -> [u64; N] {
    let mut words = head.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    std::array::from_fn(|_| words.next().map_or(0, u64::from))
}

/// Checks a height field: rows, columns, and four bytes for each sample.
fn hfield(head: &[u8], length: u64) -> Result<(), String> {
    let [rows, columns] = numbers(head);
    match rows.saturating_mul(columns).saturating_mul(4).saturating_add(8) {
        expected if expected == length => Ok(()),
        expected => Err(format!("{rows} x {columns} samples need {expected} bytes, the file has {length}")),
    }
}

/// Checks an MSH file: four counts, then three, three, two and three numbers for each vertex, normal, texture coordinate and face.
fn msh(head: &[u8], length: u64, limits: &Limits) -> Result<(), String> {
    let [vertices, normals, texcoords, faces] = numbers(head);
    let expected = 16 + 4 * (3 * (vertices + normals + faces) + 2 * texcoords);
    if expected != length {
        return Err(format!("the MSH file has {length} bytes but its header says {expected}"));
    }
    if vertices > limits.vertices as u64 {
        return Err(format!(
            "the MSH file has {vertices} vertices, the limit is {}: use a coarser mesh, or raise the limit 'vertices'",
            limits.vertices
        ));
    }
    Ok(())
}

/// Checks an SKN file: four counts; three, two and three numbers for each vertex, texture coordinate and face; for each bone
/// eighteen, and two for each of its vertices, of which there is at least one.
fn skn(head: &[u8], length: u64, limits: &Limits) -> Result<(), String> {
    let [vertices, texcoords, faces, bones] = numbers(head);
    let least = 16 + 4 * (3 * (vertices + faces) + 2 * texcoords + 20 * bones);
    let most = least.saturating_add(vertices.saturating_mul(8 * bones));
    if !(least..=most).contains(&length) || bones == 0 {
        return Err(format!(
            "the SKN file has {length} bytes, but {vertices} vertices, {texcoords} texture coordinates, {faces} faces and \
             {bones} bones take {least} to {most}"
        ));
    }
    for (name, count, limit) in [("vertices", vertices, limits.vertices), ("objects", bones, limits.objects)] {
        if count > limit as u64 {
            let what = if name == "objects" { "bones" } else { name };
            return Err(format!(
                "the SKN file has {count} {what}, the limit is {limit}: use a coarser skin, or raise the limit '{name}'"
            ));
        }
    }
    Ok(())
}

/// Checks a binary STL file: 84 bytes of header, which ends with the number of faces, and 50 bytes for each face.
fn stl(head: &[u8], length: u64) -> Result<(), String> {
    let Some(count) = head.get(80..84).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes) else {
        return Err("the STL file is shorter than its header of 84 bytes".into());
    };
    let expected = 84 + 50 * u64::from(count);
    if length != expected {
        return Err(format!(
            "the STL file has {length} bytes, but the {count} faces of its header take {expected}; \
             is it an ASCII STL file? Only binary ones can be read"
        ));
    }
    if count > MAX_FACES {
        return Err(format!("the STL file has {count} faces, at most {MAX_FACES} are supported"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(kind: impl Into<Option<AssetKind>>, name: &str, head: &[u8], length: u64) -> bool {
        check(Path::new(name), kind.into(), head, length, &Limits::default()).is_err()
    }

    #[test]
    fn large_files_must_begin_as_their_name_says() {
        let zeros = [0; 200];
        assert!(refused(None, "a.stl", &zeros, 1 << 30) && refused(None, "a.stl", &[], 0));
        assert!(refused(None, "a.PNG", &zeros, 1 << 30) && refused(None, "a.xml", &zeros, 1 << 30));
        let mut header = zeros;
        header[80] = 2;
        assert!(!refused(None, "a.stl", &header, 184) && refused(None, "a.stl", &header, 185));
        header[80..84].copy_from_slice(&1_000_000u32.to_le_bytes());
        assert!(refused(None, "a.stl", &header, 50_000_084));
        assert!(!refused(None, "a.bin", &zeros, 1 << 30) && !refused(None, "a.xml", b"<mujoco>", 1 << 30));
    }

    #[test]
    fn large_assets_must_begin_as_their_use_says() {
        let zeros = [0; 200];
        let words = |numbers: &[u32]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
        for (kind, name) in [
            (AssetKind::HField, "a.bin"),
            (AssetKind::Mesh, "a.msh"),
            (AssetKind::Mesh, "a"),
            (AssetKind::Skin, "a.skn"),
            (AssetKind::Texture, "a"),
            (AssetKind::Texture, "a.ktx"),
        ] {
            assert!(refused(kind, name, &zeros, 1 << 30), "{name}");
        }
        assert!(!refused(AssetKind::HField, "a.bin", &words(&[2, 3]), 32));
        assert!(!refused(AssetKind::Mesh, "a.msh", &words(&[4, 0, 0, 1]), 76));
        assert!(!refused(AssetKind::Skin, "a.skn", &words(&[3, 3, 1, 1]), 168));
        assert!(refused(AssetKind::Skin, "a.skn", &words(&[3, 3, 1, 1]), 164));
        assert!(refused(AssetKind::Skin, "a.skn", &words(&[3, 3, 1, 1]), 1 << 30));
        assert!(refused(AssetKind::Skin, "a.skn", &words(&[u32::MAX; 4]), 1 << 30));
        assert!(refused(AssetKind::Skin, "a.skn", &words(&[50_000_000, 0, 0, 1]), 600_000_096));
        assert!(refused(AssetKind::Skin, "a.skn", &words(&[1, 0, 0, 1_000_000]), 80_000_028));
        assert!(refused(AssetKind::Mesh, "a.msh", &words(&[50_000_000, 0, 0, 0]), 600_000_016));
        assert!(!refused(AssetKind::Mesh, "a.obj", b"v 0 0 0", 1 << 30));
        assert!(!refused(AssetKind::Texture, "a.ktx", b"\xABKTX 20\xBB", 1 << 30));
    }

    #[test]
    fn large_pictures_have_as_many_pixels() {
        let header = |width: u32, height: u32, color: u8| {
            let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
            [PNG, &[0, 0, 0, 13], b"IHDR", &size, &[8, color, 0, 0, 0]].concat()
        };
        for kind in [AssetKind::HField, AssetKind::Texture] {
            assert!(!refused(kind, "a.x", &header(20_000, 10_000, 2), 600_000_000));
            assert!(refused(kind, "a.png", &header(2000, 1000, 2), 600_000_000));
            assert!(refused(kind, "a.png", PNG, 1 << 30));
        }
        // more pixels than numbers have bits for
        assert!(!refused(AssetKind::Texture, "a.png", &header(u32::MAX, u32::MAX, 6), 1 << 30));
    }
}
