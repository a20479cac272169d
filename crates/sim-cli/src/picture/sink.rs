//! The file of a film. It ends with a whole picture whatever happens: a picture that cannot be written leaves those before it.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::rc::Rc;

/// Bytes that wait to be written.
const BLOCK: usize = 1 << 18;

/// A handle of the file: the encoder has one, the film another.
#[derive(Clone, Debug)]
pub struct Sink(Rc<RefCell<Store>>);

#[derive(Debug)]
struct Store {
    file: File,
    waiting: Vec<u8>,
    /// Where the waiting bytes go.
    at: u64,
    /// End of the last whole picture.
    whole: u64,
    /// What ends the file. It is written behind each picture, so that the disk has room for it.
    tail: &'static [u8],
}

impl Sink {
    /// An empty file that ends with `tail`.
    pub fn new(file: File, tail: &'static [u8]) -> Self {
        Self(Rc::new(RefCell::new(Store { file, waiting: vec![], at: 0, whole: 0, tail })))
    }

    /// Notes that a picture is complete. An error: it could not be written.
    pub fn end_picture(&self) -> io::Result<()> {
        let mut store = self.0.borrow_mut();
        store.write_waiting()?;
        let (at, tail) = (store.at, store.tail);
        store.file.seek(SeekFrom::Start(at))?;
        store.file.write_all(tail)?;
        store.whole = at;
        Ok(())
    }

    /// Goes back to the end of the last whole picture.
    pub fn go_back(&self) -> io::Result<()> {
        let mut store = self.0.borrow_mut();
        store.waiting.clear();
        store.at = store.whole;
        // the place of the tail had bytes before: they need no room
        let (at, tail) = (store.at, store.tail);
        store.file.seek(SeekFrom::Start(at))?;
        store.file.write_all(tail)?;
        store.file.set_len(at + tail.len() as u64)
    }
}

impl Store {
    fn write_waiting(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.at))?;
        let outcome = self.file.write_all(&self.waiting);
        if outcome.is_ok() {
            self.at += self.waiting.len() as u64;
        }
        self.waiting.clear();
        outcome
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut store = self.0.borrow_mut();
        store.waiting.extend_from_slice(bytes);
        if store.waiting.len() >= BLOCK {
            store.write_waiting()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().write_waiting()
    }
}

impl Seek for Sink {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let mut store = self.0.borrow_mut();
        store.write_waiting()?;
        store.at = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::Current(by) => store.at.checked_add_signed(by).ok_or(io::ErrorKind::InvalidInput)?,
            end @ SeekFrom::End(_) => store.file.seek(end)?,
        };
        Ok(store.at)
    }
}
