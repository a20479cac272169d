/** The grid of other worlds: instances of the selected world's geoms, placed by quantised poses of bodies. */
import type { Batch, Place } from './batches.ts';
import { POSE, type Frame, type Look } from './frame.ts';
import { GEOM, type Items } from './items.ts';
import { decodeBody, decodeNear } from './quantised.ts';
import { Shape, type WorldGeom, type WorldsInfo } from './protocol.generated.ts';
import type { Quad, Triple } from './vectors.ts';

/** Numbers of copies when numbers are drawn instead of colours: this, and the place among the worlds that are not selected. */
const OTHERS = 1 << 23;

/** Where world `i` stands, from world `selected`. */
export function worldOffset(worlds: Pick<WorldsInfo, 'columns' | 'spacing'>, i: number, selected: number): [number, number] {
  const columns = Math.max(worlds.columns, 1);
  const at = (k: number): [number, number] => [(k % columns) * worlds.spacing[0], Math.floor(k / columns) * worlds.spacing[1]];
  const [a, b] = [at(i), at(selected)];
  return [a[0] - b[0], a[1] - b[1]];
}

/** How far the ground moves when another world is selected: the selected world stands at the origin. */
export function groundShift(worlds: Pick<WorldsInfo, 'columns' | 'spacing' | 'shown'>, before: number, after: number): [number, number] {
  const shown = Math.max(worlds.shown, 1);
  const [dx, dy] = worldOffset(worlds, after % shown, before % shown);
  return [-dx, -dy];
}

/** A floor that is too small for all worlds becomes endless, with a texture of the old scale. */
export function wideFloor(look: Look, worlds: Pick<WorldsInfo, 'columns' | 'spacing' | 'shown'>): Look {
  const [a, b, c] = look.size;
  const columns = Math.max(worlds.columns, 1);
  const isWide = (half: number, count: number, spacing: number) => half === 0 || half > count * spacing;
  if (isWide(a, columns, worlds.spacing[0]) && isWide(b, Math.ceil(worlds.shown / columns), worlds.spacing[1])) return look;
  const repeat = (r: number, half: number) => (look.texuniform || half === 0 ? r : (r > 0 ? r : 1) / half);
  return { ...look, size: [0, 0, c], texrepeat: [repeat(look.texrepeat[0], a), repeat(look.texrepeat[1], b)] };
}

class Copy implements Place {
  batch!: Batch;
  slot = -1;
  constructor(readonly look: Look) {}
}

/** Writes the pose of a frame that has pose `b` in the frame with the pose at `at`; poses are position, then `w x y z`. */
function compose(a: Float32Array, at: number, pos: Triple, quat: Quad, out: Float32Array): void {
  const w = a[at + 3] as number;
  const x = a[at + 4] as number;
  const y = a[at + 5] as number;
  const z = a[at + 6] as number;
  const tx = 2 * (y * pos[2] - z * pos[1]);
  const ty = 2 * (z * pos[0] - x * pos[2]);
  const tz = 2 * (x * pos[1] - y * pos[0]);
  out[0] = (a[at] as number) + pos[0] + w * tx + y * tz - z * ty;
  out[1] = (a[at + 1] as number) + pos[1] + w * ty + z * tx - x * tz;
  out[2] = (a[at + 2] as number) + pos[2] + w * tz + x * ty - y * tx;
  out[3] = w * quat[0] - x * quat[1] - y * quat[2] - z * quat[3];
  out[4] = w * quat[1] + x * quat[0] + y * quat[3] - z * quat[2];
  out[5] = w * quat[2] - x * quat[3] + y * quat[0] + z * quat[1];
  out[6] = w * quat[3] + x * quat[2] - y * quat[1] + z * quat[0];
}

/** Copies of moving geoms, for all worlds that are not selected. */
export class WorldGrid {
  private worlds: WorldsInfo | null = null;
  private selected = 0;
  /** Items that are floors of all worlds. */
  private readonly floors = new Set<number>();
  /** Copies by geom of the list, then by world that is not selected. */
  private copies: Copy[][] = [];
  private looks: (Look | null)[] = [];
  /** Poses of all bodies, shifted to the places of their worlds. */
  private bodies = new Float32Array(0);
  private pose = new Float32Array(7);

  constructor(private readonly items: Items) {}

  start(worlds: WorldsInfo): void {
    this.clear();
    this.worlds = worlds;
    this.selected = worlds.selected;
  }

  /** How far the ground moves with this frame, because it shows another world than the frame before. */
  shift(selected: number): [number, number] {
    const before = this.selected;
    this.selected = selected;
    return this.worlds && selected !== before ? groundShift(this.worlds, before, selected) : [0, 0];
  }

  /** Adapts a frame: floors reach below all worlds, and stay where they are below the first one. */
  adapt(frame: Frame): void {
    const worlds = this.worlds;
    if (!worlds || worlds.count < 2) return;
    if (frame.reset) this.floors.clear();
    frame.changes.forEach((look, k) => {
      const isFloor = look.shape === Shape.Plane && look.objtype === GEOM && worlds.floors.includes(look.objid);
      if (isFloor) frame.changes[k] = wideFloor(look, worlds);
      if (isFloor) this.floors.add(look.item);
      else this.floors.delete(look.item);
    });
    const [dx, dy] = worldOffset(worlds, 0, frame.selected % Math.max(worlds.shown, 1));
    for (const item of this.floors) {
      if (item >= frame.items) continue;
      frame.poses[POSE * item] = (frame.poses[POSE * item] ?? 0) + dx;
      frame.poses[POSE * item + 1] = (frame.poses[POSE * item + 1] ?? 0) + dy;
    }
  }

  /** Whether there are several worlds. */
  get isGrid(): boolean {
    return this.worlds !== null && this.worlds.count > 1;
  }

  /** The world of a drawn number. `null`: the number is not that of a world that is not selected. */
  worldOf(id: number): number | null {
    if (!this.worlds || id < OTHERS) return null;
    const shown = Math.max(this.worlds.shown, 1);
    const [at, own] = [id - OTHERS, this.selected % shown];
    return this.selected - own + (at < own ? at : at + 1);
  }

  /** Middle and radius of the selected world's mark. */
  mark(): { place: Triple; radius: number } | null {
    const worlds = this.worlds;
    if (!worlds || worlds.count < 2) return null;
    const { geom, center, radius } = worlds.mark;
    const body = geom < 0 ? null : this.items.pose(GEOM, geom);
    return { place: [body?.pos[0] ?? center[0], body?.pos[1] ?? center[1], center[2]], radius };
  }

  clear(): void {
    for (const copy of this.copies.flat()) if (copy.slot >= 0) copy.batch.remove(copy);
    this.copies = [];
    this.looks = [];
    this.floors.clear();
  }

  /** Drops the looks, so that the next frame renews them. */
  forgetLooks(): void {
    this.looks = [];
  }

  /** Takes over the bodies of a frame. */
  update(bodies: Uint16Array, selected: number): void {
    const worlds = this.worlds;
    if (!worlds || worlds.count < 2) return;
    const perWorld = worlds.bodies.length;
    // worlds are shown in blocks of equal size
    const shown = Math.max(worlds.shown, 1);
    const count = Math.min(shown, worlds.count - Math.floor(selected / shown) * shown) - 1;
    const own = selected % shown;
    if (!this.decode(worlds, bodies, count, own)) return;
    worlds.geoms.forEach((geom, g) => {
      const copies = this.copiesOf(g, geom.geom, count);
      copies.forEach((copy, i) => {
        if (geom.body < 0) this.placeStill(worlds, geom, i < own ? i : i + 1, own);
        else compose(this.bodies, 7 * (i * perWorld + geom.body), geom.pos, geom.quat, this.pose);
        copy.batch.setPose(copy.slot, this.pose, 0);
      });
    });
  }

  /** Writes the pose of a geom that stands still in its world. */
  private placeStill(worlds: WorldsInfo, { pos, quat }: WorldGeom, world: number, selected: number): void {
    const [dx, dy] = worldOffset(worlds, world, selected);
    this.pose.set([pos[0] + dx, pos[1] + dy, pos[2], ...quat]);
  }

  /** Reads the poses of all bodies. A frame of another model may be too short. */
  private decode(worlds: WorldsInfo, bodies: Uint16Array, count: number, selected: number): boolean {
    const perWorld = worlds.bodies.length;
    if (this.bodies.length !== 7 * count * perWorld) this.bodies = new Float32Array(7 * count * perWorld);
    let at = 0;
    const needed = count * worlds.anchors.reduce((sum, anchor) => sum + (anchor < 0 ? 6 : 4), 0);
    if (bodies.length < needed) return false;
    for (let i = 0; i < count; i++) {
      const [dx, dy] = worldOffset(worlds, i < selected ? i : i + 1, selected);
      worlds.anchors.forEach((anchor, k) => {
        const to = 7 * (i * perWorld + k);
        if (anchor < 0) {
          decodeBody(bodies, at, worlds.low, worlds.high, this.bodies, to);
          this.bodies[to] = (this.bodies[to] ?? 0) + dx;
          this.bodies[to + 1] = (this.bodies[to + 1] ?? 0) + dy;
          at += 6;
        } else {
          decodeNear(bodies, at, worlds.reach, 7 * (i * perWorld + anchor), this.bodies, to);
          at += 4;
        }
      });
    }
    return true;
  }

  /** The copies of a geom. They are made again when its look or their number changes, and empty while it is hidden. */
  private copiesOf(g: number, geom: number, count: number): Copy[] {
    const look = this.items.geomLook(geom);
    const copies = this.copies[g] ?? [];
    if (this.looks[g] === look && copies.length === (look ? count : 0)) return copies;
    for (const copy of copies) if (copy.slot >= 0) copy.batch.remove(copy);
    this.looks[g] = look;
    const batch = look ? this.items.batchOf(look) : null;
    const made: Copy[] = [];
    if (look && batch) {
      for (let i = 0; i < count; i++) {
        const copy = new Copy(look);
        batch.add(copy);
        batch.setLook(copy.slot, this.items.lookValues({ ...look, segid: OTHERS + i }, this.items.mapping(look), false));
        made.push(copy);
      }
    }
    this.copies[g] = made;
    return made;
  }
}
