//! Which step starts next: the first of the table whose prerequisites are finished and whose track is free.

use super::steps::{Step, Track};

/// The steps that wait, run and are finished.
#[derive(Debug)]
pub struct Schedule {
    steps: &'static [Step],
    waiting: Vec<usize>,
    running: Vec<usize>,
    /// Whether each finished step passed.
    finished: Vec<(usize, bool)>,
}

impl Schedule {
    /// The steps at the indices `chosen`, none of which has started.
    pub fn new(steps: &'static [Step], chosen: Vec<usize>) -> Self {
        Self { steps, waiting: chosen, running: vec![], finished: vec![] }
    }

    /// Whether no step waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Starts a step: its index and the name of a prerequisite that failed.
    pub fn start(&mut self) -> Option<(usize, Option<&'static str>)> {
        let place = self.waiting.iter().position(|&index| self.is_ready(&self.steps[index]))?;
        let index = self.waiting.remove(place);
        self.running.push(index);
        let failed = |need: &&&str| self.outcome(need) == Some(false);
        Some((index, self.steps[index].needs.iter().find(failed).copied()))
    }

    /// Notes that a step is finished and whether it passed.
    pub fn finish(&mut self, index: usize, passed: bool) {
        self.running.retain(|&other| other != index);
        self.finished.push((index, passed));
    }

    fn is_ready(&self, step: &Step) -> bool {
        let busy = self.running.iter().any(|&other| self.steps[other].track == step.track);
        (step.track == Track::Free || !busy) && step.needs.iter().all(|need| self.outcome(need).is_some())
    }

    fn outcome(&self, name: &str) -> Option<bool> {
        self.finished.iter().find(|(index, _)| self.steps[*index].name == name).map(|(_, passed)| *passed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::steps::STEPS;
    use super::*;
    use crate::summary::Count;

    const fn step(name: &'static str, track: Track, needs: &'static [&'static str]) -> Step {
        Step { name, about: "", track, needs, work: || Ok(Count { passed: 1, failed: 0 }) }
    }

    static SMALL: [Step; 4] = [
        step("build", Track::DebugBuild, &[]),
        step("test", Track::DebugBuild, &["build"]),
        step("other", Track::DebugBuild, &[]),
        step("format", Track::Free, &[]),
    ];

    #[test]
    fn tracks_and_prerequisites_are_kept() {
        let mut schedule = Schedule::new(&SMALL, vec![0, 1, 2, 3]);
        assert_eq!(schedule.start(), Some((0, None)));
        assert_eq!(schedule.start(), Some((3, None)), "the debug track is busy");
        assert_eq!(schedule.start(), None);
        schedule.finish(0, false);
        assert_eq!(schedule.start(), Some((1, Some("build"))));
        schedule.finish(1, false);
        assert_eq!(schedule.start(), Some((2, None)));
        assert!(schedule.is_empty());
    }

    #[test]
    fn every_step_of_the_table_runs_once() {
        let mut schedule = Schedule::new(STEPS, (0..STEPS.len()).collect());
        let mut order = vec![];
        while let Some((index, failed)) = schedule.start() {
            assert_eq!(failed, None);
            schedule.finish(index, true);
            order.push(index);
        }
        assert!(schedule.is_empty());
        order.sort_unstable();
        assert_eq!(order, (0..STEPS.len()).collect::<Vec<_>>());
    }

    #[test]
    fn a_step_comes_after_what_it_needs() {
        for (index, step) in STEPS.iter().enumerate() {
            for need in step.needs {
                assert!(STEPS[..index].iter().any(|other| other.name == *need), "{} needs {need}", step.name);
            }
            assert!(STEPS[..index].iter().all(|other| other.name != step.name), "two steps are called {}", step.name);
        }
    }
}
