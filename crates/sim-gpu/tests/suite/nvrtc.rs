//! Kernels for CUDA: each one has CUDA source. NVRTC compiles it where it is installed; with a GPU, the results are equal.

use crate::harness::whole::stripped;
use crate::harness::{load, machine, parse};
use sim_core::Model;
use sim_gpu::{
    ControlNoise, GpuBatchSim, GpuCompiler, GpuNumbers, GpuOptions, GpuSimContext, GpuSimError, GpuSimResult, Precision,
};
use std::sync::Arc;

/// A sled that falls on its side and slides, with two motors.
const SLED: &str = r#"
<mujoco>
  <option integrator="INTEGRATOR"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 .3">
      <joint name="x" type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint name="turn" axis="0 1 0"/>
      <geom type="capsule" size=".05" fromto="-.2 0 0 .2 0 .1"/>
      <body pos=".2 0 .1"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="x" gear="5"/><motor joint="turn"/></actuator>
  <sensor><accelerometer site="s"/></sensor>
</mujoco>"#;

const WORLDS: usize = 40;

fn sled(integrator: &str) -> Arc<Model> {
    let text = SLED
        .replace("INTEGRATOR", integrator)
        .replace(r#"<geom type="capsule" size=".05""#, r#"<site name="s"/><geom type="capsule" size=".05""#);
    parse(&text)
}

/// Every model of ours that the GPU supports, unchanged or without its unsupported features.
fn models() -> Vec<(String, Model)> {
    let folder = format!("{}/../../models", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "xml"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let all = names.into_iter().map(|name| {
        let model = Model::clone(&load(&name));
        let model = if GpuBatchSim::missing(&model).is_empty() { model } else { stripped(&model) };
        (name, model)
    });
    all.filter(|(_, model)| GpuBatchSim::missing(model).is_empty()).collect()
}

fn options(smooth_lanes: usize, solver_lanes: usize, precision: Precision) -> GpuOptions {
    GpuOptions::default()
        .precision(precision)
        .control_noise(ControlNoise::default())
        .tune(|tuning| tuning.smooth_lanes(smooth_lanes).solver_lanes(solver_lanes))
}

#[test]
fn every_kernel_has_a_text_in_cuda() {
    let all = models();
    assert!(all.len() >= 17, "{} models are translated", all.len());
    for (name, model) in &all {
        for precision in [Precision::Single, Precision::Double] {
            // 64 lanes exceed a subgroup
            for (smooth, solver) in [(1, 1), (1, 32), (8, 32), (32, 32), (64, 64)] {
                let texts = GpuBatchSim::cuda_of(model, &options(smooth, solver, precision));
                for (kernel, text) in texts.unwrap_or_else(|e| panic!("{name}, {smooth} and {solver} lanes: {e}")) {
                    let place = format!("{name}, {kernel}, {smooth} and {solver} lanes");
                    assert!(text.contains("__global__"), "{place}");
                    let keeps = text.contains("#pragma unroll 1\n");
                    let is_alone = (kernel == "solve" && solver == 1) || (kernel == "move" && smooth == 1);
                    assert!(!(keeps && is_alone), "{place}: one lane alone has its loops written out");
                    assert!(keeps || is_alone || !text.contains("while (true)"), "{place}: loops are kept");
                    let holds_all = text.contains("__syncwarp(ALL_LANES);");
                    assert!(!holds_all || solver <= 32, "{place}: a subgroup does not hold these lanes");
                }
            }
        }
    }
}

/// Ahead-of-time compilation makes the kernels that a batch needs, whichever compiler the options name.
#[test]
fn texts_do_not_depend_on_the_compiler_that_is_named() {
    for (name, model) in &models()[..4] {
        let named = [GpuCompiler::Driver, GpuCompiler::Nvrtc].map(|compiler| {
            let options = options(32, 32, Precision::Single).compiler(compiler);
            GpuBatchSim::cuda_of(model, &options).unwrap()
        });
        assert_eq!(named[0], named[1], "{name}");
    }
}

/// Compiles the kernels of a model into a temporary folder. Returns false without NVRTC.
fn compile(name: &str, model: &Model, options: &GpuOptions) -> bool {
    let folder = std::env::temp_dir().join(format!("cortenforge-nvrtc-{name}-{}", std::process::id()));
    let compiled = GpuBatchSim::compile_ahead(model, options, "sm_90", &folder);
    // kernels that are compiled again would be written again
    let files: Vec<_> = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|file| file.path()).collect();
    let written: Vec<_> = files.iter().map(|file| std::fs::metadata(file).unwrap().modified().unwrap()).collect();
    let again = GpuBatchSim::compile_ahead(model, options, "sm_90", &folder);
    let found: Vec<_> = files.iter().map(|file| std::fs::metadata(file).unwrap().modified().unwrap()).collect();
    let _ = std::fs::remove_dir_all(&folder);
    match (compiled, again) {
        (Ok(times), Ok(again)) => {
            assert!(!times.is_empty() && times.len() == again.len() && files.len() == times.len(), "{name}: {files:?}");
            assert_eq!(found, written, "{name}: kernels were compiled again");
            true
        }
        (Err(GpuSimError::Nvrtc(why)), _) => {
            let is_expected = std::env::var_os("CORTENFORGE_TEST_NVRTC").is_some();
            assert!(!is_expected, "{name}: {why}");
            assert!(why.contains("nvrtc") || why.contains("Linux"), "{name}: {why}");
            false
        }
        (outcome, _) => panic!("{name}: {outcome:?}"),
    }
}

#[test]
fn kernels_compile_where_there_is_nvrtc() {
    for lanes in [1, 8, 32, 64] {
        compile(&format!("sled-{lanes}"), &sled("Euler"), &options(lanes, lanes, Precision::Single));
    }
    compile("sled-double", &sled("RK4"), &options(1, 32, Precision::Double));
}

/// Takes minutes for each model, so it runs only by hand, with NVRTC.
#[test]
#[ignore = "takes NVRTC half an hour"]
fn kernels_of_all_models_compile() {
    for (name, model) in models() {
        for precision in [Precision::Single, Precision::Double] {
            for (smooth, solver) in [(1, 1), (32, 32)] {
                if !compile(&name, &model, &options(smooth, solver, precision)) {
                    return;
                }
            }
        }
    }
}

/// A batch on a context whose kernels NVRTC compiles.
fn with_nvrtc(context: &GpuSimContext, model: &Arc<Model>, precision: Precision) -> GpuSimResult<GpuBatchSim> {
    let options =
        GpuOptions::default().compiler(GpuCompiler::Nvrtc).precision(precision).visible(["sensordata", "qacc"]);
    GpuBatchSim::with(context, Arc::clone(model), WORLDS, &options)
}

#[test]
fn without_a_gpu_of_nvidia_there_is_a_reason() {
    let mut contexts = vec![machine()];
    contexts.extend(GpuSimContext::shared().ok().filter(|context| context.no_cuda().is_some()));
    for context in contexts {
        let why = match with_nvrtc(&context, &sled("Euler"), Precision::Single).unwrap_err() {
            GpuSimError::Nvrtc(why) => why,
            other => panic!("{other}"),
        };
        let expected = match cfg!(all(target_os = "linux", feature = "nvrtc")) {
            true => context.no_cuda().unwrap_or_default().to_string(),
            false if cfg!(target_os = "linux") => "feature `nvrtc`".into(),
            false => "Linux".into(),
        };
        assert!(!expected.is_empty() && why.contains(&expected), "{why}");
    }
}

/// Results of every way of stepping, with controls for each world and for all.
fn tour(batch: &mut GpuBatchSim) -> Vec<(&'static str, Vec<f64>)> {
    let pushes = |n: usize| (0..n).map(|i| ((i * 7919) % 13) as f64 / 13.0 - 0.5).collect::<Vec<f64>>();
    let mut seen = Vec::new();
    let mut look = |batch: &GpuBatchSim, place: &'static str| {
        for field in ["qpos", "qvel", "ctrl", "time", "sensordata", "qacc"] {
            seen.push((place, batch.read(field).unwrap()));
        }
    };
    let speeds = pushes(WORLDS * batch.model().nv);
    batch.write("qvel", &speeds).unwrap();
    batch.forward_all().unwrap();
    look(batch, "a forward pass");
    assert!(batch.step_all_n(300).unwrap().iter().all(Option::is_none));
    look(batch, "steps in two submissions");
    let nu = batch.model().nu;
    batch.step_all_with(&pushes(20 * WORLDS * nu), 20).unwrap();
    look(batch, "steps with controls");
    batch.step_all_with_shared(&pushes(20 * nu), 20).unwrap();
    look(batch, "steps with shared controls");
    let saved = batch.save_states().unwrap();
    assert!(batch.step_all_n(7).unwrap().iter().all(Option::is_none));
    batch.reset_where(&(0..WORLDS).map(|world| world % 3 == 0).collect::<Vec<_>>()).unwrap();
    look(batch, "a reset of some worlds");
    let choice: Vec<_> = (0..WORLDS).map(|world| (world % 2 == 0).then_some(WORLDS - 1 - world)).collect();
    batch.reset_from(&saved, &choice).unwrap();
    look(batch, "states of other worlds");
    batch.restore_states(&saved).unwrap();
    let data = batch.world(3).unwrap();
    batch.set_world(5, &data).unwrap();
    look(batch, "saved states, and one of the host");
    // a failed world keeps the controls of that step, and the others continue
    let mut speeds = batch.read("qvel").unwrap();
    speeds[batch.model().nv] = f64::NAN;
    batch.write("qvel", &speeds).unwrap();
    let errors = batch.step_all_with(&pushes(5 * WORLDS * nu), 5).unwrap();
    assert!(errors[1].is_some() && errors.iter().flatten().count() == 1);
    seen.push(("a world that failed", batch.read("ctrl").unwrap()));
    batch.reset_all().unwrap();
    assert!(batch.step_all_n(3).unwrap().iter().all(Option::is_none));
    assert!(batch.profile_steps(2).unwrap().iter().all(|kernel| kernel.microseconds > 0.0));
    seen
}

/// The device, if NVRTC compiles for it. Any failure but a missing NVRTC or GPU panics.
fn nvidia() -> Option<GpuSimContext> {
    GpuSimContext::shared().ok().filter(|context| context.nvrtc_version().is_ok())
}

#[test]
fn both_compilers_make_the_same_of_a_model() {
    let Some(context) = nvidia() else { return };
    for integrator in ["Euler", "RK4"] {
        let model = sled(integrator);
        let mut ours = with_nvrtc(&context, &model, Precision::Double).unwrap();
        let options = GpuOptions::default()
            .precision(Precision::Double)
            .visible(["sensordata", "qacc"])
            .compiler(GpuCompiler::Driver);
        let mut other = GpuBatchSim::with(&context, model, WORLDS, &options).unwrap();
        let (ours_seen, other_seen) = (tour(&mut ours), tour(&mut other));
        assert!(!ours_seen.is_empty() && ours_seen.len() == other_seen.len(), "{integrator}");
        for ((place, a), (_, b)) in ours_seen.iter().zip(other_seen) {
            assert!(!a.is_empty(), "{integrator}, {place}: compared nothing");
            let apart = a.iter().zip(&b).map(|(x, y)| (x - y).abs() / (1.0 + y.abs())).fold(0.0, f64::max);
            assert!(a.len() == b.len() && apart < 1e-6, "{integrator}, {place}: {apart}");
        }
        // states of one batch restored in the other
        let (mine, theirs) = (ours.save_states().unwrap(), other.save_states().unwrap());
        let [before, wanted] = [&ours, &other].map(|batch| batch.read("qpos").unwrap());
        // written by wgpu and read by CUDA, without a wait between them
        ours.restore_states(&theirs).unwrap();
        assert_eq!(ours.read("qpos").unwrap(), wanted);
        other.restore_states(&mine).unwrap();
        assert_eq!(other.read("qpos").unwrap(), before);
    }
}

/// Copies by CUDA equal copies by wgpu, also for a field that exceeds one CUDA transfer.
#[test]
fn both_sides_see_the_same_fields() {
    let Some(context) = nvidia() else { return };
    let text = "<mujoco><worldbody><body name='ball'><freejoint/><geom size='.1'/></body></worldbody>
      <equality><connect body1='ball' anchor='0 0 0'/></equality></mujoco>";
    let (model, worlds) = (parse(text), 700_001);
    let options = GpuOptions::default().compiler(GpuCompiler::Nvrtc);
    let mut batch = GpuBatchSim::with(&context, model, worlds, &options).unwrap();
    let expected: Vec<f64> = (0..worlds * 6).map(|i| f64::from(i as f32 * 0.25)).collect();
    batch.write("qvel", &expected).unwrap();
    // integers that differ between worlds
    let active: Vec<i32> = (0..worlds).map(|i| i32::from(i % 3 == 0 || i % 7 == 2)).collect();
    batch.write("eq_active", &active.iter().map(|&on| f64::from(on)).collect::<Vec<_>>()).unwrap();
    let by_wgpu = batch.begin_read(&["qvel", "qpos", "status", "eq_active"]).unwrap().finish().unwrap();
    assert!(by_wgpu[0].1.clone().into_reals() == expected, "wgpu sees other numbers than CUDA wrote");
    assert!(by_wgpu[3].1 == GpuNumbers::Whole(active), "wgpu sees other whole numbers than CUDA wrote");
    assert_eq!(by_wgpu.len(), 4);
    for (field, numbers) in &by_wgpu {
        assert!(batch.read_numbers(field).unwrap() == *numbers, "CUDA sees another {field} than wgpu");
    }
    // a world of the last part
    assert_eq!(batch.read_world("qvel", worlds - 1).unwrap(), expected[expected.len() - 6..]);
    batch.reset_all().unwrap();
    assert!(batch.read("qvel").unwrap().iter().all(|&speed| speed == 0.0));
}
