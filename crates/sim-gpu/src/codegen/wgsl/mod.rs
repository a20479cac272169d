//! The WGSL sources of a step, a file for each stage or family of functions.

use crate::codegen::preprocessor::Source;

macro_rules! sources {
    ($($name:literal)*) => {
        &[$(Source { name: $name, text: include_str!($name) }),*]
    };
}

/// The sources of a step. `transfer.wgsl` is separate: its kernels copy fields.
pub const SOURCES: &[Source<'static>] = sources! {
    "math.wgsl"
    "elementary.wgsl"
    "lanes.wgsl"
    "noise.wgsl"
    "kinematics.wgsl"
    "com.wgsl"
    "frames.wgsl"
    "tendon.wgsl"
    "inertia.wgsl"
    "velocity.wgsl"
    "passive.wgsl"
    "fluid.wgsl"
    "bias.wgsl"
    "transmission.wgsl"
    "actuation.wgsl"
    "activation.wgsl"
    "muscle.wgsl"
    "dcmotor.wgsl"
    "energy.wgsl"
    "integration.wgsl"
    "rk4.wgsl"
    "implicit.wgsl"
    "fluid_slope.wgsl"
    "check.wgsl"
    "fine.wgsl"
    "collision.wgsl"
    "plane_pairs.wgsl"
    "sphere_capsule.wgsl"
    "box_pairs.wgsl"
    "box_edges.wgsl"
    "fine_boxes.wgsl"
    "capsule_box.wgsl"
    "rows.wgsl"
    "contact_rows.wgsl"
    "equality.wgsl"
    "impedance.wgsl"
    "reference.wgsl"
    "solver.wgsl"
    "newton.wgsl"
    "newton_rows.wgsl"
    "newton_joined.wgsl"
    "factor.wgsl"
    "linesearch.wgsl"
    "friction.wgsl"
    "cone.wgsl"
    "cg.wgsl"
    "sensor_reading.wgsl"
    "sensor_position.wgsl"
    "sensor_velocity.wgsl"
    "sensor_acceleration.wgsl"
    "sensor_contact.wgsl"
    "rne_post.wgsl"
};

#[cfg(test)]
mod tests {
    use super::SOURCES;
    use crate::codegen::preprocessor::{Feature, Features, Source, Sources};
    use std::collections::{BTreeMap, BTreeSet};

    /// Groups of features of which a model has at most one.
    const EXCLUSIVE: [&[Feature]; 3] = [
        &[Feature::Pyramidal, Feature::Elliptic],
        &[Feature::Newton, Feature::Cg],
        &[Feature::Euler, Feature::Implicitfast, Feature::Springdamper, Feature::Rk4],
    ];

    /// Features in the conditions of a source text.
    fn condition_features(text: &str) -> BTreeSet<Feature> {
        let conditions = text.lines().filter_map(|line| line.trim().strip_prefix("#if "));
        let words = conditions.flat_map(|condition| condition.split(|c: char| !c.is_alphanumeric() && c != '_'));
        words.filter(|word| !word.is_empty()).map(|word| Feature::from_name(word).unwrap()).collect()
    }

    /// The declared functions, each with the conditions around it: the open lines `#if …` and `#else`.
    fn functions(text: &str) -> Vec<(String, String)> {
        let (mut open, mut all): (Vec<String>, Vec<(String, String)>) = (Vec::new(), Vec::new());
        for line in text.lines() {
            match line.trim() {
                command if command.starts_with("#if ") => open.push(format!("{command}\n")),
                "#else" => open.last_mut().into_iter().for_each(|condition| condition.push_str("#else\n")),
                "#end" => drop(open.pop()),
                _ => {}
            }
            if let Some(rest) = line.strip_prefix("fn ") {
                let name = rest.split('(').next().unwrap_or_default();
                let ends = "#end\n".repeat(open.len());
                all.push((name.to_string(), format!("{}x\n{ends}", open.concat())));
            }
        }
        all
    }

    /// For every model, each function is defined once: files that repeat it do so under conditions that exclude each other.
    #[test]
    fn functions_stand_once_for_all_features() {
        let mut by_name: BTreeMap<String, Vec<String>> = BTreeMap::new();
        // repeated functions have a number in their names; the library checks them when it writes a kernel
        let all = SOURCES.iter().flat_map(|file| functions(file.text)).filter(|(name, _)| !name.contains('$'));
        for (name, conditions) in all {
            by_name.entry(name).or_default().push(conditions);
        }
        let mut several = 0;
        for (name, places) in by_name.iter().filter(|(_, places)| places.len() > 1) {
            several += 1;
            let named: Vec<Feature> = condition_features(&places.concat()).into_iter().collect();
            assert!(named.len() < 16, "{name}: too many conditions to try");
            let files: Vec<Source<'_>> = places.iter().map(|text| Source { name: "place", text }).collect();
            let sources = Sources::parse(&files).unwrap();
            for choice in 0..1_u32 << named.len() {
                let mut features = Features::default();
                named.iter().enumerate().for_each(|(bit, &feature)| features.set(feature, choice >> bit & 1 == 1));
                let count = |group: &[Feature]| group.iter().filter(|&&feature| features.has(feature)).count();
                if EXCLUSIVE.iter().any(|group| count(group) > 1) {
                    continue;
                }
                let selected = sources.select(&features).unwrap();
                let selected = selected.iter().filter(|place| !place.text.is_empty()).count();
                assert!(selected <= 1, "{name} is defined {selected} times with {features:?}");
            }
        }
        assert!(several > 0, "none is declared under several conditions");
    }
}
