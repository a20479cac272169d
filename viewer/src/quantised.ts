/** Poses of bodies in six numbers of 16 bits; see PROTOCOL.md. */

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
  const part = (x: number) => (x & 0x7fff) * STEP - Math.SQRT1_2;
  const parts = [part(a), part(b), part(c)];
  let rest = 1;
  let next = 0;
  for (let k = 0; k < 4; k++) {
    if (k === largest) continue;
    const value = parts[next++] ?? 0;
    out[to + k] = value;
    rest -= value * value;
  }
  out[to + largest] = Math.sqrt(Math.max(rest, 0));
}
