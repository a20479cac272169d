//! Wavefront OBJ: vertices, normals, texture coordinates and faces of the first shape; polygons are cut into
//! triangles by clipping ears. Numbers are read in double precision and then rounded, as the reference does.

use super::arrays::Raw;
use crate::stop::Stop;

/// Indices of one corner; -1 for none.
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
    /// Lines were seen: a shape exists even without faces.
    lines: bool,
    /// Points were seen.
    points: bool,
}

/// Most tests of a corner against a triangle while faces are cut into triangles. A winding face takes time cubic in its
/// corners. A convex face with [`MAX_CORNERS`] corners takes 25 million, all of them against the box of the triangle.
const MAX_TESTS: usize = 100_000_000;

/// Number of tests against the box that take as long as one against the triangle.
const BOX_TESTS: usize = 8;

/// Most corners of one face: cutting it into triangles takes time quadratic in them.
const MAX_CORNERS: usize = 20_000;

/// Decodes a file. After a requested stop the result is unusable.
pub(super) fn decode(bytes: &[u8], stop: &Stop) -> Result<Raw, String> {
    let mut raw = Raw::default();
    let mut group = Group::default();
    let mut shape: Vec<Corner> = vec![];
    let (mut done, mut lines_only) = (false, false);
    let mut budget = Budget { tests: MAX_TESTS, stop };
    for (number, line) in lines(bytes).enumerate() {
        if stop.is_requested_at(number) {
            return Ok(raw);
        }
        let line = skip(line);
        let space = |at: usize| line.get(at).is_some_and(|c| is_space(*c));
        match line.first() {
            Some(b'v') if space(1) => {
                let mut rest = &line[2..];
                raw.vert.extend([real(&mut rest), real(&mut rest), real(&mut rest)]);
            }
            Some(b'v') if line.get(1) == Some(&b'n') && space(2) => {
                let mut rest = &line[3..];
                raw.normal.extend([real(&mut rest), real(&mut rest), real(&mut rest)]);
            }
            Some(b'v') if line.get(1) == Some(&b't') && space(2) => {
                let mut rest = &line[3..];
                raw.texcoord.extend([real(&mut rest), real(&mut rest)]);
            }
            Some(b'f' | b'l' | b'p') if space(1) => {
                let sizes = [raw.vert.len() / 3, raw.texcoord.len() / 2, raw.normal.len() / 3];
                let is_face = line[0] == b'f';
                let start = group.corners.len();
                read_corners(skip(&line[2..]), sizes, &mut group.corners)
                    .ok_or_else(|| format!("line {} of the OBJ file: an index is zero or not a number", number + 1))?;
                if group.corners.len() - start > MAX_CORNERS {
                    return Err(format!("line {} of the OBJ file: more than {MAX_CORNERS} corners", number + 1));
                }
                if is_face {
                    group.ends.push(group.corners.len());
                } else {
                    group.corners.truncate(start);
                    group.lines |= line[0] == b'l';
                    group.points |= line[0] == b'p';
                }
            }
            // a new group or object ends the shape; only the first one with content counts
            Some(b'g' | b'o') if space(1) && !done => {
                flush(&mut group, &raw.vert, &mut shape, &mut budget)?;
                done = !shape.is_empty() || (line[0] == b'o' && (group.lines || group.points));
                lines_only = done && shape.is_empty() && group.lines;
                group = Group::default();
            }
            _ => {}
        }
    }
    if !done {
        flush(&mut group, &raw.vert, &mut shape, &mut budget)?;
        lines_only = shape.is_empty() && group.lines;
    }
    if lines_only {
        return Err("the first shape of the OBJ file has lines but no faces".into());
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

/// The next number of a line; zero when there is none. Numbers too large for the format become its largest.
fn real(text: &mut &[u8]) -> f32 {
    let word = skip(text);
    let end = word.iter().position(|c| is_space(*c)).unwrap_or(word.len());
    *text = &word[end..];
    let x = number(&word[..end]).unwrap_or(0.0) as f32;
    if x.is_infinite() { f32::MAX.copysign(x) } else { x }
}

/// The number a word begins with, as C's `strtod` reads it.
fn number(word: &[u8]) -> Option<f64> {
    let signed = usize::from(matches!(word.first(), Some(b'+' | b'-')));
    let sign = if word.first() == Some(&b'-') { -1.0 } else { 1.0 };
    let rest = &word[signed..];
    let digits = |text: &[u8]| text.iter().take_while(|c| c.is_ascii_digit()).count();
    let named = |name: &[u8]| rest.len() >= name.len() && rest[..name.len()].eq_ignore_ascii_case(name);
    if named(b"inf") {
        return Some(sign * f64::INFINITY);
    }
    if named(b"nan") {
        return Some(f64::NAN);
    }
    if named(b"0x") {
        return Some(sign * hexadecimal(&rest[2..]));
    }
    let whole = digits(rest);
    let mut end = whole;
    if rest.get(end) == Some(&b'.') {
        let decimals = digits(&rest[end + 1..]);
        if whole + decimals == 0 {
            return None;
        }
        end += 1 + decimals;
    }
    if end == 0 {
        return None;
    }
    if matches!(rest.get(end), Some(b'e' | b'E')) {
        let at = end + 1 + usize::from(matches!(rest.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(rest.get(at..).unwrap_or(&[]));
        if exponent > 0 {
            end = at + exponent;
        }
    }
    let value: f64 = std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
    Some(sign * value)
}

/// Hexadecimal digits with an optional fraction.
fn hexadecimal(text: &[u8]) -> f64 {
    let (mut value, mut weight) = (0.0, 1.0);
    let mut fraction = false;
    for c in text {
        match (*c as char).to_digit(16) {
            Some(d) if fraction => {
                weight /= 16.0;
                value += f64::from(d) * weight;
            }
            Some(d) => value = value * 16.0 + f64::from(d),
            None if *c == b'.' && !fraction => fraction = true,
            None => break,
        }
    }
    value
}

/// Remaining number of tests.
struct Budget<'a> {
    tests: usize,
    stop: &'a Stop,
}

impl Budget<'_> {
    /// Whether a corner other than the three from `ear` on lies in the triangle; none if the budget is spent.
    fn find(&mut self, spots: &[[f32; 2]], ear: usize, triangle: &[[f32; 2]; 3]) -> Option<bool> {
        let n = spots.len();
        // the corners behind the ear up to the end of the list, and from its start up to the ear
        let (behind, start) = (ear + 3, (ear + 3).saturating_sub(n));
        let around = BoundingBox::of(triangle);
        for others in [spots.get(behind..).unwrap_or(&[]), &spots[start..ear]] {
            // a chunk without a branch compiles to vector instructions
            for chunk in others.chunks(64) {
                self.tests = self.tests.checked_sub(chunk.len().div_ceil(BOX_TESTS))?;
                if chunk.iter().fold(false, |any, spot| any | around.contains(*spot)) {
                    self.tests = self.tests.checked_sub(chunk.len())?;
                    if chunk.iter().any(|spot| inside(triangle, *spot)) {
                        return Some(true);
                    }
                }
            }
        }
        Some(false)
    }
}

/// A box around a triangle with a margin for rounding: no point outside of it is `inside` the triangle.
struct BoundingBox {
    low: [f32; 2],
    high: [f32; 2],
}

impl BoundingBox {
    fn of(p: &[[f32; 2]; 3]) -> Self {
        let [x, y] = [0, 1].map(|axis| p.map(|corner| corner[axis]));
        let [x0, y0] = [x, y].map(|c| c[0].min(c[1]).min(c[2]));
        let [x1, y1] = [x, y].map(|c| c[0].max(c[1]).max(c[2]));
        let usual = |span: f32| (1e-15..1e15).contains(&span);
        if !(x.iter().chain(&y).all(|c| c.abs() < 1e15) && usual(x1 - x0) && usual(y1 - y0)) {
            // products overflow or vanish: skip no corner
            return Self { low: [f32::NEG_INFINITY; 2], high: [f32::INFINITY; 2] };
        }
        // heights are compared exactly; the crossings of edges are computed, within the margin
        let margin = 1e-5 * (x0.abs() + x1.abs());
        Self { low: [x0 - margin, y0], high: [x1 + margin, y1] }
    }

    /// Whether it contains a point; false if a coordinate is NaN, as no triangle contains such a point.
    fn contains(&self, q: [f32; 2]) -> bool {
        (q[0] >= self.low[0]) & (q[0] <= self.high[0]) & (q[1] >= self.low[1]) & (q[1] <= self.high[1])
    }
}

/// Number of corners that need no check for a stop.
const FEW: usize = 100;

/// Cuts a group's faces into triangles and adds them to the shape.
fn flush(group: &mut Group, vert: &[f32], shape: &mut Vec<Corner>, budget: &mut Budget<'_>) -> Result<(), String> {
    let mut start = 0;
    for &end in &group.ends {
        let face = &group.corners[start..end];
        match face.len() {
            0..=2 => {}
            3 => shape.extend_from_slice(face),
            _ => clip_ears(face, vert, shape, budget).ok_or(
                "the faces of the OBJ file have too many corners to be cut into triangles: triangulate the mesh",
            )?,
        }
        start = end;
    }
    group.corners.clear();
    group.ends.clear();
    Ok(())
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

/// Ear clipping in the projected plane. Stops when a round finds no ear. Returns none if it takes too long.
fn clip_ears(face: &[Corner], vert: &[f32], out: &mut Vec<Corner>, budget: &mut Budget<'_>) -> Option<()> {
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
    // a corner that does not exist lies nowhere
    let mut spots: Vec<[f32; 2]> = face.iter().map(|c| point(c).unwrap_or([f32::NAN; 2])).collect();
    let mut guess = 0;
    let mut tries = n;
    let mut previous = n;
    while rest.len() > 3 && tries > 0 {
        let n = rest.len();
        if n > FEW && budget.stop.is_requested() {
            return None;
        }
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
        if cross * area < 0.0 || budget.find(&spots, guess, &p)? {
            guess += 1;
            continue;
        }
        out.extend(ear);
        rest.remove((guess + 1) % n);
        spots.remove((guess + 1) % n);
    }
    if rest.len() == 3 {
        out.extend(rest);
    }
    Some(())
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

    fn decode(bytes: &[u8]) -> Result<Raw, String> {
        super::decode(bytes, &Stop::default())
    }

    #[test]
    fn quads_negative_indices_and_uv() {
        let text = b"v 0 0 0\nv 1 0 0\r\nv 1 1 0\nv 0 1 0\nvt 0.25 0.25\nf -4/1 -3/1 -2/1 -1/1\n";
        let raw = decode(text).unwrap();
        assert_eq!(raw.face, [0, 1, 2, 0, 2, 3]);
        assert_eq!(raw.texcoord, [0.25, 0.75]);
        assert_eq!(raw.facetexcoord, [0; 6]);
    }

    #[test]
    fn nothing_outside_the_box_is_inside_the_triangle() {
        let mut state = 1u64;
        let mut random = |values: &[f32]| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let scale = values[(state >> 40) as usize % values.len()];
            scale * ((state >> 33) as f32 / (1u64 << 31) as f32 - 0.5)
        };
        let scales = [1.0, 1.0, 1e-3, 1e-20, 1e20, 0.0, f32::MAX, f32::INFINITY, f32::NAN];
        let (mut found, mut skipped) = (0, 0);
        for round in 0..300_000 {
            let scales = if round % 2 == 0 { &scales[..2] } else { &scales[..] };
            let [a, b, c, q] = [(); 4].map(|()| [random(scales), random(scales)]);
            let triangle = [a, b, c];
            let held = BoundingBox::of(&triangle).contains(q);
            assert!(held || !inside(&triangle, q), "{triangle:?} {q:?}");
            found += usize::from(inside(&triangle, q));
            skipped += usize::from(!held);
        }
        assert!(found > 5_000 && skipped > 100_000, "{found} {skipped}");
    }

    #[test]
    fn only_the_first_shape_counts() {
        let text = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\no a\nf 1 2 3\no b\nf 1 3 4\n";
        assert_eq!(decode(text).unwrap().face, [0, 1, 2]);
    }

    #[test]
    fn numbers() {
        for (text, value) in [
            ("1.5e-3", 1.5e-3),
            ("-.25", -0.25),
            ("+12", 12.0),
            ("3.", 3.0),
            ("2E2x", 200.0),
            ("1e", 1.0),
            ("0x1f.8", 31.5),
        ] {
            assert_eq!(number(text.as_bytes()), Some(value));
        }
        for text in ["", "x", "-", ".", "+-1"] {
            assert_eq!(number(text.as_bytes()), None);
        }
        assert_eq!(real(&mut &b"-1e400"[..]), f32::MIN);
        assert!(decode(b"f 0 1 2").is_err());
    }
}
