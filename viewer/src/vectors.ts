/** Vectors of three numbers, and quaternions `w x y z`. */

/** Three numbers: a point or a direction. */
export type Triple = [number, number, number];
/** Four numbers: a colour, or a quaternion `w x y z`. */
export type Quad = [number, number, number, number];

/** The sum. */
export const add = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
/** The difference. */
export const sub = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** A multiple. */
export const scale = (a: Triple, s: number): Triple => [a[0] * s, a[1] * s, a[2] * s];
/** The inner product. */
export const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** The vector product. */
export const cross = (a: Triple, b: Triple): Triple => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** The vector turned by the unit quaternion `w x y z` that begins at `at`. */
export function rotate(q: ArrayLike<number>, at: number, v: Triple): Triple {
  const w = q[at] ?? 1;
  const u: Triple = [q[at + 1] ?? 0, q[at + 2] ?? 0, q[at + 3] ?? 0];
  const t = scale(cross(u, v), 2);
  return add(add(v, scale(t, w)), cross(u, t));
}

/** The quaternion that turns back. */
export const conjugate = ([w, x, y, z]: Quad): Quad => [w, -x, -y, -z];

/** The quaternion that turns by `b`, then by `a`. */
export function multiply(a: Quad, b: Quad): Quad {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}
