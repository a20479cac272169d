//! MuJoCo's MSH: four counts (vertices, normals, texture coordinates, faces), then the arrays.

use super::arrays::Raw;

/// Decodes a file. `mirrored` means that the scale has a negative determinant. Then the second and third corner of each
/// face are swapped, but not the indices of normals and texture coordinates, as in MuJoCo.
pub(super) fn decode(bytes: &[u8], mirrored: bool) -> Result<Raw, String> {
    if bytes.is_empty() {
        return Err("the MSH file is empty".into());
    }
    let header = bytes.get(..16).ok_or("the MSH file is shorter than its header of 16 bytes")?;
    let mut count = [0i32; 4];
    for (c, b) in count.iter_mut().zip(header.chunks_exact(4)) {
        *c = i32::from_le_bytes([b[0], b[1], b[2], b[3]]);
    }
    let [nv, nn, nt, nf] = count;
    if nv < 4 || nf < 0 || nn < 0 || nt < 0 || (nn > 0 && nn != nv) || (nt > 0 && nt != nv) {
        return Err(format!(
            "invalid sizes in the MSH file: {nv} vertices (at least 4), {nn} normals and {nt} texture coordinates \
             (none or one per vertex), {nf} faces"
        ));
    }
    let sizes = [3 * nv as u64, 3 * nn as u64, 2 * nt as u64, 3 * nf as u64];
    let expected = 16 + 4 * sizes.iter().sum::<u64>();
    if bytes.len() as u64 != expected {
        return Err(format!("the MSH file has {} bytes, but its header says {expected}", bytes.len()));
    }
    let mut rest = &bytes[16..];
    let mut take = |n: u64| {
        let (head, tail) = rest.split_at((4 * n) as usize);
        rest = tail;
        head.chunks_exact(4).map(|b| [b[0], b[1], b[2], b[3]])
    };
    let mut raw = Raw {
        vert: take(sizes[0]).map(f32::from_le_bytes).collect(),
        normal: take(sizes[1]).map(f32::from_le_bytes).collect(),
        texcoord: take(sizes[2]).map(f32::from_le_bytes).collect(),
        face: take(sizes[3]).map(i32::from_le_bytes).collect(),
        ..Raw::default()
    };
    raw.facenormal = raw.face.clone();
    if !raw.texcoord.is_empty() {
        raw.facetexcoord = raw.face.clone();
    }
    if mirrored {
        for face in raw.face.chunks_exact_mut(3) {
            face.swap(1, 2);
        }
    }
    Ok(raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked_against_the_bytes() {
        let header = |c: [i32; 4]| c.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>();
        assert!(decode(&header([i32::MAX, 0, 0, i32::MAX]), false).is_err());
        assert!(decode(&header([4, 0, 0, -1]), false).is_err());
        assert!(decode(&header([4, 3, 0, 1]), false).is_err());
        let mut good = header([4, 0, 0, 1]);
        good.extend([0; 48]);
        for i in [0i32, 1, 2] {
            good.extend(i.to_le_bytes());
        }
        assert_eq!(decode(&good, false).unwrap().face, [0, 1, 2]);
        assert_eq!(decode(&good, true).unwrap().face, [0, 2, 1]);
        good.pop();
        assert!(decode(&good, false).is_err());
    }
}
