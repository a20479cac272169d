/** Decoding of binary frames; see PROTOCOL.md. */

/** How an item looks: MuJoCo's `mjvGeom` without its pose. */
export interface Look {
  item: number;
  shape: number;
  dataid: number;
  objtype: number;
  objid: number;
  segid: number;
  texid: number;
  texuniform: boolean;
  texcoord: boolean;
  transparent: boolean;
  category: number;
  size: [number, number, number];
  rgba: [number, number, number, number];
  emission: number;
  specular: number;
  shininess: number;
  reflectance: number;
  texrepeat: [number, number];
  label: string;
}

/** A light that is switched on. */
export interface Light {
  kind: number;
  headlight: boolean;
  castshadow: boolean;
  pos: [number, number, number];
  dir: [number, number, number];
  ambient: [number, number, number];
  diffuse: [number, number, number];
  specular: [number, number, number];
  attenuation: [number, number, number];
  cutoff: number;
  exponent: number;
  range: number;
  intensity: number;
}

/** One message of what moves. */
export interface Frame {
  number: number;
  version: number;
  playing: boolean;
  reset: boolean;
  time: number;
  items: number;
  /** Seven numbers for each item: position, quaternion `w x y z`. */
  poses: Float32Array;
  changes: Look[];
  lights: Light[];
  /** Seven numbers for each camera of the model. */
  cameras: Float32Array;
  /** Seven numbers for each body that is a bone of a skin. */
  bones: Float32Array;
  values: Float64Array;
  qpos: Float32Array;
  ctrl: Float32Array;
  /** Six numbers for each body of the worlds that are not selected. */
  bodies: Uint16Array;
  /** What a tracking camera looks at. */
  track: [number, number, number];
  selected: number;
}

const HEADER = 80;
const POSE = 28;
const CHANGE = 92;
const LIGHT = 96;

/** Reads a frame; an error says what is wrong with one that cannot be read. */
export function decodeFrame(buffer: ArrayBuffer): Frame {
  if (buffer.byteLength < HEADER) throw new Error(`a frame of ${buffer.byteLength} bytes is shorter than its header`);
  const view = new DataView(buffer);
  const u32 = (at: number) => view.getUint32(at, true);
  if (u32(0) !== 1) throw new Error(`unknown kind of message: ${u32(0)}`);
  const bits = u32(12);
  const [items, changes, lights, cameras, bones, values, qpos, ctrl, bodies, labels] = Array.from({ length: 10 }, (_, k) => u32(24 + 4 * k)) as
    [number, number, number, number, number, number, number, number, number, number];
  const sizes = [items * POSE, changes * CHANGE, lights * LIGHT, cameras * POSE, bones * POSE, values * 8, qpos * 4, ctrl * 4, bodies * 2, labels];
  const starts: number[] = [];
  let end = HEADER;
  for (const size of sizes) {
    starts.push(end);
    end += size;
  }
  if (end > buffer.byteLength) throw new Error(`a frame needs ${end} bytes and has ${buffer.byteLength}`);
  const start = (k: number) => starts[k] as number;
  const text = new Uint8Array(buffer, start(9), labels);
  return {
    number: u32(4),
    version: u32(8),
    playing: (bits & 1) !== 0,
    reset: (bits & 2) !== 0,
    time: view.getFloat64(16, true),
    items,
    poses: new Float32Array(buffer, start(0), items * 7),
    changes: Array.from({ length: changes }, (_, k) => decodeLook(view, start(1) + k * CHANGE, text)),
    lights: Array.from({ length: lights }, (_, k) => decodeLight(view, start(2) + k * LIGHT)),
    cameras: new Float32Array(buffer, start(3), cameras * 7),
    bones: new Float32Array(buffer, start(4), bones * 7),
    // eight bytes may begin at any multiple of four
    values: new Float64Array(buffer.slice(start(5), start(5) + values * 8)),
    qpos: new Float32Array(buffer, start(6), qpos),
    ctrl: new Float32Array(buffer, start(7), ctrl),
    bodies: new Uint16Array(buffer, start(8), bodies),
    track: triple(view, 64),
    selected: u32(76),
  };
}

const decoder = new TextDecoder();

function triple(view: DataView, at: number): [number, number, number] {
  return [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)];
}

function decodeLook(view: DataView, at: number, text: Uint8Array): Look {
  const i32 = (k: number) => view.getInt32(at + 4 * k, true);
  const f32 = (k: number) => view.getFloat32(at + 4 * k, true);
  const bits = view.getUint32(at + 28, true);
  const [from, length] = [view.getUint32(at + 84, true), view.getUint32(at + 88, true)];
  return {
    item: view.getUint32(at, true),
    shape: i32(1),
    dataid: i32(2),
    objtype: i32(3),
    objid: i32(4),
    segid: i32(5),
    texid: i32(6),
    texuniform: (bits & 1) !== 0,
    texcoord: (bits & 2) !== 0,
    transparent: (bits & 4) !== 0,
    category: bits >>> 8,
    size: [f32(8), f32(9), f32(10)],
    rgba: [f32(11), f32(12), f32(13), f32(14)],
    emission: f32(15),
    specular: f32(16),
    shininess: f32(17),
    reflectance: f32(18),
    texrepeat: [f32(19), f32(20)],
    label: length > 0 ? decoder.decode(text.subarray(from, from + length)) : '',
  };
}

function decodeLight(view: DataView, at: number): Light {
  const bits = view.getUint32(at + 4, true);
  return {
    kind: view.getInt32(at, true),
    headlight: (bits & 1) !== 0,
    castshadow: (bits & 2) !== 0,
    pos: triple(view, at + 8),
    dir: triple(view, at + 20),
    ambient: triple(view, at + 32),
    diffuse: triple(view, at + 44),
    specular: triple(view, at + 56),
    attenuation: triple(view, at + 68),
    cutoff: view.getFloat32(at + 80, true),
    exponent: view.getFloat32(at + 84, true),
    range: view.getFloat32(at + 88, true),
    intensity: view.getFloat32(at + 92, true),
  };
}
