//! Lint: values that load, but that their author hardly meant. A table of rules looks at a spec.
//!
//! A rule compares what was written with what people write, so it may be wrong: findings are warnings, never errors. Findings of one
//! rule about one value are one finding, because a robot has the same actuator many times.

mod actuators;
mod angles;
mod survey;

use crate::source_span::SourceSpan;
use crate::spec::Spec;
use crate::warning::Warning;
use survey::Survey;

/// The most findings of one rule. Those that follow would not be read.
const MAX_FINDINGS: usize = 100;
/// The most further objects of a finding whose places are kept.
const MAX_OTHERS: usize = 1000;
/// Other objects that a message names.
const NAMED: usize = 3;

/// A rule: what it finds in a spec.
///
/// ```
/// let names: Vec<&str> = sim_mjcf::lint::RULES.iter().map(|rule| rule.name).collect();
/// assert!(names.contains(&"degrees-in-radians"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Name for programs.
    pub name: &'static str,
    /// What it finds.
    pub about: &'static str,
    find: fn(&Survey<'_>, &mut Findings),
}

/// The rules, in the order of their findings.
pub const RULES: &[Rule] = &[
    Rule {
        name: "degrees-in-radians",
        about: "an angle of more than a turn in a model with angle=\"radian\"",
        find: angles::degrees_in_radians,
    },
    Rule {
        name: "radians-in-degrees",
        about: "an angle that reads as radians in a model in degrees",
        find: angles::radians_in_degrees,
    },
    Rule {
        name: "always-degrees",
        about: "a field of view or a cutoff in radians: both are in degrees in every model",
        find: angles::always_degrees,
    },
    Rule {
        name: "always-radians",
        about: "controls of a servo or positions of a keyframe in degrees: both are in radians in every model",
        find: angles::always_radians,
    },
    Rule { name: "zero-gain", about: "an actuator whose control does nothing", find: actuators::zero_gain },
    Rule { name: "no-control-range", about: "an actuator whose control has no range", find: actuators::no_range },
];

/// What a rule found.
///
/// ```
/// let text = "<mujoco><compiler angle='radian'/><worldbody><body>
///     <joint name='knee' range='-90 90'/><geom size='1'/></body></worldbody></mujoco>";
/// let findings = sim_mjcf::lint::check(&sim_mjcf::parse_mjcf_str(text)?);
/// let [finding] = &findings[..] else { panic!("{findings:?}") };
/// assert_eq!((finding.rule, finding.warning.span.line()), ("degrees-in-radians", 2));
/// assert!(finding.warning.message.starts_with("joint 'knee': range is -90 90"), "{}", finding.warning);
/// # Ok::<(), sim_mjcf::MjcfError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Name of the rule.
    pub rule: &'static str,
    /// Place of the first object, with its name, the value and the cure.
    pub warning: Warning,
    /// Places of further objects with the same value.
    pub others: Vec<SourceSpan>,
}

/// Looks for values that were hardly meant.
pub fn check(spec: &Spec) -> Vec<Finding> {
    let survey = Survey::of(spec);
    let mut all = vec![];
    for rule in RULES {
        let mut findings = Findings::default();
        (rule.find)(&survey, &mut findings);
        all.extend(findings.list.into_iter().map(|remark| remark.finding(rule.name)));
    }
    all
}

/// What one rule has found so far.
#[derive(Default)]
struct Findings {
    list: Vec<Remark>,
}

/// A value, the objects that have it, and what to do about it.
struct Remark {
    /// The first object: `joint 'knee'`.
    object: String,
    span: SourceSpan,
    /// Names and places of further ones, and how many there are in all.
    others: Vec<(String, SourceSpan)>,
    count: usize,
    value: String,
    cure: String,
}

impl Findings {
    /// Adds an object with a value, or joins it to those that have the same.
    fn add(&mut self, object: &Named<'_>, span: &SourceSpan, value: String, cure: impl FnOnce() -> String) {
        if let Some(known) = self.list.iter_mut().find(|remark| remark.value == value) {
            known.count += 1;
            if known.others.len() < MAX_OTHERS {
                known.others.push((object.short(), span.clone()));
            }
        } else if self.list.len() < MAX_FINDINGS {
            let (object, span) = (object.full(), span.clone());
            self.list.push(Remark { object, span, others: vec![], count: 0, value, cure: cure() });
        }
    }
}

impl Remark {
    fn finding(self, rule: &'static str) -> Finding {
        let Self { object, span, mut others, count, value, cure } = self;
        let also = match count {
            0 => String::new(),
            1..=NAMED => format!(" (also {})", list(&others)),
            _ => format!(" (also {} and {} more)", list(&others[..NAMED]), count - NAMED),
        };
        // a value of a default class has one place
        let mut last = Some(span.clone());
        others.retain(|(_, other)| last.replace(other.clone()).as_ref() != Some(other));
        let others = others.into_iter().map(|(_, span)| span).collect();
        Finding { rule, warning: Warning { span, message: format!("{object}: {value}{also}: {cure}") }, others }
    }
}

fn list(others: &[(String, SourceSpan)]) -> String {
    others.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Kind and name of an object.
struct Named<'a> {
    kind: &'static str,
    name: &'a str,
}

impl Named<'_> {
    fn full(&self) -> String {
        if self.name.is_empty() {
            let article = if self.kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            format!("{article} {} without a name", self.kind)
        } else {
            format!("{} '{}'", self.kind, self.name)
        }
    }

    fn short(&self) -> String {
        if self.name.is_empty() { "one without a name".into() } else { format!("'{}'", self.name) }
    }
}

#[cfg(test)]
mod tests;
