//! Scalars that a program plots on its pages, and its buttons and sliders. All have names, and their number is limited.

use crate::viewer::protocol::{ServerMessage, WidgetInfo, WidgetKind, WidgetsMessage};
use std::collections::VecDeque;
use std::sync::Arc;

/// Limit on the scalars of a program, and on its buttons and sliders together.
pub const MAX_WIDGETS: usize = 64;

/// Limit on the samples of a scalar. The oldest ones are dropped.
pub const MAX_SAMPLES: usize = 4096;

/// Limit on the bytes of a name.
const MAX_NAME_BYTES: usize = 100;

/// Start of the names under which pages watch scalars.
const WATCHED: &str = "user.";

/// Why a scalar, a button or a slider is not shown.
///
/// ```
/// use sim_view::viewer::{Hub, WidgetError};
///
/// let error = Hub::default().plot("", 0.0, 1.0).unwrap_err();
/// assert!(matches!(error, WidgetError::Name { .. }));
/// assert_eq!(error.to_string(), "the name '' has 0 bytes: give 1 to 100 bytes without control characters");
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WidgetError {
    /// The name is empty, too long, or has control characters.
    #[error("the name '{shown}' has {bytes} bytes: give 1 to {most} bytes without control characters", most = MAX_NAME_BYTES)]
    Name {
        /// The first letters of the name.
        shown: String,
        /// Bytes of the name.
        bytes: usize,
    },
    /// There are too many.
    #[error("'{name}' would be {what} number {count}: pages show at most {most}", count = MAX_WIDGETS + 1, most = MAX_WIDGETS)]
    TooMany {
        /// The name.
        name: String,
        /// What it would be.
        what: &'static str,
    },
    /// The range or the value of a slider makes no sense.
    #[error(
        "the slider '{name}' goes from {low} to {high} and has the value {value}: give finite numbers, low < high, value between them"
    )]
    Range {
        /// The name.
        name: String,
        /// Lowest value.
        low: f64,
        /// Highest value.
        high: f64,
        /// The value.
        value: f64,
    },
    /// A button and a slider cannot have the same name.
    #[error("'{0}' is already the name of a button or slider of the other kind: choose another name")]
    Kind(String),
}

/// A scalar and its newest samples: time and value.
#[derive(Debug)]
struct Scalar {
    name: String,
    /// Number of samples so far.
    count: u64,
    samples: VecDeque<[f64; 2]>,
}

/// A button or a slider.
#[derive(Debug)]
struct Widget {
    name: String,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Button { presses: u64 },
    Slider { low: f64, high: f64, value: f64 },
}

/// Scalars, buttons and sliders of a program.
#[derive(Debug, Default)]
pub struct Widgets {
    scalars: Vec<Scalar>,
    widgets: Vec<Widget>,
    /// Number of the message among all messages, and the message.
    pub message: (u64, Arc<str>),
}

impl Widgets {
    /// Appends a sample to a scalar. Returns whether the scalar is new.
    pub fn plot(&mut self, name: &str, time: f64, value: f64) -> Result<bool, WidgetError> {
        let place = self.scalars.iter().position(|scalar| scalar.name == name);
        let at = match place {
            Some(at) => at,
            None => {
                check_name(name)?;
                if self.scalars.len() >= MAX_WIDGETS {
                    return Err(WidgetError::TooMany { name: name.to_string(), what: "scalar" });
                }
                self.scalars.push(Scalar { name: name.to_string(), count: 0, samples: VecDeque::new() });
                self.scalars.len() - 1
            }
        };
        let scalar = &mut self.scalars[at];
        if scalar.samples.len() >= MAX_SAMPLES {
            scalar.samples.pop_front();
        }
        scalar.samples.push_back([time, value]);
        scalar.count += 1;
        Ok(place.is_none())
    }

    /// The newest value of a scalar that a page watches as `user.NAME`. `None`: another name, or no such scalar.
    pub fn newest(&self, watched: &str) -> Option<f64> {
        self.scalar(watched)?.samples.back().map(|[_, value]| *value)
    }

    /// Samples of a watched scalar after number `since`, each with its time, and the number of the last one. Samples that were dropped
    /// meanwhile are missing.
    pub fn samples(&self, watched: &str, since: u64) -> (u64, Vec<[f64; 2]>) {
        let Some(scalar) = self.scalar(watched) else { return (since, Vec::new()) };
        let fresh = usize::try_from(scalar.count.saturating_sub(since)).unwrap_or(usize::MAX);
        let skipped = scalar.samples.len().saturating_sub(fresh);
        (scalar.count, scalar.samples.iter().skip(skipped).copied().collect())
    }

    fn scalar(&self, watched: &str) -> Option<&Scalar> {
        let name = watched.strip_prefix(WATCHED)?;
        self.scalars.iter().find(|scalar| scalar.name == name)
    }

    /// Adds a button, or finds the one of this name. Returns its number.
    pub fn button(&mut self, name: &str) -> Result<usize, WidgetError> {
        let at = self.place(name)?;
        match self.widgets.get(at) {
            Some(Widget { kind: Kind::Button { .. }, .. }) => {}
            Some(_) => return Err(WidgetError::Kind(name.to_string())),
            None => self.widgets.push(Widget { name: name.to_string(), kind: Kind::Button { presses: 0 } }),
        }
        Ok(at)
    }

    /// Adds a slider, or gives the one of this name another range and value. Returns its number.
    pub fn slider(&mut self, name: &str, low: f64, high: f64, value: f64) -> Result<usize, WidgetError> {
        let is_finite = low.is_finite() && high.is_finite();
        if !(is_finite && low < high && (low..=high).contains(&value)) {
            return Err(WidgetError::Range { name: name.to_string(), low, high, value });
        }
        let at = self.place(name)?;
        let new = Kind::Slider { low, high, value };
        match self.widgets.get_mut(at) {
            Some(Widget { kind: kind @ Kind::Slider { .. }, .. }) => *kind = new,
            Some(_) => return Err(WidgetError::Kind(name.to_string())),
            None => self.widgets.push(Widget { name: name.to_string(), kind: new }),
        }
        Ok(at)
    }

    /// Where the button or slider of this name is, or would be.
    fn place(&self, name: &str) -> Result<usize, WidgetError> {
        if let Some(at) = self.widgets.iter().position(|widget| widget.name == name) {
            return Ok(at);
        }
        check_name(name)?;
        if self.widgets.len() >= MAX_WIDGETS {
            return Err(WidgetError::TooMany { name: name.to_string(), what: "widget" });
        }
        Ok(self.widgets.len())
    }

    /// What a page did: it pressed a button, or moved a slider. Returns whether a slider has another value now.
    pub fn note(&mut self, id: usize, moved: f64) -> bool {
        match self.widgets.get_mut(id).map(|widget| &mut widget.kind) {
            Some(Kind::Button { presses }) => {
                *presses += 1;
                false
            }
            Some(Kind::Slider { low, high, value }) if moved.is_finite() => {
                let before = std::mem::replace(value, moved.clamp(*low, *high));
                before != *value
            }
            _ => false,
        }
    }

    /// Times that a button was pressed, or the value of a slider. `None`: no such number.
    pub fn value(&self, id: usize) -> Option<f64> {
        Some(match &self.widgets.get(id)?.kind {
            Kind::Button { presses } => *presses as f64,
            Kind::Slider { value, .. } => *value,
        })
    }

    /// Writes the list of scalars and widgets as the message number `at`.
    pub fn describe(&mut self, at: u64) {
        let info = |(id, widget): (usize, &Widget)| {
            let (kind, low, high, value) = match widget.kind {
                Kind::Button { .. } => (WidgetKind::Button, 0.0, 0.0, 0.0),
                Kind::Slider { low, high, value } => (WidgetKind::Slider, low, high, value),
            };
            WidgetInfo { id, name: widget.name.clone(), kind, low, high, value }
        };
        let message = WidgetsMessage {
            scalars: self.scalars.iter().map(|scalar| scalar.name.clone()).collect(),
            widgets: self.widgets.iter().enumerate().map(info).collect(),
        };
        self.message = (at, ServerMessage::Widgets(message).to_json().into());
    }
}

fn check_name(name: &str) -> Result<(), WidgetError> {
    if (1..=MAX_NAME_BYTES).contains(&name.len()) && !name.chars().any(char::is_control) {
        return Ok(());
    }
    let shown = name.chars().filter(|letter| !letter.is_control()).take(MAX_NAME_BYTES / 4).collect();
    Err(WidgetError::Name { shown, bytes: name.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_once_and_the_oldest_are_dropped() {
        let mut widgets = Widgets::default();
        assert_eq!(widgets.plot("reward", 0.0, 1.0), Ok(true));
        assert_eq!(widgets.plot("reward", 0.5, 2.0), Ok(false));
        assert_eq!(widgets.samples("user.reward", 0), (2, vec![[0.0, 1.0], [0.5, 2.0]]));
        assert_eq!(widgets.samples("user.reward", 1), (2, vec![[0.5, 2.0]]));
        assert_eq!(widgets.samples("user.reward", 2), (2, vec![]));
        assert_eq!(
            (widgets.newest("user.reward"), widgets.newest("reward"), widgets.newest("user.x")),
            (Some(2.0), None, None)
        );
        for k in 0..MAX_SAMPLES {
            widgets.plot("reward", k as f64, 0.0).unwrap();
        }
        let (last, samples) = widgets.samples("user.reward", 0);
        assert_eq!((last, samples.len(), samples[0]), (MAX_SAMPLES as u64 + 2, MAX_SAMPLES, [0.0, 0.0]));
    }

    #[test]
    fn names_and_their_number_are_limited() {
        let long = "x".repeat(MAX_NAME_BYTES + 1);
        for name in ["", "a\nb", "\u{7f}", &long] {
            let mut widgets = Widgets::default();
            assert!(matches!(widgets.plot(name, 0.0, 0.0), Err(WidgetError::Name { .. })), "{name:?}");
            assert!(matches!(widgets.button(name), Err(WidgetError::Name { .. })), "{name:?}");
            assert!(matches!(widgets.slider(name, 0.0, 1.0, 0.0), Err(WidgetError::Name { .. })), "{name:?}");
        }
        let mut widgets = Widgets::default();
        for k in 0..MAX_WIDGETS {
            widgets.plot(&k.to_string(), 0.0, 0.0).unwrap();
            widgets.button(&k.to_string()).unwrap();
        }
        assert!(matches!(widgets.plot("more", 0.0, 0.0), Err(WidgetError::TooMany { .. })));
        assert!(matches!(widgets.button("more"), Err(WidgetError::TooMany { .. })));
        assert!(widgets.plot("3", 0.0, 0.0).is_ok() && widgets.button("3") == Ok(3));
    }

    #[test]
    fn a_slider_stays_in_its_range_and_a_button_counts() {
        let mut widgets = Widgets::default();
        let (press, gain) = (widgets.button("press").unwrap(), widgets.slider("gain", -1.0, 2.0, 0.5).unwrap());
        assert!(!widgets.note(press, 1.0) && !widgets.note(press, 1.0) && !widgets.note(99, 1.0));
        assert!(widgets.note(gain, 7.0) && !widgets.note(gain, 9.0) && !widgets.note(gain, f64::NAN));
        assert_eq!((widgets.value(press), widgets.value(gain), widgets.value(9)), (Some(2.0), Some(2.0), None));
        for (low, high, value) in
            [(1.0, 1.0, 1.0), (2.0, 1.0, 1.5), (0.0, 1.0, 2.0), (0.0, f64::NAN, 0.0), (0.0, 1.0, f64::NAN)]
        {
            assert!(matches!(widgets.slider("bad", low, high, value), Err(WidgetError::Range { .. })));
        }
        assert_eq!(widgets.slider("gain", 0.0, 4.0, 3.0), Ok(gain));
        assert_eq!(
            (widgets.value(gain), widgets.button("gain")),
            (Some(3.0), Err(WidgetError::Kind("gain".to_string())))
        );
        assert!(widgets.slider("press", 0.0, 1.0, 0.0).is_err());
    }
}
