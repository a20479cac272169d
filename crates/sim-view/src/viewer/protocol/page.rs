//! Messages of a page, as JSON. `do` names the kind.

use serde::Deserialize;

/// Limit on the bytes of a text message.
pub const MAX_TEXT_BYTES: usize = 64 << 10;
/// Limit on the bytes of the files that are dropped on a page, with their names.
pub const MAX_MODEL_BYTES: usize = 128 << 20;
/// Limit on the files that are dropped on a page at once.
pub const MAX_DROPPED_FILES: usize = 4096;
/// Limit on the bytes of a dropped file's name, with its folders.
pub const MAX_FILE_NAME_BYTES: usize = 1024;
/// Limit on the values that a page watches. More are ignored.
pub const MAX_WATCHED: usize = 256;
/// Limit on the steps of one request. More are ignored.
pub const MAX_STEPS: u32 = 1000;
/// Limit on the width and height of a page's picture, in pixels.
pub const MAX_PICTURE_SIZE: u32 = 1 << 16;

/// Limit on the pixels of a picture that the server draws.
pub const MAX_DRAWN_PIXELS: u32 = 1920 * 1200;

/// A message from a page to the server. `do` names its kind.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum PageMessage {
    /// The page has drawn this frame.
    Seen {
        /// Number of the frame.
        frame: u32,
    },
    /// The page has drawn a model with all its geometry for the first time.
    Drawn {},
    /// The page shows this of the model.
    Options(Box<OptionsChoice>),
    /// The page looks from here.
    Camera(CameraChoice),
    /// Size of the page's picture, in CSS pixels.
    Size {
        /// Width.
        width: u32,
        /// Height.
        height: u32,
    },
    /// Sends these values with every frame, and their samples at every step.
    Watch {
        /// Names: a word such as `time`, or an entry of a field such as `qpos[3]`.
        values: Vec<String>,
        /// Number of this list. Frames with values of the list have it. Default: 0.
        #[serde(default)]
        list: u32,
    },
    /// Sends what these panels show while they are open.
    Panels {
        /// Sends `contacts`.
        contacts: bool,
        /// Sends `settings`.
        settings: bool,
    },
    /// Selects a body by its number.
    Select {
        /// Number of the body. 0: none.
        body: usize,
    },
    /// Hides the geoms and sites of these bodies from this page, and no others.
    Hide {
        /// Numbers of the bodies.
        bodies: Vec<usize>,
    },
    /// Asks for the state as a keyframe. The answer is `keyframe`.
    Keyframe {},
    /// Changes a setting of the simulation: `mjOption`.
    Setting {
        /// Name of the setting.
        name: String,
        /// Its values.
        values: Vec<f64>,
    },
    /// Selects the body at a place of the picture.
    Pick {
        /// From the left, 0 to 1.
        x: f64,
        /// From the bottom, 0 to 1.
        y: f64,
        /// Width of the picture over its height.
        aspect: f64,
    },
    /// Asks what is at a place of the picture. The answer is `pointed`.
    Probe {
        /// From the left, 0 to 1.
        x: f64,
        /// From the bottom, 0 to 1.
        y: f64,
        /// Width of the picture over its height.
        aspect: f64,
    },
    /// Holds the selected body with the mouse.
    Hold {
        /// A `HoldKind`: push or turn.
        kind: i32,
    },
    /// Moves the held body.
    Drag {
        /// A `MouseAction`.
        action: i32,
        /// To the right, in heights of the picture.
        dx: f64,
        /// Down, in heights of the picture.
        dy: f64,
    },
    /// Releases the held body.
    Release {},
    /// Runs the simulation.
    Play {},
    /// Pauses the simulation.
    Pause {},
    /// Pauses, then steps.
    Step {
        /// Number of steps.
        count: u32,
    },
    /// Resets all worlds.
    Reset {},
    /// Resets all worlds to a keyframe.
    Key {
        /// Number of the keyframe.
        id: usize,
    },
    /// Sets the speed.
    Speed {
        /// Simulated seconds per second.
        value: f64,
    },
    /// Goes to a state of the history, and pauses.
    Seek {
        /// Index of the state.
        index: usize,
    },
    /// Sets a control of the selected world.
    Ctrl {
        /// Number of the actuator.
        id: usize,
        /// The control.
        value: f64,
    },
    /// Sets positions of the selected world.
    Qpos {
        /// Index of the first one in `qpos`.
        first: usize,
        /// The positions.
        values: Vec<f64>,
    },
    /// Selects a world.
    World {
        /// Number of the world.
        id: usize,
    },
    /// Limits the worlds that are shown at a time.
    Shown {
        /// Number of worlds.
        count: usize,
    },
    /// Asks the server for pictures instead of drawing them here. They come as binary messages.
    Draw(DrawChoice),
    /// Ends the server's pictures.
    Undraw {},
    /// Loads the model again.
    Reload {},
    /// Presses a button of the program, or moves its slider.
    Widget {
        /// Number of the widget.
        id: usize,
        /// Value of the slider; 1 for a button.
        value: f64,
    },
    /// Reports a key that the user pressed outside of a text field.
    Pressed {
        /// Number of the key in GLFW.
        key: i32,
    },
}

/// Size and style of the pictures that the server draws.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DrawChoice {
    /// Width, in pixels.
    pub width: u32,
    /// Height, in pixels.
    pub height: u32,
    /// Draws shadows.
    pub shadow: bool,
    /// Draws edges only.
    pub wireframe: bool,
    /// Draws reflections.
    pub reflection: bool,
    /// Draws the sky.
    pub skybox: bool,
    /// Draws fog.
    pub fog: bool,
    /// Draws haze.
    pub haze: bool,
}

/// What a page shows of the model: `mjvOption`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OptionsChoice {
    /// Bits of `mjtVisFlag`: bit `k` is flag number `k`.
    pub flags: u32,
    /// Number of the label kind.
    pub label: i32,
    /// Number of the frame kind.
    pub frame: i32,
    /// Groups of geoms.
    pub geomgroup: [bool; 6],
    /// Groups of sites.
    pub sitegroup: [bool; 6],
    /// Groups of joints.
    pub jointgroup: [bool; 6],
    /// Groups of tendons.
    pub tendongroup: [bool; 6],
    /// Groups of actuators.
    pub actuatorgroup: [bool; 6],
    /// Groups of skins.
    pub skingroup: [bool; 6],
    /// Groups of flexes. No model has flexes: the value only returns to the program that set it.
    pub flexgroup: [bool; 6],
    /// Depth of the bounding volumes that are drawn.
    pub bvh_depth: i32,
    /// Layer of flexes. No model has flexes: the value only returns to the program that set it.
    pub flex_layer: i32,
    /// Number of the last `view` message that the page has followed. Default: 0.
    #[serde(default)]
    pub view: u64,
}

/// Where a page looks from: `mjvCamera`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CameraChoice {
    /// A `CameraKind`.
    pub kind: i32,
    /// Number of the model's camera, for a fixed camera.
    #[serde(default)]
    pub fixed: i32,
    /// Number of the body, for a tracking camera.
    #[serde(default)]
    pub track: i32,
    /// Point that the camera looks at, in metres.
    pub lookat: [f64; 3],
    /// Distance to that point, in metres.
    pub distance: f64,
    /// Angle about the vertical, in degrees.
    pub azimuth: f64,
    /// Angle above the horizon, in degrees.
    pub elevation: f64,
    /// Whether the projection is parallel.
    #[serde(default)]
    pub orthographic: bool,
    /// Number of the last `view` message that the page has followed. Default: 0.
    #[serde(default)]
    pub view: u64,
}
