//! `bench --gpu --try-lanes`: finds the fastest numbers of lanes for a model and a number of worlds.

use crate::error::{CliError, Result};
use crate::gpu::bench::About;
use crate::gpu::timing::Subject;
use crate::report::{Report, columns, counted, grouped};
use crate::run::progress;
use serde_json::{Value, json};
use sim_core::binding::message::Line;
use sim_gpu::{GpuCompiler, GpuOptions};

/// Pairs of lanes, for the smooth part and for the solver, that are measured.
const TRIED: [[usize; 2]; 8] = [[32, 32], [16, 32], [8, 32], [4, 32], [1, 32], [32, 1], [4, 1], [1, 1]];

/// Models with more dofs get no solver with one lane: drivers need minutes to compile it, and it is slow.
const MOST_ALONE_DOFS: usize = 16;

/// Models with more dofs get several lanes in both parts.
const MOST_SERIAL_DOFS: usize = 100;

/// Result of a pair of lanes.
struct Outcome {
    compiler: GpuCompiler,
    /// Steps of all worlds per second.
    rate: f64,
    failed: usize,
    bytes_per_world: usize,
}

/// A pair of lanes with its result, or the error.
struct Try {
    lanes: [usize; 2],
    outcome: std::result::Result<Outcome, String>,
}

impl Try {
    fn rate(&self) -> f64 {
        self.outcome.as_ref().map_or(0.0, |outcome| outcome.rate)
    }

    fn row(&self, best: f64) -> Vec<String> {
        let [smooth, solver] = self.lanes.map(|lanes| lanes.to_string());
        match &self.outcome {
            Ok(outcome) => {
                let mut rest = format!("{} B a world", grouped(outcome.bytes_per_world as u64));
                if outcome.failed > 0 {
                    rest += &format!(", {} failed and did not go on", counted(outcome.failed, "world"));
                }
                if outcome.rate == best {
                    rest += ", the quickest";
                }
                vec![smooth, solver, grouped(outcome.rate as u64), rest]
            }
            Err(why) => vec![smooth, solver, "-".into(), Line(why).to_string()],
        }
    }

    fn json(&self) -> Value {
        let [smooth, solver] = self.lanes;
        let mut json = json!({ "smooth_lanes": smooth, "solver_lanes": solver });
        match &self.outcome {
            Ok(outcome) => {
                json["steps_per_second"] = json!(outcome.rate);
                json["worlds_in_error"] = json!(outcome.failed);
                json["bytes_per_world"] = json!(outcome.bytes_per_world);
            }
            Err(why) => json["error"] = json!(why),
        }
        json
    }
}

/// Times equal steps with each pair of lanes.
pub fn compare(subject: &Subject<'_>, options: &GpuOptions, about: &About<'_>) -> Result<Report> {
    let dofs = subject.model.nv;
    let fits = |lanes: &[usize; 2]| match lanes {
        [_, 1] => dofs <= MOST_ALONE_DOFS,
        [1, _] => dofs <= MOST_SERIAL_DOFS,
        _ => true,
    };
    let tried: Vec<[usize; 2]> = TRIED.into_iter().filter(fits).collect();
    let bar = progress(tried.len() as u64);
    let mut all = Vec::new();
    for lanes in tried {
        let outcome = match attempt(subject, options, lanes) {
            // a pair that fails does not stop the others
            Err(CliError::Gpu(error)) => Err(error.to_string()),
            outcome => Ok(outcome?),
        };
        all.push(Try { lanes, outcome });
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(report(&all, about))
}

/// Times steps with these numbers of lanes.
fn attempt(subject: &Subject<'_>, options: &GpuOptions, [smooth, solver]: [usize; 2]) -> Result<Outcome> {
    let options = options.clone().tune(|tuning| tuning.smooth_lanes(smooth).solver_lanes(solver));
    let mut batch = subject.batch(&options)?;
    let timed = subject.time(&mut batch)?;
    let (compiler, bytes_per_world) = (batch.compiler(), batch.bytes_per_world());
    Ok(Outcome { compiler, rate: timed.rate(), failed: timed.failed(), bytes_per_world })
}

/// A table with a row for each pair. It is an error if none ran.
fn report(all: &[Try], about: &About<'_>) -> Report {
    let best = all.iter().map(Try::rate).fold(0.0, f64::max);
    let ran = all.iter().find_map(|one| one.outcome.as_ref().ok());
    let compiler = ran.map_or(GpuCompiler::Driver, |outcome| outcome.compiler);
    let titles = ["--smooth-lanes", "--solver-lanes", "steps/s", ""].map(String::from).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(titles).chain(all.iter().map(|one| one.row(best))).collect();
    let mut json = about.json(compiler);
    json.insert("tried".into(), all.iter().map(Try::json).collect());
    let mut report = Report::new(about.head(compiler) + &columns(&rows), Value::Object(json));
    report.failed = ran.is_none();
    report
}
