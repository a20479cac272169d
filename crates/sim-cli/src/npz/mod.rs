//! NumPy's .npz: a zip archive of .npy arrays. Entries are stored (uncompressed), as `numpy.savez` does.
//!
//! Layout: per entry a local header, its name and its bytes; then the central directory; then its end record.

mod read;
mod write;

pub use read::{read, wrong_width};
pub use write::{Field, Writer};

const LOCAL_HEADER: u32 = 0x0403_4b50;
const CENTRAL_HEADER: u32 = 0x0201_4b50;
const END_RECORD: u32 = 0x0605_4b50;
/// Sizes of the fixed parts of the records.
const LOCAL_LEN: usize = 30;
const CENTRAL_LEN: usize = 46;
const END_LEN: usize = 22;

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    const FIELDS: [Field; 2] = [Field { name: "time", width: None }, Field { name: "ctrl", width: Some(2) }];

    /// An archive for at most `capacity` rows that ended after `rows`.
    fn archive(capacity: u64, rows: u32) -> Vec<u8> {
        let mut file = Cursor::new(vec![]);
        let mut writer = Writer::new(&FIELDS, capacity).unwrap();
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
        read(&mut Cursor::new(bytes), "ctrl", cols, rows)
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
    fn too_many_rows_are_refused_with_the_numbers() {
        let message = Writer::new(&FIELDS, 1 << 40).unwrap_err();
        assert!(message.contains("at most 178,913,279 steps"), "{message}");
    }

    #[test]
    fn bad_archives_are_errors() {
        assert!(ctrl(b"", 2, 3).is_err());
        let whole = archive(3, 3);
        let of = |name| read(&mut Cursor::new(&whole), name, 2, 3).unwrap_err();
        assert!(of("qpos").contains("no array"));
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
}
