//! Shared by the tests of the command: running it, temporary folders, and a strict reader of recordings.

use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The command with these arguments, not started yet.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cortenforge"));
    command.args(args).stdin(Stdio::null());
    command
}

pub fn cortenforge(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The one JSON object on standard output.
pub fn object(output: &Output) -> Value {
    let text = stdout(output);
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e} in '{text}', beside '{}'", stderr(output)))
}

pub fn model(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name).display().to_string()
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> String {
    std::fs::write(path, contents).unwrap();
    text(path)
}

pub fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Number of unfinished recordings in a folder.
pub fn parts(folder: &Path) -> usize {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().ends_with(".part")).count()
}

/// Lets another process run for a while. No event shows its progress.
#[allow(clippy::disallowed_methods)]
pub fn pause(time: Duration) {
    std::thread::sleep(time);
}

/// Waits until a run has recorded its first rows.
pub fn wait_for_recording(folder: &Path, child: &mut Child) {
    let start = Instant::now();
    let recorded = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.unwrap();
        entry.file_name().to_string_lossy().ends_with(".part") && entry.metadata().is_ok_and(|data| data.len() > 0)
    };
    while !std::fs::read_dir(folder).unwrap().any(recorded) {
        assert!(child.try_wait().unwrap().is_none(), "the run is over");
        assert!(start.elapsed() < Duration::from_secs(60), "nothing is recorded");
        pause(Duration::from_millis(2));
    }
}

/// Sends a signal by its name.
pub fn signal(child: &Child, name: &str) {
    let status = Command::new("sh").args(["-c", &format!("kill -{name} {}", child.id())]).status().unwrap();
    assert!(status.success());
}

/// Sends a signal to a process and all that it has started, as a terminal does.
pub fn signal_group(child: &Child, name: &str) {
    let status = Command::new("kill").args(["-s", name, "--", &format!("-{}", child.id())]).status().unwrap();
    assert!(status.success());
}

/// The command where the end of its terminal ends it, whatever the tests themselves were started with.
#[cfg(target_os = "linux")]
pub fn in_a_terminal(args: &[&str]) -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM,XCPU", env!("CARGO_BIN_EXE_cortenforge")]).args(args);
    command.stdin(Stdio::null());
    command
}

/// Number of rows of a recording. Panics unless the file is valid in every respect.
pub fn rows(path: &Path) -> usize {
    let bytes = std::fs::read(path).unwrap();
    if path.extension().is_some_and(|e| e == "csv") { csv_rows(&bytes) } else { npz_rows(&bytes) }
}

fn csv_rows(bytes: &[u8]) -> usize {
    let text = std::str::from_utf8(bytes).unwrap();
    assert!(text.ends_with('\n'));
    let mut lines = text.lines();
    let width = lines.next().unwrap().split(',').count();
    let numbers = |line: &str| line.split(',').filter(|cell| cell.parse::<f64>().is_ok()).count();
    lines.inspect(|line| assert_eq!(numbers(line), width, "{line}")).count()
}

/// Checks the checksum and shape of every entry.
fn npz_rows(bytes: &[u8]) -> usize {
    let half = |at: usize| usize::from(u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap()));
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let end = bytes.len() - 22;
    assert_eq!(word(end), 0x0605_4b50);
    let mut at = word(end + 16) as usize;
    let mut found = BTreeMap::new();
    for _ in 0..half(end + 10) {
        assert_eq!(word(at), 0x0201_4b50);
        let (checksum, size, local) = (word(at + 16), word(at + 24) as usize, word(at + 42) as usize);
        let name = String::from_utf8(bytes[at + 46..at + 46 + half(at + 28)].to_vec()).unwrap();
        assert_eq!((word(local), word(local + 14)), (0x0403_4b50, checksum));
        let data = local + 30 + half(local + 26) + half(local + 28);
        let array = &bytes[data..data + size];
        assert_eq!(crc32fast::hash(array), checksum, "{name}");
        let head = 10 + usize::from(u16::from_le_bytes([array[8], array[9]]));
        let header = String::from_utf8_lossy(&array[10..head]).into_owned();
        at += 46 + half(at + 28);
        if name == "model.npy" {
            // a text without dimensions: the file of the model
            assert!(header.contains("'<U") && header.contains("'shape': ()"), "{header}");
            continue;
        }
        let shape = header.split_once('(').unwrap().1.split_once(')').unwrap().0;
        let shape: Vec<usize> = shape.split(',').filter_map(|n| n.trim().parse().ok()).collect();
        assert_eq!(shape.iter().product::<usize>() * 8, size - head, "{name}");
        found.insert(name, shape[0]);
    }
    assert_eq!(at, end);
    assert_eq!(found.len(), 7, "{found:?}");
    let rows = found["time.npy"];
    assert!(found.values().all(|n| *n == rows), "{found:?}");
    rows
}

/// A deflated entry of an archive.
pub struct Packed {
    pub name: String,
    pub data: Vec<u8>,
    /// The size of the unpacked data according to the archive.
    pub size: u32,
    pub checksum: u32,
}

/// An archive whose entries may state false sizes.
pub fn zip(entries: &[Packed]) -> Vec<u8> {
    let (mut out, mut directory) = (vec![], vec![]);
    for Packed { name, data, size, checksum } in entries {
        let at = out.len() as u32;
        let mut header = [20u16, 0, 8, 0, 0x21].map(u16::to_le_bytes).concat();
        header.extend([*checksum, data.len() as u32, *size].map(u32::to_le_bytes).concat());
        header.extend([name.len() as u16, 0].map(u16::to_le_bytes).concat());
        directory
            .extend([b"PK\x01\x02\x14\0", header.as_slice(), &[0; 10], &at.to_le_bytes(), name.as_bytes()].concat());
        out.extend([b"PK\x03\x04", header.as_slice(), name.as_bytes(), data].concat());
    }
    let (start, count) = (out.len() as u32, entries.len() as u16);
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([count, count].map(u16::to_le_bytes).concat());
    out.extend([directory.len() as u32, start].map(u32::to_le_bytes).concat());
    out.extend([0; 2]);
    out
}

/// A deflated array as numpy writes it, in f32 or f64.
pub fn packed_array(name: &str, shape: &str, numbers: &[f64], single: bool) -> Packed {
    let kind = if single { "<f4" } else { "<f8" };
    let text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}\n");
    let mut bytes = [b"\x93NUMPY\x01\0", (text.len() as u16).to_le_bytes().as_slice(), text.as_bytes()].concat();
    for number in numbers {
        match single {
            true => bytes.extend((*number as f32).to_le_bytes()),
            false => bytes.extend(number.to_le_bytes()),
        }
    }
    let mut encoder = flate2::write::DeflateEncoder::new(vec![], flate2::Compression::best());
    encoder.write_all(&bytes).unwrap();
    let (data, size, checksum) = (encoder.finish().unwrap(), bytes.len() as u32, crc32fast::hash(&bytes));
    Packed { name: format!("{name}.npy"), data, size, checksum }
}

/// A deflated array of zeros, with the checksum of an empty entry: a kilobyte for every megabyte.
pub fn packed_zeros(name: &str, rows: u32, cols: u32) -> Packed {
    let deflated = |bytes: &[u8]| {
        let mut encoder = flate2::write::DeflateEncoder::new(vec![], flate2::Compression::best());
        encoder.write_all(bytes).unwrap();
        // ends at a byte border, so that more can follow
        encoder.flush().unwrap();
        encoder.get_ref().clone()
    };
    let text = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows}, {cols}), }}\n");
    let head = [b"\x93NUMPY\x01\0", (text.len() as u16).to_le_bytes().as_slice(), text.as_bytes()].concat();
    let megabytes = rows as usize * cols as usize / (1 << 17);
    assert_eq!(megabytes << 17, rows as usize * cols as usize);
    let mut data = deflated(&head);
    data.extend(deflated(&vec![0; 1 << 20]).repeat(megabytes));
    // the end of all blocks
    data.extend([3, 0]);
    let size = (head.len() as u64 + 8 * u64::from(rows) * u64::from(cols)).try_into().unwrap();
    Packed { name: name.to_string(), data, size, checksum: 0 }
}

/// Limit on processor time of a command with hostile input (s). A development build, with its checks and little optimization, gets
/// three times as much.
const SECONDS: u32 = if cfg!(debug_assertions) { 3 } else { 1 };
/// Limit on its memory in kilobytes, thread stacks included.
const KILOBYTES: u32 = 200 << 10;

/// The command under limits that the system enforces: a signal ends a process that exceeds them, or that waits for ever.
#[cfg(target_os = "linux")]
pub fn limited(args: &[&str]) -> Command {
    let limits =
        format!("ulimit -c 0 && ulimit -t {SECONDS} && ulimit -d {KILOBYTES} && exec timeout 600 \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &limits, env!("CARGO_BIN_EXE_cortenforge")]).args(args).stdin(Stdio::null());
    // the number of stacks must not depend on the machine
    command.env("RAYON_NUM_THREADS", "2");
    command
}

/// Runs a command that must end by itself within the limits.
#[cfg(target_os = "linux")]
pub fn bounded(args: &[&str]) -> Output {
    let output = limited(args).output().unwrap();
    assert!(matches!(output.status.code(), Some(0..=2)), "{args:?}: {}, {}", output.status, stderr(&output));
    output
}
