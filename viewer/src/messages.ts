/** The text messages of PROTOCOL.md. */

/** Three numbers, mostly a vector. */
export type Triple = [number, number, number];
/** Four numbers: a colour, or a quaternion `w x y z`. */
export type Quad = [number, number, number, number];

/** A joint: `type` 0 free, 1 ball, 2 slide, 3 hinge; `qpos` is the place of its first number. */
export interface Joint {
  name: string;
  type: number;
  body: number;
  qpos: number;
  limited: boolean;
  range: [number, number];
}

/** Other worlds beside the one that is selected. */
export interface Worlds {
  count: number;
  /** Worlds that are shown at a time: those around the selected one. */
  shown: number;
  columns: number;
  spacing: [number, number];
  selected: number;
  bodies: number[];
  /** Place in `bodies` of the one that a body is near, -1 for none. */
  anchors: number[];
  reach: number;
  low: Triple;
  high: Triple;
  geoms: { geom: number; body: number; pos: Triple; quat: Quad }[];
}

/** Settings of the model for its picture. */
export interface Visual {
  fovy: number;
  znear: number;
  zfar: number;
  extent: number;
  center: Triple;
  haze: Quad;
  fog: Quad;
  fogstart: number;
  fogend: number;
  shadowsize: number;
  hazefactor?: number;
  shadowclip?: number;
  shadowscale?: number;
  linewidth?: number;
  /** Texture of the sky, -1 for none. */
  skybox: number;
}

/** A camera of the model: `edges` are the middle and half the width of its picture, 0 where the window decides, then its lower and its upper edge, at distance 1. */
export interface ModelCamera {
  name: string;
  orthographic: boolean;
  edges: Quad;
}

/** What there is to see and to move. */
export interface ModelMessage {
  is: 'model';
  version: number;
  name: string;
  timestep: number;
  worlds: Worlds;
  bodies: { name: string; parent: number }[];
  joints: Joint[];
  actuators: { name: string; limited: boolean; range: [number, number] }[];
  sensors: { name: string; first: number; count: number }[];
  keys: string[];
  cameras: ModelCamera[];
  geoms: { name: string; group: number }[];
  fields: { name: string; count: number }[];
  visual: Visual;
  camera: { lookat: Triple; distance: number; azimuth: number; elevation: number; orthographic?: boolean };
  is_recording: boolean;
  can_play: boolean;
  flags: { name: string; bit: number; on: boolean }[];
  labels: string[];
  frames: string[];
}

/** How the run goes. */
export interface StatusMessage {
  is: 'status';
  playing: boolean;
  speed: number;
  real_time_factor: number;
  steps_per_second: number;
  time: number;
  history: { count: number; index: number; seconds: number };
  solver: { iterations: number; contacts: number; rows: number };
  stages: { name: string; microseconds: number }[];
  pages: number;
  errors: { world: number; message: string }[];
}

/** Why a model could not be loaded; without `message` it could. */
export interface ErrorMessage {
  is: 'error';
  message?: string | null;
  file?: string | null;
  line?: number | null;
  column?: number | null;
  lines?: { number: number; text: string; marked: boolean }[];
}

/** A text for the user. */
export interface NoticeMessage {
  is: 'notice';
  text: string;
}

/** What is selected; body 0: nothing. */
export interface PickedMessage {
  is: 'picked';
  body: number;
  geom: number;
  name: string;
  facts: [string, string | number][];
}

/** What is at a place of the picture, and where; body -1: nothing. */
export interface PointedMessage {
  is: 'pointed';
  body: number;
  point: Triple;
}

/** What a program wants pages to look from and to show. */
export interface ViewMessage {
  is: 'view';
  number: number;
  camera: { kind: number; fixed: number; track: number; lookat: Triple; distance: number; azimuth: number; elevation: number; orthographic: boolean };
  options: { flags: number; label: number; frame: number; bvh_depth: number; flex_layer: number; flexgroup: boolean[]; [group: string]: number | boolean[] };
  rendering: { shadow: boolean; wireframe: boolean; reflection: boolean; skybox: boolean; fog: boolean; haze: boolean };
}

/** What the server says; `is` names it. */
export type ServerMessage = ModelMessage | StatusMessage | ErrorMessage | NoticeMessage | PickedMessage | PointedMessage | ViewMessage;

/** What the page says; `do` names it. */
export type PageMessage = { do: string; [key: string]: unknown };
