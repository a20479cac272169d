//! Builtin textures: gradient, checker, flat, with edge, cross or random marks.
//!
//! Patterns are written three bytes per pixel from the start of the buffer, whatever its channels;
//! what is left of a wider buffer stays as it was.

use super::CUBE_FACES;
use super::twister::{self, Twister, last_below};
use crate::spec::Texture;
use crate::stop::Stop;
use std::f64::consts::{FRAC_PI_2, SQRT_2};

/// Bytes per pixel of a pattern.
const RGB: usize = 3;
/// Value of `x / sqrt(1 + x²)` at 1, so that the sigmoid reaches its ends there; this quotient is one bit off `FRAC_1_SQRT_2`.
const SIGMOID_END: f64 = 1.0 / SQRT_2;
/// Seed of random marks.
const SEED: u64 = 42;

/// Numbers of the `builtin` keywords.
mod builtin {
    pub(super) const GRADIENT: i32 = 1;
    pub(super) const CHECKER: i32 = 2;
    pub(super) const FLAT: i32 = 3;
}

/// Numbers of the `mark` keywords.
mod mark {
    pub(super) const EDGE: i32 = 1;
    pub(super) const CROSS: i32 = 2;
    pub(super) const RANDOM: i32 = 3;
}

/// Draws a flat image of `width` by `height` pixels; leaves off when the load is to end.
pub(crate) fn draw_flat(texture: &Texture, width: usize, height: usize, out: &mut [u8], stop: &Stop) {
    let (rgb1, rgb2) = (colour(&texture.rgb1), colour(&texture.rgb2));
    match texture.builtin {
        builtin::GRADIENT => radial(texture, width, height, out, stop),
        builtin::CHECKER => checker(rgb1, rgb2, width, height, out),
        builtin::FLAT => fill(rgb1, pixels(out, width, height)),
        _ => {}
    }
    draw_mark(texture, width, height, out);
    scatter(texture, width, height, out, stop);
}

/// Draws the six stacked faces of a cube of edge `width`; leaves off when the load is to end.
pub(crate) fn draw_cube(texture: &Texture, width: usize, out: &mut [u8], stop: &Stop) {
    let (rgb1, rgb2) = (colour(&texture.rgb1), colour(&texture.rgb2));
    if texture.builtin == builtin::GRADIENT {
        sky(texture, width, out, stop);
    }
    let face_bytes = RGB * width * width;
    if face_bytes == 0 {
        return;
    }
    for (face, out) in out.chunks_exact_mut(face_bytes).take(CUBE_FACES).enumerate() {
        if stop.asked() {
            return;
        }
        match (texture.builtin, face) {
            (builtin::CHECKER, 0..=3) => checker(rgb1, rgb2, width, width, out),
            (builtin::CHECKER, _) => checker(rgb2, rgb1, width, width, out),
            (builtin::FLAT, 3) => fill(rgb2, out),
            (builtin::FLAT, _) => fill(rgb1, out),
            _ => {}
        }
        draw_mark(texture, width, width, out);
    }
    scatter(texture, width, CUBE_FACES * width, out, stop);
}

/// Fills whole pixels with a colour given in 0 to 1.
pub(crate) fn fill_colour(rgb: &[f64; 3], out: &mut [u8]) {
    fill(colour(rgb), out);
}

fn pixels(out: &mut [u8], width: usize, height: usize) -> &mut [u8] {
    let end = (RGB * width * height).min(out.len());
    &mut out[..end]
}

fn fill(rgb: [u8; RGB], out: &mut [u8]) {
    for pixel in out.chunks_exact_mut(RGB) {
        pixel.copy_from_slice(&rgb);
    }
}

fn colour(rgb: &[f64; 3]) -> [u8; RGB] {
    rgb.map(|component| byte(255.0 * component))
}

/// Truncates to an integer and keeps its low eight bits; what no 32-bit integer can hold is zero.
fn byte(value: f64) -> u8 {
    const BEYOND: f64 = 2_147_483_648.0;
    if value >= BEYOND { 0 } else { value as i32 as u8 }
}

/// Two colours, and how they mix.
struct Gradient<'a> {
    first: &'a [f64; 3],
    second: &'a [f64; 3],
}

/// The components of a pixel before they are made whole.
type Mixed = [f64; RGB];

impl Gradient<'_> {
    /// The colour at a position, which runs from -1 (second) to 1 (first).
    fn at(&self, position: f64) -> Mixed {
        let alpha = weight(position);
        std::array::from_fn(|j| 255.0 * (alpha * self.first[j] + (1.0 - alpha) * self.second[j]))
    }

    /// Draws a row whose positions only rise or only fall from each end to the middle.
    fn draw(&self, position: impl Fn(f64) -> f64, xs: &[f64], row: &mut [u8]) {
        let middle = xs.len() / 2;
        let (left, right) = row.split_at_mut(RGB * middle);
        for (xs, row) in [(&xs[..middle], left), (&xs[middle..], right)] {
            if let [start, .., end] = xs {
                let ends = [start, end].map(|x| self.at(position(*x)));
                self.between(&position, xs, ends, row);
            } else if let [x] = xs {
                write(&self.at(position(*x)), row);
            }
        }
    }

    /// Draws pixels of which the first and the last are known, and between which positions only rise or only fall. Where the two
    /// have the same bytes, and are not so near to others that rounding could matter, so has everything between them; a sky of
    /// three million pixels has a few hundred steps.
    fn between(&self, position: &impl Fn(f64) -> f64, xs: &[f64], [start, end]: [Mixed; 2], row: &mut [u8]) {
        if same_bytes(&start, &end) {
            fill(start.map(byte), row);
            return;
        }
        let (last, middle) = (xs.len() - 1, xs.len() / 2);
        if xs.len() <= 2 {
            write(&start, row);
            write(&end, &mut row[RGB * last..]);
            return;
        }
        let known = self.at(position(xs[middle]));
        self.between(position, &xs[..=middle], [start, known], &mut row[..RGB * (middle + 1)]);
        self.between(position, &xs[middle..], [known, end], &mut row[RGB * middle..]);
    }
}

/// Writes one pixel.
fn write(mixed: &Mixed, row: &mut [u8]) {
    row[..RGB].copy_from_slice(&mixed.map(byte));
}

/// Whether two colours are the same pixel, and neither is within rounding of another one.
fn same_bytes(a: &Mixed, b: &Mixed) -> bool {
    // many times what rounding does to a component
    const ROUNDING: f64 = 1e-9;
    let clear = |x: f64| (x - x.round()).abs() > ROUNDING * (1.0 + x.abs());
    a.iter().zip(b).all(|(a, b)| a.trunc() == b.trunc() && (a == b || (clear(*a) && clear(*b))))
}

fn weight(position: f64) -> f64 {
    let sigmoid = 0.5 * (1.0 + position / (1.0 + position * position).sqrt() / SIGMOID_END);
    // NaN, as in images one pixel wide, passes
    sigmoid.clamp(0.0, 1.0)
}

/// Horizontal coordinates of a row's pixels, -1 to 1.
fn abscissas(width: usize) -> Vec<f64> {
    (0..width).map(|c| (2 * c) as f64 / (width as f64 - 1.0) - 1.0).collect()
}

/// Vertical coordinate of a row, 1 to -1.
fn ordinate(row: usize, height: usize) -> f64 {
    1.0 - (2 * row) as f64 / (height as f64 - 1.0)
}

/// Gradient of a flat image: `rgb1` in the centre, `rgb2` outside.
fn radial(texture: &Texture, width: usize, height: usize, out: &mut [u8], stop: &Stop) {
    let gradient = Gradient { first: &texture.rgb2, second: &texture.rgb1 };
    let xs = abscissas(width);
    for (r, row) in out.chunks_exact_mut((RGB * width).max(1)).take(height).enumerate() {
        if stop.asked() {
            return;
        }
        let y = ordinate(r, height);
        gradient.draw(|x| 2.0 * (x * x + y * y).sqrt() - 1.0, &xs, row);
    }
}

/// Gradient of a cube by elevation: `rgb1` at the top, `rgb2` at the bottom.
fn sky(texture: &Texture, width: usize, out: &mut [u8], stop: &Stop) {
    let mut faces = out.chunks_exact_mut((RGB * width * width).max(1));
    let mut next = || faces.next().unwrap_or_default();
    let (right, left, up, down, front, back) = (next(), next(), next(), next(), next(), next());
    let gradient = Gradient { first: &texture.rgb1, second: &texture.rgb2 };
    let xs = abscissas(width);
    let stride = (RGB * width).max(1);
    let rows = right.chunks_exact_mut(stride).zip(up.chunks_exact_mut(stride)).zip(down.chunks_exact_mut(stride));
    for (r, ((side, up), down)) in rows.enumerate() {
        if stop.asked() {
            return;
        }
        let y = ordinate(r, width);
        let length = |x: f64| (1.0 + x * x + y * y).sqrt();
        let zenith = |x: f64| 1.0 - (1.0 / length(x)).acos() / FRAC_PI_2;
        gradient.draw(|x| (y / length(x)).asin() / FRAC_PI_2, &xs, side);
        gradient.draw(zenith, &xs, up);
        gradient.draw(|x| -zenith(x), &xs, down);
    }
    for face in [left, front, back] {
        if face.len() == right.len() {
            face.copy_from_slice(right);
        }
    }
}

/// Two by two fields, `rgb1` on the diagonal.
fn checker(rgb1: [u8; RGB], rgb2: [u8; RGB], width: usize, height: usize, out: &mut [u8]) {
    let stride = RGB * width;
    if stride == 0 {
        return;
    }
    let half = RGB * (width / 2);
    let mut upper = vec![0; stride];
    fill(rgb1, &mut upper[..half]);
    fill(rgb2, &mut upper[half..]);
    let mut lower = vec![0; stride];
    fill(rgb2, &mut lower[..half]);
    fill(rgb1, &mut lower[half..]);
    for (r, row) in out.chunks_exact_mut(stride).take(height).enumerate() {
        row.copy_from_slice(if r < height / 2 { &upper } else { &lower });
    }
}

/// Edge and cross marks of one face.
fn draw_mark(texture: &Texture, width: usize, height: usize, out: &mut [u8]) {
    let (rows, columns) = match texture.mark {
        mark::EDGE => ([0, height.saturating_sub(1)], [0, width.saturating_sub(1)]),
        mark::CROSS => ([height / 2; 2], [width / 2; 2]),
        _ => return,
    };
    let rgb = colour(&texture.markrgb);
    let stride = RGB * width;
    if stride == 0 {
        return;
    }
    for (r, row) in out.chunks_exact_mut(stride).take(height).enumerate() {
        if rows.contains(&r) {
            fill(rgb, row);
            continue;
        }
        for column in columns {
            if let Some(pixel) = row.get_mut(RGB * column..RGB * (column + 1)) {
                pixel.copy_from_slice(&rgb);
            }
        }
    }
}

/// Random marks over the whole image, each pixel with probability `random`.
fn scatter(texture: &Texture, width: usize, height: usize, out: &mut [u8], stop: &Stop) {
    if texture.mark != mark::RANDOM {
        return;
    }
    let Some(last) = last_below(texture.random) else {
        return;
    };
    let rgb = colour(&texture.markrgb);
    let mut twister = Twister::new(SEED);
    for group in pixels(out, width, height).chunks_mut(RGB * twister::WORDS) {
        if stop.asked() {
            return;
        }
        for (pixel, bits) in group.chunks_exact_mut(RGB).zip(twister.block()) {
            if bits <= last {
                pixel.copy_from_slice(&rgb);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_wrap_like_integers() {
        assert_eq!([0.5, 254.99, 510.0, -1.0, f64::NAN, 1e300].map(byte), [0, 254, 254, 255, 0, 0]);
    }

    /// Every pixel by itself must have the bytes that runs of pixels get.
    #[test]
    fn gradients_are_drawn_in_runs_of_the_right_pixels() {
        let colours = [
            ([0.4, 0.6, 0.8], [0.0; 3]),
            ([1.0, 0.0, 0.3], [1.0, 0.0, 1.0]),
            ([-3.0, 7.0, f64::NAN], [f64::INFINITY, 0.5, 0.5]),
        ];
        for (first, second) in colours {
            let gradient = Gradient { first: &first, second: &second };
            for width in [1, 2, 3, 7, 64, 257] {
                let xs = abscissas(width);
                for y in [-1.0, -0.3, 0.0, 0.999, 1.0] {
                    let position = |x: f64| (y / (1.0 + x * x + y * y).sqrt()).asin() / FRAC_PI_2;
                    let mut row = vec![0; RGB * width];
                    gradient.draw(position, &xs, &mut row);
                    let each: Vec<u8> = xs.iter().flat_map(|x| gradient.at(position(*x)).map(byte)).collect();
                    assert_eq!(row, each, "{first:?} {second:?} {width} {y}");
                }
            }
        }
    }

    #[test]
    fn checker_of_odd_size_has_larger_second_halves() {
        let mut out = [0; 27];
        checker([1; 3], [2; 3], 3, 3, &mut out);
        let first: Vec<u8> = out.iter().step_by(3).copied().collect();
        assert_eq!(first, [1, 2, 2, 2, 1, 1, 2, 1, 1]);
    }

    #[test]
    fn one_pixel_images_do_not_fail() {
        for builtin in 0..4 {
            for mark in 0..4 {
                let texture = Texture { builtin, mark, ..Texture::default() };
                draw_flat(&texture, 1, 1, &mut [0; 3], &Stop::default());
                draw_cube(&texture, 1, &mut [0; 18], &Stop::default());
                draw_cube(&texture, 0, &mut [], &Stop::default());
            }
        }
    }
}
