/** Poses of bodies in six or four numbers of 16 bits; see PROTOCOL.md. */

const STEP = Math.SQRT2 / 32767;

/** Writes position and quaternion `w x y z` of the six numbers at `at` to `out`. */
export function decodeBody(from: Uint16Array, at: number, low: readonly number[], high: readonly number[], out: Float32Array, to: number): void {
  for (let k = 0; k < 3; k++) {
    const a = low[k] ?? 0;
    const b = high[k] ?? 0;
    out[to + k] = a + ((b - a) * (from[at + k] ?? 0)) / 65535;
  }
  decodeQuaternion(from[at + 3] ?? 0, from[at + 4] ?? 0, from[at + 5] ?? 0, out, to + 3);
}

/** The three components that are not the largest, 15 bits each, and in two top bits which one that is. */
export function decodeQuaternion(a: number, b: number, c: number, out: Float32Array, to: number): void {
  const largest = ((a >> 15) << 1) | (b >> 15);
  const [x, y, z] = [(a & 0x7fff) * STEP - Math.SQRT1_2, (b & 0x7fff) * STEP - Math.SQRT1_2, (c & 0x7fff) * STEP - Math.SQRT1_2];
  // the others move up by one behind the largest
  out[to + (largest > 0 ? 0 : 1)] = x;
  out[to + (largest > 1 ? 1 : 2)] = y;
  out[to + (largest > 2 ? 2 : 3)] = z;
  out[to + largest] = Math.sqrt(Math.max(1 - x * x - y * y - z * z, 0));
}

/** The same of the four numbers at `at`, for a body that is at most `reach` from its anchor, whose position is in `out` at `anchor`. */
export function decodeNear(from: Uint16Array, at: number, reach: number, anchor: number, out: Float32Array, to: number): void {
  const low = (from[at] ?? 0) + 65536 * (from[at + 1] ?? 0);
  const high = (from[at + 2] ?? 0) + 65536 * (from[at + 3] ?? 0);
  // 11, 11, then 10 bits here and one in the upper half
  const steps = [low & 0x7ff, (low >>> 11) & 0x7ff, (low >>> 22) | ((high & 1) << 10)];
  for (let k = 0; k < 3; k++) out[to + k] = (out[anchor + k] ?? 0) + reach * ((2 * (steps[k] ?? 0)) / 2047 - 1);
  const largest = (high >>> 1) & 3;
  const share = (value: number, most: number): number => Math.SQRT2 * (value / most - 0.5);
  const [x, y, z] = [share((high >>> 3) & 0x3ff, 1023), share((high >>> 13) & 0x3ff, 1023), share(high >>> 23, 511)];
  out[to + 3 + (largest > 0 ? 0 : 1)] = x;
  out[to + 3 + (largest > 1 ? 1 : 2)] = y;
  out[to + 3 + (largest > 2 ? 2 : 3)] = z;
  out[to + 3 + largest] = Math.sqrt(Math.max(1 - x * x - y * y - z * z, 0));
}
