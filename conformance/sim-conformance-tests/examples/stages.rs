//! Prints the table of stages in Markdown: `cargo xtask stages` puts it into docs/notes/stages.md.

#![allow(clippy::print_stdout)]

fn main() {
    print!("{}", sim_conformance_tests::stage_table());
}
