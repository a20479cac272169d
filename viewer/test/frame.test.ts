import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeFrame } from '../src/frame.ts';

/** Writes numbers one after the other. */
class Writer {
  private readonly bytes: number[] = [];
  private put(size: number, set: (view: DataView) => void): this {
    const view = new DataView(new ArrayBuffer(size));
    set(view);
    this.bytes.push(...new Uint8Array(view.buffer));
    return this;
  }
  u32 = (...list: number[]) => list.reduce<this>((w, x) => w.put(4, (v) => v.setUint32(0, x, true)), this);
  i32 = (...list: number[]) => list.reduce<this>((w, x) => w.put(4, (v) => v.setInt32(0, x, true)), this);
  f32 = (...list: number[]) => list.reduce<this>((w, x) => w.put(4, (v) => v.setFloat32(0, x, true)), this);
  f64 = (...list: number[]) => list.reduce<this>((w, x) => w.put(8, (v) => v.setFloat64(0, x, true)), this);
  u16 = (...list: number[]) => list.reduce<this>((w, x) => w.put(2, (v) => v.setUint16(0, x, true)), this);
  text = (s: string) => (this.bytes.push(...new TextEncoder().encode(s)), this);
  get buffer(): ArrayBuffer {
    return new Uint8Array(this.bytes).buffer;
  }
}

/** A frame with one of everything. */
function sample(): Writer {
  const w = new Writer();
  w.u32(1, 7, 3, 3).f64(1.25).u32(1, 1, 1, 1, 1, 1, 2, 2, 1, 6, 8, 9).f32(1, 2, 3).u32(4);
  w.f32(0.5, 1, 2, 1, 0, 0, 0);
  w.u32(0).i32(6, -1, 5, 11, 12, -1).u32(1 | 4 | (2 << 8)).f32(0.1, 0.2, 0.3, 1, 0.5, 0.25, 0.75, 0.125, 0.5, 0.25, 0, 2, 3).u32(2, 5);
  w.i32(1).u32(3).f32(...Array.from({ length: 18 }, (_, k) => k), 45, 10, 5, 100);
  w.f32(9, 8, 7, 0, 1, 0, 0);
  w.f32(1, 2, 3, 0, 0, 1, 0);
  w.f64(Math.PI).u32(2).f64(0.5, 1, 0.75, 2);
  w.f32(0.5, -0.5).f32(0.25);
  w.u16(0, 65535, 1, 2, 3, 4);
  return w.text('xxlabelx');
}

test('a frame is read section by section', () => {
  const frame = decodeFrame(sample().buffer);
  assert.deepEqual([frame.number, frame.version, frame.playing, frame.reset, frame.time, frame.selected], [7, 3, true, true, 1.25, 4]);
  assert.deepEqual(frame.track, [1, 2, 3]);
  assert.deepEqual([...frame.poses], [0.5, 1, 2, 1, 0, 0, 0]);
  assert.deepEqual([...frame.cameras], [9, 8, 7, 0, 1, 0, 0]);
  assert.deepEqual([...frame.bones], [1, 2, 3, 0, 0, 1, 0]);
  assert.deepEqual([...frame.values], [Math.PI]);
  assert.deepEqual([frame.samples.map((list) => [...list]), frame.watch], [[[0.5, 1, 0.75, 2]], 9]);
  assert.deepEqual([[...frame.qpos], [...frame.ctrl]], [[0.5, -0.5], [0.25]]);
  assert.deepEqual([...frame.bodies], [0, 65535, 1, 2, 3, 4]);
});

test('a look has its bits, sizes and label', () => {
  const [look] = decodeFrame(sample().buffer).changes;
  assert.ok(look);
  assert.deepEqual([look.shape, look.dataid, look.objtype, look.objid, look.segid, look.texid], [6, -1, 5, 11, 12, -1]);
  assert.deepEqual([look.texuniform, look.texcoord, look.transparent, look.category], [true, false, true, 2]);
  assert.deepEqual(look.size.map((x) => Math.fround(x)), [0.1, 0.2, 0.3].map(Math.fround));
  assert.deepEqual([look.rgba, look.texrepeat, look.label], [[1, 0.5, 0.25, 0.75], [2, 3], 'label']);
});

test('a light has its bits and colours', () => {
  const [light] = decodeFrame(sample().buffer).lights;
  assert.ok(light);
  assert.deepEqual([light.kind, light.headlight, light.castshadow], [1, true, true]);
  assert.deepEqual([light.pos, light.attenuation], [[0, 1, 2], [15, 16, 17]]);
  assert.deepEqual([light.cutoff, light.exponent, light.range, light.intensity], [45, 10, 5, 100]);
});

test('frames that are too short or of another kind are refused', () => {
  assert.throws(() => decodeFrame(new ArrayBuffer(8)), /shorter than its header/);
  assert.throws(() => decodeFrame(sample().buffer.slice(0, 200)), /needs \d+ bytes/);
  assert.throws(() => decodeFrame(new Writer().u32(2).u32(...new Array(21).fill(0)).buffer), /unknown kind/);
});

test('samples are split by their values, and counts that do not fit are refused', () => {
  const header = (values: number, samples: number) => new Writer().u32(1, 7, 3, 3).f64(1.25).u32(0, 0, 0, 0, 0, values, samples, 0, 0, 0, 0, 1).f32(0, 0, 0).u32(0);
  const three = header(3, 3).f64(1, 2, 3).u32(1, 0, 2).f64(0.1, 5, 0.1, 6, 0.2, 7);
  assert.deepEqual(decodeFrame(three.buffer).samples.map((list) => [...list]), [[0.1, 5], [], [0.1, 6, 0.2, 7]]);
  assert.throws(() => decodeFrame(header(1, 1).f64(1).u32(2).f64(0, 0).buffer), /1 samples, and its values have 2/);
  assert.throws(() => decodeFrame(header(1, 9).f64(1).u32(9).f64(0, 0).buffer), /needs \d+ bytes/);
});
