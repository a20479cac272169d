/** The grid of other worlds: instances of the selected world's geoms, placed by quantised poses of bodies. */
import type { Batch, Place } from './batches.ts';
import type { Look } from './frame.ts';
import type { Items } from './items.ts';
import { decodeBody, decodeNear } from './quantised.ts';
import type { WorldsInfo } from './protocol.generated.ts';
import type { Quad, Triple } from './vectors.ts';

/** Where world `i` stands, from world `selected`. */
export function worldOffset(worlds: Pick<WorldsInfo, 'columns' | 'spacing'>, i: number, selected: number): [number, number] {
  const columns = Math.max(worlds.columns, 1);
  const at = (k: number): [number, number] => [(k % columns) * worlds.spacing[0], Math.floor(k / columns) * worlds.spacing[1]];
  const [a, b] = [at(i), at(selected)];
  return [a[0] - b[0], a[1] - b[1]];
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
  }

  clear(): void {
    for (const copy of this.copies.flat()) if (copy.slot >= 0) copy.batch.remove(copy);
    this.copies = [];
    this.looks = [];
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
    const numbers = worlds.anchors.reduce((sum, anchor) => sum + (anchor < 0 ? 6 : 4), 0);
    const count = Math.floor(bodies.length / Math.max(numbers, 1));
    // worlds are shown in blocks of equal size
    this.decode(worlds, bodies, count, selected % Math.max(worlds.shown, 1));
    worlds.geoms.forEach((geom, g) => {
      const copies = this.copiesOf(g, geom.geom, count);
      copies.forEach((copy, i) => {
        compose(this.bodies, 7 * (i * perWorld + geom.body), geom.pos, geom.quat, this.pose);
        copy.batch.setPose(copy.slot, this.pose, 0);
      });
    });
  }

  private decode(worlds: WorldsInfo, bodies: Uint16Array, count: number, selected: number): void {
    const perWorld = worlds.bodies.length;
    if (this.bodies.length !== 7 * count * perWorld) this.bodies = new Float32Array(7 * count * perWorld);
    let at = 0;
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
      // copies belong to no item that the user can pick
      const values = this.items.lookValues({ ...look, segid: -1 }, this.items.mapping(look), false);
      for (let i = 0; i < count; i++) {
        const copy = new Copy(look);
        batch.add(copy);
        batch.setLook(copy.slot, values);
        made.push(copy);
      }
    }
    this.copies[g] = made;
    return made;
  }
}
