//! A film as a GIF: 255 colours for each picture, and only changed pixels. Most colours are chosen from the first picture and kept, so
//! that objects that come into view again have their old colours. The others are chosen for pixels that these do not match well.

use crate::film::changes::Shown;
use crate::film::{Clock, FilmError, Size, checked, whole};
use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;
use std::io::Write;

/// Colours of a picture's palette; one more index means an unchanged pixel.
const COLOURS: usize = 255;
const STAYS: u8 = 255;
/// Colours that all pictures share; the quantizer needs 64 for the others.
const SHARED: usize = COLOURS - 64;
/// Largest error of a component with a shared colour.
const NEAR: u8 = 4;
/// A palette is chosen from every tenth pixel.
const SAMPLING: i32 = 10;
/// Smallest number of pixels for the quantizer.
const FEWEST: usize = 500;
/// Largest side in pixels.
const MOST: u32 = 65_535;

/// A film as a GIF that repeats for ever.
///
/// ```
/// use sim_view::film::{GifFilm, Size};
///
/// let mut film = GifFilm::new(Vec::new(), Size::new(16, 16), 25.0)?;
/// for grey in [0, 80, 160] {
///     film.push(&[grey; 3 * 16 * 16])?;
/// }
/// let file = film.finish()?;
/// assert_eq!(&file[..6], b"GIF89a");
/// # Ok::<(), sim_view::film::FilmError>(())
/// ```
pub struct GifFilm<W: Write> {
    encoder: Encoder<W>,
    size: Size,
    clock: Clock,
    shown: Shown,
    /// The drawn pixels of the picture, four bytes each, for its palette.
    drawn: Vec<u8>,
    indices: Vec<u8>,
    shared: Option<NeuQuant>,
}

impl<W: Write> std::fmt::Debug for GifFilm<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GifFilm").field("size", &self.size).field("clock", &self.clock).finish_non_exhaustive()
    }
}

impl<W: Write> GifFilm<W> {
    /// A film without pictures, with `rate` pictures per second: at most 50.
    pub fn new(sink: W, size: Size, rate: f64) -> Result<Self, FilmError> {
        checked("GIF", size, MOST)?;
        // browsers replace durations below two hundredths of a second by ten
        let clock = Clock::new("GIF", 100.0, 2.0, rate)?;
        let shown = Shown::new(size)?;
        let (width, height) = (size.width as u16, size.height as u16);
        let mut encoder = Encoder::new(sink, width, height, &[]).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Self { encoder, size, clock, shown, drawn: Vec::new(), indices: Vec::new(), shared: None })
    }

    /// Adds a picture.
    pub fn push(&mut self, rgb: &[u8]) -> Result<(), FilmError> {
        whole(self.size, 3, rgb)?;
        let area = self.shown.area(rgb);
        self.drawn.clear();
        for pixel in self.shown.pixels(area) {
            let colour = &rgb[3 * pixel..3 * pixel + 3];
            if !self.shown.stays(pixel, colour) {
                self.drawn.extend_from_slice(&[colour[0], colour[1], colour[2], 255]);
            }
        }
        let palette = Palette::of(&mut self.drawn, &mut self.shared);
        self.indices.clear();
        for pixel in self.shown.pixels(area) {
            let colour = &rgb[3 * pixel..3 * pixel + 3];
            if self.shown.stays(pixel, colour) {
                self.indices.push(STAYS);
                continue;
            }
            let index = palette.index(colour);
            self.indices.push(index);
            self.shown.draw(pixel, colour, palette.colour(index));
        }
        self.shown.end_picture();
        let frame = Frame {
            delay: self.clock.next(),
            dispose: DisposalMethod::Keep,
            transparent: Some(STAYS),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            palette: Some(palette.rgb),
            buffer: Cow::Borrowed(&self.indices),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(failed)
    }

    /// Completes the film and returns its sink.
    pub fn finish(self) -> Result<W, FilmError> {
        self.encoder.into_inner().map_err(failed)
    }
}

/// The colours of one picture: its own if they are few, otherwise chosen ones.
struct Palette<'a> {
    rgb: Vec<u8>,
    chosen: Option<Chosen<'a>>,
}

/// Chosen colours: shared ones, then some of the picture's.
struct Chosen<'a> {
    shared: &'a NeuQuant,
    own: Option<NeuQuant>,
}

impl<'a> Palette<'a> {
    /// Colours for pixels of four bytes.
    fn of(drawn: &mut Vec<u8>, shared: &'a mut Option<NeuQuant>) -> Self {
        let mut own: Vec<[u8; 3]> = Vec::with_capacity(COLOURS + 1);
        for pixel in drawn.chunks_exact(4) {
            let colour = [pixel[0], pixel[1], pixel[2]];
            if let Err(place) = own.binary_search(&colour) {
                own.insert(place, colour);
                if own.len() > COLOURS {
                    return Self::choose(drawn, shared);
                }
            }
        }
        Self { rgb: own.concat(), chosen: None }
    }

    fn choose(drawn: &mut Vec<u8>, shared: &'a mut Option<NeuQuant>) -> Self {
        let shared = &*shared.get_or_insert_with(|| quantised(SHARED, drawn));
        retain(drawn, |pixel| error(shared, shared.index_of(pixel), pixel) > NEAR);
        let own = (!drawn.is_empty()).then(|| quantised(COLOURS - SHARED, drawn));
        let mut rgb = shared.color_map_rgb();
        rgb.extend(own.iter().flat_map(NeuQuant::color_map_rgb));
        Self { rgb, chosen: Some(Chosen { shared, own }) }
    }

    fn index(&self, rgb: &[u8]) -> u8 {
        match &self.chosen {
            Some(chosen) => chosen.index([rgb[0], rgb[1], rgb[2], 255]),
            None => {
                let (mut low, mut high) = (0, self.rgb.len() / 3);
                while low < high {
                    let middle = (low + high) / 2;
                    if self.colour(middle as u8) < rgb { low = middle + 1 } else { high = middle }
                }
                low as u8
            }
        }
    }

    fn colour(&self, index: u8) -> &[u8] {
        let start = 3 * usize::from(index);
        self.rgb.get(start..start + 3).unwrap_or(&[0; 3])
    }
}

impl Chosen<'_> {
    fn index(&self, pixel: [u8; 4]) -> u8 {
        let place = self.shared.index_of(&pixel);
        let off = error(self.shared, place, &pixel);
        match &self.own {
            Some(own) if off > NEAR => {
                let other = own.index_of(&pixel);
                if error(own, other, &pixel) < off { (SHARED + other) as u8 } else { place as u8 }
            }
            _ => place as u8,
        }
    }
}

/// Chooses colours for pixels of four bytes.
fn quantised(colours: usize, pixels: &mut Vec<u8>) -> NeuQuant {
    let whole = pixels.len();
    // repeats pixels until there are enough to choose from
    while pixels.len() < 4 * FEWEST {
        pixels.extend_from_within(..);
    }
    let chosen = NeuQuant::new(SAMPLING, colours, pixels);
    pixels.truncate(whole);
    chosen
}

/// Largest difference of a component between a pixel and a colour.
fn error(colours: &NeuQuant, index: usize, pixel: &[u8]) -> u8 {
    let colour = colours.lookup(index).unwrap_or_default();
    (0..3).map(|k| colour[k].abs_diff(pixel[k])).max().unwrap_or_default()
}

/// Keeps the selected pixels of four bytes.
fn retain(pixels: &mut Vec<u8>, keep: impl Fn(&[u8]) -> bool) {
    let mut kept = 0;
    for start in (0..pixels.len() / 4 * 4).step_by(4) {
        if keep(&pixels[start..start + 4]) {
            pixels.copy_within(start..start + 4, kept);
            kept += 4;
        }
    }
    pixels.truncate(kept);
}

fn failed(error: EncodingError) -> FilmError {
    match error {
        EncodingError::Io(error) => FilmError::Io(error),
        other => FilmError::Encoder { format: "GIF", message: other.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pictures that a viewer shows, three bytes a pixel, and their durations.
    fn read(file: &[u8], size: Size) -> Vec<(Vec<u8>, u16)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        let mut canvas = vec![0; 3 * size.pixels()];
        let mut pictures = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (i, pixel) in frame.buffer.chunks(4).enumerate() {
                let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
                let at = 3 * ((y + usize::from(frame.top)) * size.width as usize + x + usize::from(frame.left));
                if pixel[3] != 0 {
                    canvas[at..at + 3].copy_from_slice(&pixel[..3]);
                }
            }
            pictures.push((canvas.clone(), frame.delay));
        }
        pictures
    }

    #[test]
    fn few_colours_come_back_as_they_are() {
        let size = Size::new(6, 5);
        let picture = |k: usize| -> Vec<u8> {
            (0..size.pixels()).flat_map(|i| if i == k { [200, 10, 20] } else { [i as u8, 0, 50] }).collect()
        };
        let mut film = GifFilm::new(Vec::new(), size, 25.0).unwrap();
        (0..4).for_each(|k| film.push(&picture(k)).unwrap());
        let shown = read(&film.finish().unwrap(), size);
        assert_eq!(shown.len(), 4);
        for (k, (rgb, delay)) in shown.iter().enumerate() {
            assert_eq!((rgb, *delay), (&picture(k), 4), "{k}");
        }
    }

    #[test]
    fn many_colours_come_back_nearly() {
        let size = Size::new(64, 64);
        let picture: Vec<u8> = (0..64).flat_map(|y| (0..64).flat_map(move |x| [4 * x, 4 * y, 128])).collect();
        let mut film = GifFilm::new(Vec::new(), size, 10.0).unwrap();
        film.push(&picture).unwrap();
        film.push(&picture).unwrap();
        let file = film.finish().unwrap();
        let shown = read(&file, size);
        let error: u32 = shown[0].0.iter().zip(&picture).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        assert!(error / (3 * 64 * 64) < 8, "{error}");
        assert_eq!(shown[0].0, shown[1].0);
    }

    #[test]
    fn what_stays_costs_little() {
        let size = Size::new(100, 100);
        let mut random = oorandom::Rand32::new(1);
        let mut picture: Vec<u8> = (0..3 * size.pixels()).map(|_| random.rand_u32() as u8).collect();
        let mut film = GifFilm::new(Vec::new(), size, 10.0).unwrap();
        film.push(&picture).unwrap();
        let first = film.encoder.get_ref().len();
        for k in 0..10 {
            picture[3 * k] ^= 0x80;
            film.push(&picture).unwrap();
        }
        let all = film.finish().unwrap().len();
        assert!(all - first < 1000, "{first} {all}");
    }
}
