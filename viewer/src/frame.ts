/** Decodes a binary frame; PROTOCOL.md explains its sections. */
import {
  BinaryKind, FRAME_HEADER_BYTES, FrameBit, LIGHT_RECORD_BYTES, LightBit, type LightRecord, LOOK_CATEGORY_SHIFT, LOOK_RECORD_BYTES, LookBit,
  type LookRecord, POSE_BYTES, readFrameHeader, readLightRecord, readLookRecord,
} from './protocol.generated.ts';
import type { Triple } from './vectors.ts';

/** How an item looks: MuJoCo's `mjvGeom` without its pose. */
export interface Look extends Omit<LookRecord, 'bits' | 'label_start' | 'label_length'> {
  texuniform: boolean;
  texcoord: boolean;
  transparent: boolean;
  category: number;
  label: string;
}

/** A light that is switched on. */
export interface Light extends Omit<LightRecord, 'bits'> {
  headlight: boolean;
  castshadow: boolean;
}

/** What moves, in one message. */
export interface Frame {
  number: number;
  version: number;
  playing: boolean;
  reset: boolean;
  time: number;
  items: number;
  /** Seven numbers per item: position, quaternion `w x y z`. */
  poses: Float32Array;
  changes: Look[];
  lights: Light[];
  /** Seven numbers per camera of the model. */
  cameras: Float32Array;
  /** Seven numbers per body that is a bone of a skin. */
  bones: Float32Array;
  values: Float64Array;
  /** Samples of each watched value since the last frame: pairs of time and value. */
  samples: Float64Array[];
  /** Number of the list of watched values. */
  watch: number;
  qpos: Float32Array;
  ctrl: Float32Array;
  /** Packed poses of the bodies of the worlds that are not selected. */
  bodies: Uint16Array;
  /** Point that a tracking camera looks at. */
  track: Triple;
  selected: number;
}

/** Bytes of a time and a value. */
const SAMPLE_BYTES = 16;
/** Numbers of a pose. */
export const POSE = POSE_BYTES / 4;

/** Reads a frame. An error says why a message is not a frame. */
export function decodeFrame(buffer: ArrayBuffer): Frame {
  if (buffer.byteLength < FRAME_HEADER_BYTES) throw new Error(`a frame of ${buffer.byteLength} bytes is shorter than its header`);
  const view = new DataView(buffer);
  const header = readFrameHeader(view, 0);
  if (header.kind !== BinaryKind.Frame) throw new Error(`unknown kind of message: ${header.kind}`);
  const { items, changes, lights, cameras, bones, values, samples, qpos, ctrl, bodies, labels } = header;
  const sizes = [
    items * POSE_BYTES, changes * LOOK_RECORD_BYTES, lights * LIGHT_RECORD_BYTES, cameras * POSE_BYTES, bones * POSE_BYTES, values * 8,
    values * 4 + samples * SAMPLE_BYTES, qpos * 4, ctrl * 4, bodies * 2, labels,
  ];
  const starts: number[] = [];
  let end = FRAME_HEADER_BYTES;
  for (const size of sizes) {
    starts.push(end);
    end += size;
  }
  if (end > buffer.byteLength) throw new Error(`a frame needs ${end} bytes and has ${buffer.byteLength}`);
  const start = (k: number) => starts[k] as number;
  const text = new Uint8Array(buffer, start(10), labels);
  return {
    number: header.number,
    version: header.version,
    playing: (header.bits & FrameBit.Playing) !== 0,
    reset: (header.bits & FrameBit.Reset) !== 0,
    time: header.time,
    items,
    poses: new Float32Array(buffer, start(0), items * POSE),
    changes: Array.from({ length: changes }, (_, k) => look(readLookRecord(view, start(1) + k * LOOK_RECORD_BYTES), text)),
    lights: Array.from({ length: lights }, (_, k) => light(readLightRecord(view, start(2) + k * LIGHT_RECORD_BYTES))),
    cameras: new Float32Array(buffer, start(3), cameras * POSE),
    bones: new Float32Array(buffer, start(4), bones * POSE),
    // a Float64Array needs a multiple of eight bytes; the section starts at a multiple of four
    values: new Float64Array(buffer.slice(start(5), start(5) + values * 8)),
    samples: decodeSamples(buffer, start(6), values, samples),
    watch: header.watch,
    qpos: new Float32Array(buffer, start(7), qpos),
    ctrl: new Float32Array(buffer, start(8), ctrl),
    bodies: new Uint16Array(buffer, start(9), bodies),
    track: header.lookat,
    selected: header.world,
  };
}

/** Splits the samples by their values: a count for each value comes first. */
function decodeSamples(buffer: ArrayBuffer, at: number, values: number, samples: number): Float64Array[] {
  const counts = [...new Uint32Array(buffer, at, values)];
  const sum = counts.reduce((all, count) => all + count, 0);
  if (sum !== samples) throw new Error(`a frame has ${samples} samples, and its values have ${sum}`);
  let from = at + 4 * values;
  return counts.map((count) => {
    const end = from + count * SAMPLE_BYTES;
    const list = new Float64Array(buffer.slice(from, end));
    from = end;
    return list;
  });
}

const decoder = new TextDecoder();

function look({ bits, label_start, label_length, ...values }: LookRecord, text: Uint8Array): Look {
  return {
    ...values,
    texuniform: (bits & LookBit.Texuniform) !== 0,
    texcoord: (bits & LookBit.Texcoord) !== 0,
    transparent: (bits & LookBit.Transparent) !== 0,
    category: bits >>> LOOK_CATEGORY_SHIFT,
    label: label_length > 0 ? decoder.decode(text.subarray(label_start, label_start + label_length)) : '',
  };
}

function light({ bits, ...values }: LightRecord): Light {
  return { ...values, headlight: (bits & LightBit.Headlight) !== 0, castshadow: (bits & LightBit.CastsShadow) !== 0 };
}
