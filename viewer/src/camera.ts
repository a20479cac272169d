/** The page's camera, by MuJoCo's formulas. z is up; angles are in degrees. */
import { add, cross, dot, rotate, scale, sub, type Triple } from './vectors.ts';
import { type CameraChoice, type CameraInfo, CameraKind, type ModelMessage, MouseAction, type StartCamera, type Visual } from './protocol.generated.ts';

/** Position and axes of a camera. */
export interface CameraFrame {
  pos: Triple;
  forward: Triple;
  up: Triple;
}

/** Edges of what is seen at distance 1; of a parallel projection, at any. */
export interface Edges {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

const STEEPEST = 89;
/** Share of the picture's width or height that the model fills at first. */
const FILL = 0.85;
/** Steepest angle from which a grid of worlds is seen at first, degrees. */
const GRID_STEEPEST = -50;
/** Least distance of the far plane, in diagonals of what is brought into view. */
const FAR = 8;
/** By how much less the mouse moves things under a parallel projection. */
const PARALLEL_DRAG = 0.15;
const DEGREE = Math.PI / 180;

/** The frame on a sphere around a point. */
export function orbit(center: Triple, distance: number, azimuth: number, elevation: number): CameraFrame {
  const [ca, sa] = [Math.cos(azimuth * DEGREE), Math.sin(azimuth * DEGREE)];
  const [ce, se] = [Math.cos(elevation * DEGREE), Math.sin(elevation * DEGREE)];
  const forward: Triple = [ce * ca, ce * sa, se];
  return { pos: sub(center, scale(forward, distance)), forward, up: [-se * ca, -se * sa, ce] };
}

/** A vector given to the right, away from the eye, and up, in the world. */
export function alignToCamera(v: Triple, forward: Triple): Triple {
  const length = Math.hypot(forward[0], forward[1]);
  const [x, y] = length < 1e-15 ? [1, 0] : [forward[0] / length, forward[1] / length];
  return [v[0] * y + v[1] * x, -v[0] * x + v[1] * y, v[2]];
}

/** The distance from which a camera with these angles sees a whole box around its middle, in a picture with these edges. */
export function fittingDistance(half: Triple, azimuth: number, elevation: number, edges: Edges): number {
  const { forward, up } = orbit([0, 0, 0], 1, azimuth, elevation);
  const right = cross(forward, up);
  const [width, height] = [FILL * Math.min(-edges.left, edges.right), FILL * Math.min(-edges.bottom, edges.top)];
  let distance = 0;
  for (const corner of cornersOf(half)) {
    // the corner's own distance is that of the middle, and how far it lies behind it
    const needed = Math.max(Math.abs(dot(corner, right)) / width, Math.abs(dot(corner, up)) / height);
    distance = Math.max(distance, needed - dot(corner, forward));
  }
  return distance;
}

/** From where a camera with these angles sees a whole box, which lies in the middle of the picture. */
export interface BoxFit {
  /** What the camera looks at, from the middle of the box. */
  lookat: Triple;
  distance: number;
  /** Whether the height of the picture decides the distance, and not its width. */
  isTall: boolean;
}

/** Fits a box into a picture with these edges: its corners touch two of them, and have as much room at both sides. */
export function fitBox(half: Triple, azimuth: number, elevation: number, edges: Edges): BoxFit {
  const { forward, up } = orbit([0, 0, 0], 1, azimuth, elevation);
  const right = cross(forward, up);
  const [width, height] = [FILL * Math.min(-edges.left, edges.right), FILL * Math.min(-edges.bottom, edges.top)];
  // how far each edge of the picture, as a plane through the eye, must move outwards until no corner is beyond it
  const beyond = (axis: Triple, share: number) => Math.max(...cornersOf(half).map((corner) => dot(corner, axis) - share * dot(corner, forward)));
  const [toRight, toLeft] = [beyond(right, width), beyond(scale(right, -1), width)];
  const [toTop, toBottom] = [beyond(up, height), beyond(scale(up, -1), height)];
  const [byWidth, byHeight] = [(toRight + toLeft) / (2 * width), (toTop + toBottom) / (2 * height)];
  const lookat = add(scale(right, (toRight - toLeft) / 2), scale(up, (toTop - toBottom) / 2));
  return { lookat, distance: Math.max(byWidth, byHeight), isTall: byHeight >= byWidth };
}

/** The corners of a box around the origin. */
function cornersOf(half: Triple): Triple[] {
  return Array.from({ length: 8 }, (_, k) => [k & 1 ? half[0] : -half[0], k & 2 ? half[1] : -half[1], k & 4 ? half[2] : -half[2]]);
}

/** The camera of this page. */
export class ViewCamera {
  kind: number = CameraKind.Free;
  fixed = -1;
  track = -1;
  lookat: Triple = [0, 0, 0];
  distance = 2;
  azimuth = 90;
  elevation = -45;
  orthographic = false;
  /** Width of the picture over its height. */
  aspect = 1;
  /** What a tracking camera looks at, by the newest frame. */
  tracked: Triple = [0, 0, 0];
  /** Poses of the model's cameras, by the newest frame. */
  poses: Float32Array = new Float32Array(0);
  /** Called for every change. */
  changed: () => void = () => {};
  private visual: Visual | null = null;
  /** Least distance of the far plane: a grid of worlds is larger than its model. */
  private reach = 0;
  private cameras: CameraInfo[] = [];

  /** Takes over a model; `keep` leaves the camera where it is, as far as the model allows. */
  start(model: ModelMessage, keep: boolean): void {
    this.visual = model.visual;
    this.cameras = model.cameras;
    this.reach = FAR * Math.hypot(...sub(model.camera.high, model.camera.low));
    if (keep) {
      if (this.kind === CameraKind.Fixed && this.fixed >= this.cameras.length) this.kind = CameraKind.Free;
      if (this.kind === CameraKind.Tracking && this.track >= model.bodies.length) this.kind = CameraKind.Free;
    } else {
      const { lookat, distance, azimuth, elevation, orthographic } = model.camera;
      Object.assign(this, { kind: CameraKind.Free, lookat: [...lookat], distance, azimuth, elevation, orthographic });
      this.bringIntoView(model.camera, model.worlds.count > 1);
    }
    this.changed();
  }

  /** Looks at a whole box from the side on which the camera is. A grid of worlds is flat: it is seen from so high that it fills the picture. */
  private bringIntoView({ low, high }: Pick<StartCamera, 'low' | 'high'>, isGrid: boolean): void {
    const half = scale(sub(high, low), 0.5);
    this.lookat = add(low, half);
    if (this.orthographic) return;
    const edges = this.edges(this.aspect);
    let distance = fittingDistance(half, this.azimuth, this.elevation, edges);
    if (isGrid) {
      let fit = fitBox(half, this.azimuth, this.elevation, edges);
      for (; !fit.isTall && this.elevation > GRID_STEEPEST; fit = fitBox(half, this.azimuth, this.elevation, edges)) this.elevation -= 1;
      this.lookat = add(this.lookat, fit.lookat);
      distance = fit.distance;
    }
    // beyond the far plane there is nothing to see
    this.distance = Math.min(Math.max(distance, 2 * this.near), 0.7 * this.far);
  }

  /** Moves the camera with the ground on which it stands. */
  shiftGround(dx: number, dy: number): void {
    this.lookat = add(this.lookat, [dx, dy, 0]);
    this.changed();
  }

  get extent(): number {
    return this.visual?.extent ?? 1;
  }

  get near(): number {
    return (this.visual?.znear ?? 0.01) * this.extent;
  }

  get far(): number {
    return Math.max((this.visual?.zfar ?? 50) * this.extent, this.reach);
  }

  /** Vertical angle of view of the camera that the user moves, degrees; the height of what is seen under a parallel projection. */
  get fovy(): number {
    return this.visual?.fovy ?? 45;
  }

  /** Whether the projection is parallel: a camera of the model decides for itself. */
  get isParallel(): boolean {
    return this.model?.orthographic ?? this.orthographic;
  }

  /** What is seen in a window whose width is `aspect` times its height. */
  edges(aspect: number): Edges {
    const half = this.orthographic ? this.fovy / 2 : Math.tan((Math.min(this.fovy, 179) * DEGREE) / 2);
    const [middle, width, bottom, top] = this.model?.edges ?? [0, 0, -half, half];
    const aside = width > 0 ? width : 0.5 * aspect * (top - bottom);
    return { left: middle - aside, right: middle + aside, bottom, top };
  }

  /** The camera of the model that is looked through. */
  private get model(): CameraInfo | undefined {
    return this.kind === CameraKind.Fixed ? this.cameras[this.fixed] : undefined;
  }

  frame(): CameraFrame {
    if (this.kind === CameraKind.Fixed && 7 * this.fixed + 7 <= this.poses.length) {
      const at = 7 * this.fixed;
      const pos: Triple = [this.poses[at] ?? 0, this.poses[at + 1] ?? 0, this.poses[at + 2] ?? 0];
      return { pos, forward: rotate(this.poses, at + 3, [0, 0, -1]), up: rotate(this.poses, at + 3, [0, 1, 0]) };
    }
    const center = this.kind === CameraKind.Tracking ? this.tracked : this.lookat;
    return orbit(center, this.distance, this.azimuth, this.elevation);
  }

  /** Moves with the mouse, by parts of the window's height, as `mjv_moveCamera` does. A fixed camera stays. */
  drag(action: number, dx: number, dy: number): void {
    if (this.kind === CameraKind.Fixed) return;
    if (action === MouseAction.RotateV || action === MouseAction.RotateH) {
      this.azimuth -= dx * 180;
      this.elevation -= dy * 180;
    } else if (action === MouseAction.Zoom) {
      this.distance -= Math.log(1 + this.distance / this.extent / 3) * dy * 9 * this.extent;
    } else if (this.kind === CameraKind.Free) {
      this.shift(action, dx, dy);
    }
    this.keepSane();
    this.changed();
  }

  /** Changes what is given. */
  set(values: Partial<Pick<ViewCamera, 'kind' | 'fixed' | 'track' | 'lookat' | 'distance' | 'azimuth' | 'elevation' | 'orthographic'>>): void {
    Object.assign(this, values);
    this.changed();
  }

  /** Goes to the free camera at the point that a tracking one looks at. */
  free(): void {
    if (this.kind === CameraKind.Tracking) this.lookat = [...this.tracked];
    this.kind = CameraKind.Free;
    this.changed();
  }

  /** The free camera, then those of the model, in a circle. */
  cycle(step: number): void {
    const count = this.cameras.length + 1;
    const at = this.kind === CameraKind.Fixed ? this.fixed + 1 : 0;
    const next = (at + step + count) % count;
    if (next === 0) this.free();
    else this.set({ kind: CameraKind.Fixed, fixed: next - 1 });
  }

  /** The message that tells the server. */
  message(): Omit<CameraChoice, 'view'> & { do: 'camera' } {
    const { kind, fixed, track, lookat, distance, azimuth, elevation, orthographic } = this;
    return { do: 'camera', kind, fixed, track, lookat, distance, azimuth, elevation, orthographic };
  }

  /** Moves the look-at point so that it stays under the mouse. */
  private shift(action: number, dx: number, dy: number): void {
    const frame = this.frame();
    const seen: Triple = action === MouseAction.MoveV ? [dx, 0, -dy] : [dx, -dy, 0];
    const depth = dot(sub(this.lookat, frame.pos), frame.forward);
    const height = this.orthographic ? this.fovy * PARALLEL_DRAG : 2 * Math.tan((this.fovy * DEGREE) / 2);
    this.lookat = add(this.lookat, scale(alignToCamera(seen, frame.forward), -height * depth));
  }

  private keepSane(): void {
    if (this.azimuth > 180) this.azimuth -= 360;
    if (this.azimuth < -180) this.azimuth += 360;
    this.elevation = Math.min(Math.max(this.elevation, -STEEPEST), STEEPEST);
    this.distance = Math.min(Math.max(this.distance, 0.01 * this.extent), 100 * this.extent);
  }
}

/** The quaternion-free way to three's matrix: columns right, up, backward, position. */
export function worldMatrix({ pos, forward, up }: CameraFrame): number[] {
  const right = cross(forward, up);
  return [...right, 0, ...up, 0, ...scale(forward, -1), 0, ...pos, 1];
}
