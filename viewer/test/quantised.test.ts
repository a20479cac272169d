import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeBody, decodeNear, decodeQuaternion } from '../src/quantised.ts';

/** What the server does: the three components that are not the largest, 15 bits each. */
function encode(q: number[]): [number, number, number] {
  const largest = q.reduce((best, x, k) => (Math.abs(x) > Math.abs(q[best] ?? 0) ? k : best), 0);
  const sign = (q[largest] ?? 0) < 0 ? -1 : 1;
  const rest = q.filter((_, k) => k !== largest).map((x) => Math.round(((sign * x + Math.SQRT1_2) / Math.SQRT2) * 32767));
  const [a, b, c] = rest as [number, number, number];
  return [a | ((largest >> 1) << 15), b | ((largest & 1) << 15), c];
}

test('quaternions come back within a few 1e-5', () => {
  let seed = 1;
  const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647) * 2 - 1;
  const out = new Float32Array(4);
  for (let k = 0; k < 200; k++) {
    const raw = [random(), random(), random(), random()];
    const length = Math.hypot(...raw);
    const q = raw.map((x) => x / length);
    decodeQuaternion(...encode(q), out, 0);
    const sign = Math.sign(q.reduce((sum, x, i) => sum + x * (out[i] ?? 0), 0));
    for (const [i, x] of q.entries()) assert.ok(Math.abs(sign * x - (out[i] ?? 0)) < 5e-5, `${q} came back as ${[...out]}`);
  }
});

test('positions lie between low and high', () => {
  const out = new Float32Array(8);
  decodeBody(new Uint16Array([9, 0, 65535, 32768, ...encode([1, 0, 0, 0])]), 1, [-1, -2, -3], [1, 2, 3], out, 1);
  assert.deepEqual([out[1], out[2]], [-1, 2]);
  assert.ok(Math.abs(out[3] ?? 1) < 1e-4);
  assert.ok(Math.abs((out[4] ?? 0) - 1) < 1e-6);
});

test('bodies near their anchor come back from eight bytes', () => {
  const out = new Float32Array(14);
  out.set([1, 2, 3], 0);
  // position steps 0, 2047 and 1024; the third component is the largest
  const word = 0n | (2047n << 11n) | (1024n << 22n) | (2n << 33n) | (512n << 35n) | (512n << 45n) | (256n << 55n);
  const numbers = new Uint16Array([0n, 16n, 32n, 48n].map((shift) => Number((word >> shift) & 0xffffn)));
  decodeNear(numbers, 0, 0.5, 0, out, 7);
  assert.ok(Math.abs((out[7] ?? 0) - 0.5) < 1e-6 && Math.abs((out[8] ?? 0) - 2.5) < 1e-6 && Math.abs((out[9] ?? 0) - 3) < 1e-3);
  assert.ok((out[12] ?? 0) > 0.999 && Math.abs(out[10] ?? 1) < 2e-3 && Math.abs(out[11] ?? 1) < 2e-3 && Math.abs(out[13] ?? 1) < 3e-3);
});
