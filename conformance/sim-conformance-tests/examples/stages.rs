//! Prints the table of stages in Markdown: `cargo xtask architecture` puts it into ARCHITECTURE.md.

#![allow(clippy::print_stdout)]

fn main() {
    print!("{}", sim_conformance_tests::stage_table());
}
