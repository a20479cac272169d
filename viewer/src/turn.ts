/** Orientations as angles that people can set: about x, then about the y and the z axis of the world (roll, pitch, yaw). */
import type { Quad, Triple } from './vectors.ts';

/** The quaternion `w x y z` of three angles, in radians. */
export function fromAngles([roll, pitch, yaw]: Triple): Quad {
  const [cr, sr] = [Math.cos(roll / 2), Math.sin(roll / 2)];
  const [cp, sp] = [Math.cos(pitch / 2), Math.sin(pitch / 2)];
  const [cy, sy] = [Math.cos(yaw / 2), Math.sin(yaw / 2)];
  return [
    cr * cp * cy + sr * sp * sy,
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
  ];
}

/** The angles of a quaternion, which need not have length 1. */
export function toAngles(quat: ArrayLike<number>): Triple {
  const [a, b, c, d] = [quat[0] ?? 1, quat[1] ?? 0, quat[2] ?? 0, quat[3] ?? 0];
  const length = Math.hypot(a, b, c, d);
  if (!(length > 0) || !Number.isFinite(length)) return [0, 0, 0];
  const [w, x, y, z] = [a / length, b / length, c / length, d / length];
  const sine = 2 * (w * y - z * x);
  if (Math.abs(sine) > 1 - 1e-9) {
    // straight up or down: only the sum or the difference of the other angles is known
    return [0, Math.sign(sine) * (Math.PI / 2), 2 * Math.atan2(z, w)];
  }
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(sine),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
}

/** Whether two quaternions of length 1 are one orientation. */
export function isSameTurn(a: ArrayLike<number>, b: ArrayLike<number>, tolerance = 1e-6): boolean {
  const near = (sign: number) => [0, 1, 2, 3].every((k) => Math.abs((a[k] ?? 0) - sign * (b[k] ?? 0)) < tolerance);
  return near(1) || near(-1);
}
