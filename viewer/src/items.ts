/** The drawn items: looks last until they change, poses come with every frame. */
import { Batch, Batches, type Place } from './batches.ts';
import { POSE, type Frame, type Look } from './frame.ts';
import { drawnSize, makeMaterial, Mapping, mappingOf, mapValues, type SharedUniforms } from './materials.ts';
import { coarse, geometryKey, isLine, type Shapes } from './shapes.ts';
import { isSoftware } from './software.ts';
import type { Textures } from './textures.ts';
import { dot, rotate, sub, type Triple } from './vectors.ts';
import { Shape } from './protocol.generated.ts';

/** From this opacity on an item hides what is behind it. */
const OPAQUE = 0.995;
const DECOR = 4;
/** Squares of an infinite plane's grid without a texture. */
const PLANE_FIELDS = 198;
/** MuJoCo's number of geoms among objects. */
export const GEOM = 5;

/** Orders of drawing: planes come after what they may show through from below, then what is clear. */
export const Order = { Opaque: 0, Plane: 1, Clear: 3 } as const;

/** Limit on transparent items with their own batches, which allow an exact order. More share batches. */
const MOST_ALONE = 200;

/** The number of a look's data; a skin that names none is its own. */
export function dataOf(look: Look): number {
  return look.shape === Shape.Skin && look.dataid < 0 ? look.objid : look.dataid;
}

/** Something to draw, and its place in a batch. */
export class Item implements Place {
  batch!: Batch;
  slot = -1;
  constructor(public look: Look) {}
}

/** What batches share. */
export interface Workshop {
  shared: SharedUniforms;
  shapes: Shapes;
  textures: Textures;
  far: number;
  linewidth: number;
  /** Called when a geometry has loaded or failed. */
  arrived(error?: unknown): void;
}

/** All items, by their index in the server's list. */
export class Items {
  list: (Item | null)[] = [];
  poses: Float32Array = new Float32Array(0);
  private mirror: Item | null = null;
  /** Clear items with a batch of their own. */
  private readonly alone = new Set<Item>();
  /** Looks of the model's geoms by their numbers; none after a change. */
  private geoms: Map<number, Look> | null = null;

  constructor(
    readonly batches: Batches,
    private readonly workshop: Workshop,
  ) {}

  /** Takes over a frame. */
  update(frame: Frame): void {
    if (frame.reset) this.clear();
    if (frame.changes.length > 0 || frame.items !== this.list.length) this.geoms = null;
    for (let i = frame.items; i < this.list.length; i++) this.drop(i);
    this.list.length = frame.items;
    for (const look of frame.changes) if (look.item < frame.items) this.setLook(look.item, look);
    this.poses = frame.poses;
    for (let i = 0; i < frame.items; i++) {
      const item = this.list[i];
      if (item && item.slot >= 0) item.batch.setPose(item.slot, frame.poses, i * POSE);
    }
  }

  /** Removes all items. */
  clear(): void {
    for (let i = 0; i < this.list.length; i++) this.drop(i);
    this.list = [];
  }

  /** Places items with a texture again once it is loaded. */
  textureArrived(id: number): void {
    this.list.forEach((item, i) => {
      if (item?.look.texid === id) this.setLook(i, item.look);
    });
  }

  /** The pose of the first item that shows an object. */
  pose(objtype: number, objid: number): { pos: number[]; quat: number[] } | null {
    const at = this.list.findIndex((item) => item?.look.objtype === objtype && item.look.objid === objid);
    if (at < 0) return null;
    const pose = [...this.poses.subarray(POSE * at, POSE * at + POSE)];
    return { pos: pose.slice(0, 3), quat: pose.slice(3) };
  }

  /** Whether a drawn number is that of a plane or a height field. */
  isGround(segid: number): boolean {
    return this.list.some((item) => item?.look.segid === segid && (item.look.shape === Shape.Plane || item.look.shape === Shape.Hfield));
  }

  /** The look of a geom. `null`: the geom is not shown. */
  geomLook(geom: number): Look | null {
    if (!this.geoms) {
      this.geoms = new Map();
      for (const item of this.list) {
        if (item?.look.objtype === GEOM && item.look.category !== DECOR) this.geoms.set(item.look.objid, item.look);
      }
    }
    return this.geoms.get(geom) ?? null;
  }

  /** Brings infinite planes under the eye, by whole squares of their texture, and returns the plane that mirrors. */
  follow(eye: Triple, reflects: boolean): { pos: Triple; normal: Triple; reflectance: number } | null {
    let found: { pos: Triple; normal: Triple; reflectance: number } | null = null;
    const old = this.mirror;
    this.mirror = null;
    this.list.forEach((item, i) => {
      if (!item || item.slot < 0) return;
      const { look } = item;
      if (look.shape === Shape.Plane && !(look.size[0] > 0 && look.size[1] > 0)) this.recentre(item, i, eye);
      const mayMirror = look.reflectance > 0 && (look.shape === Shape.Plane || look.shape === Shape.Box) && look.rgba[3] >= OPAQUE;
      if (!reflects || found || !mayMirror) return;
      const normal = rotate(this.poses, POSE * i + 3, [0, 0, 1]);
      const lift = look.shape === Shape.Box ? look.size[2] : 0;
      const pos = this.position(i).map((x, k) => x + lift * (normal[k] ?? 0)) as Triple;
      if (dot(sub(eye, pos), normal) < 0) return;
      this.mirror = item;
      found = { pos, normal, reflectance: look.reflectance };
    });
    if (old !== this.mirror) {
      if (old && old.slot >= 0) this.writeLook(old);
      if (this.mirror) this.writeLook(this.mirror);
    }
    return found;
  }

  /** The item that mirrors. */
  get mirrorItem(): Item | null {
    return this.mirror;
  }

  position(i: number): Triple {
    return [this.poses[POSE * i] ?? 0, this.poses[POSE * i + 1] ?? 0, this.poses[POSE * i + 2] ?? 0];
  }

  /** The batch of a look. `null`: nothing is drawn. A transparent item may have its own batch, by its number. */
  batchOf(look: Look, own = -1): Batch | null {
    const key = geometryKey(look.shape, dataOf(look));
    if (!key) return null;
    const { shared, textures } = this.workshop;
    const loaded = look.texid >= 0 && !isLine(key) ? textures.get(look.texid) : null;
    const mapping = loaded ? mappingOf(look, loaded.kind) : Mapping.None;
    const isClear = look.rgba[3] < OPAQUE;
    const isPlane = look.shape === Shape.Plane;
    const isTwoSided = look.shape === Shape.Triangle;
    const casts = look.category !== DECOR && !isLine(key);
    const name = [key, loaded ? look.texid : -1, mapping, isClear, isPlane, isTwoSided, casts, isClear ? own : -1].join(' ');
    return this.batches.get(name, () => {
      const material = makeMaterial(shared, { isLine: isLine(key), isPlane, isClear, isTwoSided, mapping, texture: loaded?.texture ?? null });
      const batch = new Batch(name, material, casts, isClear ? Order.Clear : isPlane ? Order.Plane : Order.Opaque);
      if (isClear) batch.drawTwice();
      void this.setGeometry(batch, key);
      if (isSoftware() && !key.includes('/') && !isLine(key)) batch.whenMany = () => void this.setGeometry(batch, coarse(key));
      return batch;
    });
  }

  private setGeometry(batch: Batch, key: string): Promise<void> {
    return this.workshop.shapes.get(key).then(
      (geometry) => {
        batch.setGeometry(geometry);
        this.workshop.arrived();
      },
      (error: unknown) => this.workshop.arrived(error),
    );
  }

  /** The numbers of a look for its batch. */
  lookValues(look: Look, mapping: number, mirrors: boolean): number[] {
    const { far, linewidth } = this.workshop;
    const width = linewidth * (look.shape === Shape.LineBox ? 1.5 : Math.max(look.size[0], 1e-3));
    const map = look.shape === Shape.Line || look.shape === Shape.LineBox ? [width, 0, 0, 0] : mapValues(look, mapping, far);
    const shininess = Math.min(Math.max(look.shininess * 128, 0), 128);
    return [...drawnSize(look, far), ...look.rgba, look.emission, look.specular, shininess, look.reflectance, ...map, look.segid, mirrors ? 1 : 0];
  }

  /** Mapping of a look's texture, if it is loaded. */
  mapping(look: Look): number {
    const loaded = look.texid >= 0 ? this.workshop.textures.get(look.texid) : null;
    return loaded ? mappingOf(look, loaded.kind) : Mapping.None;
  }

  private setLook(i: number, look: Look): void {
    let item = this.list[i];
    if (!item) {
      item = new Item(look);
      this.list[i] = item;
    }
    item.look = look;
    const isAlone = look.rgba[3] < OPAQUE && (this.alone.has(item) || this.alone.size < MOST_ALONE);
    const batch = this.batchOf(look, isAlone ? i : -1);
    if (item.slot >= 0 && item.batch !== batch) this.leave(item);
    if (isAlone && batch) this.alone.add(item);
    if (!batch) return;
    if (item.slot < 0) {
      batch.add(item);
      if (POSE * i + POSE <= this.poses.length) batch.setPose(item.slot, this.poses, POSE * i);
    }
    this.writeLook(item);
  }

  private writeLook(item: Item): void {
    item.batch.setLook(item.slot, this.lookValues(item.look, this.mapping(item.look), item === this.mirror));
  }

  /** Removes an item from its batch, and its own batch from the scene. */
  private leave(item: Item): void {
    item.batch.remove(item);
    item.slot = -1;
    if (this.alone.delete(item) && item.batch.owners.length === 0) this.batches.drop(item.batch);
  }

  private drop(i: number): void {
    const item = this.list[i];
    if (item && item.slot >= 0) this.leave(item);
    if (item === this.mirror) this.mirror = null;
    this.list[i] = null;
  }

  private recentre(item: Item, i: number, eye: Triple): void {
    const { look } = item;
    const pos = this.position(i);
    const away = sub(eye, pos);
    for (const k of [0, 1] as const) {
      if (look.size[k] > 0) continue;
      const axis = rotate(this.poses, POSE * i + 3, k === 0 ? [1, 0, 0] : [0, 1, 0]);
      const repeats = look.texid >= 0 ? look.texrepeat[k] : 0;
      const step = repeats > 0 ? 2 / repeats : (2.1 * this.workshop.far) / PLANE_FIELDS;
      const steps = Math.round((0.5 * dot(away, axis)) / step);
      for (let j = 0; j < 3; j++) pos[j] = (pos[j] ?? 0) + 2 * step * steps * (axis[j] ?? 0);
    }
    item.batch.movePose(item.slot, ...pos);
  }
}
