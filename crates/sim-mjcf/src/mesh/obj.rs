//! Wavefront OBJ: vertices, normals, texture coordinates and faces of the first shape; polygons are cut into
//! triangles by clipping ears. Numbers are read digit by digit the way the reference reads them, so that the last
//! bit of a coordinate agrees.

use super::raw::Raw;

/// Indices of one corner; -1 where there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Corner {
    vert: i32,
    texcoord: i32,
    normal: i32,
}

/// Faces of one group, as ranges of corners.
#[derive(Default)]
struct Group {
    corners: Vec<Corner>,
    /// End of each face in `corners`.
    ends: Vec<usize>,
    /// Lines or points were seen: a shape exists even without faces.
    other: bool,
}

/// Decodes a file.
pub(super) fn decode(bytes: &[u8]) -> Result<Raw, String> {
    let mut raw = Raw::default();
    let mut group = Group::default();
    let mut shape: Vec<Corner> = vec![];
    let mut done = false;
    let pow = Powers::new();
    for (number, line) in lines(bytes).enumerate() {
        let line = skip(line);
        let space = |at: usize| line.get(at).is_some_and(|c| is_space(*c));
        match line.first() {
            Some(b'v') if space(1) => {
                let mut rest = &line[2..];
                raw.vert.extend([pow.real(&mut rest), pow.real(&mut rest), pow.real(&mut rest)]);
            }
            Some(b'v') if line.get(1) == Some(&b'n') && space(2) => {
                let mut rest = &line[3..];
                raw.normal.extend([pow.real(&mut rest), pow.real(&mut rest), pow.real(&mut rest)]);
            }
            Some(b'v') if line.get(1) == Some(&b't') && space(2) => {
                let mut rest = &line[3..];
                raw.texcoord.extend([pow.real(&mut rest), pow.real(&mut rest)]);
            }
            Some(b'f' | b'l' | b'p') if space(1) => {
                let sizes = [raw.vert.len() / 3, raw.texcoord.len() / 2, raw.normal.len() / 3];
                let is_face = line[0] == b'f';
                let start = group.corners.len();
                read_corners(skip(&line[2..]), sizes, &mut group.corners)
                    .ok_or_else(|| format!("line {} of the OBJ file: an index is zero or not a number", number + 1))?;
                if is_face {
                    group.ends.push(group.corners.len());
                } else {
                    group.corners.truncate(start);
                    group.other = true;
                }
            }
            // a new group or object ends the shape; only the first one with content counts
            Some(b'g' | b'o') if space(1) && !done => {
                flush(&mut group, &raw.vert, &mut shape);
                done = !shape.is_empty() || (line[0] == b'o' && group.other);
                group = Group::default();
            }
            _ => {}
        }
    }
    if !done {
        flush(&mut group, &raw.vert, &mut shape);
    }
    for uv in raw.texcoord.chunks_exact_mut(2) {
        uv[1] = 1.0 - uv[1];
    }
    raw.face = shape.iter().map(|c| c.vert).collect();
    if !raw.normal.is_empty() {
        raw.facenormal = shape.iter().map(|c| c.normal).collect();
    }
    if !raw.texcoord.is_empty() {
        raw.facetexcoord = shape.iter().map(|c| c.texcoord).collect();
    }
    Ok(raw)
}

/// Lines ended by LF, CR or both.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.iter().position(|c| matches!(c, b'\n' | b'\r')).unwrap_or(rest.len());
        let line = &rest[..end];
        let skip = if rest[end..].starts_with(b"\r\n") { 2 } else { usize::from(end < rest.len()) };
        rest = &rest[end + skip..];
        // as text in C, a line ends at its first zero byte
        Some(line.split(|c| *c == 0).next().unwrap_or(line))
    })
}

fn is_space(c: u8) -> bool {
    c == b' ' || c == b'\t'
}

fn skip(text: &[u8]) -> &[u8] {
    let n = text.iter().take_while(|c| is_space(**c)).count();
    &text[n..]
}

/// Corners `v`, `v/t`, `v//n` or `v/t/n` up to the end of the line; indices count from 1, or back from the newest.
fn read_corners(mut text: &[u8], [nv, nt, nn]: [usize; 3], out: &mut Vec<Corner>) -> Option<()> {
    let fix = |i: i64, n: usize| match i {
        0 => None,
        1.. => Some((i - 1).min(i64::from(i32::MAX)) as i32),
        _ => Some((n as i64 + i).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32),
    };
    while !text.is_empty() {
        let mut corner = Corner { vert: fix(integer(&mut text), nv)?, texcoord: -1, normal: -1 };
        if text.first() == Some(&b'/') {
            text = &text[1..];
            if text.first() == Some(&b'/') {
                text = &text[1..];
                corner.normal = fix(integer(&mut text), nn)?;
            } else {
                corner.texcoord = fix(integer(&mut text), nt)?;
                if text.first() == Some(&b'/') {
                    text = &text[1..];
                    corner.normal = fix(integer(&mut text), nn)?;
                }
            }
        }
        // a fourth part is skipped up to the next separator
        if text.first() == Some(&b'/') {
            return None;
        }
        out.push(corner);
        text = skip(text);
    }
    Some(())
}

/// A whole number; advances to the next separator. Zero when there is none.
fn integer(text: &mut &[u8]) -> i64 {
    let end = text.iter().position(|c| *c == b'/' || is_space(*c)).unwrap_or(text.len());
    let (mut word, rest) = text.split_at(end);
    *text = rest;
    let negative = word.first() == Some(&b'-');
    if matches!(word.first(), Some(b'-' | b'+')) {
        word = &word[1..];
    }
    let mut n = 0i64;
    for c in word.iter().take_while(|c| c.is_ascii_digit()) {
        n = (n * 10 + i64::from(c - b'0')).min(1 << 40);
    }
    if negative { -n } else { n }
}

/// Powers of ten below one, by number of decimals.
struct Powers([f64; 64]);

impl Powers {
    fn new() -> Self {
        let mut table = [1.0, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001, 0.0000001].to_vec();
        for i in table.len()..64 {
            table.push(10f64.powf(-(i as f64)));
        }
        let mut out = [0.0; 64];
        out.copy_from_slice(&table);
        Self(out)
    }

    /// The next number of a line; zero when there is none or it is malformed.
    fn real(&self, text: &mut &[u8]) -> f32 {
        let word = skip(text);
        let end = word.iter().position(|c| is_space(*c)).unwrap_or(word.len());
        *text = &word[end..];
        self.parse(&word[..end]).unwrap_or(0.0) as f32
    }

    fn parse(&self, word: &[u8]) -> Option<f64> {
        let negative = word.first() == Some(&b'-');
        let mut rest = if matches!(word.first(), Some(b'+' | b'-')) { &word[1..] } else { word };
        let mut mantissa = 0.0;
        if rest.first() != Some(&b'.') {
            let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
            if digits == 0 {
                return None;
            }
            for c in &rest[..digits] {
                mantissa *= 10.0;
                mantissa += f64::from(c - b'0');
            }
            rest = &rest[digits..];
        }
        if rest.first() == Some(&b'.') {
            rest = &rest[1..];
            let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
            for (i, c) in rest[..digits].iter().enumerate() {
                let power = self.0.get(i + 1).copied().unwrap_or_else(|| 10f64.powf(-((i + 1) as f64)));
                mantissa += f64::from(c - b'0') * power;
            }
            rest = &rest[digits..];
        }
        let mut exponent = 0i32;
        if matches!(rest.first(), Some(b'e' | b'E')) {
            rest = &rest[1..];
            let down = rest.first() == Some(&b'-');
            if matches!(rest.first(), Some(b'+' | b'-')) {
                rest = &rest[1..];
            }
            let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
            if digits == 0 {
                return None;
            }
            for c in &rest[..digits] {
                exponent = (exponent * 10 + i32::from(c - b'0')).min(5000);
            }
            if down {
                exponent = -exponent;
            }
        }
        let value = if exponent == 0 { mantissa } else { scale2(mantissa * 5f64.powf(f64::from(exponent)), exponent) };
        Some(if negative { -value } else { value })
    }
}

/// `x` times two to the power `n`, rounded once.
fn scale2(mut x: f64, mut n: i32) -> f64 {
    // steps of at most 2^±1000 keep the factors representable; results below the normal range lose bits anyway
    while n != 0 {
        let step = n.clamp(-1000, 1000);
        x *= 2f64.powi(step);
        n -= step;
    }
    x
}

/// Cuts a group's faces into triangles and adds them to the shape.
fn flush(group: &mut Group, vert: &[f32], shape: &mut Vec<Corner>) {
    let mut start = 0;
    for &end in &group.ends {
        let face = &group.corners[start..end];
        match face.len() {
            0..=2 => {}
            3 => shape.extend_from_slice(face),
            _ => clip_ears(face, vert, shape),
        }
        start = end;
    }
    group.corners.clear();
    group.ends.clear();
}

/// Coordinate `axis` of a vertex; `None` when it does not exist.
fn coord(vert: &[f32], v: i32, axis: usize) -> Option<f32> {
    vert.get(usize::try_from(v).ok()?.checked_mul(3)? + axis).copied()
}

/// The two axes of the plane a polygon is projected on: those across its first real corner's normal.
fn plane_axes(face: &[Corner], vert: &[f32]) -> [usize; 2] {
    let n = face.len();
    for k in 0..n {
        let mut p = [[0.0f32; 3]; 3];
        let known = (0..3).all(|i| {
            (0..3).all(|axis| match coord(vert, face[(k + i) % n].vert, axis) {
                Some(x) => {
                    p[i][axis] = x;
                    true
                }
                None => false,
            })
        });
        if !known {
            continue;
        }
        let e0 = [p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]];
        let e1 = [p[2][0] - p[1][0], p[2][1] - p[1][1], p[2][2] - p[1][2]];
        let cx = (e0[1] * e1[2] - e0[2] * e1[1]).abs();
        let cy = (e0[2] * e1[0] - e0[0] * e1[2]).abs();
        let cz = (e0[0] * e1[1] - e0[1] * e1[0]).abs();
        if cx > f32::EPSILON || cy > f32::EPSILON || cz > f32::EPSILON {
            return if cx > cy && cx > cz {
                [1, 2]
            } else if cz > cx && cz > cy {
                [0, 1]
            } else {
                [0, 2]
            };
        }
    }
    [1, 2]
}

/// Ear clipping in the projected plane, giving up when a round finds no ear.
fn clip_ears(face: &[Corner], vert: &[f32], out: &mut Vec<Corner>) {
    let axes = plane_axes(face, vert);
    let point = |c: &Corner| Some([coord(vert, c.vert, axes[0])?, coord(vert, c.vert, axes[1])?]);
    let n = face.len();
    let mut area = 0.0f32;
    for k in 0..n {
        if let (Some(a), Some(b)) = (point(&face[k]), point(&face[(k + 1) % n])) {
            area += (a[0] * b[1] - a[1] * b[0]) * 0.5;
        }
    }
    let mut rest = face.to_vec();
    let mut guess = 0;
    let mut tries = n;
    let mut previous = n;
    while rest.len() > 3 && tries > 0 {
        let n = rest.len();
        if guess >= n {
            guess -= n;
        }
        if previous != n {
            previous = n;
            tries = n;
        } else {
            tries -= 1;
        }
        let ear = [rest[guess % n], rest[(guess + 1) % n], rest[(guess + 2) % n]];
        let p = ear.map(|c| point(&c).unwrap_or([0.0; 2]));
        let cross = (p[1][0] - p[0][0]) * (p[2][1] - p[1][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[1][0]);
        let blocked =
            cross * area < 0.0 || (3..n).any(|other| point(&rest[(guess + other) % n]).is_some_and(|q| inside(&p, q)));
        if blocked {
            guess += 1;
            continue;
        }
        out.extend(ear);
        rest.remove((guess + 1) % n);
    }
    if rest.len() == 3 {
        out.extend(rest);
    }
}

/// Whether a point lies in a triangle, by counting crossings.
fn inside(p: &[[f32; 2]; 3], q: [f32; 2]) -> bool {
    let mut odd = false;
    let mut j = 2;
    for i in 0..3 {
        if (p[i][1] > q[1]) != (p[j][1] > q[1])
            && q[0] < (p[j][0] - p[i][0]) * (q[1] - p[i][1]) / (p[j][1] - p[i][1]) + p[i][0]
        {
            odd = !odd;
        }
        j = i;
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quads_negative_indices_and_uv() {
        let text = b"v 0 0 0\nv 1 0 0\r\nv 1 1 0\nv 0 1 0\nvt 0.25 0.25\nf -4/1 -3/1 -2/1 -1/1\n";
        let raw = decode(text).unwrap();
        assert_eq!(raw.face, [0, 1, 2, 0, 2, 3]);
        assert_eq!(raw.texcoord, [0.25, 0.75]);
        assert_eq!(raw.facetexcoord, [0; 6]);
    }

    #[test]
    fn only_the_first_shape_counts() {
        let text = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\no a\nf 1 2 3\no b\nf 1 3 4\n";
        assert_eq!(decode(text).unwrap().face, [0, 1, 2]);
    }

    #[test]
    fn numbers() {
        let pow = Powers::new();
        for (text, value) in [("1.5e-3", 1.5e-3), ("-.25", -0.25), ("+12", 12.0), ("3.", 3.0), ("2E2", 200.0)] {
            assert_eq!(pow.parse(text.as_bytes()).unwrap() as f32, value as f32);
        }
        for text in ["", "x", "-", "1e", "nan"] {
            assert_eq!(pow.parse(text.as_bytes()), None);
        }
        assert!(decode(b"f 0 1 2").is_err());
    }
}
