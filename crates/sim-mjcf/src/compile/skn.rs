//! MuJoCo's SKN: four counts (vertices, texture coordinates, faces, bones), the arrays of the first three, then the bones.
//! A bone has the body's name in 40 bytes, the bound pose, a count of vertices, their numbers and their weights. All words
//! have 32 bits, little-endian.

use crate::spec::Bone;

/// Words of a bone's name.
const NAME_WORDS: usize = 10;
/// Most bytes of a name; the last one ends it.
const MAX_NAME: usize = 4 * NAME_WORDS - 1;

/// Contents of a file, unchecked.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Contents {
    pub vertex: Vec<f32>,
    pub texcoord: Vec<f32>,
    pub face: Vec<i32>,
    pub bones: Vec<Bone>,
}

type Word = [u8; 4];

/// The rest of a file.
struct Words<'a>(&'a [Word]);

impl<'a> Words<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [Word]> {
        let (head, tail) = self.0.split_at_checked(count)?;
        self.0 = tail;
        Some(head)
    }

    fn floats(&mut self, count: usize) -> Option<Vec<f32>> {
        Some(self.take(count)?.iter().map(|word| f32::from_le_bytes(*word)).collect())
    }

    fn ints(&mut self, count: usize) -> Option<Vec<i32>> {
        Some(self.take(count)?.iter().map(|word| i32::from_le_bytes(*word)).collect())
    }

    fn numbers<const N: usize>(&mut self) -> Option<[f32; N]> {
        self.floats(N)?.try_into().ok()
    }

    fn name(&mut self) -> Option<String> {
        let bytes = self.take(NAME_WORDS)?.as_flattened();
        let end = bytes.iter().take(MAX_NAME).position(|byte| *byte == 0).unwrap_or(MAX_NAME);
        Some(String::from_utf8_lossy(bytes.get(..end)?).into_owned())
    }
}

/// Decodes a file. Memory is reserved only for bytes that are there.
pub(super) fn decode(bytes: &[u8]) -> Result<Contents, String> {
    if bytes.is_empty() {
        return Err("the SKN file is empty".into());
    }
    let (words, beyond) = bytes.as_chunks::<4>();
    let mut words = Words(words);
    let counts = words.ints(4).ok_or("the SKN file is shorter than its header of 16 bytes")?;
    let [vertices, texcoords, faces, bones] = counts[..] else { return Err("no header in the SKN file".into()) };
    let size = |count: i32| {
        let negative =
            || format!("negative size in the header of the SKN file: {vertices} {texcoords} {faces} {bones}");
        usize::try_from(count).map_err(|_| negative())
    };
    let sizes = [size(vertices)?, size(texcoords)?, size(faces)?];
    let count = size(bones)?;
    let arrays = arrays(&mut words, sizes).ok_or_else(|| {
        format!(
            "the SKN file has {} bytes, too few for {vertices} vertices, {texcoords} texture coordinates and {faces} faces",
            bytes.len()
        )
    })?;
    let mut contents = arrays;
    for i in 0..count {
        contents
            .bones
            .push(bone(&mut words).map_err(|message| format!("{message} in the SKN file, bone {i} of {count}"))?);
    }
    match 4 * words.0.len() + beyond.len() {
        0 => Ok(contents),
        spare => Err(format!("{spare} bytes follow after the last bone of the SKN file")),
    }
}

fn arrays(words: &mut Words<'_>, [vertices, texcoords, faces]: [usize; 3]) -> Option<Contents> {
    Some(Contents {
        vertex: words.floats(vertices.checked_mul(3)?)?,
        texcoord: words.floats(texcoords.checked_mul(2)?)?,
        face: words.ints(faces.checked_mul(3)?)?,
        bones: vec![],
    })
}

fn bone(words: &mut Words<'_>) -> Result<Bone, String> {
    let head = |words: &mut Words<'_>| {
        let bone =
            Bone { body: words.name()?, bindpos: words.numbers()?, bindquat: words.numbers()?, ..Bone::default() };
        Some((bone, words.ints(1)?.first().copied()?))
    };
    let (bone, count) = head(words).ok_or("insufficient data")?;
    let size = usize::try_from(count).ok().filter(|count| *count > 0);
    let size = size.ok_or_else(|| format!("vertex count must be positive and is {count}"))?;
    let short = || format!("insufficient data for {count} vertices");
    let vertid = words.ints(size).ok_or_else(short)?;
    let vertweight = words.floats(size).ok_or_else(short)?;
    Ok(Bone { vertid, vertweight, ..bone })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Encodes contents as a file.
    pub fn encode(contents: &Contents) -> Vec<u8> {
        let Contents { vertex, texcoord, face, bones } = contents;
        let counts = [vertex.len() / 3, texcoord.len() / 2, face.len() / 3, bones.len()].map(|n| n as i32);
        let floats = |list: &[f32]| list.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
        let ints = |list: &[i32]| list.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
        let mut out = [ints(&counts), floats(vertex), floats(texcoord), ints(face)].concat();
        for bone in bones {
            let mut name = bone.body.clone().into_bytes();
            name.resize(4 * NAME_WORDS, 0);
            out.extend(name);
            out.extend([floats(&bone.bindpos), floats(&bone.bindquat), ints(&[bone.vertid.len() as i32])].concat());
            out.extend([ints(&bone.vertid), floats(&bone.vertweight)].concat());
        }
        out
    }

    pub fn triangle() -> Contents {
        let bone = |body: &str, vertid: Vec<i32>, vertweight: Vec<f32>| Bone {
            body: body.into(),
            vertid,
            vertweight,
            ..Bone::default()
        };
        Contents {
            vertex: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
            texcoord: vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.0],
            face: vec![0, 1, 2],
            bones: vec![bone("b", vec![0, 1], vec![2.0, 1.0]), bone("world", vec![1, 2], vec![3.0, 0.5])],
        }
    }

    #[test]
    fn files_are_read_as_they_are() {
        assert_eq!(decode(&encode(&triangle())), Ok(triangle()));
    }

    #[test]
    fn every_part_of_a_file_is_too_little() {
        let file = encode(&triangle());
        for length in 0..file.len() {
            assert!(decode(&file[..length]).is_err(), "{length} bytes");
        }
        for extra in 1..9 {
            let longer = [&file[..], &[0; 8][..extra]].concat();
            let message = decode(&longer).unwrap_err();
            assert!(message.starts_with(&format!("{extra} bytes follow")), "{message}");
        }
    }

    #[test]
    fn counts_must_fit_the_bytes() {
        let with = |at: usize, value: i32| {
            let mut file = encode(&triangle());
            file[4 * at..4 * at + 4].copy_from_slice(&value.to_le_bytes());
            decode(&file).unwrap_err()
        };
        // counts of the header, then that of the first bone's vertices
        for (at, value, part) in [
            (0, -1, "negative size"),
            (0, i32::MAX, "too few for 2147483647 vertices"),
            (1, i32::MAX, "2147483647 texture coordinates"),
            (2, i32::MAX, "2147483647 faces"),
            (3, i32::MAX, "bone 2 of 2147483647"),
            (3, 0, "bytes follow"),
            (22 + 17, 0, "vertex count must be positive and is 0"),
            (22 + 17, i32::MIN, "must be positive"),
            (22 + 17, i32::MAX, "insufficient data for 2147483647 vertices in the SKN file, bone 0 of 2"),
        ] {
            let message = with(at, value);
            assert!(message.contains(part), "'{part}' expected, found: {message}");
        }
    }

    #[test]
    fn names_end_at_a_zero_or_with_their_room() {
        let mut contents = triangle();
        contents.bones[0].body = "x".repeat(40);
        let mut file = encode(&contents);
        assert_eq!(decode(&file).unwrap().bones[0].body, "x".repeat(39));
        file[88..92].copy_from_slice(b"\xFF\0ab");
        assert_eq!(decode(&file).unwrap().bones[0].body, "\u{FFFD}");
    }
}
