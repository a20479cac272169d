//! Small forms of what pages fetch: lists of whole numbers of variable length, pixels as differences, gzip.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Appends a number in groups of seven bits, the lowest first. The top bit of a byte says that more follow.
pub fn put_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a list as differences from entry to entry. A difference `d` is written as `2d`, or `-2d - 1` if it is negative. Entries are below
/// 2³⁰.
pub fn put_list(out: &mut Vec<u8>, list: impl Iterator<Item = u32>) {
    let mut last = 0i32;
    for entry in list {
        let entry = entry as i32;
        let difference = entry.wrapping_sub(last);
        put_number(out, ((difference << 1) ^ (difference >> 31)) as u32);
        last = entry;
    }
}

/// The step of a value among those from `low` to `high`. NaN is the lowest.
pub fn quantised(value: f32, [low, high]: [f32; 2], steps: u32) -> u32 {
    // in f64, in which no difference of two f32 overflows
    let share = (f64::from(value) - f64::from(low)) / (f64::from(high) - f64::from(low));
    (share.clamp(0.0, 1.0) * f64::from(steps) + 0.5) as u32
}

/// Lowest and highest of the finite values. `[0, 0]`: there are none.
pub fn range(values: impl Iterator<Item = f32>) -> [f32; 2] {
    let [low, high] = values
        .filter(|value| value.is_finite())
        .fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)]);
    if low <= high { [low, high] } else { [0.0; 2] }
}

/// A direction as two numbers from -1 to 1: it is projected to an octahedron, whose lower half is folded out.
pub fn octahedral(normal: [f32; 3]) -> [f32; 2] {
    let sum: f32 = normal.iter().map(|x| x.abs()).sum();
    if !(sum > 0.0 && sum.is_finite()) {
        return [0.0; 2];
    }
    let [x, y, z] = normal.map(|x| x / sum);
    if z >= 0.0 { [x, y] } else { [(1.0 - y.abs()).copysign(x), (1.0 - x.abs()).copysign(y)] }
}

/// Appends pixels as differences from what their neighbours let expect, which compresses better: the filter "Paeth" of PNG. `width` is in
/// bytes.
pub fn put_pixels(out: &mut Vec<u8>, pixels: &[u8], width: usize, channels: usize) {
    for (at, &pixel) in pixels.iter().enumerate() {
        let (is_first, is_top) = (width == 0 || at % width < channels, at < width);
        let left = if is_first { 0 } else { pixels[at - channels] };
        let above = if is_top { 0 } else { pixels[at - width] };
        let diagonal = if is_first || is_top { 0 } else { pixels[at - width - channels] };
        out.push(pixel.wrapping_sub(expected(left, above, diagonal)));
    }
}

/// The neighbour that is closest to `left + above - diagonal`.
fn expected(left: u8, above: u8, diagonal: u8) -> u8 {
    let [a, b, c] = [left, above, diagonal].map(i32::from);
    let [to_left, to_above, to_diagonal] = [(b - c).abs(), (a - c).abs(), (a + b - 2 * c).abs()];
    if to_left <= to_above && to_left <= to_diagonal {
        left
    } else if to_above <= to_diagonal {
        above
    } else {
        diagonal
    }
}

/// Bytes compressed with gzip, after those of `head`. `level` is 0 to 9. `None`: there is no memory, or the result is no smaller.
pub fn gzip(head: &[u8], bytes: &[u8], level: u32) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(head.to_vec(), Compression::new(level.min(9)));
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().filter(|packed| packed.len() < bytes.len())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::Read;

    /// Reads a number.
    pub fn number(bytes: &mut &[u8]) -> u32 {
        let (mut value, mut shift) = (0, 0);
        loop {
            let (&byte, rest) = bytes.split_first().unwrap();
            *bytes = rest;
            value |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                return value;
            }
        }
    }

    /// Reads a list of differences.
    pub fn list(bytes: &mut &[u8], count: usize) -> Vec<u32> {
        let mut last = 0i32;
        let mut next = || {
            let code = number(bytes);
            last += (code >> 1) as i32 ^ -((code & 1) as i32);
            last as u32
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn numbers_and_lists_come_back() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, 1 << 20, u32::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| put_number(&mut bytes, number));
        let mut rest = &bytes[..];
        assert!(numbers.iter().all(|&wanted| number(&mut rest) == wanted) && rest.is_empty());
        let entries = [5, 5, 0, 65_535, 1, (1 << 30) - 1, 0, 7];
        let mut bytes = Vec::new();
        put_list(&mut bytes, entries.into_iter());
        let mut rest = &bytes[..];
        assert_eq!(list(&mut rest, entries.len()), entries);
        assert!(rest.is_empty());
    }

    #[test]
    fn steps_stay_in_their_range_for_every_number() {
        for (value, range, step) in [
            (0.5, [0.0, 1.0], 50),
            (-9.0, [0.0, 1.0], 0),
            (9.0, [0.0, 1.0], 100),
            (f32::NAN, [0.0, 1.0], 0),
            (f32::INFINITY, [0.0, 1.0], 100),
            (f32::NEG_INFINITY, [0.0, 1.0], 0),
            (3.0, [3.0, 3.0], 0),
            (f32::MAX, [f32::MIN, f32::MAX], 100),
            (0.0, [f32::MIN, f32::MAX], 50),
        ] {
            assert_eq!(quantised(value, range, 100), step, "{value} {range:?}");
        }
        assert_eq!(range([f32::NAN, 2.0, f32::INFINITY, -1.0].into_iter()), [-1.0, 2.0]);
        assert_eq!(range([f32::NAN].into_iter()), [0.0; 2]);
    }

    #[test]
    fn pixels_are_smaller_as_differences() {
        let (width, height) = (64, 32);
        let pixels: Vec<u8> =
            (0..height * width * 3).map(|at| (at / (3 * width) * 3 + at % 3 * 40 + at % width / 9) as u8).collect();
        let mut filtered = Vec::new();
        put_pixels(&mut filtered, &pixels, 3 * width, 3);
        let size = |bytes: &[u8]| gzip(&[], bytes, 6).unwrap().len();
        assert!(filtered.len() == pixels.len() && 2 * size(&filtered) < size(&pixels));
        for (width, channels) in [(0, 0), (0, 3), (1, 1), (3, 3), (7, 4)] {
            put_pixels(&mut Vec::new(), &pixels[..21], width, channels);
        }
    }

    #[test]
    fn packed_bytes_come_back() {
        let text = "of the same words ".repeat(100);
        let packed = gzip(&[1, 2], text.as_bytes(), 9).unwrap();
        assert!(packed.starts_with(&[1, 2]) && packed.len() < 100);
        let mut found = String::new();
        flate2::read::GzDecoder::new(&packed[2..]).read_to_string(&mut found).unwrap();
        assert_eq!(found, text);
        assert_eq!(gzip(&[], b"short", 9), None);
    }
}
