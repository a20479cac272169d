//! The worlds of a speed test: initial states, controls, and noise on the controls.

#![allow(dead_code)] // each program uses its part

use sim_core::{Data, Model};
use sim_gpu::{ControlNoise, GpuCompiler};

pub type Failure = Box<dyn std::error::Error>;

/// Recorded controls and their initial state.
pub struct Replay {
    pub qpos: Vec<f64>,
    pub qvel: Vec<f64>,
    /// A row for each step.
    pub controls: Vec<f64>,
}

impl Replay {
    /// Reads the recording that REPLAY names, if any. It is a text file of numbers: qpos of the initial state in the first line, qvel in
    /// the second, and the controls of a step in every further line.
    pub fn asked(m: &Model) -> Result<Option<Self>, Failure> {
        std::env::var("REPLAY").ok().map(|path| Self::read(&path, m)).transpose()
    }

    fn read(path: &str, m: &Model) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
        let mut rows = text.lines().enumerate().map(|(i, line)| -> Result<Vec<f64>, Failure> {
            let width = [m.nq, m.nv].get(i).copied().unwrap_or(m.nu);
            let place = format!("{path}, line {}", i + 1);
            let row = line.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>();
            match row.map_err(|e| format!("{place}: {e}"))? {
                row if row.len() == width => Ok(row),
                row => Err(format!("{place}: {} numbers, but the model has {width} there", row.len()).into()),
            }
        });
        let mut state = || rows.next().ok_or_else(|| format!("{path}: the lines of qpos and qvel are missing"))?;
        let (qpos, qvel) = (state()?, state()?);
        Ok(Self { qpos, qvel, controls: rows.collect::<Result<Vec<_>, _>>()?.concat() })
    }

    /// Number of steps with recorded controls.
    pub fn steps(&self, m: &Model) -> usize {
        self.controls.len() / m.nu.max(1)
    }
}

/// The noise on the controls: that of speed tests with NOISE=1, white noise of a deviation with for example NOISE=0.3.
pub fn noise() -> Result<Option<ControlNoise>, Failure> {
    let level: f64 = std::env::var("NOISE").map_or(Ok(0.0), |level| level.parse())?;
    if level == 0.0 || level == 1.0 {
        return Ok((level > 0.0).then(ControlNoise::default));
    }
    Ok(Some(ControlNoise { deviation: level, time_constant: 0.0, seed: 0 }))
}

/// The compiler of the kernels.
pub fn compiler() -> Result<GpuCompiler, Failure> {
    match std::env::var("COMPILER").as_deref() {
        Err(_) | Ok("driver") => Ok(GpuCompiler::Driver),
        Ok("nvrtc") => Ok(GpuCompiler::Nvrtc),
        Ok(other) => Err(format!("COMPILER is driver or nvrtc, not {other}").into()),
    }
}

/// The initial state of a speed test: that of the recording, the first keyframe, or the reference pose.
pub fn start(m: &Model, replay: Option<&Replay>) -> Data {
    let mut data = m.make_data();
    if let Some(replay) = replay {
        data.qpos.copy_from_slice(&replay.qpos);
        data.qvel.copy_from_slice(&replay.qvel);
    } else {
        // without keyframes the state stays
        data.reset_to_keyframe(m, 0);
    }
    data
}
