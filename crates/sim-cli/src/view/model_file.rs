//! Where the model of `view` comes from: a file, the built-in model, or files that were dropped on a page.

use crate::error::{CliError, Result};
use crate::interrupt::Interrupt;
use crate::models;
use crate::source;
use crate::title::model_title;
use sim_mjcf::{FileLog, Loader, MjcfError, Stop, TextLog};
use sim_view::viewer::{DroppedModel, LoadFailure, Loaded, Source, WatchedFiles};
use std::path::{Path, PathBuf};

/// The built-in model that is shown when none is named: a robot that stands.
pub const FIRST: &str = "strider";

/// A model file, or a built-in model, with the files that it includes. A dropped model replaces it.
pub struct ModelFile {
    path: Option<PathBuf>,
    dropped: Option<DroppedModel>,
    watched: WatchedFiles,
    interrupt: Interrupt,
}

impl ModelFile {
    /// A source that loads `path`, or the built-in model.
    pub fn new(path: Option<PathBuf>, interrupt: Interrupt) -> Self {
        Self { path, dropped: None, watched: WatchedFiles::default(), interrupt }
    }

    /// Loads the model for the first time.
    pub fn load_first(&mut self) -> Result<Loaded> {
        self.load_now(&TextLog::default()).map_err(|error| match error {
            MjcfError::Interrupted => CliError::NotLoaded,
            other => CliError::Model(other),
        })
    }

    /// Loads the model. `texts` keeps what the loader reads.
    fn load_now(&mut self, texts: &TextLog) -> Result<Loaded, MjcfError> {
        let log = FileLog::default();
        let interrupt = self.interrupt.clone();
        let stop = Stop::when(move || interrupt.asked());
        let loader = Loader::new().stop(stop).log(log.clone()).texts(texts.clone());
        let (outcome, file) = match (&self.dropped, &self.path) {
            (Some(dropped), _) => {
                // a page can come from anywhere: its model sees what came with it, and nothing of the disk
                let loader = loader.disk(false).assets(dropped.files().collect());
                // a dropped file has no folder: the working directory does not name it
                (loader.load(dropped.name()), Some(Path::new("/").join(dropped.name())))
            }
            (None, Some(path)) => match models::named(path) {
                Some(example) => (example.load(loader), Some(path.clone())),
                None => {
                    self.watched.add(path);
                    (loader.load(path), Some(path.clone()))
                }
            },
            (None, None) => match models::find(FIRST) {
                Some(example) => (example.load(loader), Some(PathBuf::from(FIRST))),
                None => (loader.load_str(source::BUILT_IN, "humanoid.xml"), None),
            },
        };
        // an error may come before all files are known: watch the known ones too
        log.files().iter().for_each(|file| self.watched.add(file));
        let sim_mjcf::Loaded { model, warnings } = outcome?;
        let name = model_title(&model, file.as_deref());
        Ok(Loaded { model, name, warnings: warnings.iter().map(ToString::to_string).collect(), data: None })
    }

    /// Loads the model. The lines of an error come from the text that the loader read, never from the file again.
    fn load_or_explain(&mut self) -> Result<Loaded, LoadFailure> {
        let texts = TextLog::default();
        self.load_now(&texts).map_err(|error| {
            let place =
                |span: &sim_mjcf::SourceSpan| (span.file().to_string(), span.line() as usize, span.column() as usize);
            LoadFailure::at(error.to_string(), error.span().map(place), |file| texts.text(file))
        })
    }
}

impl Source for ModelFile {
    fn load(&mut self) -> Result<Loaded, LoadFailure> {
        self.load_or_explain()
    }

    fn load_dropped(&mut self, dropped: DroppedModel) -> Result<Loaded, LoadFailure> {
        let before = self.dropped.replace(dropped);
        let loaded = self.load_or_explain();
        if loaded.is_err() {
            self.dropped = before;
        }
        loaded
    }

    fn has_changed(&mut self) -> bool {
        self.dropped.is_none() && self.watched.has_changed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    const GOOD: &str = "<mujoco>\n<worldbody><geom size='1'/></worldbody>\n</mujoco>";
    const WRONG: &str = "<mujoco>\n<worldbody><geom sise='1'/></worldbody>\n</mujoco>";

    /// A fresh folder of a test's own.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("model-file-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// A source, as a viewer has it.
    fn source(path: Option<PathBuf>) -> ModelFile {
        ModelFile::new(path, Interrupt::never())
    }

    /// Loads in a thread, and fails if that takes long.
    fn load_soon(mut source: ModelFile) -> (ModelFile, Result<Loaded, LoadFailure>) {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let loaded = source.load();
            let _ = sender.send((source, loaded));
        });
        receiver.recv_timeout(Duration::from_secs(20)).expect("loading ends at once")
    }

    fn dropped(files: &[(&str, &str)]) -> DroppedModel {
        DroppedModel::new(files.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()))).unwrap()
    }

    #[test]
    fn lines_of_an_error_are_those_that_the_loader_read() {
        let folder = folder("lines");
        let path = folder.join("a.xml");
        fs::write(&path, WRONG).unwrap();
        let failure = source(Some(path)).load().unwrap_err();
        assert_eq!(failure.lines[1], (2, "<worldbody><geom sise='1'/></worldbody>".to_string()));
        fs::write(folder.join("part.xml"), "<mujoco>\n\n<option timestap='1'/>\n</mujoco>").unwrap();
        fs::write(folder.join("b.xml"), "<mujoco><include file='part.xml'/></mujoco>").unwrap();
        let failure = source(Some(folder.join("b.xml"))).load().unwrap_err();
        assert_eq!((failure.place.unwrap().1, failure.lines[2].1.as_str()), (3, "<option timestap='1'/>"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_turns_into_something_else_is_an_error_at_once() {
        use std::os::unix::fs::symlink;
        let folder = folder("kinds");
        let run = |program: &str, path: &Path| {
            assert!(std::process::Command::new(program).arg(path).status().unwrap().success());
        };
        let sparse = |path: &Path| fs::File::create(path).unwrap().set_len(1 << 40).unwrap();
        type Change<'a> = &'a dyn Fn(&Path);
        let changes: [(&str, Change<'_>); 9] = [
            ("a pipe", &|path| run("mkfifo", path)),
            ("a link to a pipe", &|path| {
                run("mkfifo", &path.with_extension("pipe"));
                symlink(path.with_extension("pipe"), path).unwrap();
            }),
            ("a folder", &|path| fs::create_dir(path).unwrap()),
            ("an endless device", &|path| symlink("/dev/zero", path).unwrap()),
            ("the terminal", &|path| symlink("/dev/tty", path).unwrap()),
            ("a file of the system", &|path| symlink("/proc/self/environ", path).unwrap()),
            ("a huge file", &sparse),
            ("a link to itself", &|path| symlink(path, path).unwrap()),
            ("nothing", &|_| {}),
        ];
        for (k, (what, change)) in changes.iter().enumerate() {
            let path = folder.join(format!("{k}.xml"));
            fs::write(&path, WRONG).unwrap();
            let (mut source, first) = load_soon(source(Some(path.clone())));
            assert_eq!(first.unwrap_err().lines.len(), 3, "{what}");
            fs::remove_file(&path).unwrap();
            change(&path);
            assert!(source.has_changed(), "{what}");
            let (source, failure) = load_soon(source);
            let failure = failure.unwrap_err();
            assert!(failure.lines.is_empty() && !failure.message.is_empty(), "{what}: {failure:?}");
            // a file that a model includes is no other than the model
            let main = folder.join(format!("main {k}.xml"));
            fs::write(&main, format!("<mujoco><include file='{k}.xml'/></mujoco>")).unwrap();
            let (_, failure) = load_soon(self::source(Some(main)));
            assert!(failure.unwrap_err().message.contains(&format!("{k}.xml")), "{what}");
            drop(source);
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_is_repaired_is_loaded_again() {
        let folder = folder("repaired");
        let path = folder.join("a.xml");
        fs::write(&path, WRONG).unwrap();
        let mut source = source(Some(path.clone()));
        assert!(source.load().is_err() && !source.has_changed());
        fs::write(&path, GOOD).unwrap();
        assert!(source.has_changed() && source.load().is_ok());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_dropped_model_sees_only_what_was_dropped_with_it() {
        let folder = folder("dropped");
        let secret = folder.join("secret.xml");
        fs::write(&secret, "<mujoco>\n<password sise='1'/>\n</mujoco>").unwrap();
        fs::write(folder.join("secret.stl"), [0; 84]).unwrap();
        let (here, file) = (folder.display(), secret.display());
        for text in [
            format!("<mujoco><include file='{file}'/></mujoco>"),
            format!("<mujoco><worldbody><include file='{file}'/></worldbody></mujoco>"),
            format!("<mujoco><asset><model name='m' file='{file}'/></asset></mujoco>"),
            format!("<mujoco><compiler meshdir='{here}'/><asset><mesh name='m' file='secret.stl'/></asset></mujoco>"),
            format!(
                "<mujoco><compiler assetdir='{here}'/><asset><texture name='t' type='2d' file='secret.stl'/></asset></mujoco>"
            ),
            format!("<mujoco><asset><hfield name='h' file='{here}/secret.stl' size='1 1 1 1'/></asset></mujoco>"),
            format!("<mujoco><deformable><skin name='s' file='{here}/secret.stl'/></deformable></mujoco>"),
            "<mujoco><include file='../../../../../../../../etc/passwd'/></mujoco>".to_string(),
            "<mujoco><include file='Cargo.toml'/></mujoco>".to_string(),
        ] {
            let mut source = source(None);
            let failure = source.load_dropped(dropped(&[("x.xml", &text)])).unwrap_err();
            let shown = format!("{failure:?}");
            assert!(!shown.contains("password") && !shown.contains("root:"), "{shown}");
            let wanted = ["no such file", "not found", "missing", "cannot find", "does not exist"];
            assert!(wanted.iter().any(|word| failure.message.contains(word)), "{}", failure.message);
            assert!(source.watched.is_empty(), "{text}");
            assert!(source.load().is_ok(), "the model before it stays");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_dropped_folder_finds_its_own_files() {
        let mut source = source(None);
        let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
        let text = "<mujoco><compiler meshdir='assets'/><asset><mesh name='m' file='a.obj'/></asset><include file='parts/b.xml'/></mujoco>";
        let part = "<mujoco><worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>";
        let files = [("assets/a.obj", mesh), ("parts/b.xml", part), ("scene.xml", text), ("unused.txt", "")];
        let loaded = source.load_dropped(dropped(&files)).unwrap();
        assert_eq!((loaded.model.nmesh, loaded.name.as_str()), (1, "scene"));
        assert!(!source.has_changed() && source.load().unwrap().model.nmesh == 1, "it is the model from now on");
        let failure = source.load_dropped(dropped(&[("y.xml", WRONG)])).unwrap_err();
        assert_eq!(failure.lines.len(), 3);
        assert_eq!(source.load().unwrap().name, "scene");
    }
}
