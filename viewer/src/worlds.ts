/** The grid of other worlds: instances of the selected world's geoms, placed by quantised poses of bodies. */
import type { Batch, Place } from './batches.ts';
import type { Look } from './frame.ts';
import type { Items } from './items.ts';
import type { Quad, Triple, Worlds } from './messages.ts';
import { decodeBody } from './quantised.ts';
import { rotate } from './vectors.ts';

/** Where world `i` stands, from world `selected`. */
export function worldOffset(worlds: Pick<Worlds, 'columns' | 'spacing'>, i: number, selected: number): [number, number] {
  const columns = Math.max(worlds.columns, 1);
  const at = (k: number): [number, number] => [(k % columns) * worlds.spacing[0], Math.floor(k / columns) * worlds.spacing[1]];
  const [a, b] = [at(i), at(selected)];
  return [a[0] - b[0], a[1] - b[1]];
}

class Copy implements Place {
  batch!: Batch;
  slot = -1;
}

/** The product of two quaternions `w x y z`. */
function multiply(a: ArrayLike<number>, at: number, b: Quad): Quad {
  const [w, x, y, z] = [a[at] ?? 1, a[at + 1] ?? 0, a[at + 2] ?? 0, a[at + 3] ?? 0];
  return [
    w * b[0] - x * b[1] - y * b[2] - z * b[3],
    w * b[1] + x * b[0] + y * b[3] - z * b[2],
    w * b[2] - x * b[3] + y * b[0] + z * b[1],
    w * b[3] + x * b[2] - y * b[1] + z * b[0],
  ];
}

export class WorldGrid {
  private worlds: Worlds | null = null;
  /** Copies by geom of the list, then by world that is not selected. */
  private copies: Copy[][] = [];
  private looks: (Look | null)[] = [];
  private body = new Float32Array(7);
  private pose = new Float32Array(7);

  constructor(private readonly items: Items) {}

  start(worlds: Worlds): void {
    this.clear();
    this.worlds = worlds;
  }

  clear(): void {
    for (const copy of this.copies.flat()) if (copy.slot >= 0) copy.batch.remove(copy);
    this.copies = [];
    this.looks = [];
  }

  /** Forgets how things look, so that the next frame asks again. */
  forgetLooks(): void {
    this.looks = [];
  }

  /** Takes over the bodies of a frame. */
  update(bodies: Uint16Array, selected: number): void {
    const worlds = this.worlds;
    if (!worlds || bodies.length === 0) return;
    const perWorld = worlds.bodies.length;
    const count = Math.floor(bodies.length / (6 * perWorld));
    worlds.geoms.forEach((geom, g) => {
      const copies = this.copiesOf(g, geom.geom, count);
      if (copies.length === 0) return;
      for (let i = 0; i < count; i++) {
        const world = i < selected ? i : i + 1;
        decodeBody(bodies, 6 * (i * perWorld + geom.body), worlds.low, worlds.high, this.body, 0);
        this.place(copies[i] as Copy, geom.pos, geom.quat, worldOffset(worlds, world, selected));
      }
    });
  }

  private place(copy: Copy, pos: Triple, quat: Quad, offset: [number, number]): void {
    const turned = rotate(this.body, 3, pos);
    this.pose[0] = (this.body[0] ?? 0) + turned[0] + offset[0];
    this.pose[1] = (this.body[1] ?? 0) + turned[1] + offset[1];
    this.pose[2] = (this.body[2] ?? 0) + turned[2];
    this.pose.set(multiply(this.body, 3, quat), 3);
    copy.batch.setPose(copy.slot, this.pose, 0);
  }

  /** The copies of a geom, made anew where its look or their number changed; none while it is not shown. */
  private copiesOf(g: number, geom: number, count: number): Copy[] {
    const look = this.items.geomLook(geom);
    const copies = this.copies[g] ?? [];
    if (this.looks[g] === look && copies.length === (look ? count : 0)) return copies;
    for (const copy of copies) if (copy.slot >= 0) copy.batch.remove(copy);
    this.looks[g] = look;
    const batch = look ? this.items.batchOf(look) : null;
    const made: Copy[] = [];
    if (look && batch) {
      // copies belong to no item that could be picked
      const values = this.items.lookValues({ ...look, segid: -1 }, this.items.mapping(look), false);
      for (let i = 0; i < count; i++) {
        const copy = new Copy();
        batch.add(copy);
        batch.setLook(copy.slot, values);
        made.push(copy);
      }
    }
    this.copies[g] = made;
    return made;
  }
}
