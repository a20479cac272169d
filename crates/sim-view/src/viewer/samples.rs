//! Samples of watched values, one at each step, until a frame takes them. Their memory is bounded: too many are thinned out, and each
//! lowest and highest value stays.

use crate::viewer::watched::{Moment, Watched};

/// Limit on the samples that wait for a page, of all its values together.
const MOST_SAMPLES: usize = 1 << 15;

/// Limit on the samples of one value, if a page watches many.
const FEWEST: usize = 64;

/// Samples that are thinned out together: the lowest and the highest of them stay.
const GROUP: usize = 4;

/// A time (s) and a value.
pub type Sample = [f64; 2];

/// The values that a page watches, and their samples since its last frame.
#[derive(Debug, Default)]
pub struct Samples {
    /// The list of values.
    pub watched: Watched,
    series: Vec<Vec<Sample>>,
    /// Version of the model and number of the world of the samples.
    of: (u32, u32),
    /// Number of the last sample of each scalar of the program that the page has.
    pub scalars: Vec<u64>,
}

impl Samples {
    /// No samples yet of these values.
    pub fn new(watched: Watched) -> Self {
        let count = watched.names().len();
        Self { watched, series: vec![Vec::new(); count], of: (0, 0), scalars: vec![0; count] }
    }

    /// Adds a sample of each value. Samples of another model or another world are dropped.
    pub fn add(&mut self, at: &Moment<'_>) {
        if self.of != (at.version, at.world) {
            self.of = (at.version, at.world);
            self.series.iter_mut().for_each(Vec::clear);
        }
        let most = most_of(self.series.len());
        for ((index, series), value) in self.series.iter_mut().enumerate().zip(self.watched.values(at)) {
            if !self.watched.is_unknown(index) {
                push(series, [at.data.time, value], most);
            }
        }
    }

    /// Takes the samples of a version of the model: those of each value, in order of their times.
    pub fn take(&mut self, version: u32) -> Vec<Vec<Sample>> {
        let none = vec![Vec::new(); self.series.len()];
        if self.of.0 == version { std::mem::replace(&mut self.series, none) } else { none }
    }
}

/// Limit on the samples of one of `count` values.
fn most_of(count: usize) -> usize {
    (MOST_SAMPLES / count.max(1)).max(FEWEST)
}

/// Adds a sample. An earlier time drops the samples before: the world went back.
fn push(series: &mut Vec<Sample>, sample: Sample, most: usize) {
    if series.last().is_some_and(|last| sample[0] <= last[0]) {
        series.clear();
    }
    if series.len() >= most {
        thin_out(series);
    }
    series.push(sample);
}

/// Keeps the lowest and the highest sample of each group, in order of their times.
fn thin_out(series: &mut Vec<Sample>) {
    let mut kept = 0;
    for start in (0..series.len()).step_by(GROUP) {
        let group = &series[start..(start + GROUP).min(series.len())];
        let by_value = |a: &&Sample, b: &&Sample| a[1].total_cmp(&b[1]);
        let (Some(&low), Some(&high)) = (group.iter().min_by(by_value), group.iter().max_by(by_value)) else {
            continue;
        };
        let pair = if low[0] <= high[0] { [low, high] } else { [high, low] };
        let count = if low[0] == high[0] { 1 } else { 2 };
        for sample in &pair[..count] {
            series[kept] = *sample;
            kept += 1;
        }
    }
    series.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::Model;

    /// Samples of `names` at `steps` steps, and the time of the last one.
    fn stepped(names: &[&str], steps: usize) -> (Samples, f64) {
        let m = Model::example();
        let mut d = m.make_data();
        let mut samples = Samples::new(Watched::new(names.iter().map(ToString::to_string).collect(), 1));
        for _ in 0..steps {
            d.step(&m).unwrap();
            samples.add(&Moment { version: 2, world: 0, model: &m, data: &d, energy: [1.0, 2.0], speed: 1.0 });
        }
        (samples, d.time)
    }

    #[test]
    fn each_step_is_a_sample_and_is_taken_once() {
        let (mut samples, time) = stepped(&["time", "potential", "user.reward"], 50);
        assert_eq!(samples.take(1), vec![Vec::<Sample>::new(); 3], "another version of the model");
        let taken = samples.take(2);
        assert_eq!(taken.iter().map(Vec::len).collect::<Vec<_>>(), [50, 50, 0], "a state has no scalars of a program");
        assert!(taken[0].iter().all(|[at, value]| at == value) && taken[0][49][0] == time);
        assert_eq!(taken[1][0][1], 1.0);
        assert_eq!(samples.take(2), vec![Vec::<Sample>::new(); 3]);
    }

    #[test]
    fn extremes_stay_when_samples_are_thinned_out() {
        let mut series = Vec::new();
        for k in 0..10_000 {
            let value = match k {
                1234 => 50.0,
                7777 => -50.0,
                _ => f64::from(k % 7),
            };
            push(&mut series, [f64::from(k), value], 256);
            assert!(series.len() <= 256);
        }
        assert!(series.contains(&[1234.0, 50.0]) && series.contains(&[7777.0, -50.0]));
        assert!(series.is_sorted_by(|a, b| a[0] < b[0]) && series.last() == Some(&[9999.0, f64::from(9999 % 7)]));
    }

    #[test]
    fn no_number_of_values_or_steps_takes_more_memory() {
        for count in [1, 3, 17, 256, 5000] {
            let most = most_of(count);
            assert!(count * most <= MOST_SAMPLES.max(count * FEWEST) && most >= GROUP);
        }
        let mut constant = Vec::new();
        (0..1000).for_each(|k| push(&mut constant, [f64::from(k), f64::NAN], 64));
        assert!(constant.len() <= 64 && constant.iter().all(|[_, value]| value.is_nan()));
    }

    #[test]
    fn going_back_drops_what_came_after_and_another_world_begins_anew() {
        let mut series = Vec::new();
        [1.0, 2.0, 3.0, 1.5].into_iter().for_each(|time| push(&mut series, [time, 0.0], 64));
        assert_eq!(series, [[1.5, 0.0]]);
        let (mut samples, _) = stepped(&["time"], 3);
        let m = Model::example();
        samples.add(&Moment { version: 2, world: 4, model: &m, data: &m.make_data(), energy: [0.0; 2], speed: 1.0 });
        assert_eq!(samples.take(2), [[[0.0, 0.0]]]);
    }
}
