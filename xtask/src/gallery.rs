//! `cargo xtask gallery`: renders films of our scenes with the command `cortenforge`, and writes the part of README.md that shows them.

use crate::cargo::cargo;
use crate::folders::root;
use crate::stages::replaced;
use std::path::{Path, PathBuf};

/// Largest film in bytes: a reader of README.md loads all of them.
const MOST_BYTES: u64 = 500_000;
/// The folder of the films.
const FOLDER: &str = "pictures";
/// The marks around the parts of README.md that this command writes.
const TOP: [&str; 2] = ["<!-- film -->\n", "<!-- end of film -->\n"];
const GALLERY: [&str; 2] = ["<!-- gallery -->\n", "<!-- end of gallery -->\n"];

/// One film.
struct Scene {
    /// File name without its ending.
    name: &'static str,
    title: &'static str,
    /// Arguments of `cortenforge` without the output file.
    command: &'static str,
}

/// The film at the top of README.md.
const FIRST: Scene = Scene {
    name: "first",
    title: "Dominoes, drawn by CortenForge",
    command: "render models/dominoes.xml --time 4.2 --size 480x300 --fps 20",
};

const SCENES: [Scene; 6] = [
    Scene {
        name: "heap",
        title: "Simple shapes in a tray",
        command: "render models/heap.xml --time 3 --size 320x240 --fps 20",
    },
    Scene {
        name: "wrecking_ball",
        title: "A chain, a ball, a wall",
        command: "render models/wrecking_ball.xml --time 3.5 --size 320x240 --fps 20",
    },
    Scene {
        name: "cradle",
        title: "Newton's cradle",
        command: "render models/cradle.xml --key lifted --time 2.2 --size 320x240 --fps 20",
    },
    Scene {
        name: "marbles",
        title: "A Galton board",
        command: "render models/marbles.xml --time 4 --size 320x240 --fps 20",
    },
    Scene {
        name: "humanoid",
        title: "A humanoid without a plan",
        command: "run models/humanoid.xml --ctrl random --time 2.5 --azimuth 130 --elevation -15 --distance 4 --size 320x240 --fps 20",
    },
    Scene {
        name: "quadruped",
        title: "A quadruped, every object in a colour of its own",
        command: "run models/quadruped.xml --ctrl random --time 3 --segmentation --size 320x240 --fps 20",
    },
];

impl Scene {
    fn file(&self) -> PathBuf {
        Path::new(FOLDER).join(self.name).with_extension("gif")
    }

    /// The arguments as a user types them.
    fn typed(&self) -> String {
        let option = if self.command.starts_with("run") { "--video" } else { "-o" };
        format!("{} {option} {}.gif", self.command, self.name)
    }

    /// Renders the film and returns its size in bytes.
    fn film(&self, program: &Path) -> Result<u64, String> {
        let file = root().join(self.file());
        let option = if self.command.starts_with("run") { "--video" } else { "-o" };
        let step = crate::process::Program::new(program).args(self.command.split(' '));
        step.args([option.to_string(), file.display().to_string()]).quiet().must()?;
        let bytes = std::fs::metadata(&file).map_err(|e| format!("{}: {e}", file.display()))?.len();
        if bytes > MOST_BYTES {
            return Err(format!(
                "{}: {bytes} bytes, more than {MOST_BYTES}: make it shorter or smaller",
                file.display()
            ));
        }
        Ok(bytes)
    }
}

/// The text of README.md with the films.
fn shown(text: &str) -> Result<String, String> {
    let picture = |scene: &Scene| format!("![{}]({})", scene.title, scene.file().display());
    let mut table = String::from("\n| | | |\n|---|---|---|\n");
    for row in SCENES.chunks(3) {
        let cells: Vec<String> = row.iter().map(picture).collect();
        table.push_str(&format!("| {} |\n", cells.join(" | ")));
        let cells: Vec<String> = row.iter().map(|s| format!("{}<br>`cortenforge {}`", s.title, s.typed())).collect();
        table.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    table.push('\n');
    let text = replaced(text, TOP, &format!("\n{}\n\n", picture(&FIRST)))?;
    replaced(&text, GALLERY, &table)
}

/// Renders all films and writes README.md.
pub fn write() -> Result<bool, String> {
    cargo(&["build", "--release", "--locked", "--package", "sim-cli"]).must()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = target.join("release/cortenforge");
    std::fs::create_dir_all(root().join(FOLDER)).map_err(|e| format!("{FOLDER}: {e}"))?;
    for scene in [FIRST].iter().chain(&SCENES) {
        println!("{}: {} KB", scene.file().display(), scene.film(&program)? / 1000);
    }
    let path = root().join("README.md");
    let failed = |e: std::io::Error| format!("README.md: {e}");
    let text = std::fs::read_to_string(&path).map_err(failed)?;
    std::fs::write(&path, shown(&text)?).map_err(failed)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_shows_the_films_that_are_there() {
        let text = std::fs::read_to_string(root().join("README.md")).unwrap();
        assert_eq!(shown(&text).unwrap(), text, "run `cargo xtask gallery`");
        for scene in [FIRST].iter().chain(&SCENES) {
            let bytes = std::fs::metadata(root().join(scene.file())).unwrap().len();
            assert!((1000..=MOST_BYTES).contains(&bytes), "{}: {bytes}", scene.name);
        }
    }
}
