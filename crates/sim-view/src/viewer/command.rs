//! What a page asks for: JSON of bounded size, decoded into requests whose numbers are finite.

use crate::scene::{Camera, CameraKind, FrameKind, LabelKind, MouseAction, Perturb, SceneOption, VisualFlags};
use serde::Deserialize;

/// Most bytes of a text message.
pub const MOST_TEXT: usize = 64 << 10;

/// Most bytes of a model that is dropped on a page.
pub const MOST_MODEL: usize = 32 << 20;

/// Most values that a page watches.
pub const MOST_WATCHED: usize = 256;

/// Widest and highest picture that a page may say it has.
const MOST_PIXELS: u32 = 1 << 16;

/// Most steps that one request may ask for.
pub const MOST_STEPS: u32 = 1000;

/// Why a message was refused.
///
/// ```
/// use sim_view::viewer::{CommandError, Request};
///
/// let refused = Request::from_text(r#"{"do": "speed", "value": 1e999}"#);
/// assert!(matches!(refused, Err(CommandError::Text(_) | CommandError::NotFinite(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// It is no JSON, or says something else than the protocol.
    #[error("a message of the page makes no sense: {0}")]
    Text(String),
    /// It is longer than any that makes sense.
    #[error("a message of {bytes} bytes: at most {most} are read")]
    Long {
        /// Bytes it has.
        bytes: usize,
        /// Most that are read.
        most: usize,
    },
    /// A number that is infinite or none.
    #[error("{0}: the number must be finite")]
    NotFinite(&'static str),
    /// A model that was dropped has no name, or one that is no text.
    #[error("a model that was dropped has no name that can be read")]
    Name,
}

/// What a page asks for.
///
/// ```
/// use sim_view::viewer::{Order, Request};
///
/// assert_eq!(Request::from_text(r#"{"do": "seen", "frame": 7}"#), Ok(Request::Seen(7)));
/// assert_eq!(Request::from_text(r#"{"do": "play"}"#), Ok(Request::Order(Order::Play)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// It has drawn a frame.
    Seen(u32),
    /// What it wants to see.
    Options {
        /// What it shows.
        option: Box<SceneOption>,
        /// The last view of the program's that it knew.
        known: u64,
    },
    /// Where it looks from.
    Camera {
        /// From here.
        camera: Camera,
        /// The last view of the program's that it knew.
        known: u64,
    },
    /// Width and height of its picture.
    Size([u32; 2]),
    /// Values that come with every frame.
    Watch(Vec<String>),
    /// Selects what is at a place of the picture.
    Pick {
        /// From the left, 0 to 1.
        x: f64,
        /// From the bottom, 0 to 1.
        y: f64,
        /// Width over height.
        aspect: f64,
    },
    /// Asks what is at a place of the picture, and selects nothing.
    Probe {
        /// From the left, 0 to 1.
        x: f64,
        /// From the bottom, 0 to 1.
        y: f64,
        /// Width over height.
        aspect: f64,
    },
    /// Takes hold of what is selected, to push (1) or to turn (2) it.
    Hold(i32),
    /// Moves what is held, in parts of the picture's height.
    Drag {
        /// How.
        action: MouseAction,
        /// To the right.
        dx: f64,
        /// Down.
        dy: f64,
    },
    /// Lets it go.
    Release,
    /// Something for whoever runs the world.
    Order(Order),
}

/// What whoever runs the world is asked to do.
///
/// ```
/// use sim_view::viewer::{Hub, Order};
/// use std::time::Duration;
///
/// let hub = Hub::default();
/// hub.order(Order::Step(3));
/// assert_eq!(hub.orders(Duration::ZERO), [Order::Step(3)]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// Lets time run.
    Play,
    /// Stops it.
    Pause,
    /// Steps so many times, paused.
    Step(u32),
    /// Begins anew.
    Reset,
    /// Goes to a keyframe.
    Key(usize),
    /// Seconds of the world per second.
    Speed(f64),
    /// Goes back to a state of the history.
    Seek(usize),
    /// Sets a control.
    Control {
        /// The actuator.
        id: usize,
        /// Its control.
        value: f64,
    },
    /// Sets positions.
    Positions {
        /// Place of the first.
        first: usize,
        /// The numbers.
        values: Vec<f64>,
    },
    /// Selects one of many worlds.
    World(usize),
    /// Shows so many worlds at a time.
    Shown(usize),
    /// Loads the model again.
    Reload,
    /// Loads a model that was dropped on a page.
    Load {
        /// Its file name.
        name: String,
        /// What is in it.
        text: Vec<u8>,
    },
    /// What the mouse holds now.
    Perturb(Box<Perturb>),
    /// A key was pressed that means nothing to the page: its number as GLFW counts, for programs that listen.
    Pressed(i32),
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum Message {
    Seen { frame: u32 },
    Options(Box<Shown>),
    Camera(View),
    Size { width: u32, height: u32 },
    Watch { values: Vec<String> },
    Pick { x: f64, y: f64, aspect: f64 },
    Probe { x: f64, y: f64, aspect: f64 },
    Hold { kind: i32 },
    Drag { action: i32, dx: f64, dy: f64 },
    Release {},
    Play {},
    Pause {},
    Step { count: u32 },
    Reset {},
    Key { id: usize },
    Speed { value: f64 },
    Seek { index: usize },
    Ctrl { id: usize, value: f64 },
    Qpos { first: usize, values: Vec<f64> },
    World { id: usize },
    Shown { count: usize },
    Reload {},
    Pressed { key: i32 },
}

#[derive(Deserialize)]
struct Shown {
    flags: u32,
    label: i32,
    frame: i32,
    geomgroup: [bool; 6],
    sitegroup: [bool; 6],
    jointgroup: [bool; 6],
    tendongroup: [bool; 6],
    actuatorgroup: [bool; 6],
    skingroup: [bool; 6],
    flexgroup: [bool; 6],
    bvh_depth: i32,
    flex_layer: i32,
    #[serde(default)]
    view: u64,
}

#[derive(Deserialize)]
struct View {
    kind: i32,
    #[serde(default)]
    fixed: i32,
    #[serde(default)]
    track: i32,
    lookat: [f64; 3],
    distance: f64,
    azimuth: f64,
    elevation: f64,
    #[serde(default)]
    orthographic: bool,
    #[serde(default)]
    view: u64,
}

impl Request {
    /// Decodes a text message.
    ///
    /// ```
    /// use sim_view::viewer::{Order, Request};
    ///
    /// assert_eq!(Request::from_text(r#"{"do": "step", "count": 3}"#), Ok(Request::Order(Order::Step(3))));
    /// assert!(Request::from_text(r#"{"do": "explode"}"#).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Where it is too long, no JSON, not of the protocol, or has a number that is not finite.
    pub fn from_text(text: &str) -> Result<Self, CommandError> {
        if text.len() > MOST_TEXT {
            return Err(CommandError::Long { bytes: text.len(), most: MOST_TEXT });
        }
        let message: Message = serde_json::from_str(text).map_err(|error| CommandError::Text(error.to_string()))?;
        Ok(match message {
            Message::Seen { frame } => Self::Seen(frame),
            Message::Options(shown) => Self::Options { option: Box::new(shown.option()?), known: shown.view },
            Message::Camera(view) => Self::Camera { camera: view.camera()?, known: view.view },
            Message::Size { width, height } => Self::Size([width.min(MOST_PIXELS), height.min(MOST_PIXELS)]),
            Message::Watch { mut values } => {
                values.truncate(MOST_WATCHED);
                Self::Watch(values)
            }
            Message::Pick { x, y, aspect } => {
                Self::Pick { x: finite("x", x)?, y: finite("y", y)?, aspect: finite("aspect", aspect)? }
            }
            Message::Probe { x, y, aspect } => {
                Self::Probe { x: finite("x", x)?, y: finite("y", y)?, aspect: finite("aspect", aspect)? }
            }
            Message::Hold { kind } => Self::Hold(kind & (Perturb::TRANSLATE | Perturb::ROTATE)),
            Message::Drag { action, dx, dy } => Self::Drag {
                action: MouseAction::from_number(action).map_err(|error| CommandError::Text(error.to_string()))?,
                dx: finite("dx", dx)?,
                dy: finite("dy", dy)?,
            },
            Message::Release {} => Self::Release,
            Message::Play {} => Self::Order(Order::Play),
            Message::Pause {} => Self::Order(Order::Pause),
            Message::Step { count } => Self::Order(Order::Step(count.min(MOST_STEPS))),
            Message::Reset {} => Self::Order(Order::Reset),
            Message::Key { id } => Self::Order(Order::Key(id)),
            Message::Speed { value } => Self::Order(Order::Speed(finite("speed", value)?)),
            Message::Seek { index } => Self::Order(Order::Seek(index)),
            Message::Ctrl { id, value } => Self::Order(Order::Control { id, value: finite("ctrl", value)? }),
            Message::Qpos { first, values } => {
                values.iter().try_for_each(|&value| finite("qpos", value).map(drop))?;
                Self::Order(Order::Positions { first, values })
            }
            Message::World { id } => Self::Order(Order::World(id)),
            Message::Shown { count } => Self::Order(Order::Shown(count)),
            Message::Reload {} => Self::Order(Order::Reload),
            Message::Pressed { key } => Self::Order(Order::Pressed(key)),
        })
    }

    /// Decodes a model that was dropped on the page: length of its name, name, text.
    ///
    /// # Errors
    ///
    /// Where it is too long or has no name.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CommandError> {
        if bytes.len() > MOST_MODEL {
            return Err(CommandError::Long { bytes: bytes.len(), most: MOST_MODEL });
        }
        let (length, rest) = bytes.split_first_chunk::<4>().ok_or(CommandError::Name)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (name, text) = rest.split_at_checked(length).ok_or(CommandError::Name)?;
        let name = std::str::from_utf8(name).ok().and_then(|name| name.rsplit(['/', '\\']).next());
        let name = name.filter(|name| !name.is_empty() && name.len() <= 255).ok_or(CommandError::Name)?;
        Ok(Self::Order(Order::Load { name: name.to_string(), text: text.to_vec() }))
    }
}

fn finite(name: &'static str, value: f64) -> Result<f64, CommandError> {
    if value.is_finite() { Ok(value) } else { Err(CommandError::NotFinite(name)) }
}

impl Shown {
    fn option(&self) -> Result<SceneOption, CommandError> {
        let unknown = |what: &str, number: i32| CommandError::Text(format!("there is no {what} {number}"));
        Ok(SceneOption {
            flags: VisualFlags::from_bits_truncate(self.flags),
            label: LabelKind::from_number(self.label).ok_or_else(|| unknown("label", self.label))?,
            frame: FrameKind::from_number(self.frame).ok_or_else(|| unknown("frame", self.frame))?,
            geomgroup: self.geomgroup,
            sitegroup: self.sitegroup,
            jointgroup: self.jointgroup,
            tendongroup: self.tendongroup,
            actuatorgroup: self.actuatorgroup,
            skingroup: self.skingroup,
            flexgroup: self.flexgroup,
            bvh_depth: self.bvh_depth,
            flex_layer: self.flex_layer,
        })
    }
}

impl View {
    fn camera(&self) -> Result<Camera, CommandError> {
        let kind = CameraKind::from_number(self.kind).filter(|kind| *kind != CameraKind::User);
        for value in self.lookat.into_iter().chain([self.distance, self.azimuth, self.elevation]) {
            finite("camera", value)?;
        }
        Ok(Camera {
            kind: kind.ok_or_else(|| CommandError::Text(format!("there is no camera of kind {}", self.kind)))?,
            fixedcamid: self.fixed,
            trackbodyid: self.track,
            lookat: self.lookat,
            distance: self.distance,
            azimuth: self.azimuth,
            elevation: self.elevation,
            orthographic: self.orthographic,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_that_make_no_sense_are_refused() {
        for text in [
            "",
            "{}",
            "[]",
            "{\"do\":\"step\"}",
            "{\"do\":\"step\",\"count\":-1}",
            "{\"do\":\"speed\",\"value\":1e999}",
        ] {
            assert!(Request::from_text(text).is_err(), "{text}");
        }
        let long = format!("{{\"do\":\"watch\",\"values\":[{}\"x\"]}}", "\"time\",".repeat(20_000));
        assert!(matches!(Request::from_text(&long), Err(CommandError::Long { .. })));
        for bytes in [&[][..], &[1, 0, 0], &[9, 0, 0, 0, b'x'], &[0, 0, 0, 0, b'x'], &[1, 0, 0, 0, 0xff]] {
            assert_eq!(Request::from_bytes(bytes), Err(CommandError::Name), "{bytes:?}");
        }
    }

    #[test]
    fn every_part_of_an_option_comes_from_the_page() {
        let groups = |k: usize| serde_json::json!((0..6).map(|i| i == k).collect::<Vec<_>>());
        let text = serde_json::json!({
            "do": "options", "flags": 5, "label": 2, "frame": 3, "geomgroup": groups(0), "sitegroup": groups(1), "jointgroup": groups(2),
            "tendongroup": groups(3), "actuatorgroup": groups(4), "skingroup": groups(5), "flexgroup": groups(0), "bvh_depth": 7,
            "flex_layer": 4, "view": 9,
        });
        let Ok(Request::Options { option, known }) = Request::from_text(&text.to_string()) else { panic!("{text}") };
        let shown = |group: [bool; 6]| group.iter().position(|&on| on);
        assert_eq!((known, option.flags.bits(), option.bvh_depth, option.flex_layer), (9, 5, 7, 4));
        assert_eq!((option.label as i32, option.frame as i32), (2, 3));
        let groups = [option.geomgroup, option.sitegroup, option.jointgroup, option.tendongroup, option.actuatorgroup];
        assert_eq!(groups.map(shown), [Some(0), Some(1), Some(2), Some(3), Some(4)]);
        assert_eq!([option.skingroup, option.flexgroup].map(shown), [Some(5), Some(0)]);
    }

    #[test]
    fn many_steps_and_many_values_are_cut() {
        let steps = Request::from_text(r#"{"do":"step","count":4000000000}"#);
        assert_eq!(steps, Ok(Request::Order(Order::Step(MOST_STEPS))));
        let many = format!("{{\"do\":\"watch\",\"values\":[{}\"x\"]}}", "\"time\",".repeat(1000));
        assert!(matches!(Request::from_text(&many), Ok(Request::Watch(list)) if list.len() == MOST_WATCHED));
    }

    #[test]
    fn a_dropped_file_has_no_folder() {
        let mut bytes = 10u32.to_le_bytes().to_vec();
        bytes.extend_from_slice(b"../a/x.xml<mujoco/>");
        let load = Order::Load { name: "x.xml".into(), text: b"<mujoco/>".to_vec() };
        assert_eq!(Request::from_bytes(&bytes), Ok(Request::Order(load)));
    }
}
