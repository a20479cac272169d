//! A film as a WebP: every pixel as it is, and only what changes.
//!
//! The container is that of Google's specification "WebP Container": chunks `VP8X` and `ANIM`, then an `ANMF` with a lossless
//! picture (`VP8L`) for each picture of the film. The library writes the pictures; the container is written here.

use crate::film::changes::{Area, Shown};
use crate::film::{Clock, FilmError, Size, checked, whole};
use image_webp::{ColorType, EncodingError, WebPEncoder};
use std::io::{Seek, SeekFrom, Write};

/// Most pixels along a side.
const MOST: u32 = 16_384;
/// Bytes before the first chunk of a file with a single picture: `RIFF`, length, `WEBP`.
const FILE_HEADER: usize = 12;
/// Switches of `VP8X`: the file has transparency and is animated.
const ALPHA_AND_ANIMATION: u8 = 0x12;

/// A film as a WebP that repeats for ever.
///
/// ```
/// use sim_view::film::{Size, WebpFilm};
/// use std::io::Cursor;
///
/// let mut film = WebpFilm::new(Cursor::new(Vec::new()), Size::new(16, 16), 25.0)?;
/// for grey in [0, 80, 160] {
///     film.push(&[grey; 3 * 16 * 16])?;
/// }
/// let file = film.finish()?.into_inner();
/// assert_eq!(&file[8..16], b"WEBPVP8X");
/// # Ok::<(), sim_view::film::FilmError>(())
/// ```
#[derive(Debug)]
pub struct WebpFilm<W: Write + Seek> {
    sink: W,
    size: Size,
    clock: Clock,
    shown: Shown,
    /// Pixels of the changed rectangle, four bytes each: those that stay are transparent.
    pixels: Vec<u8>,
    picture: Vec<u8>,
    /// Bytes after the length in the file's header.
    length: u64,
}

impl<W: Write + Seek> WebpFilm<W> {
    /// A film without pictures, with `rate` pictures per second: at most 1000.
    pub fn new(mut sink: W, size: Size, rate: f64) -> Result<Self, FilmError> {
        checked("WebP", size, MOST)?;
        let clock = Clock::new("WebP", 1000.0, 1.0, rate)?;
        let shown = Shown::new(size)?;
        let mut header = Vec::new();
        header.extend_from_slice(b"RIFF\0\0\0\0WEBP");
        header.extend_from_slice(b"VP8X\x0a\0\0\0");
        header.extend_from_slice(&[ALPHA_AND_ANIMATION, 0, 0, 0]);
        header.extend_from_slice(&three_bytes(size.width - 1));
        header.extend_from_slice(&three_bytes(size.height - 1));
        // background of no colour, repeated without end
        header.extend_from_slice(b"ANIM\x06\0\0\0\0\0\0\0\0\0");
        sink.write_all(&header)?;
        let length = header.len() as u64 - 8;
        Ok(Self { sink, size, clock, shown, pixels: Vec::new(), picture: Vec::new(), length })
    }

    /// Adds a picture.
    pub fn push(&mut self, rgb: &[u8]) -> Result<(), FilmError> {
        whole(self.size, 3, rgb)?;
        let area = even(self.shown.area(rgb));
        self.pixels.clear();
        for pixel in self.shown.pixels(area) {
            let colour = &rgb[3 * pixel..3 * pixel + 3];
            if self.shown.stays(pixel, colour) {
                self.pixels.extend_from_slice(&[0; 4]);
            } else {
                self.pixels.extend_from_slice(&[colour[0], colour[1], colour[2], 255]);
                self.shown.draw(pixel, colour, colour);
            }
        }
        self.shown.end_picture();
        self.picture.clear();
        let encoder = WebPEncoder::new(&mut self.picture);
        encoder.encode(&self.pixels, area.width, area.height, ColorType::Rgba8).map_err(failed)?;
        let chunk = self.picture.get(FILE_HEADER..).unwrap_or_default();
        let mut header = Vec::with_capacity(24);
        header.extend_from_slice(b"ANMF");
        header.extend_from_slice(&(chunk.len() as u32 + 16).to_le_bytes());
        for number in [area.left / 2, area.top / 2, area.width - 1, area.height - 1, u32::from(self.clock.next())] {
            header.extend_from_slice(&three_bytes(number));
        }
        // drawn over what is shown, which then stays
        header.push(0);
        let length = self.length + (header.len() + chunk.len()) as u64;
        if length > u64::from(u32::MAX) {
            let message = "the film is larger than 4 GiB: take fewer or smaller pictures, or another format";
            return Err(FilmError::Encoder { format: "WebP", message: message.into() });
        }
        self.sink.write_all(&header)?;
        self.sink.write_all(chunk)?;
        self.length = length;
        Ok(())
    }

    /// Completes the film and returns its sink. Whoever owns the sink may have cut off pictures that were not written.
    pub fn finish(mut self) -> Result<W, FilmError> {
        let end = self.sink.seek(SeekFrom::End(0))?;
        let length = u32::try_from(end.saturating_sub(8)).unwrap_or(u32::MAX);
        self.sink.seek(SeekFrom::Start(4))?;
        self.sink.write_all(&length.to_le_bytes())?;
        self.sink.seek(SeekFrom::End(0))?;
        Ok(self.sink)
    }
}

/// The rectangle with even coordinates around another one: the file holds half of them.
fn even(area: Area) -> Area {
    let (left, top) = (area.left & !1, area.top & !1);
    Area { left, top, width: area.width + (area.left - left), height: area.height + (area.top - top) }
}

fn three_bytes(number: u32) -> [u8; 3] {
    let [a, b, c, _] = number.to_le_bytes();
    [a, b, c]
}

fn failed(error: EncodingError) -> FilmError {
    match error {
        EncodingError::IoError(error) => FilmError::Io(error),
        other => FilmError::Encoder { format: "WebP", message: other.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn pictures_come_back() {
        let size = Size::new(33, 21);
        let mut random = oorandom::Rand32::new(1);
        let mut picture: Vec<u8> = (0..3 * size.pixels()).map(|_| random.rand_u32() as u8).collect();
        let mut pictures = vec![picture.clone()];
        let mut film = WebpFilm::new(Cursor::new(Vec::new()), size, 30.0).unwrap();
        film.push(&picture).unwrap();
        for k in [3, 100, 400] {
            picture[3 * k] ^= 0x80;
            film.push(&picture).unwrap();
            pictures.push(picture.clone());
        }
        let file = film.finish().unwrap().into_inner();
        assert_eq!(file.len() as u32 - 8, u32::from_le_bytes([file[4], file[5], file[6], file[7]]));
        let mut decoder = image_webp::WebPDecoder::new(Cursor::new(&file)).unwrap();
        assert_eq!((decoder.dimensions(), decoder.num_frames()), ((33, 21), 4));
        let mut rgba = vec![0; decoder.output_buffer_size().unwrap()];
        let mut total = 0;
        for expected in &pictures {
            total += decoder.read_frame(&mut rgba).unwrap();
            let rgb: Vec<u8> = rgba.chunks(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
            // the reader mixes colours with rounding, even where one of them covers the other
            let near = rgb.iter().zip(expected).all(|(a, b)| a.abs_diff(*b) <= 1);
            assert!(near, "{rgb:?} {expected:?}");
        }
        assert_eq!(total, 133);
    }
}
