//! Pictures and films as files: PNG, GIF and WebP, written picture by picture.
//!
//! A picture is `height` rows of `width` pixels of three bytes, the top row first. Writers take any sink. A film is complete when
//! `finish` has returned.

mod changes;
mod gif;
mod png;
mod webp;

pub use gif::GifFilm;
pub use png::{write_png, write_png_depth};
pub use webp::WebpFilm;

use std::io;

/// Width and height of a picture, pixels.
///
/// ```
/// use sim_view::film::Size;
///
/// let size = Size::new(640, 480);
/// assert_eq!((size.pixels(), size.to_string()), (307_200, "640x480".to_string()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl Size {
    /// A size.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// Number of pixels.
    pub const fn pixels(self) -> usize {
        self.width as usize * self.height as usize
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// An error while a picture or a film is written.
///
/// ```
/// use sim_view::film::{FilmError, GifFilm, Size};
///
/// let film = GifFilm::new(Vec::new(), Size::new(100_000, 10), 30.0);
/// assert!(matches!(film, Err(FilmError::Size { .. })));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilmError {
    /// The sink failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The format does not support pictures of this size.
    #[error("a {format} of {size} pixels: each side must be 1 to {most}; choose another size or format")]
    Size {
        /// Format of the file.
        format: &'static str,
        /// Largest side in pixels.
        most: u32,
        /// The requested size.
        size: Size,
    },
    /// The format does not support this rate.
    #[error(
        "a {format} with {rate} pictures a second: the rate must be {least} to {most}; choose another rate or format"
    )]
    Rate {
        /// Format of the file.
        format: &'static str,
        /// Lowest rate.
        least: f64,
        /// Highest rate.
        most: f64,
        /// The requested rate.
        rate: f64,
    },
    /// The length of a picture's bytes does not match its size.
    #[error("the picture has {found} bytes: give {wanted} for {size} pixels")]
    Picture {
        /// Size of the pictures.
        size: Size,
        /// Required length in bytes.
        wanted: usize,
        /// Length of the given bytes.
        found: usize,
    },
    /// There is not enough memory for the buffers.
    #[error("pictures of {size} pixels: there is not enough memory; choose a smaller size")]
    Memory {
        /// Size of the pictures.
        size: Size,
    },
    /// The encoder failed.
    #[error("the {format} cannot be written: {message}")]
    Encoder {
        /// Format of the file.
        format: &'static str,
        /// The encoder's message.
        message: String,
    },
}

/// Checks a size against the largest side of a format.
fn checked(format: &'static str, size: Size, most: u32) -> Result<(), FilmError> {
    let fits = |side: u32| (1..=most).contains(&side);
    if fits(size.width) && fits(size.height) { Ok(()) } else { Err(FilmError::Size { format, most, size }) }
}

/// Checks the bytes of a picture.
fn whole(size: Size, bytes_per_pixel: usize, picture: &[u8]) -> Result<(), FilmError> {
    let wanted = size.pixels() * bytes_per_pixel;
    if picture.len() == wanted { Ok(()) } else { Err(FilmError::Picture { size, wanted, found: picture.len() }) }
}

/// Durations of a film's pictures in whole ticks, rounded so that the film keeps its rate on average.
#[derive(Clone, Copy, Debug)]
struct Clock {
    ticks_per_picture: f64,
    pictures: u64,
}

impl Clock {
    /// A clock with `ticks` per second, whose durations have at least `least` ticks.
    fn new(format: &'static str, ticks: f64, least: f64, rate: f64) -> Result<Self, FilmError> {
        // durations have sixteen bits
        let (slowest, fastest) = (ticks / 65_535.0, ticks / least);
        if !(slowest..=fastest).contains(&rate) {
            return Err(FilmError::Rate { format, least: slowest, most: fastest, rate });
        }
        Ok(Self { ticks_per_picture: ticks / rate, pictures: 0 })
    }

    /// Ticks of the next picture.
    fn next(&mut self) -> u16 {
        let at = |picture: u64| (picture as f64 * self.ticks_per_picture).round();
        let ticks = at(self.pictures + 1) - at(self.pictures);
        self.pictures += 1;
        ticks as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_keep_the_rate_of_a_film() {
        let mut clock = Clock::new("GIF", 100.0, 2.0, 30.0).unwrap();
        let ticks: Vec<u16> = (0..30).map(|_| clock.next()).collect();
        assert_eq!(ticks.iter().map(|t| u32::from(*t)).sum::<u32>(), 100);
        assert!(ticks.iter().all(|t| (3..=4).contains(t)));
        for rate in [0.0, -1.0, 50.1, f64::NAN, f64::INFINITY] {
            assert!(matches!(Clock::new("GIF", 100.0, 2.0, rate), Err(FilmError::Rate { .. })), "{rate}");
        }
    }
}
