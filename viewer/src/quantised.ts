/** Decodes packed poses of bodies; PROTOCOL.md explains them. */
import { NEAR_POSITION_BITS, NEAR_QUATERNION_BITS, POSITION_BITS, QUATERNION_BITS } from './protocol.generated.ts';

const most = (bits: number): number => 2 ** bits - 1;

const MOST_POSITION = most(POSITION_BITS);
const MOST_QUATERNION = most(QUATERNION_BITS);
const STEP = Math.SQRT2 / MOST_QUATERNION;
const MOST_NEAR = most(NEAR_POSITION_BITS);
/** First bit of the number of the largest quaternion component. */
const LARGEST = 3 * NEAR_POSITION_BITS;
/** First bit and largest value of the other components. */
const OTHERS = NEAR_QUATERNION_BITS.map((bits, k) => ({ bits, start: NEAR_QUATERNION_BITS.slice(0, k).reduce<number>((sum, x) => sum + x, LARGEST + 2) }));

/** Writes position and quaternion `w x y z` of the six numbers at `at` to `out`. */
export function decodeBody(from: Uint16Array, at: number, low: readonly number[], high: readonly number[], out: Float32Array, to: number): void {
  for (let k = 0; k < 3; k++) {
    const a = low[k] ?? 0;
    const b = high[k] ?? 0;
    out[to + k] = a + ((b - a) * (from[at + k] ?? 0)) / MOST_POSITION;
  }
  decodeQuaternion(from[at + 3] ?? 0, from[at + 4] ?? 0, from[at + 5] ?? 0, out, to + 3);
}

/** Writes the quaternion of three numbers. The top bits of the first two say which component is the largest; the others are stored. */
export function decodeQuaternion(a: number, b: number, c: number, out: Float32Array, to: number): void {
  const largest = ((a >> QUATERNION_BITS) << 1) | (b >> QUATERNION_BITS);
  const part = (number: number): number => (number & MOST_QUATERNION) * STEP - Math.SQRT1_2;
  writeQuaternion(largest, part(a), part(b), part(c), out, to);
}

function writeQuaternion(largest: number, x: number, y: number, z: number, out: Float32Array, to: number): void {
  // the components behind the largest one move up by one
  out[to + (largest > 0 ? 0 : 1)] = x;
  out[to + (largest > 1 ? 1 : 2)] = y;
  out[to + (largest > 2 ? 2 : 3)] = z;
  out[to + largest] = Math.sqrt(Math.max(1 - x * x - y * y - z * z, 0));
}

/** The `count` bits from bit `start` on, of a number of 64 bits in two halves. */
function bitsOf(low: number, high: number, start: number, count: number): number {
  const mask = most(count);
  if (start >= 32) return (high >>> (start - 32)) & mask;
  if (start + count <= 32) return (low >>> start) & mask;
  return ((low >>> start) | (high << (32 - start))) & mask;
}

/** Writes the pose of the four numbers at `at`. Its body is at most `reach` from its anchor, whose position is in `out` at `anchor`. */
export function decodeNear(from: Uint16Array, at: number, reach: number, anchor: number, out: Float32Array, to: number): void {
  const low = (from[at] ?? 0) + 65536 * (from[at + 1] ?? 0);
  const high = (from[at + 2] ?? 0) + 65536 * (from[at + 3] ?? 0);
  for (let k = 0; k < 3; k++) {
    const step = bitsOf(low, high, k * NEAR_POSITION_BITS, NEAR_POSITION_BITS);
    out[to + k] = (out[anchor + k] ?? 0) + reach * ((2 * step) / MOST_NEAR - 1);
  }
  const [x = 0, y = 0, z = 0] = OTHERS.map(({ bits, start }) => Math.SQRT2 * (bitsOf(low, high, start, bits) / most(bits) - 0.5));
  writeQuaternion(bitsOf(low, high, LARGEST, 2), x, y, z, out, to + 3);
}
