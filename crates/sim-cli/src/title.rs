//! Titles of models.

use sim_core::Model;
use std::path::Path;

/// Names of files and models that say nothing about the model: the folder tells more.
const GENERIC: [&str; 5] = ["scene", "model", "robot", "main", "mjmodel"];
/// Name of a model without a name, in the loader and in MuJoCo.
const UNNAMED: &str = "MuJoCo Model";

/// The name of a model for titles: its own name, else the name of its file without the ending. A file such as `scene.xml` is named
/// with its folder: `unitree_g1/scene`. A path below `/` names no folder: use it for files without one.
///
/// ```
/// use sim_cli::model_title;
/// use sim_core::Model;
///
/// let model = Model::default();
/// assert_eq!(model_title(&model, Some("unitree_g1/scene.xml".as_ref())), "unitree_g1/scene");
/// assert_eq!(model_title(&model, Some("/dropped.xml".as_ref())), "dropped");
/// ```
pub fn model_title(model: &Model, path: Option<&Path>) -> String {
    let own = model.model_name().trim();
    let says_little = |name: &str| name.is_empty() || GENERIC.iter().any(|word| name.eq_ignore_ascii_case(word));
    if own != UNNAMED && !says_little(own) {
        return own.to_string();
    }
    let stem = path.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    let Some(stem) = stem else {
        let unnamed = own.is_empty() || own == UNNAMED;
        return if unnamed { "unnamed model".into() } else { own.into() };
    };
    // a relative path may be the name of the file alone
    let whole = path.and_then(|path| std::path::absolute(path).ok());
    let folder = whole.as_deref().and_then(Path::parent).and_then(Path::file_name);
    match folder {
        Some(folder) if says_little(&stem) => format!("{}/{stem}", folder.to_string_lossy()),
        _ => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: Option<&str>, path: Option<&str>) -> String {
        let name = name.map(|name| format!(" model='{name}'")).unwrap_or_default();
        let model = sim_mjcf::load_str(&format!("<mujoco{name}><worldbody/></mujoco>")).unwrap();
        model_title(&model, path.map(Path::new))
    }

    #[test]
    fn a_title_is_the_name_of_the_model_or_of_its_file() {
        let cases = [
            (Some("g1 scene"), Some("unitree_g1/scene.xml"), "g1 scene"),
            (Some("arm"), None, "arm"),
            (Some("arm"), Some("/a/other.xml"), "arm"),
            (Some(" "), Some("a/ant.xml"), "ant"),
            (None, Some("a/ant.xml"), "ant"),
            (None, Some("unitree_g1/scene.xml"), "unitree_g1/scene"),
            (Some("scene"), Some("/robots/unitree_g1/scene.xml"), "unitree_g1/scene"),
            (Some("scene"), Some("/robots/unitree_g1/g1.xml"), "g1"),
            (Some("Scene"), None, "Scene"),
            (None, Some("/scene.xml"), "scene"),
            (None, None, "unnamed model"),
            (Some("MuJoCo Model"), Some("x.y.xml"), "x.y"),
        ];
        for (name, path, expected) in cases {
            assert_eq!(named(name, path), expected, "{name:?} {path:?}");
        }
        // the folder of a name alone is the working directory
        let here = std::env::current_dir().unwrap();
        let here = here.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(named(None, Some("scene.xml")), format!("{here}/scene"));
    }
}
