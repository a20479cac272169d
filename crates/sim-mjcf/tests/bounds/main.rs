//! Input that needs too much or has a wrong format, by classes. Each case ends in its error within a second of processor
//! time and 200 MB, and none ends the process. The command and the Python package have their own tables.

#![allow(clippy::unwrap_used, clippy::panic)]

mod disk;
mod measure;
mod texts;
mod worlds;

use measure::check;

#[test]
fn sizes() {
    check(texts::sizes);
}

#[test]
fn counts() {
    check(texts::counts);
}

#[test]
fn work() {
    check(texts::work);
}

#[test]
fn pictures() {
    check(disk::pictures);
}

#[test]
fn files() {
    check(disk::files);
}

#[cfg(target_os = "linux")]
#[test]
fn files_of_the_system() {
    check(disk::files_of_the_system);
}

#[test]
fn contacts() {
    check(worlds::contacts);
}

#[test]
fn matrices() {
    check(worlds::matrices);
}

#[test]
fn iterations() {
    check(worlds::iterations);
}

#[test]
fn batches() {
    check(worlds::batches);
}

#[test]
fn edits() {
    check(worlds::edits);
}
