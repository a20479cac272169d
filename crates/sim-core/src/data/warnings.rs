//! What a world may warn of: counters in MuJoCo's order, and words for people.

use crate::model::Model;
use crate::warning;

/// What a world may warn of, in MuJoCo's order.
///
/// ```
/// use sim_core::data::Warning;
/// use sim_core::{Model, warning};
///
/// let mut model = Model::example();
/// model.narena = 1; // room for no contact at all
/// let mut data = model.make_data();
/// let (outcome, texts) = warning::collect(|| data.step(&model));
/// outcome?;
/// assert_eq!(data.warning.get(Warning::ContactFull), (1, 1));
/// assert!(texts[0].contains("nconmax"), "{texts:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Inertia close to singular.
    Inertia,
    /// More contacts than the model reserves memory for; none is lost.
    ContactFull,
    /// More constraint rows than the model reserves memory for; none is lost.
    ConstraintFull,
    /// Bad number in `qpos`.
    BadQpos,
    /// Bad number in `qvel`.
    BadQvel,
    /// Bad number in `qacc`.
    BadQacc,
    /// Bad number in `ctrl`.
    BadCtrl,
}

impl Warning {
    /// Every warning, in order.
    pub const ALL: [Self; 7] = [
        Self::Inertia,
        Self::ContactFull,
        Self::ConstraintFull,
        Self::BadQpos,
        Self::BadQvel,
        Self::BadQacc,
        Self::BadCtrl,
    ];

    /// What happened and what to do about it.
    pub fn text(self, info: i32) -> String {
        self.words(info, "")
    }

    /// Text of the warning with the name of the joint or actuator and the simulation time (s).
    pub fn text_in(self, m: &Model, info: i32, time: f64) -> String {
        let owner = usize::try_from(info).ok().and_then(|index| self.owner(m, index));
        let owner = owner.map(|owner| format!(" of {owner}")).unwrap_or_default();
        format!("{}. Time = {time:.4}.", self.words(info, &owner))
    }

    /// The joint or actuator of what it is about.
    fn owner(self, m: &Model, index: usize) -> Option<String> {
        match self {
            Self::ContactFull | Self::ConstraintFull => None,
            Self::BadQpos => m.qpos_label(index),
            Self::Inertia | Self::BadQvel | Self::BadQacc => (index < m.nv).then(|| m.dof_label(index)),
            Self::BadCtrl => m.ctrl_label(index),
        }
    }

    fn words(self, info: i32, owner: &str) -> String {
        match self {
            Self::Inertia => format!(
                "inertia matrix is close to singular at dof {info}{owner}: check masses and inertias of the body and of \
                 those below it"
            ),
            Self::ContactFull => format!(
                "{info} contacts are more than the model asks room for, all are kept: raise 'nconmax' or 'memory' in <size>"
            ),
            Self::ConstraintFull => format!(
                "the constraint rows need more than the {info} bytes the model asks for, all are kept: raise 'njmax' or \
                 'memory' in <size>"
            ),
            Self::BadQpos => format!("bad number in QPOS[{info}]{owner}: {UNSTABLE}"),
            Self::BadQvel => format!("bad number in QVEL[{info}]{owner}: {UNSTABLE}"),
            Self::BadQacc => format!(
                "bad number in QACC[{info}]{owner}: {UNSTABLE}, and check masses, inertias and forces of its body"
            ),
            Self::BadCtrl => {
                format!("bad number in ctrl[{info}]{owner}: all controls count as zero; give it a number below 1e10")
            }
        }
    }
}

/// What is said of a state that cannot be.
const UNSTABLE: &str = "the simulation is unstable or was set so; try a smaller time step";

/// The counters of all warnings, in the order of [`Warning::ALL`].
///
/// ```
/// use sim_core::data::{Warning, Warnings};
///
/// let mut warnings = Warnings::default();
/// warnings.count(Warning::BadCtrl, 3);
/// warnings.count(Warning::BadCtrl, 5);
/// assert_eq!(warnings.get(Warning::BadCtrl), (5, 2), "the last control, and how often");
/// let quiet = Warning::ALL.iter().filter(|kind| warnings.get(**kind).1 == 0);
/// assert_eq!(quiet.count(), 6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    /// What the last one of each kind was about.
    pub lastinfo: [i32; Warning::ALL.len()],
    /// How many there were.
    pub number: [i32; Warning::ALL.len()],
}

impl Warnings {
    /// Counts a warning; the first of its kind is reported ([`crate::warning`]).
    #[inline]
    pub fn raise(&mut self, m: &Model, time: f64, warning: Warning, info: i32) {
        if self.get(warning).1 == 0 {
            tell(m, time, warning, info);
        }
        self.count(warning, info);
    }

    /// Counts a warning without a word.
    pub fn count(&mut self, warning: Warning, info: i32) {
        let kind = warning as usize;
        self.lastinfo[kind] = info;
        self.number[kind] = self.number[kind].saturating_add(1);
    }

    /// What the last warning of a kind was about, and how many there were.
    pub fn get(&self, warning: Warning) -> (i32, i32) {
        (self.lastinfo[warning as usize], self.number[warning as usize])
    }
}

#[cold]
fn tell(m: &Model, time: f64, warning: Warning, info: i32) {
    warning::warn(&warning.text_in(m, info, time));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_a_kind_is_reported_and_all_are_counted() {
        let m = Model::n_link_pendulum(2, 1.0, 0.1);
        let mut warnings = Warnings::default();
        let ((), texts) = warning::collect(|| {
            warnings.raise(&m, 0.5, Warning::ContactFull, 7);
            warnings.raise(&m, 0.5, Warning::ContactFull, 9);
            warnings.raise(&m, 0.25, Warning::BadQvel, 1);
            warnings.count(Warning::BadQpos, 0);
        });
        assert_eq!(warnings.get(Warning::ContactFull), (9, 2));
        assert_eq!((warnings.get(Warning::BadQpos), warnings.get(Warning::BadCtrl)), ((0, 1), (0, 0)));
        assert_eq!(texts.len(), 2, "{texts:?}");
        assert!(texts[0].starts_with("7 contacts") && texts[0].contains("'memory'"), "{texts:?}");
        assert!(texts[1].contains(&format!("QVEL[1] of {}", m.dof_label(1))) && texts[1].contains("Time = 0.2500"));
    }
}
