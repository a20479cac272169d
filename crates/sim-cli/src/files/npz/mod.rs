//! NumPy's .npz: a zip archive of .npy arrays. Entries are written as `numpy.savez` does, stored, with 64-bit sizes and places where
//! 32 bits do not do; those of `numpy.savez_compressed` are read too.
//!
//! Layout: per entry a local header, its name and its bytes; then the central directory; then its end record.

mod read;
mod records;
mod storage;
mod write;

pub use read::{has, read, read_single, read_text, wrong_width};
pub use write::{Field, Writer};

#[cfg(test)]
mod tests {
    use super::storage::Storage;
    use super::*;
    use std::io::{self, Cursor, Write};

    impl Storage for Cursor<Vec<u8>> {
        fn set_len(&mut self, len: u64) -> io::Result<()> {
            self.get_mut().resize(usize::try_from(len).unwrap(), 0);
            Ok(())
        }
    }

    const FIELDS: [Field; 2] = [Field { name: "time", width: None }, Field { name: "ctrl", width: Some(2) }];

    /// An archive for at most `capacity` rows that ended after `rows`.
    fn archive(capacity: u64, rows: u32) -> Vec<u8> {
        filled(Writer::new(&FIELDS, capacity).unwrap(), rows)
    }

    fn filled(mut writer: Writer, rows: u32) -> Vec<u8> {
        let mut file = Cursor::new(vec![]);
        for row in 0..rows {
            let row = f64::from(row);
            writer.push(0, &[0.1 * row]);
            writer.push(1, &[1.0 + 2.0 * row, 2.0 + 2.0 * row]);
            writer.end_row(&mut file).unwrap();
            if row == 1.0 {
                writer.flush(&mut file).unwrap();
            }
        }
        writer.flush(&mut file).unwrap();
        assert_eq!(writer.rows(), u64::from(rows));
        let end = writer.finish(&mut file).unwrap();
        let mut bytes = file.into_inner();
        bytes.truncate(usize::try_from(end).unwrap());
        bytes
    }

    fn ctrl(bytes: &[u8], cols: usize, rows: u64) -> Result<Vec<f64>, String> {
        read(bytes, bytes.len() as u64, "ctrl", cols, rows)
    }

    #[test]
    fn an_array_comes_back() {
        assert_eq!(ctrl(&archive(3, 3), 2, 3), Ok(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
        assert_eq!(ctrl(&archive(3, 3), 2, 2), Ok(vec![1.0, 2.0, 3.0, 4.0]));
    }

    #[test]
    fn an_archive_that_ended_early_is_as_one_that_was_planned_so() {
        for capacity in [3, 4, 1000, 100_000] {
            assert_eq!(archive(capacity, 3), archive(3, 3), "{capacity}");
        }
        assert_eq!(ctrl(&archive(5, 0), 2, 9), Ok(vec![]));
    }

    #[test]
    fn a_text_comes_back_beside_the_arrays() {
        for text in ["", "models/arm.xml", "größer/機械.xml"] {
            let letters: Vec<u32> = text.chars().map(u32::from).collect();
            let bytes = filled(Writer::new(&FIELDS, 9).unwrap().with_text("model", letters.clone()), 3);
            let len = bytes.len() as u64;
            assert_eq!(read_text(&bytes[..], len, "model"), Ok(letters));
            assert_eq!(ctrl(&bytes, 2, 1), Ok(vec![1.0, 2.0]));
            assert_eq!(read_single(&bytes[..], len, "time", 2), Ok(vec![0.0, 0.1]));
            assert!(read_text(&bytes[..], len, "time").unwrap_err().contains("text"));
            assert!(read(&bytes[..], len, "model", 2, 9).unwrap_err().contains("float64"));
        }
    }

    #[test]
    fn too_many_rows_are_refused_with_the_numbers() {
        let message = Writer::new(&FIELDS, 1 << 40).unwrap_err();
        assert!(message.contains("at most 733,007,708,160 steps"), "{message}");
    }

    #[test]
    fn bad_archives_are_errors() {
        assert!(ctrl(b"", 2, 3).is_err());
        let whole = archive(3, 3);
        let of = |name| read(&whole, whole.len() as u64, name, 2, 3).unwrap_err();
        assert!(of("qpos").contains("no array"));
        assert_eq!(["ctrl", "qpos"].map(|name| has(&whole, whole.len() as u64, name)), [Ok(true), Ok(false)]);
        assert!(of("time").contains("two dimensions"));
        assert!(ctrl(&whole, 3, 3).unwrap_err().contains("2 columns"));
        for cut in 0..whole.len() {
            assert!(ctrl(&whole[..cut], 2, 3).is_err(), "{cut}");
        }
        // flipped bytes may read as other numbers, but never panic
        for i in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[i] ^= 0xff;
            let _ = ctrl(&bytes, 2, 3);
        }
    }

    /// Sizes and places as 64-bit numbers from various sizes on: in some entries, in places alone, everywhere.
    #[test]
    fn wide_numbers_come_back() {
        let wide = |capacity, rows, largest| filled(Writer::with_largest(&FIELDS, capacity, largest).unwrap(), rows);
        let plain = archive(3, 3);
        // arrays of 152 and 176 bytes with their headers, at 0 and 190, and the directory at 404
        for largest in [0, 1, 100, 152, 153, 176, 177, 190, 191, 404, 405] {
            let bytes = wide(3, 3, largest);
            assert_eq!(bytes == plain, largest == 405, "{largest}");
            assert_eq!(ctrl(&bytes, 2, 3), Ok(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), "{largest}");
            for capacity in [4, 1000, 100_000] {
                assert_eq!(wide(capacity, 3, largest), bytes, "{largest} {capacity}");
            }
        }
    }

    /// The archive again as `numpy.savez_compressed` writes it: deflated, with sizes behind the data.
    fn deflated(stored: &[u8], data: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
        let mut out = vec![];
        let archive = rawzip::ZipArchive::from_slice(stored).unwrap();
        let mut writer = rawzip::ZipArchiveWriter::new(&mut out);
        for entry in archive.entries() {
            let entry = entry.unwrap();
            let name = std::str::from_utf8(entry.file_path().as_ref()).unwrap().to_string();
            let mut bytes = archive.get_entry(entry.wayfinder()).unwrap().data().to_vec();
            data(&mut bytes);
            let file = writer.new_file(&name).compression_method(rawzip::CompressionMethod::DEFLATE);
            let (mut file, config) = file.start().unwrap();
            let encoder = flate2::write::DeflateEncoder::new(&mut file, flate2::Compression::default());
            let mut packed = config.wrap(encoder);
            packed.write_all(&bytes).unwrap();
            let (encoder, descriptor) = packed.finish().unwrap();
            encoder.finish().unwrap();
            file.finish(descriptor).unwrap();
        }
        writer.finish().unwrap();
        out
    }

    #[test]
    fn packed_arrays_are_read() {
        let packed = deflated(&archive(300, 300), |_| ());
        assert!(packed.len() < archive(300, 300).len());
        assert_eq!(ctrl(&packed, 2, 300), ctrl(&archive(300, 300), 2, 300));
        assert_eq!(ctrl(&packed, 2, 2), Ok(vec![1.0, 2.0, 3.0, 4.0]));
        let short = deflated(&archive(3, 3), |bytes| bytes.truncate(150));
        assert!(ctrl(&short, 2, 3).unwrap_err().contains("does not fit its data"));
        for i in 0..packed.len() {
            let mut bytes = packed.clone();
            bytes[i] ^= 0xff;
            let _ = ctrl(&bytes, 2, 300);
            assert!(ctrl(&packed[..i], 2, 300).is_err(), "{i}");
        }
    }

    #[test]
    fn a_damaged_array_is_no_other_array() {
        for whole in [archive(3, 3), deflated(&archive(3, 3), |_| ())] {
            let array = whole.windows(8).position(|name| name == b"ctrl.npy").unwrap() + 8;
            let next = whole.windows(4).position(|mark| mark == b"PK\x01\x02").unwrap();
            let mut reported = 0;
            for i in array..next {
                let mut bytes = whole.clone();
                bytes[i] ^= 1;
                match ctrl(&bytes, 2, 3) {
                    // the end of what is packed, and what stands behind it
                    Ok(values) => assert_eq!(Ok(values), ctrl(&whole, 2, 3), "{i}"),
                    Err(_) => reported += 1,
                }
            }
            assert!(reported + 40 > next - array, "{reported} of {}", next - array);
        }
    }
}
