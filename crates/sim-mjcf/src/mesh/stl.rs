//! Binary STL: an 80-byte header, a face count, then 50 bytes per face. Vertices with equal bits become one.

use super::arrays::Raw;
use std::collections::HashMap;

const HEADER: usize = 84;
const FACE: usize = 50;
/// More faces than this are refused, as MuJoCo does.
pub(crate) const MAX_FACES: u32 = 200_000;
/// Largest coordinate.
const MAX_COORD: f32 = (1u32 << 30) as f32;

/// Decodes a file.
pub(super) fn decode(bytes: &[u8]) -> Result<Raw, String> {
    if bytes.is_empty() {
        return Err("the STL file is empty".into());
    }
    let Some(count) = bytes.get(80..HEADER).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes) else {
        return Err("the STL file is shorter than its header of 84 bytes".into());
    };
    if !(1..=MAX_FACES).contains(&count) {
        return Err(format!(
            "the STL file claims {count} faces, between 1 and {MAX_FACES} are supported; \
             is it an ASCII STL file? Only binary ones can be read"
        ));
    }
    let body = &bytes[HEADER..];
    if body.len() != count as usize * FACE {
        return Err(format!(
            "the STL file has {} bytes of faces, but its header says {}; is it an ASCII STL file?",
            body.len(),
            count as usize * FACE
        ));
    }
    let mut raw = Raw::default();
    raw.face.reserve(3 * count as usize);
    let mut known: HashMap<[u8; 12], i32, super::hash::Fast> = HashMap::default();
    known.reserve(count as usize);
    for face in body.chunks_exact(FACE) {
        for corner in face[12..48].chunks_exact(12) {
            let mut key = [0; 12];
            key.copy_from_slice(corner);
            let next = (raw.vert.len() / 3) as i32;
            let id = *known.entry(key).or_insert(next);
            if id == next {
                let v = point(&key);
                if v.iter().any(|x| x.abs() > MAX_COORD) {
                    return Err("a vertex of the STL file exceeds 2^30".into());
                }
                raw.vert.extend_from_slice(&v);
            }
            raw.face.push(id);
        }
    }
    Ok(raw)
}

fn point(b: &[u8; 12]) -> [f32; 3] {
    let at = |i: usize| f32::from_le_bytes([b[i], b[i + 1], b[i + 2], b[i + 3]]);
    [at(0), at(4), at(8)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(faces: &[[[f32; 3]; 3]]) -> Vec<u8> {
        let mut out = vec![0; 80];
        out.extend((faces.len() as u32).to_le_bytes());
        for face in faces {
            out.extend([0; 12]);
            out.extend(face.iter().flatten().flat_map(|x| x.to_le_bytes()));
            out.extend([0; 2]);
        }
        out
    }

    #[test]
    fn shared_corners_become_one_vertex() {
        let (a, b, c, d) = ([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        let raw = decode(&file(&[[a, b, c], [a, c, d]])).unwrap();
        assert_eq!(raw.vert.len(), 12);
        assert_eq!(raw.face, [0, 1, 2, 0, 2, 3]);
    }

    #[test]
    fn wrong_headers_are_refused() {
        let mut bytes = file(&[[[0.0; 3]; 3]]);
        bytes[80] = 2;
        assert!(decode(&bytes).is_err());
        bytes[82] = 255;
        assert!(decode(&bytes).is_err());
        assert!(decode(&bytes[..83]).is_err());
        assert!(decode(&[]).is_err());
    }
}
