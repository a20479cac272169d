//! Recordings that no run wrote: each is an error that names the file, the value and the cure, and nothing hangs or grows.

#![cfg(target_os = "linux")] // limits of the system
use crate::common::{
    Packed, bounded, cortenforge, folder, packed_array, packed_zeros, stderr, stdout, text, write, zip,
};
use std::path::Path;

/// A model with one position and one velocity.
const SLIDER: &str = "<mujoco><worldbody><body><joint type='slide'/><geom size='.1'/></body></worldbody></mujoco>";

/// A text as numpy writes it: four bytes for each code point.
fn packed_text(name: &str, codes: &[u32]) -> Packed {
    let text = format!("{{'descr': '<U{}', 'fortran_order': False, 'shape': (), }}\n", codes.len());
    let mut bytes = [b"\x93NUMPY\x01\0", (text.len() as u16).to_le_bytes().as_slice(), text.as_bytes()].concat();
    codes.iter().for_each(|code| bytes.extend(code.to_le_bytes()));
    let mut encoder = flate2::write::DeflateEncoder::new(vec![], flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, &bytes).unwrap();
    let (size, checksum) = (bytes.len() as u32, crc32fast::hash(&bytes));
    Packed { name: format!("{name}.npy"), data: encoder.finish().unwrap(), size, checksum }
}

/// The arrays of a recording of the slider with these times and positions.
fn arrays(times: &[f64], qpos: &[f64]) -> Vec<Packed> {
    let (rows, positions) = (times.len(), qpos.len());
    vec![
        packed_array("time", &format!("{rows},"), times, false),
        packed_array("qpos", &format!("{positions}, 1"), qpos, false),
        packed_array("qvel", &format!("{rows}, 1"), &vec![0.0; rows], false),
        packed_array("act", &format!("{rows}, 0"), &[], false),
        packed_array("ctrl", &format!("{rows}, 0"), &[], false),
    ]
}

/// A recording that names its model by these code points.
fn naming(codes: &[u32]) -> Vec<u8> {
    let mut all = arrays(&[0.0, 0.1], &[0.0, 0.1]);
    all.push(packed_text("model", codes));
    zip(&all)
}

/// What `render` and `view` say of a recording. Both must refuse it.
fn refused(path: &str, options: &[&str], picture: &Path) -> [String; 2] {
    let picture = text(picture);
    let render = bounded(&[&["render", path, "-o", &picture], options].concat());
    let view = bounded(&[&["view", path, "--no-browser", "--paused"], options].concat());
    [render, view].map(|output| {
        assert_eq!(output.status.code(), Some(1), "{path}: {}{}", stdout(&output), stderr(&output));
        stderr(&output)
    })
}

#[test]
fn recordings_that_no_run_wrote_are_refused() {
    let folder = folder("recordings");
    let model = write(&folder.join("slider.xml"), SLIDER);
    let picture = folder.join("a.png");
    let of = |times: &[f64], qpos: &[f64]| zip(&arrays(times, qpos));
    let still = [0.0; 3];
    let mut short = of(&[0.0, 0.1, 0.2], &still);
    short.truncate(short.len() / 2);
    let mut flat = arrays(&[0.0, 0.1, 0.2], &still);
    flat[1] = packed_array("qpos", "3,", &still, false);
    let without = |name: &str| {
        let kept = arrays(&[0.0, 0.1], &[0.0; 2]).into_iter().filter(|array| array.name != format!("{name}.npy"));
        zip(&kept.collect::<Vec<_>>())
    };
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (of(&[0.0, 0.2, 0.1], &still), "row 2 is 0.1 s, before 0.2 s in the row above: sort the rows by time"),
        (of(&[3.0, 2.0, 1.0], &still), "row 1 is 2 s, before 3 s"),
        (of(&[0.0, f64::NAN, 0.2], &still), "row 1 is NaN: give finite times"),
        (of(&[f64::INFINITY, 0.0, 0.2], &still), "row 0 is inf"),
        (of(&[0.0, 0.1, f64::NEG_INFINITY], &still), "row 2 is -inf"),
        (of(&[], &[]), "the recording has no rows"),
        (of(&[0.0, 0.1], &still), "its arrays have different numbers of rows"),
        (of(&[0.0, 0.1, 0.2], &[0.0; 9]), "its arrays have different numbers of rows"),
        (zip(&flat), "array 'qpos'"),
        (without("time"), "there is no array 'time' in it"),
        (without("qvel"), "array 'qvel'"),
        (short, ""),
        (Vec::new(), ""),
        (b"PK\x03\x04 no archive".to_vec(), ""),
        (zip(&[packed_zeros("time.npy", 1 << 20, 8)]), "array"),
    ];
    for (k, (bytes, expected)) in cases.into_iter().enumerate() {
        let path = write(&folder.join(format!("{k}.npz")), bytes);
        for said in refused(&path, &["--model", &model], &picture) {
            assert!(said.contains(expected) && said.contains(&format!("{k}.npz")), "{k}, {expected}: {said}");
            assert!(!said.contains("panicked"), "{said}");
        }
        assert!(!picture.exists(), "{k}");
    }
    // states that are no states are drawn as far as they can be
    let nan = write(&folder.join("nan.npz"), of(&[0.0, 0.0, 1e300], &[f64::NAN, f64::INFINITY, 1e308]));
    let drawn = bounded(&["render", &nan, "-o", &text(&picture), "--model", &model]);
    assert!(!stderr(&drawn).contains("panicked"), "{}", stderr(&drawn));
}

#[test]
fn names_of_models_that_are_no_paths_are_refused() {
    let folder = folder("names");
    let picture = folder.join("a.png");
    let cases: [(&[u32], &str); 7] = [
        (&[0xd800, 0x61], "codes that are no letters: give --model"),
        (&[0xdd00], "codes that are no letters"),
        (&[0x0011_0000], "codes that are no letters"),
        (&[u32::MAX; 3], "codes that are no letters"),
        // bytes that are not UTF-8, of a file that is not there
        (&[0xdcff, 0xdc80], ""),
        (&[0x2f, 0x64, 0x65, 0x76, 0x2f, 0x7a, 0x65, 0x72, 0x6f], "not a regular file"),
        (&[0x2e], ""),
    ];
    for (k, (codes, expected)) in cases.into_iter().enumerate() {
        let path = write(&folder.join(format!("{k}.npz")), naming(codes));
        for said in refused(&path, &[], &picture) {
            assert!(said.contains(expected) && !said.contains("panicked"), "{k}, {expected}: {said}");
        }
    }
    let long = write(&folder.join("long.npz"), naming(&[0x61; 70_000]));
    for said in refused(&long, &[], &picture) {
        assert!(said.contains("the text is too long"), "{said}");
    }
    // the model is found where its name says, whatever its letters
    let plain = write(&folder.join("plain.npz"), zip(&arrays(&[0.0, 0.1], &[0.0, 0.1])));
    let output = cortenforge(&["render", &plain, "-o", &text(&picture)]);
    assert!(stderr(&output).contains("give --model"), "{}", stderr(&output));
}
