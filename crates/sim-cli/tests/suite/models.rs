//! Built-in models in place of files.

use crate::common::{command, cortenforge, folder, object, stderr, stdout, text, write};

#[test]
fn models_are_listed_with_a_line_each() {
    let output = cortenforge(&["models"]);
    assert!(output.status.success());
    let listed = stdout(&output);
    for words in ["humanoid", "quadruped", "a pole on a driven cart", "cortenforge view humanoid"] {
        assert!(listed.contains(words), "{listed}");
    }
    let models = object(&cortenforge(&["models", "--json"]))["models"].clone();
    assert!(models.as_array().unwrap().len() >= 12);
    assert_eq!(models[1]["name"], "cartpole");
}

#[test]
fn every_command_takes_a_name() {
    let folder = folder("models_names");
    let picture = text(&folder.join("gem.png"));
    for args in [
        &["run", "wrecking_ball", "--steps", "2"][..],
        &["info", "meshes"],
        &["check", "hand"],
        &["bench", "cartpole", "--steps", "10"],
        &["render", "meshes", "-o", &picture, "--size", "32x24"],
    ] {
        // away from the repository
        let output = command(args).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn a_recording_of_a_built_in_model_is_drawn_anywhere() {
    let folder = folder("models_recording");
    let (run, film) = (text(&folder.join("run.npz")), text(&folder.join("run.png")));
    let output = command(&["run", "cradle", "--steps", "20", "--out", &run]).current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let output = cortenforge(&["render", &run, "-o", &film, "--size", "32x24"]);
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn the_readme_names_the_models_that_a_gpu_runs() {
    let runs = |example: &&sim_cli::models::Example| {
        let model = example.load(sim_mjcf::Loader::new()).unwrap().model;
        sim_gpu::GpuBatchSim::missing(&model).is_empty()
    };
    let names: Vec<&str> = sim_cli::models::EXAMPLES.iter().filter(runs).map(|example| example.name).collect();
    let (last, others) = names.split_last().unwrap();
    let readme = include_str!("../../../../README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let words = format!("Of the built-in models it runs {} and {last}.", others.join(", "));
    assert!(readme.contains(&words), "write into README.md: {words}");
}

#[test]
fn a_file_goes_before_a_built_in_model() {
    let folder = folder("models_file");
    write(&folder.join("humanoid"), "<mujoco model='mine'><worldbody/></mujoco>");
    let output = command(&["info", "humanoid", "--json"]).current_dir(&folder).output().unwrap();
    assert_eq!(object(&output)["model"], "mine");
}

#[test]
fn an_unknown_name_is_an_error_with_a_suggestion() {
    for (name, words) in [
        ("humanod", "humanod: no such file; did you mean the built-in model 'humanoid'?"),
        ("no/humanoid.xml", "no/humanoid.xml: no such file; did you mean the built-in model 'humanoid'?"),
        ("g1", "g1: no such file; `cortenforge models` lists the built-in models"),
        ("no/g1.xml", "error: no/g1.xml: no such file\n"),
    ] {
        for command in ["run", "view", "info", "check"] {
            let output = cortenforge(&[command, name]);
            assert_eq!(output.status.code(), Some(1), "{command} {name}");
            let said = if command == "check" { stdout(&output) + &stderr(&output) } else { stderr(&output) };
            assert!(said.contains(words.trim_start_matches("error: ").trim()), "{command} {name}: {said}");
        }
    }
}
