//! Decodes the messages of pages into requests with finite numbers.

use crate::scene::{Camera, CameraKind, FrameKind, LabelKind, MouseAction, Perturb, SceneOption, VisualFlags};
use crate::viewer::protocol::{
    CameraChoice, MAX_MODEL_BYTES, MAX_PICTURE_SIZE, MAX_STEPS, MAX_TEXT_BYTES, MAX_WATCHED, OptionsChoice, PageMessage,
};

/// A message of a page that is not accepted.
///
/// ```
/// use sim_view::viewer::{CommandError, Request};
///
/// let refused = Request::from_text(r#"{"do": "speed", "value": 1e999}"#);
/// assert!(matches!(refused, Err(CommandError::Text(_) | CommandError::NotFinite(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The message is not JSON of the protocol.
    #[error("a message of the page does not follow the protocol: {0}")]
    Text(String),
    /// The message is too long.
    #[error("a message of the page has {bytes} bytes: the limit is {most}")]
    Long {
        /// Bytes of the message.
        bytes: usize,
        /// The limit.
        most: usize,
    },
    /// A number is NaN or infinite.
    #[error("{0} is NaN or infinite: give a finite number")]
    NotFinite(&'static str),
    /// A dropped model has no file name, or one that is not UTF-8.
    #[error("the dropped model has no readable file name: name it in UTF-8, with at most 255 bytes")]
    Name,
}

/// A request of a page.
///
/// ```
/// use sim_view::viewer::{Order, Request};
///
/// assert_eq!(Request::from_text(r#"{"do": "seen", "frame": 7}"#), Ok(Request::Seen(7)));
/// assert_eq!(Request::from_text(r#"{"do": "play"}"#), Ok(Request::Order(Order::Play)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The page has drawn this frame.
    Seen(u32),
    /// The page shows these options.
    Options {
        /// The options.
        option: Box<SceneOption>,
        /// Number of the program's last view that the page knew.
        known: u64,
    },
    /// The page looks from here.
    Camera {
        /// The camera.
        camera: Camera,
        /// Number of the program's last view that the page knew.
        known: u64,
    },
    /// Width and height of the page's picture, in CSS pixels.
    Size([u32; 2]),
    /// Names of the values to send with every frame.
    Watch(Vec<String>),
    /// Selects the body at a place of the picture.
    Pick {
        /// From the left, 0 to 1.
        x: f64,
        /// From the bottom, 0 to 1.
        y: f64,
        /// Width over height.
        aspect: f64,
    },
    /// Asks what is at a place of the picture, without selecting it.
    Probe {
        /// From the left, 0 to 1.
        x: f64,
        /// From the bottom, 0 to 1.
        y: f64,
        /// Width over height.
        aspect: f64,
    },
    /// Holds the selected body, to push (1) or to turn (2) it.
    Hold(i32),
    /// Moves the held body.
    Drag {
        /// Effect of the motion.
        action: MouseAction,
        /// To the right, in heights of the picture.
        dx: f64,
        /// Down, in heights of the picture.
        dy: f64,
    },
    /// Releases the held body.
    Release,
    /// Presses a button of the program, or moves its slider.
    Widget {
        /// Number of the widget.
        id: usize,
        /// Value of the slider.
        value: f64,
    },
    /// An order for the program that runs the world.
    Order(Order),
}

/// An order of a page for the program that runs the world.
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
    /// Runs the simulation.
    Play,
    /// Pauses the simulation.
    Pause,
    /// Pauses, then takes this number of steps.
    Step(u32),
    /// Resets all worlds.
    Reset,
    /// Resets all worlds to this keyframe.
    Key(usize),
    /// Sets the speed: simulated seconds per second.
    Speed(f64),
    /// Goes to this state of the history.
    Seek(usize),
    /// Sets a control.
    Control {
        /// Number of the actuator.
        id: usize,
        /// The control.
        value: f64,
    },
    /// Sets positions.
    Positions {
        /// Index of the first one in `qpos`.
        first: usize,
        /// The positions.
        values: Vec<f64>,
    },
    /// Selects this world.
    World(usize),
    /// Shows this number of worlds at a time.
    Shown(usize),
    /// Loads the model again.
    Reload,
    /// Loads a model that was dropped on a page.
    Load {
        /// File name, without folders.
        name: String,
        /// Content of the file.
        text: Vec<u8>,
    },
    /// Sets what the mouse holds.
    Perturb(Box<Perturb>),
    /// Reports a pressed key by its GLFW number.
    Pressed(i32),
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
    /// The message is too long, does not follow the protocol, or has a NaN or infinite number.
    pub fn from_text(text: &str) -> Result<Self, CommandError> {
        if text.len() > MAX_TEXT_BYTES {
            return Err(CommandError::Long { bytes: text.len(), most: MAX_TEXT_BYTES });
        }
        let message: PageMessage = serde_json::from_str(text).map_err(|error| CommandError::Text(error.to_string()))?;
        Ok(match message {
            PageMessage::Seen { frame } => Self::Seen(frame),
            PageMessage::Options(shown) => Self::Options { option: Box::new(shown.option()?), known: shown.view },
            PageMessage::Camera(view) => Self::Camera { camera: view.camera()?, known: view.view },
            PageMessage::Size { width, height } => {
                Self::Size([width.min(MAX_PICTURE_SIZE), height.min(MAX_PICTURE_SIZE)])
            }
            PageMessage::Watch { mut values } => {
                values.truncate(MAX_WATCHED);
                Self::Watch(values)
            }
            PageMessage::Pick { x, y, aspect } => {
                Self::Pick { x: finite("x", x)?, y: finite("y", y)?, aspect: finite("aspect", aspect)? }
            }
            PageMessage::Probe { x, y, aspect } => {
                Self::Probe { x: finite("x", x)?, y: finite("y", y)?, aspect: finite("aspect", aspect)? }
            }
            PageMessage::Hold { kind } => Self::Hold(kind & (Perturb::TRANSLATE | Perturb::ROTATE)),
            PageMessage::Drag { action, dx, dy } => Self::Drag {
                action: MouseAction::from_number(action).map_err(|error| CommandError::Text(error.to_string()))?,
                dx: finite("dx", dx)?,
                dy: finite("dy", dy)?,
            },
            PageMessage::Release {} => Self::Release,
            PageMessage::Play {} => Self::Order(Order::Play),
            PageMessage::Pause {} => Self::Order(Order::Pause),
            PageMessage::Step { count } => Self::Order(Order::Step(count.min(MAX_STEPS))),
            PageMessage::Reset {} => Self::Order(Order::Reset),
            PageMessage::Key { id } => Self::Order(Order::Key(id)),
            PageMessage::Speed { value } => Self::Order(Order::Speed(finite("speed", value)?)),
            PageMessage::Seek { index } => Self::Order(Order::Seek(index)),
            PageMessage::Ctrl { id, value } => Self::Order(Order::Control { id, value: finite("ctrl", value)? }),
            PageMessage::Qpos { first, values } => {
                values.iter().try_for_each(|&value| finite("qpos", value).map(drop))?;
                Self::Order(Order::Positions { first, values })
            }
            PageMessage::World { id } => Self::Order(Order::World(id)),
            PageMessage::Shown { count } => Self::Order(Order::Shown(count)),
            PageMessage::Reload {} => Self::Order(Order::Reload),
            PageMessage::Widget { id, value } => Self::Widget { id, value: finite("widget", value)? },
            PageMessage::Pressed { key } => Self::Order(Order::Pressed(key)),
        })
    }

    /// Decodes a model that was dropped on the page: length of its name (`u32`), name, text.
    ///
    /// # Errors
    ///
    /// The message is too long or has no name.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CommandError> {
        if bytes.len() > MAX_MODEL_BYTES {
            return Err(CommandError::Long { bytes: bytes.len(), most: MAX_MODEL_BYTES });
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

impl OptionsChoice {
    fn option(&self) -> Result<SceneOption, CommandError> {
        let unknown = |what: &str, number: i32| CommandError::Text(format!("{what} {number} does not exist"));
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

impl CameraChoice {
    fn camera(&self) -> Result<Camera, CommandError> {
        let kind = CameraKind::from_number(self.kind).filter(|kind| *kind != CameraKind::User);
        for value in self.lookat.into_iter().chain([self.distance, self.azimuth, self.elevation]) {
            finite("camera", value)?;
        }
        Ok(Camera {
            kind: kind
                .ok_or_else(|| CommandError::Text(format!("camera kind {} does not exist: give 0 to 2", self.kind)))?,
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
    fn messages_outside_the_protocol_are_rejected() {
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
        assert_eq!(steps, Ok(Request::Order(Order::Step(MAX_STEPS))));
        let many = format!("{{\"do\":\"watch\",\"values\":[{}\"x\"]}}", "\"time\",".repeat(1000));
        assert!(matches!(Request::from_text(&many), Ok(Request::Watch(list)) if list.len() == MAX_WATCHED));
    }

    #[test]
    fn a_dropped_file_has_no_folder() {
        let mut bytes = 10u32.to_le_bytes().to_vec();
        bytes.extend_from_slice(b"../a/x.xml<mujoco/>");
        let load = Order::Load { name: "x.xml".into(), text: b"<mujoco/>".to_vec() };
        assert_eq!(Request::from_bytes(&bytes), Ok(Request::Order(load)));
    }
}
