//! Builtin textures: gradient, checker, flat, with edge, cross or random marks.
//!
//! Patterns are written three bytes per pixel from the start of the buffer, whatever its channels;
//! what is left of a wider buffer stays as it was.

use super::CUBE_FACES;
use super::mersenne_twister::{self, MersenneTwister, last_below};
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

/// Draws a flat image of `width` by `height` pixels; stops early if a stop is requested.
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

/// Draws the six stacked faces of a cube of edge `width`; stops early if a stop is requested.
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
        if stop.is_requested() {
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

/// Components of a pixel before rounding.
type Mixed = [f64; RGB];

impl Gradient<'_> {
    /// The colour at a position, which runs from -1 (second) to 1 (first).
    fn at(&self, position: f64) -> Mixed {
        let alpha = weight(position);
        std::array::from_fn(|j| 255.0 * (alpha * self.first[j] + (1.0 - alpha) * self.second[j]))
    }
}

/// A table of colours by a number that is cheaper than a pixel's position and monotonic in it. A sky of three million
/// pixels has a few hundred colours.
struct Scale<'a, F> {
    gradient: &'a Gradient<'a>,
    position: F,
    low: f64,
    cells_per_unit: f64,
    /// Colour of each cell of the range; `None` if it changes in the cell, so that each pixel is computed.
    cells: Vec<Option<[u8; RGB]>>,
}

/// Most parts of a scale: a hundred for each step of a component.
const MAX_CELLS: usize = 1 << 15;

impl<'a, F: Fn(f64) -> f64> Scale<'a, F> {
    /// A scale over a range, for that many pixels.
    fn new(gradient: &'a Gradient<'a>, [low, high]: [f64; 2], pixels: usize, position: F) -> Self {
        let count = pixels.clamp(1, MAX_CELLS);
        let cells_per_unit = count as f64 / (high - low);
        let mut scale = Self { gradient, position, low, cells_per_unit, cells: Vec::new() };
        let mut cells = vec![None; count];
        let ends = [0, count].map(|cell| scale.mixed(low + cell as f64 / cells_per_unit));
        scale.mark(&mut cells, 0, ends);
        scale.cells = cells;
        scale
    }

    fn mixed(&self, number: f64) -> Mixed {
        self.gradient.at((self.position)(number))
    }

    /// Colours the cells from `first` on, whose positions rise between `ends`. If both ends of a cell have the same bytes, with
    /// a margin for rounding, so has every pixel between them.
    fn mark(&self, cells: &mut [Option<[u8; RGB]>], first: usize, [start, end]: [Mixed; 2]) {
        if same_bytes(&start, &end) {
            cells.fill(Some(start.map(byte)));
        } else if cells.len() > 1 {
            let middle = cells.len() / 2;
            let known = self.mixed(self.low + (first + middle) as f64 / self.cells_per_unit);
            let (left, right) = cells.split_at_mut(middle);
            self.mark(left, first, [start, known]);
            self.mark(right, first + middle, [known, end]);
        }
    }

    /// The colour of a pixel.
    fn colour(&self, number: f64) -> [u8; RGB] {
        let cell = ((number - self.low) * self.cells_per_unit) as usize;
        match self.cells.get(cell) {
            Some(Some(colour)) if !number.is_nan() => *colour,
            _ => self.mixed(number).map(byte),
        }
    }

    /// Draws a row by the numbers of its pixels.
    fn draw(&self, numbers: &[f64], row: &mut [u8]) {
        for (pixel, number) in row.chunks_exact_mut(RGB).zip(numbers) {
            pixel.copy_from_slice(&self.colour(*number));
        }
    }
}

/// Whether two colours have the same bytes, with a margin for rounding.
fn same_bytes(a: &Mixed, b: &Mixed) -> bool {
    // many times the rounding error of a component, even of an arc sine near its end
    const ROUNDING: f64 = 1e-5;
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
    let scale = Scale::new(&gradient, [0.0, 2.0], width * height, |square: f64| 2.0 * square.sqrt() - 1.0);
    let xs = abscissas(width);
    let mut numbers = vec![0.0; width];
    for (r, row) in out.chunks_exact_mut((RGB * width).max(1)).take(height).enumerate() {
        if stop.is_requested() {
            return;
        }
        let y = ordinate(r, height);
        numbers.iter_mut().zip(&xs).for_each(|(number, x)| *number = x * x + y * y);
        scale.draw(&numbers, row);
    }
}

/// Gradient of a cube by elevation: `rgb1` at the top, `rgb2` at the bottom.
fn sky(texture: &Texture, width: usize, out: &mut [u8], stop: &Stop) {
    let mut faces = out.chunks_exact_mut((RGB * width * width).max(1));
    let mut next = || faces.next().unwrap_or_default();
    let (right, left, up, down, front, back) = (next(), next(), next(), next(), next(), next());
    let gradient = Gradient { first: &texture.rgb1, second: &texture.rgb2 };
    let zenith = |cosine: f64| 1.0 - cosine.acos() / FRAC_PI_2;
    let sides = Scale::new(&gradient, [-1.0, 1.0], width * width, |sine: f64| sine.asin() / FRAC_PI_2);
    let above = Scale::new(&gradient, [0.0, 1.0], width * width, zenith);
    let below = Scale::new(&gradient, [0.0, 1.0], width * width, |cosine| -zenith(cosine));
    let xs = abscissas(width);
    let (mut sines, mut cosines) = (vec![0.0; width], vec![0.0; width]);
    let stride = (RGB * width).max(1);
    let rows = right.chunks_exact_mut(stride).zip(up.chunks_exact_mut(stride)).zip(down.chunks_exact_mut(stride));
    for (r, ((side, up), down)) in rows.enumerate() {
        if stop.is_requested() {
            return;
        }
        let y = ordinate(r, width);
        for ((sine, cosine), x) in sines.iter_mut().zip(&mut cosines).zip(&xs) {
            let length = (1.0 + x * x + y * y).sqrt();
            (*sine, *cosine) = (y / length, 1.0 / length);
        }
        sides.draw(&sines, side);
        above.draw(&cosines, up);
        below.draw(&cosines, down);
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
    let mut generator = MersenneTwister::new(SEED);
    for group in pixels(out, width, height).chunks_mut(RGB * mersenne_twister::WORDS) {
        if stop.is_requested() {
            return;
        }
        for (pixel, bits) in group.chunks_exact_mut(RGB).zip(generator.block()) {
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

    /// Every pixel, computed alone, has the bytes of the table.
    #[test]
    fn gradients_have_the_colours_of_their_pixels() {
        let colours = [
            ([0.4, 0.6, 0.8], [0.0; 3]),
            ([1.0, 0.0, 0.3], [1.0, 0.0, 1.0]),
            ([-3.0, 7.0, f64::NAN], [f64::INFINITY, 0.5, 0.5]),
        ];
        for (rgb1, rgb2) in colours {
            let texture = Texture { rgb1, rgb2, builtin: builtin::GRADIENT, ..Texture::default() };
            let inwards = Gradient { first: &rgb2, second: &rgb1 };
            let upwards = Gradient { first: &rgb1, second: &rgb2 };
            for width in [1, 2, 3, 7, 64, 257] {
                let face = |colour: &dyn Fn(f64, f64) -> Mixed| -> Vec<u8> {
                    let rows = (0..width).map(|r| ordinate(r, width));
                    rows.flat_map(|y| abscissas(width).into_iter().flat_map(move |x| colour(x, y).map(byte))).collect()
                };
                let length = |x: f64, y: f64| (1.0 + x * x + y * y).sqrt();
                let side = face(&|x, y| upwards.at((y / length(x, y)).asin() / FRAC_PI_2));
                let up = face(&|x, y| upwards.at(1.0 - (1.0 / length(x, y)).acos() / FRAC_PI_2));
                let down = face(&|x, y| upwards.at(-(1.0 - (1.0 / length(x, y)).acos() / FRAC_PI_2)));
                let mut cube = vec![0; RGB * width * width * CUBE_FACES];
                draw_cube(&texture, width, &mut cube, &Stop::default());
                assert!(
                    cube == [&side, &side, &up, &down, &side, &side].map(Vec::as_slice).concat(),
                    "{rgb1:?} {width}"
                );
                let flat = face(&|x, y| inwards.at(2.0 * (x * x + y * y).sqrt() - 1.0));
                let mut image = vec![0; RGB * width * width];
                draw_flat(&texture, width, width, &mut image, &Stop::default());
                assert!(image == flat, "{rgb1:?} {width}");
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
