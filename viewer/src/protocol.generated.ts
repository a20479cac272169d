/**
 * The protocol between the viewer's server and this page.
 *
 * Generated from crates/sim-view/src/viewer/protocol. Do not edit: `cargo xtask protocol` rewrites it.
 */

/** Limit on the bytes of a text message. */
export const MAX_TEXT_BYTES = 65536;

/** Limit on the bytes of the files that are dropped on the page, with their names. */
export const MAX_MODEL_BYTES = 134217728;

/** Limit on the files that are dropped on the page at once. */
export const MAX_DROPPED_FILES = 4096;

/** Limit on the bytes of a dropped file's name, with its folders. */
export const MAX_FILE_NAME_BYTES = 1024;

/** Limit on the pixels of a picture that the server draws. */
export const MAX_DRAWN_PIXELS = 2304000;

/** Limit on watched values. */
export const MAX_WATCHED = 256;

/** Limit on the steps of one request. */
export const MAX_STEPS = 1000;

/** Kind of a binary message. */
export const BinaryKind = { Frame: 1, Overlay: 2, PackedText: 3, Picture: 4 } as const;

/** Steps from the lowest to the highest coordinate of a surface's vertices. */
export const SURFACE_POSITION_STEPS = 65535;

/** Steps of each of the two numbers of a surface's normal, from -1 to 1. */
export const SURFACE_NORMAL_STEPS = 1022;

/** Steps from the lowest to the highest texture coordinate of a surface. */
export const SURFACE_TEXCOORD_STEPS = 1048575;

/** Kind of an overlay. */
export const OverlayKind = { Texts: 0, Figures: 1, Images: 2 } as const;

/** Bits of a frame: time runs; the page forgets all items. */
export const FrameBit = { Playing: 1, Reset: 2 } as const;

/** Bits of a look. */
export const LookBit = { Texuniform: 1, Texcoord: 2, Transparent: 4 } as const;

/** Number of bits below the category of a look. */
export const LOOK_CATEGORY_SHIFT = 8;

/** Bits of a light. */
export const LightBit = { Headlight: 1, CastsShadow: 2 } as const;

/** Kind of a light. */
export const LightKind = { Spot: 0, Directional: 1, Point: 2, Image: 3 } as const;

/** Kind of a texture. */
export const TextureKind = { TwoD: 0, Cube: 1, Skybox: 2 } as const;

/** Shape of an item: `mjtGeom`. */
export const Shape = { Plane: 0, Hfield: 1, Sphere: 2, Capsule: 3, Ellipsoid: 4, Cylinder: 5, Box: 6, Mesh: 7, Sdf: 8, Arrow: 100, Arrow1: 101, Arrow2: 102, Line: 103, LineBox: 104, Skin: 106, Label: 107, Triangle: 108 } as const;

/** Kind of a camera: `mjtCamera`. */
export const CameraKind = { Free: 0, Tracking: 1, Fixed: 2 } as const;

/** Effect of a mouse motion: `mjtMouse`. */
export const MouseAction = { RotateV: 1, RotateH: 2, MoveV: 3, MoveH: 4, Zoom: 5 } as const;

/** How the mouse holds a body: `mjtPertBit`. */
export const HoldKind = { Push: 1, Turn: 2 } as const;

/** Type of a joint: `mjtJoint`. */
export const JointType = { Free: 0, Ball: 1, Slide: 2, Hinge: 3 } as const;

/** Number of each bit of `mjtVisFlag`. */
export const VisualFlag = { CONVEXHULL: 0, TEXTURE: 1, JOINT: 2, CAMERA: 3, ACTUATOR: 4, ACTIVATION: 5, LIGHT: 6, TENDON: 7, RANGEFINDER: 8, CONSTRAINT: 9, INERTIA: 10, SCLINERTIA: 11, PERTFORCE: 12, PERTOBJ: 13, CONTACTPOINT: 14, ISLAND: 15, CONTACTFORCE: 16, CONTACTSPLIT: 17, TRANSPARENT: 18, AUTOCONNECT: 19, COM: 20, SELECT: 21, STATIC: 22, SKIN: 23, FLEXVERT: 24, FLEXEDGE: 25, FLEXFACE: 26, FLEXSKIN: 27, BODYBVH: 28, MESHBVH: 29, SDFITER: 30 } as const;

/** Bits of each coordinate of a body without an anchor. */
export const POSITION_BITS = 16;

/** Bits of each quaternion component of such a body. */
export const QUATERNION_BITS = 15;

/** Bits of each coordinate of a body with an anchor. */
export const NEAR_POSITION_BITS = 11;

/** Bits of the quaternion components of such a body. */
export const NEAR_QUATERNION_BITS = [10, 10, 9] as const;

/** A message from a page to the server. `do` names its kind. */
export type PageMessage = { "do": "seen",
  /** Number of the frame. */
  frame: number, } | { "do": "drawn", } | { "do": "options" } & OptionsChoice | { "do": "camera" } & CameraChoice | { "do": "size",
  /** Width. */
  width: number,
  /** Height. */
  height: number, } | { "do": "watch",
  /** Names: a word such as `time`, or an entry of a field such as `qpos[3]`. */
  values: Array<string>,
  /** Number of this list. Frames with values of the list have it. Default: 0. */
  list: number, } | { "do": "panels",
  /** Sends `contacts`. */
  contacts: boolean,
  /** Sends `settings`. */
  settings: boolean, } | { "do": "select",
  /** Number of the body. 0: none. */
  body: number, } | { "do": "hide",
  /** Numbers of the bodies. */
  bodies: Array<number>, } | { "do": "keyframe", } | { "do": "setting",
  /** Name of the setting. */
  name: string,
  /** Its values. */
  values: Array<number>, } | { "do": "pick",
  /** From the left, 0 to 1. */
  x: number,
  /** From the bottom, 0 to 1. */
  y: number,
  /** Width of the picture over its height. */
  aspect: number, } | { "do": "probe",
  /** From the left, 0 to 1. */
  x: number,
  /** From the bottom, 0 to 1. */
  y: number,
  /** Width of the picture over its height. */
  aspect: number, } | { "do": "hold",
  /** A `HoldKind`: push or turn. */
  kind: number, } | { "do": "drag",
  /** A `MouseAction`. */
  action: number,
  /** To the right, in heights of the picture. */
  dx: number,
  /** Down, in heights of the picture. */
  dy: number, } | { "do": "release", } | { "do": "play", } | { "do": "pause", } | { "do": "step",
  /** Number of steps. */
  count: number, } | { "do": "reset", } | { "do": "key",
  /** Number of the keyframe. */
  id: number, } | { "do": "speed",
  /** Simulated seconds per second. */
  value: number, } | { "do": "seek",
  /** Index of the state. */
  index: number, } | { "do": "ctrl",
  /** Number of the actuator. */
  id: number,
  /** The control. */
  value: number, } | { "do": "qpos",
  /** Index of the first one in `qpos`. */
  first: number,
  /** The positions. */
  values: Array<number>, } | { "do": "world",
  /** Number of the world. */
  id: number, } | { "do": "shown",
  /** Number of worlds. */
  count: number, } | { "do": "draw" } & DrawChoice | { "do": "undraw", } | { "do": "reload", } | { "do": "widget",
  /** Number of the widget. */
  id: number,
  /** Value of the slider; 1 for a button. */
  value: number, } | { "do": "pressed",
  /** Number of the key in GLFW. */
  key: number, };

/** Size and style of the pictures that the server draws. */
export type DrawChoice = {
  /** Width, in pixels. */
  width: number,
  /** Height, in pixels. */
  height: number,
  /** Draws shadows. */
  shadow: boolean,
  /** Draws edges only. */
  wireframe: boolean,
  /** Draws reflections. */
  reflection: boolean,
  /** Draws the sky. */
  skybox: boolean,
  /** Draws fog. */
  fog: boolean,
  /** Draws haze. */
  haze: boolean, };

/** What a page shows of the model: `mjvOption`. */
export type OptionsChoice = {
  /** Bits of `mjtVisFlag`: bit `k` is flag number `k`. */
  flags: number,
  /** Number of the label kind. */
  label: number,
  /** Number of the frame kind. */
  frame: number,
  /** Groups of geoms. */
  geomgroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Groups of sites. */
  sitegroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Groups of joints. */
  jointgroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Groups of tendons. */
  tendongroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Groups of actuators. */
  actuatorgroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Groups of skins. */
  skingroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Groups of flexes. No model has flexes: the value only returns to the program that set it. */
  flexgroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Depth of the bounding volumes that are drawn. */
  bvh_depth: number,
  /** Layer of flexes. No model has flexes: the value only returns to the program that set it. */
  flex_layer: number,
  /** Number of the last `view` message that the page has followed. Default: 0. */
  view: number, };

/** Where a page looks from: `mjvCamera`. */
export type CameraChoice = {
  /** A `CameraKind`. */
  kind: number,
  /** Number of the model's camera, for a fixed camera. */
  fixed: number,
  /** Number of the body, for a tracking camera. */
  track: number,
  /** Point that the camera looks at, in metres. */
  lookat: [number, number, number],
  /** Distance to that point, in metres. */
  distance: number,
  /** Angle about the vertical, in degrees. */
  azimuth: number,
  /** Angle above the horizon, in degrees. */
  elevation: number,
  /** Whether the projection is parallel. */
  orthographic: boolean,
  /** Number of the last `view` message that the page has followed. Default: 0. */
  view: number, };

/** A message from the server to a page. `is` names its kind. */
export type ServerMessage = { "is": "model" } & ModelMessage | { "is": "status" } & StatusMessage | { "is": "error" } & ErrorMessage | { "is": "notice" } & NoticeMessage | { "is": "picked" } & PickedMessage | { "is": "pointed" } & PointedMessage | { "is": "contacts" } & ContactsMessage | { "is": "settings" } & SettingsMessage | { "is": "keyframe" } & KeyframeMessage | { "is": "view" } & ViewMessage | { "is": "widgets" } & WidgetsMessage;

/** The model that is shown from now on. */
export type ModelMessage = {
  /** Version of the model. Frames of other versions belong to other models. */
  version: number,
  /** Name of the model. */
  name: string,
  /** Whether the run is a recording. */
  is_recording: boolean,
  /** Whether pages can play and pause. */
  can_play: boolean,
  /** Simulated seconds per step. */
  timestep: number,
  /** The grid of worlds. */
  worlds: WorldsInfo,
  /** Bodies by number. */
  bodies: Array<BodyInfo>,
  /** Joints by number. */
  joints: Array<JointInfo>,
  /** Actuators by number. */
  actuators: Array<ActuatorInfo>,
  /** Sensors by number. */
  sensors: Array<SensorInfo>,
  /** Names of the keyframes. */
  keys: Array<string>,
  /** Cameras by number. */
  cameras: Array<CameraInfo>,
  /** Geoms by number. */
  geoms: Array<GeomInfo>,
  /** Fields that `watch` can name. */
  fields: Array<FieldInfo>,
  /** Settings of the picture. */
  visual: Visual,
  /** Where a page looks from at first. */
  camera: StartCamera,
  /** Flags of `mjtVisFlag`, with their defaults. */
  flags: Array<FlagInfo>,
  /** Names of the label kinds. */
  labels: Array<string>,
  /** Names of the frame kinds. */
  frames: Array<string>, };

/** A body. */
export type BodyInfo = {
  /** Name, or empty. */
  name: string,
  /** Number of the parent body. */
  parent: number, };

/** A joint. */
export type JointInfo = {
  /** Name, or empty. */
  name: string,
  /** A `JointType`. */
  type: number,
  /** Number of the body. */
  body: number,
  /** Index of its first number in `qpos`. */
  qpos: number,
  /** Index of its first number in `qvel`. */
  qvel: number,
  /** Whether `range` limits it. */
  limited: boolean,
  /** Lowest and highest position. */
  range: [number, number], };

/** An actuator. */
export type ActuatorInfo = {
  /** Name, or empty. */
  name: string,
  /** Whether `range` limits its control. */
  limited: boolean,
  /** Lowest and highest control. */
  range: [number, number], };

/** A sensor. */
export type SensorInfo = {
  /** Name, or empty. */
  name: string,
  /** Index of its first number in `sensordata`. */
  first: number,
  /** Number of its values. */
  count: number,
  /** Names of the values. Empty: there is one, or they are only numbered. */
  axes: Array<string>, };

/** A camera of the model. */
export type CameraInfo = {
  /** Name, or empty. */
  name: string,
  /** Whether the projection is parallel. */
  orthographic: boolean,
  /** What the camera sees at distance 1, in metres under a parallel projection: middle and half width (0: the window decides), lower and
   * upper edge. */
  edges: [number, number, number, number], };

/** A geom. */
export type GeomInfo = {
  /** Name, or empty. */
  name: string,
  /** Group. */
  group: number,
  /** Number of its body. */
  body: number, };

/** A field of real numbers. */
export type FieldInfo = {
  /** MuJoCo's name. */
  name: string,
  /** Number of entries. */
  count: number, };

/** A flag of `mjtVisFlag`. */
export type FlagInfo = {
  /** Name for people. */
  name: string,
  /** Number of the flag's bit. */
  bit: number,
  /** Default. */
  on: boolean, };

/** The grid of worlds. */
export type WorldsInfo = {
  /** Number of worlds. */
  count: number,
  /** Worlds that are shown at a time: the block of all worlds that holds the selected one. */
  shown: number,
  /** Columns of the grid. */
  columns: number,
  /** Distance of columns and of rows, in metres. */
  spacing: [number, number],
  /** Number of the selected world. */
  selected: number,
  /** Bodies whose poses frames hold. */
  bodies: Array<number>,
  /** Index in `bodies` of the body that a position is relative to. -1: none. */
  anchors: Array<number>,
  /** Largest distance of a body from its anchor, in metres. */
  reach: number,
  /** Lowest position of a body without an anchor. */
  low: [number, number, number],
  /** Highest position of a body without an anchor. */
  high: [number, number, number],
  /** Geoms of these bodies, and geoms that stand in every world. Empty for one world. */
  geoms: Array<WorldGeom>,
  /** Planes of the world that all worlds share. */
  floors: Array<number>,
  /** Where the mark of the selected world lies. */
  mark: WorldMark, };

/** A geom of the worlds that are not selected. */
export type WorldGeom = {
  /** Number of the geom. */
  geom: number,
  /** Index of its body in `bodies`. -1: the geom stands still. */
  body: number,
  /** Position in the body's frame, or in the world's. */
  pos: [number, number, number],
  /** Orientation in that frame: `w x y z`. */
  quat: [number, number, number, number], };

/** The ring below the selected world. */
export type WorldMark = {
  /** Geom that the ring follows: part of a floating body. -1: the ring stays. */
  geom: number,
  /** Middle of a ring that stays, and height of every ring. */
  center: [number, number, number],
  /** Radius, in metres. */
  radius: number, };

/** Settings of the model for its picture: `mjModel.vis` and `mjModel.stat`. */
export type Visual = {
  /** Vertical field of view of the free camera, in degrees; in metres under a parallel projection. */
  fovy: number,
  /** Distance of the near plane, in extents. */
  znear: number,
  /** Distance of the far plane, in extents. */
  zfar: number,
  /** Extent of the model, in metres. */
  extent: number,
  /** Centre of the model. */
  center: [number, number, number],
  /** Colour of the haze. */
  haze: [number, number, number, number],
  /** Colour of the fog. */
  fog: [number, number, number, number],
  /** Distance where fog starts, in extents. */
  fogstart: number,
  /** Distance where fog ends, in extents. */
  fogend: number,
  /** Share of the sky that haze covers. */
  hazefactor: number,
  /** Whether the headlight is on. */
  headlight: boolean,
  /** Width and height of shadow maps, in pixels. */
  shadowsize: number,
  /** Half size of the shadow map of a directional light, in extents. */
  shadowclip: number,
  /** Angle of the shadow map of a spotlight, in cutoffs. */
  shadowscale: number,
  /** Width of lines, in pixels. */
  linewidth: number,
  /** Number of the sky's texture. -1: none. */
  skybox: number, };

/** Where a page looks from at first. */
export type StartCamera = {
  /** Point that the camera looks at. */
  lookat: [number, number, number],
  /** Distance to that point. */
  distance: number,
  /** Angle about the vertical, in degrees. */
  azimuth: number,
  /** Angle above the horizon, in degrees. */
  elevation: number,
  /** Whether the projection is parallel. */
  orthographic: boolean,
  /** Lowest corner of what a page brings into view at first: the model, or all shown worlds. */
  low: [number, number, number],
  /** Highest corner of what a page brings into view at first. */
  high: [number, number, number], };

/** State of the run, ten times a second. */
export type StatusMessage = {
  /** Whether time runs. */
  playing: boolean,
  /** Simulated seconds per second that the user chose. */
  speed: number,
  /** Simulated seconds per second, measured. */
  real_time_factor: number,
  /** Steps per second, measured. */
  steps_per_second: number,
  /** Time of the selected world. */
  time: number,
  /** States to go back to. */
  history: HistoryStatus,
  /** Statistics of the solver. */
  solver: SolverStatus,
  /** Time of each stage of a step. */
  stages: Array<StageTime>,
  /** Number of open pages. */
  pages: number,
  /** Number of published states. */
  published: number,
  /** Failed worlds: the first hundred. */
  errors: Array<WorldError>, };

/** States to go back to. */
export type HistoryStatus = {
  /** Number of states. */
  count: number,
  /** Index of the shown state. */
  index: number,
  /** Seconds from the first state to the last. */
  seconds: number, };

/** Statistics of the solver. */
export type SolverStatus = {
  /** Iterations of the first island. */
  iterations: number,
  /** Contacts. */
  contacts: number,
  /** Constraint rows. */
  rows: number, };

/** Time of a stage. */
export type StageTime = {
  /** Name of the stage. */
  name: string,
  /** Microseconds per step. */
  microseconds: number, };

/** A failed world. */
export type WorldError = {
  /** Number of the world. */
  world: number,
  /** The error. */
  message: string, };

/** Result of loading a model. After an error the previous model keeps running. */
export type ErrorMessage = {
  /** The error. `null`: the model is loaded. */
  message: string | null,
  /** File of the error. */
  file: string | null,
  /** Line of the error, from 1. */
  line: number | null,
  /** Column of the error, from 1. */
  column: number | null,
  /** Lines around the error. */
  lines: Array<SourceLine>, };

/** A line of a model file. */
export type SourceLine = {
  /** Number of the line, from 1. */
  number: number,
  /** The line, shortened if it is long. */
  text: string,
  /** Whether it is the line of the error. */
  marked: boolean, };

/** A text for the user. */
export type NoticeMessage = {
  /** The text. */
  text: string, };

/** Selection of this page, when it changes and while its values change. */
export type PickedMessage = {
  /** Number of the selected body. 0: none. */
  body: number,
  /** Number of the selected geom. -1: none. */
  geom: number,
  /** Name of the body. */
  name: string,
  /** Names and values. */
  facts: Array<[string, string]>, };

/** Answer to `probe`. Answers come in the order of the questions. */
export type PointedMessage = {
  /** Number of the body. -1: nothing is there. */
  body: number,
  /** The point of its surface. */
  point: [number, number, number], };

/** The view that a program sets. A page follows it until its user chooses another one. */
export type ViewMessage = {
  /** Number of the view. */
  number: number,
  /** Where pages look from. */
  camera: CameraPose,
  /** What pages show. */
  options: OptionsState,
  /** How pages draw it. */
  rendering: Rendering, };

/** Camera of a program: `mjvCamera`. */
export type CameraPose = {
  /** A `CameraKind`. */
  kind: number,
  /** Number of the model's camera, for a fixed camera. */
  fixed: number,
  /** Number of the body, for a tracking camera. */
  track: number,
  /** Point that the camera looks at. */
  lookat: [number, number, number],
  /** Distance to that point. */
  distance: number,
  /** Angle about the vertical, in degrees. */
  azimuth: number,
  /** Angle above the horizon, in degrees. */
  elevation: number,
  /** Whether the projection is parallel. */
  orthographic: boolean, };

/** What a program shows: `mjvOption`. */
export type OptionsState = {
  /** Bits of `mjtVisFlag`: bit `k` is flag number `k`. */
  flags: number,
  /** Number of the label kind. */
  label: number,
  /** Number of the frame kind. */
  frame: number,
  /** Groups of geoms. */
  geomgroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Groups of sites. */
  sitegroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Groups of joints. */
  jointgroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Groups of tendons. */
  tendongroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Groups of actuators. */
  actuatorgroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Groups of skins. */
  skingroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Groups of flexes. */
  flexgroup: [boolean, boolean, boolean, boolean, boolean, boolean],
  /** Depth of the bounding volumes that are drawn. */
  bvh_depth: number,
  /** Layer of flexes. */
  flex_layer: number, };

/** Flags of `mjtRndFlag`. */
export type Rendering = {
  /** Draws shadows. */
  shadow: boolean,
  /** Draws edges only. */
  wireframe: boolean,
  /** Draws reflections. */
  reflection: boolean,
  /** Draws the sky. */
  skybox: boolean,
  /** Draws fog. */
  fog: boolean,
  /** Draws haze. */
  haze: boolean, };

/** Contacts of a state, at most five times a second. */
export type ContactsMessage = {
  /** Time of the state, in seconds. */
  time: number,
  /** Number of contacts. */
  count: number,
  /** Those with the largest forces: at most a hundred, by falling force. */
  list: Array<ContactInfo>, };

/** A contact. */
export type ContactInfo = {
  /** Names of what touches. */
  sides: [string, string],
  /** Numbers of the bodies. -1: none. */
  bodies: [number, number],
  /** Distance of the surfaces, in metres. Negative: they overlap. */
  distance: number,
  /** Normal force, in newtons. */
  force: number,
  /** Friction force, in newtons. */
  friction: number,
  /** Position, in metres. */
  pos: [number, number, number], };

/** Settings of the simulation: `mjOption`. They come when they are asked for, and when one changes. */
export type SettingsMessage = {
  /** All settings. */
  list: Array<SettingInfo>, };

/** A setting of the simulation. */
export type SettingInfo = {
  /** MuJoCo's name. */
  name: string,
  /** What values it takes. */
  kind: SettingKind,
  /** Its values. */
  values: Array<number>,
  /** Named values of a choice, or named bits of flags. */
  choices: Array<SettingChoice>, };

/** What values a setting takes. */
export type SettingKind = "number" | "integer" | "choice" | "flags";

/** A named value of a setting. */
export type SettingChoice = {
  /** The value, or the number of the bit. */
  value: number,
  /** Its name. */
  name: string, };

/** The shown state as a keyframe. */
export type KeyframeMessage = {
  /** `<key …/>` of MJCF with all digits. `null`: the state has NaN or infinite numbers. */
  text: string | null, };

/** Scalars, buttons and sliders of a program: all of them, whenever one is new or changes. */
export type WidgetsMessage = {
  /** Names of the scalars. `watch` names them `user.NAME`. */
  scalars: Array<string>,
  /** Buttons and sliders, by number. */
  widgets: Array<WidgetInfo>, };

/** A button or a slider of a program. */
export type WidgetInfo = {
  /** Number of the widget. `widget` names it. */
  id: number,
  /** Its text. */
  name: string,
  /** What it is. */
  kind: WidgetKind,
  /** Lowest value of a slider. */
  low: number,
  /** Highest value of a slider. */
  high: number,
  /** Value of a slider: another page may have moved it. */
  value: number, };

/** Kind of a widget. */
export type WidgetKind = "button" | "slider";

/** A text of one or two columns over the picture. */
export type OverlayText = {
  /** Font scale in percent: `mjtFontScale`. */
  font: number,
  /** Place in the picture: `mjtGridPos`. */
  grid: number,
  /** Left column. `\n` separates lines. */
  left: string,
  /** Right column. `\n` separates lines. Empty for one column. */
  right: string, };

/** A plot over the picture: `mjvFigure` with its ranges and tick texts computed. */
export type Figure = {
  /** Left, bottom, width and height, in pixels from the lower left corner of the picture. */
  rect: [number, number, number, number],
  /** Title. */
  title: string,
  /** Text below the horizontal axis. */
  xlabel: string,
  /** Lowest and highest value of each axis. */
  ranges: [[number, number], [number, number]],
  /** Number of grid lines of each axis. */
  grid: [number, number],
  /** Texts along each axis. Empty: none. */
  ticks: [Array<string>, Array<string>],
  /** Widths of data lines and of grid lines, in pixels. */
  widths: [number, number],
  /** Colours. */
  colours: FigureColors,
  /** Whether each pair of points is a bar. */
  bars: boolean,
  /** Value of the horizontal axis that is marked. */
  selection: number | null,
  /** `id` of the line that is drawn wider. -1: none. */
  highlight: number,
  /** Entries of the legend. */
  legend: Array<LegendEntry>,
  /** Data lines. The first one is drawn on top. */
  lines: Array<FigureLine>, };

/** Colours of a [`Figure`], each component from 0 to 1. */
export type FigureColors = {
  /** Grid lines: red, green, blue. */
  grid: [number, number, number],
  /** Background: red, green, blue, opacity. */
  figure: [number, number, number, number],
  /** Background of the plot area: red, green, blue, opacity. */
  pane: [number, number, number, number],
  /** Background of the legend: red, green, blue, opacity. */
  legend: [number, number, number, number],
  /** Texts: red, green, blue. */
  text: [number, number, number], };

/** A data line of a [`Figure`]. */
export type FigureLine = {
  /** Number of the line. */
  id: number,
  /** Red, green and blue, from 0 to 1. */
  rgb: [number, number, number],
  /** `x y` of each point. `None` leaves a gap. */
  points: Array<number | null>, };

/** An entry of a [`Figure`]'s legend. */
export type LegendEntry = {
  /** Name of the line. */
  name: string,
  /** Red, green and blue, from 0 to 1. */
  rgb: [number, number, number], };

/** Header of a frame. The sections follow it in the order of their counts. */
export interface FrameHeader {
  /** `BinaryKind.FRAME`. */
  kind: number;
  /** Number of the frame. `seen` answers it. */
  number: number;
  /** Version of the model. */
  version: number;
  /** Bits of `FrameBit`. */
  bits: number;
  /** Time of the selected world, in seconds. */
  time: number;
  /** Poses of items. */
  items: number;
  /** Looks that changed. */
  changes: number;
  /** Lights. */
  lights: number;
  /** Poses of the model's cameras. */
  cameras: number;
  /** Poses of bodies that are bones of skins. */
  bones: number;
  /** Watched values, `f64`. */
  values: number;
  /** Samples of the watched values since the last frame: pairs of time and value. */
  samples: number;
  /** Positions `qpos`, `f32`. */
  qpos: number;
  /** Controls `ctrl`, `f32`. */
  ctrl: number;
  /** 16-bit numbers of the bodies of other worlds. */
  bodies: number;
  /** Bytes of the labels, UTF-8, padded to four bytes. */
  labels: number;
  /** Number of the list of watched values. */
  watch: number;
  /** Point that a tracking camera looks at. */
  lookat: [number, number, number];
  /** Number of the selected world. */
  world: number;
}

/** Bytes of a `FrameHeader`. */
export const FRAME_HEADER_BYTES = 88;

/** Reads the `FrameHeader` at byte `at`. */
export function readFrameHeader(view: DataView, at: number): FrameHeader {
  return {
    kind: view.getUint32(at, true),
    number: view.getUint32(at + 4, true),
    version: view.getUint32(at + 8, true),
    bits: view.getUint32(at + 12, true),
    time: view.getFloat64(at + 16, true),
    items: view.getUint32(at + 24, true),
    changes: view.getUint32(at + 28, true),
    lights: view.getUint32(at + 32, true),
    cameras: view.getUint32(at + 36, true),
    bones: view.getUint32(at + 40, true),
    values: view.getUint32(at + 44, true),
    samples: view.getUint32(at + 48, true),
    qpos: view.getUint32(at + 52, true),
    ctrl: view.getUint32(at + 56, true),
    bodies: view.getUint32(at + 60, true),
    labels: view.getUint32(at + 64, true),
    watch: view.getUint32(at + 68, true),
    lookat: [view.getFloat32(at + 72, true), view.getFloat32(at + 76, true), view.getFloat32(at + 80, true)],
    world: view.getUint32(at + 84, true),
  };
}

/** Position and orientation. */
export interface Pose {
  /** Position, in metres. */
  pos: [number, number, number];
  /** Orientation: `w x y z`. */
  quat: [number, number, number, number];
}

/** Bytes of a `Pose`. */
export const POSE_BYTES = 28;

/** Reads the `Pose` at byte `at`. */
export function readPose(view: DataView, at: number): Pose {
  return {
    pos: [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)],
    quat: [view.getFloat32(at + 12, true), view.getFloat32(at + 16, true), view.getFloat32(at + 20, true), view.getFloat32(at + 24, true)],
  };
}

/** Look of an item: `mjvGeom` without its pose. */
export interface LookRecord {
  /** Index of the item. */
  item: number;
  /** A `Shape`. */
  shape: number;
  /** Mesh: `2 * id`, its hull `2 * id + 1`. Height field: its id. -1: none. */
  dataid: number;
  /** An `mjtObj`. */
  objtype: number;
  /** Number of the object. */
  objid: number;
  /** Number in segmentation. -1: none. */
  segid: number;
  /** Number of the texture. -1: none. */
  texid: number;
  /** Bits of `LookBit`, then the category. */
  bits: number;
  /** Radii or half sizes. Capsule and cylinder: radius, radius, half length. Arrows and lines: width, width, length. Plane: half sizes, 0 for infinite. Skin: the last one is the inflation. */
  size: [number, number, number];
  /** Red, green, blue, opacity. */
  rgba: [number, number, number, number];
  /** Emission. */
  emission: number;
  /** Specular. */
  specular: number;
  /** Shininess. */
  shininess: number;
  /** Reflectance. */
  reflectance: number;
  /** Repetitions of the texture. */
  texrepeat: [number, number];
  /** First byte of the label in the labels. */
  label_start: number;
  /** Bytes of the label. */
  label_length: number;
}

/** Bytes of a `LookRecord`. */
export const LOOK_RECORD_BYTES = 92;

/** Reads the `LookRecord` at byte `at`. */
export function readLookRecord(view: DataView, at: number): LookRecord {
  return {
    item: view.getUint32(at, true),
    shape: view.getInt32(at + 4, true),
    dataid: view.getInt32(at + 8, true),
    objtype: view.getInt32(at + 12, true),
    objid: view.getInt32(at + 16, true),
    segid: view.getInt32(at + 20, true),
    texid: view.getInt32(at + 24, true),
    bits: view.getUint32(at + 28, true),
    size: [view.getFloat32(at + 32, true), view.getFloat32(at + 36, true), view.getFloat32(at + 40, true)],
    rgba: [view.getFloat32(at + 44, true), view.getFloat32(at + 48, true), view.getFloat32(at + 52, true), view.getFloat32(at + 56, true)],
    emission: view.getFloat32(at + 60, true),
    specular: view.getFloat32(at + 64, true),
    shininess: view.getFloat32(at + 68, true),
    reflectance: view.getFloat32(at + 72, true),
    texrepeat: [view.getFloat32(at + 76, true), view.getFloat32(at + 80, true)],
    label_start: view.getUint32(at + 84, true),
    label_length: view.getUint32(at + 88, true),
  };
}

/** A light. */
export interface LightRecord {
  /** A `LightKind`. */
  kind: number;
  /** Bits of `LightBit`. */
  bits: number;
  /** Position. */
  pos: [number, number, number];
  /** Direction. */
  dir: [number, number, number];
  /** Ambient colour. */
  ambient: [number, number, number];
  /** Diffuse colour. */
  diffuse: [number, number, number];
  /** Specular colour. */
  specular: [number, number, number];
  /** Attenuation: constant, linear, quadratic. */
  attenuation: [number, number, number];
  /** Cutoff, in degrees. */
  cutoff: number;
  /** Exponent. */
  exponent: number;
  /** Range, in metres. */
  range: number;
  /** Intensity. */
  intensity: number;
}

/** Bytes of a `LightRecord`. */
export const LIGHT_RECORD_BYTES = 96;

/** Reads the `LightRecord` at byte `at`. */
export function readLightRecord(view: DataView, at: number): LightRecord {
  return {
    kind: view.getInt32(at, true),
    bits: view.getUint32(at + 4, true),
    pos: [view.getFloat32(at + 8, true), view.getFloat32(at + 12, true), view.getFloat32(at + 16, true)],
    dir: [view.getFloat32(at + 20, true), view.getFloat32(at + 24, true), view.getFloat32(at + 28, true)],
    ambient: [view.getFloat32(at + 32, true), view.getFloat32(at + 36, true), view.getFloat32(at + 40, true)],
    diffuse: [view.getFloat32(at + 44, true), view.getFloat32(at + 48, true), view.getFloat32(at + 52, true)],
    specular: [view.getFloat32(at + 56, true), view.getFloat32(at + 60, true), view.getFloat32(at + 64, true)],
    attenuation: [view.getFloat32(at + 68, true), view.getFloat32(at + 72, true), view.getFloat32(at + 76, true)],
    cutoff: view.getFloat32(at + 80, true),
    exponent: view.getFloat32(at + 84, true),
    range: view.getFloat32(at + 88, true),
    intensity: view.getFloat32(at + 92, true),
  };
}

/** Header of a surface: a mesh, a hull or a height field. */
export interface SurfaceHeader {
  /** Vertices. */
  vertices: number;
  /** Triangles. */
  triangles: number;
  /** 1: texture coordinates follow. */
  has_texcoord: number;
  /** Lowest position. */
  low: [number, number, number];
  /** Highest position. */
  high: [number, number, number];
  /** Lowest texture coordinates. */
  texcoord_low: [number, number];
  /** Highest texture coordinates. */
  texcoord_high: [number, number];
}

/** Bytes of a `SurfaceHeader`. */
export const SURFACE_HEADER_BYTES = 52;

/** Reads the `SurfaceHeader` at byte `at`. */
export function readSurfaceHeader(view: DataView, at: number): SurfaceHeader {
  return {
    vertices: view.getUint32(at, true),
    triangles: view.getUint32(at + 4, true),
    has_texcoord: view.getUint32(at + 8, true),
    low: [view.getFloat32(at + 12, true), view.getFloat32(at + 16, true), view.getFloat32(at + 20, true)],
    high: [view.getFloat32(at + 24, true), view.getFloat32(at + 28, true), view.getFloat32(at + 32, true)],
    texcoord_low: [view.getFloat32(at + 36, true), view.getFloat32(at + 40, true)],
    texcoord_high: [view.getFloat32(at + 44, true), view.getFloat32(at + 48, true)],
  };
}

/** Header of a skin. */
export interface SkinHeader {
  /** Vertices. */
  vertices: number;
  /** Triangles. */
  triangles: number;
  /** 1: texture coordinates follow. */
  has_texcoord: number;
  /** Bones. */
  bones: number;
  /** Vertices of all bones together. */
  carried: number;
}

/** Bytes of a `SkinHeader`. */
export const SKIN_HEADER_BYTES = 20;

/** Reads the `SkinHeader` at byte `at`. */
export function readSkinHeader(view: DataView, at: number): SkinHeader {
  return {
    vertices: view.getUint32(at, true),
    triangles: view.getUint32(at + 4, true),
    has_texcoord: view.getUint32(at + 8, true),
    bones: view.getUint32(at + 12, true),
    carried: view.getUint32(at + 16, true),
  };
}

/** A bone of a skin. */
export interface SkinBone {
  /** Index of its body's pose in the bones of a frame. */
  body: number;
  /** Position when the skin was bound. */
  pos: [number, number, number];
  /** Orientation when the skin was bound: `w x y z`. */
  quat: [number, number, number, number];
  /** Vertices of this bone. */
  count: number;
}

/** Bytes of a `SkinBone`. */
export const SKIN_BONE_BYTES = 36;

/** Reads the `SkinBone` at byte `at`. */
export function readSkinBone(view: DataView, at: number): SkinBone {
  return {
    body: view.getUint32(at, true),
    pos: [view.getFloat32(at + 4, true), view.getFloat32(at + 8, true), view.getFloat32(at + 12, true)],
    quat: [view.getFloat32(at + 16, true), view.getFloat32(at + 20, true), view.getFloat32(at + 24, true), view.getFloat32(at + 28, true)],
    count: view.getUint32(at + 32, true),
  };
}

/** Header of a texture. */
export interface TextureHeader {
  /** A `TextureKind`. */
  kind: number;
  /** Width, in texels. */
  width: number;
  /** Height, in texels. A cube has its six faces one below the other. */
  height: number;
  /** Bytes per texel. */
  channels: number;
  /** 1: colours are sRGB. */
  is_srgb: number;
}

/** Bytes of a `TextureHeader`. */
export const TEXTURE_HEADER_BYTES = 20;

/** Reads the `TextureHeader` at byte `at`. */
export function readTextureHeader(view: DataView, at: number): TextureHeader {
  return {
    kind: view.getUint32(at, true),
    width: view.getUint32(at + 4, true),
    height: view.getUint32(at + 8, true),
    channels: view.getUint32(at + 12, true),
    is_srgb: view.getUint32(at + 16, true),
  };
}

/** Header of a picture that the server drew. A PNG follows. Without pixels, it ends the server's pictures. */
export interface PictureHeader {
  /** `BinaryKind.PICTURE`. */
  kind: number;
  /** Width, in pixels. */
  width: number;
  /** Height, in pixels. */
  height: number;
}

/** Bytes of a `PictureHeader`. */
export const PICTURE_HEADER_BYTES = 12;

/** Reads the `PictureHeader` at byte `at`. */
export function readPictureHeader(view: DataView, at: number): PictureHeader {
  return {
    kind: view.getUint32(at, true),
    width: view.getUint32(at + 4, true),
    height: view.getUint32(at + 8, true),
  };
}

/** Header of what a program draws over the picture. */
export interface OverlayHeader {
  /** `BinaryKind.OVERLAY`. */
  kind: number;
  /** An `OverlayKind`. */
  overlay: number;
}

/** Bytes of a `OverlayHeader`. */
export const OVERLAY_HEADER_BYTES = 8;

/** Reads the `OverlayHeader` at byte `at`. */
export function readOverlayHeader(view: DataView, at: number): OverlayHeader {
  return {
    kind: view.getUint32(at, true),
    overlay: view.getUint32(at + 4, true),
  };
}
