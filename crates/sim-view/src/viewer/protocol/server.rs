//! Messages of the server, as JSON. `is` names the kind.

use serde::Serialize;

/// A message from the server to a page. `is` names its kind.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum ServerMessage {
    /// The model that is shown from now on.
    Model(Box<ModelMessage>),
    /// State of the run.
    Status(Box<StatusMessage>),
    /// Result of loading a model.
    Error(ErrorMessage),
    /// A text for the user.
    Notice(NoticeMessage),
    /// Selection of this page.
    Picked(PickedMessage),
    /// Answer to `probe`.
    Pointed(PointedMessage),
    /// The view that a program sets.
    View(Box<ViewMessage>),
    /// Scalars, buttons and sliders of a program.
    Widgets(WidgetsMessage),
}

impl ServerMessage {
    /// The message as JSON. NaN and infinite numbers become `null`.
    pub fn to_json(&self) -> String {
        // strings and numbers always have a JSON form
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The model that is shown from now on.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ModelMessage {
    /// Version of the model. Frames of other versions belong to other models.
    pub version: u32,
    /// Name of the model.
    pub name: String,
    /// Whether the run is a recording.
    pub is_recording: bool,
    /// Whether pages can play and pause.
    pub can_play: bool,
    /// Simulated seconds per step.
    pub timestep: f64,
    /// The grid of worlds.
    pub worlds: WorldsInfo,
    /// Bodies by number.
    pub bodies: Vec<BodyInfo>,
    /// Joints by number.
    pub joints: Vec<JointInfo>,
    /// Actuators by number.
    pub actuators: Vec<ActuatorInfo>,
    /// Sensors by number.
    pub sensors: Vec<SensorInfo>,
    /// Names of the keyframes.
    pub keys: Vec<String>,
    /// Cameras by number.
    pub cameras: Vec<CameraInfo>,
    /// Geoms by number.
    pub geoms: Vec<GeomInfo>,
    /// Fields that `watch` can name.
    pub fields: Vec<FieldInfo>,
    /// Settings of the picture.
    pub visual: Visual,
    /// Where a page looks from at first.
    pub camera: StartCamera,
    /// Flags of `mjtVisFlag`, with their defaults.
    pub flags: Vec<FlagInfo>,
    /// Names of the label kinds.
    pub labels: Vec<&'static str>,
    /// Names of the frame kinds.
    pub frames: Vec<&'static str>,
}

/// A body.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BodyInfo {
    /// Name, or empty.
    pub name: String,
    /// Number of the parent body.
    pub parent: i32,
}

/// A joint.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JointInfo {
    /// Name, or empty.
    pub name: String,
    /// A `JointType`.
    pub r#type: i32,
    /// Number of the body.
    pub body: i32,
    /// Index of its first number in `qpos`.
    pub qpos: i32,
    /// Whether `range` limits it.
    pub limited: bool,
    /// Lowest and highest position.
    pub range: [f64; 2],
}

/// An actuator.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActuatorInfo {
    /// Name, or empty.
    pub name: String,
    /// Whether `range` limits its control.
    pub limited: bool,
    /// Lowest and highest control.
    pub range: [f64; 2],
}

/// A sensor.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SensorInfo {
    /// Name, or empty.
    pub name: String,
    /// Index of its first number in `sensordata`.
    pub first: i32,
    /// Number of its values.
    pub count: i32,
}

/// A camera of the model.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CameraInfo {
    /// Name, or empty.
    pub name: String,
    /// Whether the projection is parallel.
    pub orthographic: bool,
    /// What the camera sees at distance 1, in metres under a parallel projection: middle and half width (0: the window decides), lower and
    /// upper edge.
    pub edges: [f64; 4],
}

/// A geom.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GeomInfo {
    /// Name, or empty.
    pub name: String,
    /// Group.
    pub group: i32,
}

/// A field of real numbers.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FieldInfo {
    /// MuJoCo's name.
    pub name: &'static str,
    /// Number of entries.
    pub count: usize,
}

/// A flag of `mjtVisFlag`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FlagInfo {
    /// Name for people.
    pub name: &'static str,
    /// Number of the flag's bit.
    pub bit: usize,
    /// Default.
    pub on: bool,
}

/// The grid of worlds.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorldsInfo {
    /// Number of worlds.
    pub count: usize,
    /// Worlds that are shown at a time: the block of all worlds that holds the selected one.
    pub shown: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// Distance of columns and of rows, in metres.
    pub spacing: [f64; 2],
    /// Number of the selected world.
    pub selected: usize,
    /// Bodies whose poses frames hold.
    pub bodies: Vec<usize>,
    /// Index in `bodies` of the body that a position is relative to. -1: none.
    pub anchors: Vec<i64>,
    /// Largest distance of a body from its anchor, in metres.
    pub reach: f64,
    /// Lowest position of a body without an anchor.
    pub low: [f64; 3],
    /// Highest position of a body without an anchor.
    pub high: [f64; 3],
    /// Geoms of these bodies. Empty for one world.
    pub geoms: Vec<WorldGeom>,
}

/// A geom of the worlds that are not selected.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorldGeom {
    /// Number of the geom.
    pub geom: usize,
    /// Index of its body in `bodies`.
    pub body: usize,
    /// Position in the body's frame.
    pub pos: [f64; 3],
    /// Orientation in the body's frame: `w x y z`.
    pub quat: [f64; 4],
}

/// Settings of the model for its picture: `mjModel.vis` and `mjModel.stat`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Visual {
    /// Vertical field of view of the free camera, in degrees; in metres under a parallel projection.
    pub fovy: f64,
    /// Distance of the near plane, in extents.
    pub znear: f64,
    /// Distance of the far plane, in extents.
    pub zfar: f64,
    /// Extent of the model, in metres.
    pub extent: f64,
    /// Centre of the model.
    pub center: [f64; 3],
    /// Colour of the haze.
    pub haze: [f64; 4],
    /// Colour of the fog.
    pub fog: [f64; 4],
    /// Distance where fog starts, in extents.
    pub fogstart: f64,
    /// Distance where fog ends, in extents.
    pub fogend: f64,
    /// Share of the sky that haze covers.
    pub hazefactor: f64,
    /// Whether the headlight is on.
    pub headlight: bool,
    /// Width and height of shadow maps, in pixels.
    pub shadowsize: i32,
    /// Half size of the shadow map of a directional light, in extents.
    pub shadowclip: f64,
    /// Angle of the shadow map of a spotlight, in cutoffs.
    pub shadowscale: f64,
    /// Width of lines, in pixels.
    pub linewidth: f64,
    /// Number of the sky's texture. -1: none.
    pub skybox: i64,
}

/// Where a page looks from at first.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StartCamera {
    /// Point that the camera looks at.
    pub lookat: [f64; 3],
    /// Distance to that point.
    pub distance: f64,
    /// Angle about the vertical, in degrees.
    pub azimuth: f64,
    /// Angle above the horizon, in degrees.
    pub elevation: f64,
    /// Whether the projection is parallel.
    pub orthographic: bool,
}

/// State of the run, ten times a second.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StatusMessage {
    /// Whether time runs.
    pub playing: bool,
    /// Simulated seconds per second that the user chose.
    pub speed: f64,
    /// Simulated seconds per second, measured.
    pub real_time_factor: f64,
    /// Steps per second, measured.
    pub steps_per_second: f64,
    /// Time of the selected world.
    pub time: f64,
    /// States to go back to.
    pub history: HistoryStatus,
    /// Statistics of the solver.
    pub solver: SolverStatus,
    /// Time of each stage of a step.
    pub stages: Vec<StageTime>,
    /// Number of open pages.
    pub pages: usize,
    /// Number of published states.
    pub published: u64,
    /// Failed worlds: the first hundred.
    pub errors: Vec<WorldError>,
}

/// States to go back to.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HistoryStatus {
    /// Number of states.
    pub count: usize,
    /// Index of the shown state.
    pub index: usize,
    /// Seconds from the first state to the last.
    pub seconds: f64,
}

/// Statistics of the solver.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SolverStatus {
    /// Iterations of the first island.
    pub iterations: i32,
    /// Contacts.
    pub contacts: usize,
    /// Constraint rows.
    pub rows: usize,
}

/// Time of a stage.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StageTime {
    /// Name of the stage.
    pub name: &'static str,
    /// Microseconds per step.
    pub microseconds: f64,
}

/// A failed world.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorldError {
    /// Number of the world.
    pub world: usize,
    /// The error.
    pub message: String,
}

/// Result of loading a model. After an error the previous model keeps running.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorMessage {
    /// The error. `null`: the model is loaded.
    pub message: Option<String>,
    /// File of the error.
    pub file: Option<String>,
    /// Line of the error, from 1.
    pub line: Option<usize>,
    /// Column of the error, from 1.
    pub column: Option<usize>,
    /// Lines around the error.
    pub lines: Vec<SourceLine>,
}

/// A line of a model file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SourceLine {
    /// Number of the line, from 1.
    pub number: usize,
    /// The line, shortened if it is long.
    pub text: String,
    /// Whether it is the line of the error.
    pub marked: bool,
}

/// A text for the user.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NoticeMessage {
    /// The text.
    pub text: String,
}

/// Selection of this page, when it changes and while its values change.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PickedMessage {
    /// Number of the selected body. 0: none.
    pub body: usize,
    /// Number of the selected geom. -1: none.
    pub geom: i64,
    /// Name of the body.
    pub name: String,
    /// Names and values.
    pub facts: Vec<[String; 2]>,
}

/// Answer to `probe`. Answers come in the order of the questions.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PointedMessage {
    /// Number of the body. -1: nothing is there.
    pub body: i64,
    /// The point of its surface.
    pub point: [f64; 3],
}

/// Scalars, buttons and sliders of a program: all of them, whenever one is new or changes.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WidgetsMessage {
    /// Names of the scalars. `watch` names them `user.NAME`.
    pub scalars: Vec<String>,
    /// Buttons and sliders, by number.
    pub widgets: Vec<WidgetInfo>,
}

/// A button or a slider of a program.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WidgetInfo {
    /// Number of the widget. `widget` names it.
    pub id: usize,
    /// Its text.
    pub name: String,
    /// What it is.
    pub kind: WidgetKind,
    /// Lowest value of a slider.
    pub low: f64,
    /// Highest value of a slider.
    pub high: f64,
    /// Value of a slider: another page may have moved it.
    pub value: f64,
}

/// Kind of a widget.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum WidgetKind {
    /// A button.
    Button,
    /// A slider.
    Slider,
}

/// The view that a program sets. A page follows it until its user chooses another one.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ViewMessage {
    /// Number of the view.
    pub number: u64,
    /// Where pages look from.
    pub camera: CameraPose,
    /// What pages show.
    pub options: OptionsState,
    /// How pages draw it.
    pub rendering: Rendering,
}

/// Camera of a program: `mjvCamera`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CameraPose {
    /// A `CameraKind`.
    pub kind: i32,
    /// Number of the model's camera, for a fixed camera.
    pub fixed: i32,
    /// Number of the body, for a tracking camera.
    pub track: i32,
    /// Point that the camera looks at.
    pub lookat: [f64; 3],
    /// Distance to that point.
    pub distance: f64,
    /// Angle about the vertical, in degrees.
    pub azimuth: f64,
    /// Angle above the horizon, in degrees.
    pub elevation: f64,
    /// Whether the projection is parallel.
    pub orthographic: bool,
}

/// What a program shows: `mjvOption`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OptionsState {
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
    /// Groups of flexes.
    pub flexgroup: [bool; 6],
    /// Depth of the bounding volumes that are drawn.
    pub bvh_depth: i32,
    /// Layer of flexes.
    pub flex_layer: i32,
}

/// Flags of `mjtRndFlag`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rendering {
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
