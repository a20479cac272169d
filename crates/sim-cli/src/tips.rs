//! Texts of the command name options that exist, of the command that says them.

use crate::args::Cli;
use clap::{CommandFactory, Parser};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Which commands say the texts of a file. The first row that fits counts.
const SPEAKERS: &[(&str, &[&str])] = &[
    // texts of all commands, and options of npm
    ("args.rs", &[]),
    ("view/page.rs", &[]),
    ("tips.rs", &[]),
    ("quiet.rs", &["info", "bench"]),
    ("run.rs", &["run"]),
    ("check.rs", &["check"]),
    ("info.rs", &["info"]),
    ("bench.rs", &["bench"]),
    ("models.rs", &["run", "render", "view"]),
    ("source.rs", &["run", "render", "view", "bench"]),
    ("gpu/info.rs", &["info", "bench"]),
    ("gpu/", &["bench"]),
    ("gpu_error.rs", &["bench"]),
    ("view/", &["view"]),
    ("picture/render.rs", &["render"]),
    ("picture/", &["run", "render"]),
    ("files/recording.rs", &["render", "view"]),
    ("", &["run", "render", "view", "info", "check", "bench"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(sources(&path)) } else { files.push(path) }
    }
    files.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    files.sort();
    files
}

/// Options that a text mentions: `--try-lanes` gives `try-lanes`.
fn options(text: &str) -> Vec<&str> {
    let begins = text.match_indices("--").map(|(at, _)| at);
    let alone = begins.filter(|at| !text[..*at].ends_with(|c: char| c == '-' || c.is_alphanumeric()));
    let names = alone.map(|at| {
        let rest = &text[at + 2..];
        &rest[..rest.find(|c: char| c != '-' && !c.is_ascii_lowercase()).unwrap_or(rest.len())]
    });
    names.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.ends_with('-')).collect()
}

/// Options of a command.
fn known(command: &clap::Command) -> BTreeSet<String> {
    let own = command.get_arguments().filter_map(|argument| argument.get_long().map(str::to_string));
    own.chain(["help", "version"].map(String::from)).collect()
}

#[test]
fn options_are_found_in_texts() {
    let text = "--time 3 s: give `--steps`, (--try-lanes)\n<!--no--> a--b \"--ctrl\" --a-- --";
    assert_eq!(options(text), ["time", "steps", "try-lanes", "ctrl"]);
}

#[test]
fn texts_name_options_of_the_command_that_says_them() {
    let cli = Cli::command();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut checked = 0;
    for file in sources(&root) {
        let name = file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let (_, commands) = SPEAKERS.iter().find(|(begin, _)| name.starts_with(begin)).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        for option in options(&text) {
            for command in *commands {
                let known = known(cli.find_subcommand(command).unwrap());
                assert!(known.contains(option), "{name} names --{option}, which `{command}` does not have");
                checked += 1;
            }
        }
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn texts_of_libraries_name_options_that_exist() {
    let cli = Cli::command();
    let all: BTreeSet<String> = cli.get_subcommands().flat_map(known).collect();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut checked = 0;
    for library in ["sim-core", "sim-mjcf", "sim-view", "sim-gpu", "sim-physics"] {
        for file in sources(&crates.join(library).join("src")) {
            // options of NVIDIA's compiler
            if file.components().any(|part| part.as_os_str() == "cuda") {
                continue;
            }
            for option in options(&std::fs::read_to_string(&file).unwrap()) {
                assert!(all.contains(option), "{} names --{option}, which no command has", file.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 0);
}

#[test]
fn help_texts_name_options_that_exist_and_examples_parse() {
    let cli = Cli::command();
    let mut examples = 0;
    for command in std::iter::once(&cli).chain(cli.get_subcommands()) {
        let known: BTreeSet<String> = match command.get_name() {
            // examples of models are those of other commands
            "cortenforge" | "models" => cli.get_subcommands().flat_map(known).collect(),
            _ => known(command),
        };
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let of_arguments = command.get_arguments().filter_map(|argument| argument.get_help().map(ToString::to_string));
        for text in of_arguments.chain([help.clone()]) {
            // `run --ctrl` in the help of another command
            let foreign = |option: &str| text.contains(&format!("run --{option}")) && command.get_name() != "run";
            for option in options(&text).into_iter().filter(|option| !foreign(option)) {
                assert!(known.contains(option), "the help of {} names --{option}: {text}", command.get_name());
            }
        }
        for line in help.lines().filter_map(|line| line.trim().strip_prefix("cortenforge ")) {
            let words = line.split("  ").next().unwrap_or_default().split(" | ").next().unwrap_or_default();
            let line: Vec<&str> = std::iter::once("cortenforge").chain(words.split_whitespace()).collect();
            assert!(Cli::try_parse_from(&line).is_ok(), "{line:?}");
            examples += 1;
        }
    }
    assert!(examples > 20, "{examples}");
}
