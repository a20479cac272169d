//! One picture as a PNG.

use crate::film::{FilmError, Size, checked, whole};
use png::{BitDepth, ColorType, Encoder, EncodingError};
use std::io::Write;

/// Largest side in pixels. The format allows more, but no viewer shows it.
const MOST: u32 = 65_535;

/// Writes a colour picture.
///
/// ```
/// use sim_view::film::{Size, write_png};
///
/// let mut file = Vec::new();
/// write_png(&mut file, Size::new(2, 1), &[255, 0, 0, 0, 0, 255])?;
/// assert_eq!(&file[1..4], b"PNG");
/// # Ok::<(), sim_view::film::FilmError>(())
/// ```
pub fn write_png(sink: impl Write, size: Size, rgb: &[u8]) -> Result<(), FilmError> {
    checked("PNG", size, MOST)?;
    whole(size, 3, rgb)?;
    write(sink, size, ColorType::Rgb, BitDepth::Eight, rgb)
}

/// Writes depths in metres as 16-bit grey: millimetres up to 65.535 m, and 65535 beyond.
pub fn write_png_depth(sink: impl Write, size: Size, depth: &[f32]) -> Result<(), FilmError> {
    checked("PNG", size, MOST)?;
    let millimetres = |metres: &f32| ((metres * 1000.0).round().clamp(0.0, 65_535.0) as u16).to_be_bytes();
    let bytes: Vec<u8> = depth.iter().flat_map(millimetres).collect();
    whole(size, 2, &bytes)?;
    write(sink, size, ColorType::Grayscale, BitDepth::Sixteen, &bytes)
}

fn write(sink: impl Write, size: Size, colour: ColorType, bits: BitDepth, bytes: &[u8]) -> Result<(), FilmError> {
    let mut encoder = Encoder::new(sink, size.width, size.height);
    encoder.set_color(colour);
    encoder.set_depth(bits);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(bytes).map_err(failed)?;
    writer.finish().map_err(failed)
}

fn failed(error: EncodingError) -> FilmError {
    match error {
        EncodingError::IoError(error) => FilmError::Io(error),
        other => FilmError::Encoder { format: "PNG", message: other.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &[u8]) -> (u32, u32, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        (reader.info().width, reader.info().height, pixels)
    }

    #[test]
    fn pixels_come_back() {
        let rgb: Vec<u8> = (0..3 * 5 * 4).map(|i| (i * 7) as u8).collect();
        let mut file = Vec::new();
        write_png(&mut file, Size::new(5, 4), &rgb).unwrap();
        assert_eq!(read(&file), (5, 4, rgb));
    }

    #[test]
    fn depths_are_millimetres() {
        let mut file = Vec::new();
        write_png_depth(&mut file, Size::new(5, 1), &[0.0, 1.2344, 100.0, f32::NAN, -1.0]).unwrap();
        let numbers: Vec<u16> = read(&file).2.chunks(2).map(|b| u16::from_be_bytes([b[0], b[1]])).collect();
        assert_eq!(numbers, [0, 1234, 65_535, 0, 0]);
    }

    #[test]
    fn wrong_sizes_are_errors() {
        assert!(matches!(write_png(Vec::new(), Size::new(0, 4), &[]), Err(FilmError::Size { .. })));
        assert!(matches!(write_png(Vec::new(), Size::new(2, 2), &[0; 11]), Err(FilmError::Picture { wanted: 12, .. })));
    }
}
