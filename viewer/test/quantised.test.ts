import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeBody, decodeQuaternion } from '../src/quantised.ts';

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
