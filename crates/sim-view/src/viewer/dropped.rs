//! A model that a user dropped on a page: its file, and the files that came with it.

use crate::viewer::protocol::{MAX_DROPPED_FILES, MAX_FILE_NAME_BYTES, MAX_MODEL_BYTES};
use std::collections::BTreeMap;

/// Endings of a model file in a folder.
const MODEL_ENDINGS: [&str; 2] = ["xml", "mjcf"];

/// Files that a user dropped on a page. One of them is the model. The model sees these files and no others.
///
/// Names are relative paths with `/`. A single file is the model. Among several, the model is the first one that lies in no folder and
/// ends in `.xml` or `.mjcf`.
///
/// ```
/// use sim_view::viewer::DroppedModel;
///
/// let files = [("assets/leg.stl", &b"..."[..]), ("robot.xml", b"<mujoco/>")];
/// let dropped = DroppedModel::new(files.map(|(name, bytes)| (name.to_string(), bytes.to_vec())))?;
/// assert_eq!((dropped.name(), dropped.files().count()), ("robot.xml", 2));
/// # Ok::<(), sim_view::viewer::DropError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DroppedModel {
    model: String,
    files: BTreeMap<String, Vec<u8>>,
}

/// Why dropped files are not accepted.
///
/// ```
/// use sim_view::viewer::{DropError, DroppedModel};
///
/// let outside = [("../robot.xml".to_string(), b"<mujoco/>".to_vec())];
/// assert!(matches!(DroppedModel::new(outside), Err(DropError::Name(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DropError {
    /// The message ends too early, or goes on after its last file.
    #[error("the message with the dropped files does not follow the protocol: reload the page")]
    Layout,
    /// The files are too large together.
    #[error(
        "the dropped files have {bytes} bytes: the limit is {MAX_MODEL_BYTES}; drop fewer files, or start the viewer with the model's file"
    )]
    Bytes {
        /// Bytes of the message.
        bytes: usize,
    },
    /// The files are too many.
    #[error("{count} files were dropped: give 1 to {MAX_DROPPED_FILES}")]
    Count {
        /// Number of files.
        count: usize,
    },
    /// A name that is no relative path.
    #[error(
        "the dropped file {0:?} has no usable name: give a relative path in UTF-8 with /, without .., of at most {MAX_FILE_NAME_BYTES} bytes"
    )]
    Name(String),
    /// Two files have one name.
    #[error("the dropped file {0:?} came twice: give each file its own name")]
    Twice(String),
    /// No file can be the model.
    #[error("no dropped file is a model: put an .xml file beside the folders, or drop it alone")]
    NoModel,
}

impl DroppedModel {
    /// Checks files, given as names and bytes, and finds the model among them.
    ///
    /// # Errors
    ///
    /// The files are too many or too large, a name is no relative path or comes twice, or no file is a model.
    ///
    /// ```
    /// use sim_view::viewer::{DropError, DroppedModel};
    ///
    /// assert_eq!(DroppedModel::new([]), Err(DropError::Count { count: 0 }));
    /// ```
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<Self, DropError> {
        let (mut model, mut first, mut bytes) = (None, None, 0usize);
        let mut kept = BTreeMap::new();
        for (name, content) in files {
            check_name(&name)?;
            bytes = bytes.saturating_add(content.len());
            if bytes > MAX_MODEL_BYTES {
                return Err(DropError::Bytes { bytes });
            }
            if model.is_none() && is_model(&name) {
                model = Some(name.clone());
            }
            first.get_or_insert_with(|| name.clone());
            if kept.insert(name.clone(), content).is_some() {
                return Err(DropError::Twice(name));
            }
            if kept.len() > MAX_DROPPED_FILES {
                return Err(DropError::Count { count: kept.len() });
            }
        }
        let first = first.ok_or(DropError::Count { count: 0 })?;
        let model = if kept.len() == 1 { first } else { model.ok_or(DropError::NoModel)? };
        Ok(Self { model, files: kept })
    }

    /// Decodes a page's message: the number of files (`u32`), then for each the length of its name (`u32`), its name, its length
    /// (`u32`) and its bytes.
    pub(super) fn from_bytes(message: &[u8]) -> Result<Self, DropError> {
        if message.len() > MAX_MODEL_BYTES {
            return Err(DropError::Bytes { bytes: message.len() });
        }
        let mut rest = message;
        let count = number(&mut rest)?;
        if count == 0 || count > MAX_DROPPED_FILES {
            return Err(DropError::Count { count });
        }
        let mut files = Vec::new();
        for _ in 0..count {
            let name = part(&mut rest)?;
            let name = std::str::from_utf8(name).map_err(|_| DropError::Name(shortened(name)))?;
            // before the bytes are copied
            check_name(name)?;
            files.push((name.to_string(), part(&mut rest)?.to_vec()));
        }
        if !rest.is_empty() {
            return Err(DropError::Layout);
        }
        Self::new(files)
    }

    /// Name of the model's file.
    pub fn name(&self) -> &str {
        &self.model
    }

    /// All files, by name: relative path and bytes.
    ///
    /// ```
    /// use sim_view::viewer::DroppedModel;
    ///
    /// let dropped = DroppedModel::new([("a.xml".to_string(), b"<mujoco/>".to_vec())])?;
    /// assert!(dropped.files().eq([("a.xml", &b"<mujoco/>"[..])]));
    /// # Ok::<(), sim_view::viewer::DropError>(())
    /// ```
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }
}

/// Takes a number.
fn number(rest: &mut &[u8]) -> Result<usize, DropError> {
    let (bytes, after) = rest.split_first_chunk::<4>().ok_or(DropError::Layout)?;
    *rest = after;
    Ok(u32::from_le_bytes(*bytes) as usize)
}

/// Takes a length and as many bytes.
fn part<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], DropError> {
    let length = number(rest)?;
    let (taken, after) = rest.split_at_checked(length).ok_or(DropError::Layout)?;
    *rest = after;
    Ok(taken)
}

/// Rejects names that are no plain relative paths.
fn check_name(name: &str) -> Result<(), DropError> {
    let is_plain = |part: &str| !part.is_empty() && part != "." && part != "..";
    let has_other = name.contains(['\\', ':']) || name.chars().any(char::is_control);
    if name.len() > MAX_FILE_NAME_BYTES || has_other || !name.split('/').all(is_plain) {
        return Err(DropError::Name(shortened(name.as_bytes())));
    }
    Ok(())
}

/// The start of a name, for a message.
fn shortened(name: &[u8]) -> String {
    String::from_utf8_lossy(name.get(..60).unwrap_or(name)).into_owned()
}

/// Whether a file beside the folders is named like a model.
fn is_model(name: &str) -> bool {
    let ending = name.rsplit_once('.').filter(|_| !name.contains('/')).map(|(_, ending)| ending);
    ending.is_some_and(|ending| MODEL_ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A page's message with these files.
    pub fn message(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut bytes = (files.len() as u32).to_le_bytes().to_vec();
        for part in files.iter().flat_map(|(name, content)| [name.as_bytes(), content]) {
            bytes.extend_from_slice(&(part.len() as u32).to_le_bytes());
            bytes.extend_from_slice(part);
        }
        bytes
    }

    fn read(files: &[(&str, &[u8])]) -> Result<DroppedModel, DropError> {
        DroppedModel::from_bytes(&message(files))
    }

    #[test]
    fn the_model_is_the_only_file_or_the_first_xml_beside_the_folders() {
        for (names, model) in [
            (&["a.xml"][..], Some("a.xml")),
            (&["a.txt"], Some("a.txt")),
            (&["deep/a.xml"], Some("deep/a.xml")),
            (&["scene.xml", "a.xml"], Some("scene.xml")),
            (&["assets/b.xml", "mesh.stl", "Robot.XML"], Some("Robot.XML")),
            (&["a.png", "robot.mjcf"], Some("robot.mjcf")),
            (&["deep/a.xml", "deep/b.xml"], None),
            (&["a.png", "b.png"], None),
            (&["xml", "b.png"], None),
        ] {
            let files: Vec<(&str, &[u8])> = names.iter().map(|&name| (name, &b"x"[..])).collect();
            let found = read(&files);
            assert_eq!(found.as_ref().ok().map(DroppedModel::name), model, "{names:?}");
            assert!(model.is_some() || found == Err(DropError::NoModel), "{names:?}");
        }
    }

    #[test]
    fn names_of_dropped_files_stay_in_their_folder() {
        for good in ["a.xml", "assets/a.stl", "a b/ü.png", ".hidden", "a..b", "..a/b"] {
            assert!(read(&[(good, b"x")]).is_ok(), "{good}");
        }
        let long = "x".repeat(MAX_FILE_NAME_BYTES + 1);
        for bad in [
            "",
            "/etc/passwd",
            "..",
            "../a.xml",
            "a/../b.xml",
            "a/..",
            ".",
            "./a.xml",
            "a//b",
            "a/",
            "\\a",
            "a\\..\\b",
            "C:a",
            "C:/a",
            "a\0b",
            "a\nb",
            &long,
        ] {
            assert!(matches!(read(&[(bad, b"x")]), Err(DropError::Name(_))), "{bad:?}");
        }
        let latin = [&1u32.to_le_bytes()[..], &1u32.to_le_bytes(), &[0xff], &0u32.to_le_bytes()].concat();
        assert!(matches!(DroppedModel::from_bytes(&latin), Err(DropError::Name(_))));
    }

    #[test]
    fn broken_messages_of_dropped_files_are_rejected() {
        let whole = message(&[("a.xml", b"<mujoco/>"), ("b.stl", b"12")]);
        assert_eq!(DroppedModel::from_bytes(&whole).unwrap().files().count(), 2);
        for end in 0..whole.len() {
            assert_eq!(DroppedModel::from_bytes(&whole[..end]), Err(DropError::Layout), "{end}");
        }
        let longer = [&whole[..], b"x"].concat();
        assert_eq!(DroppedModel::from_bytes(&longer), Err(DropError::Layout));
        let count = |count: u32| DroppedModel::from_bytes(&count.to_le_bytes());
        assert_eq!(count(0), Err(DropError::Count { count: 0 }));
        assert_eq!(count(u32::MAX), Err(DropError::Count { count: u32::MAX as usize }));
        assert_eq!(count(1), Err(DropError::Layout));
        assert_eq!(read(&[("a.xml", b"1"), ("a.xml", b"2")]), Err(DropError::Twice("a.xml".into())));
        let large = vec![0; MAX_MODEL_BYTES + 1];
        assert!(matches!(DroppedModel::from_bytes(&large), Err(DropError::Bytes { .. })));
        assert!(matches!(DroppedModel::new([("a.xml".to_string(), large)]), Err(DropError::Bytes { .. })));
    }
}
