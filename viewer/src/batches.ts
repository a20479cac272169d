/** Batches: instanced drawing of everything with one geometry and one material. */
import { type BufferGeometry, InstancedBufferGeometry, InstancedInterleavedBuffer, InterleavedBufferAttribute, Mesh, type Object3D, type RawShaderMaterial } from 'three';
import { distance } from './clear.ts';
import { POSE, type Look } from './frame.ts';
import type { Triple } from './vectors.ts';

const LOOK = 17;
const INSTANCE_ATTRIBUTES = new Set(['iPos', 'iQuat', 'iSize', 'iColor', 'iFinish', 'iMap', 'iMark']);

/** From this number of instances on, a simpler geometry does. */
const MANY = 200;

/** A place in a batch. */
export interface Place {
  batch: Batch;
  slot: number;
  look: Look;
}

/** Layers of the scene: items that cast shadows, and all items. */
export const CASTERS = 1;

/** Instances of one geometry and one material. */
export class Batch {
  readonly mesh: Mesh<InstancedBufferGeometry, RawShaderMaterial>;
  /** Owner of each slot. */
  readonly owners: Place[] = [];
  /** Whether the mesh has its geometry. */
  isLoaded = false;
  /** Transparent items are drawn twice, from near to far and back, as in MuJoCo. This is the first pass. */
  before: Mesh<InstancedBufferGeometry, RawShaderMaterial> | null = null;
  /** Called once when there are many instances. */
  whenMany: (() => void) | null = null;
  private poses = new Float32Array(0);
  private looks = new Float32Array(0);
  private poseBuffer: InstancedInterleavedBuffer | null = null;
  private lookBuffer: InstancedInterleavedBuffer | null = null;
  private isPoseDirty = false;
  private isLookDirty = false;

  constructor(
    readonly key: string,
    material: RawShaderMaterial,
    casts: boolean,
    renderOrder: number,
  ) {
    this.mesh = new Mesh(new InstancedBufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.renderOrder = renderOrder;
    this.mesh.visible = false;
    if (casts) this.mesh.layers.enable(CASTERS);
  }

  /** Draws the batch twice from now on, in orders that follow the camera. */
  drawTwice(): void {
    this.before = new Mesh(this.mesh.geometry, this.mesh.material);
    this.before.frustumCulled = false;
    this.before.matrixAutoUpdate = false;
    this.mesh.add(this.before);
  }

  /** Sets the geometry. */
  setGeometry(from: BufferGeometry): void {
    for (const [name, attribute] of Object.entries(from.attributes)) this.mesh.geometry.setAttribute(name, attribute);
    this.mesh.geometry.setIndex(from.index);
    this.isLoaded = true;
  }

  add(owner: Place): void {
    owner.batch = this;
    owner.slot = this.owners.length;
    this.owners.push(owner);
    this.reserve();
    if (this.whenMany && this.owners.length > MANY) {
      this.whenMany();
      this.whenMany = null;
    }
  }

  remove(owner: Place): void {
    const last = this.owners.pop();
    if (last && last !== owner) {
      const from = last.slot;
      last.slot = owner.slot;
      this.owners[owner.slot] = last;
      this.poses.copyWithin(owner.slot * POSE, from * POSE, (from + 1) * POSE);
      this.looks.copyWithin(owner.slot * LOOK, from * LOOK, (from + 1) * LOOK);
      this.isPoseDirty = this.isLookDirty = true;
    }
  }

  /** Copies a pose of seven numbers. */
  setPose(slot: number, from: Float32Array, at: number): void {
    const to = slot * POSE;
    for (let k = 0; k < POSE; k++) this.poses[to + k] = from[at + k] as number;
    this.isPoseDirty = true;
  }

  movePose(slot: number, x: number, y: number, z: number): void {
    this.poses.set([x, y, z], slot * POSE);
    this.isPoseDirty = true;
  }

  setLook(slot: number, values: ArrayLike<number>): void {
    this.looks.set(values, slot * LOOK);
    this.isLookDirty = true;
  }

  /** Sorts instances from far to near. Returns the largest distance. */
  sort(eye: Triple): number {
    const far = (owner: Place, slot: number) => {
      const at = slot * POSE;
      return distance(owner.look, [this.poses[at] ?? 0, this.poses[at + 1] ?? 0, this.poses[at + 2] ?? 0], eye);
    };
    const order = this.owners.map((owner, slot) => ({ owner, slot, far: far(owner, slot) })).sort((a, b) => b.far - a.far);
    const farthest = order[0]?.far ?? 0;
    if (order.every(({ slot }, place) => slot === place)) return farthest;
    const [poses, looks] = [this.poses.slice(), this.looks.slice()];
    order.forEach(({ owner, slot }, place) => {
      this.poses.set(poses.subarray(slot * POSE, (slot + 1) * POSE), place * POSE);
      this.looks.set(looks.subarray(slot * LOOK, (slot + 1) * LOOK), place * LOOK);
      this.owners[place] = owner;
      owner.slot = place;
    });
    this.isPoseDirty = this.isLookDirty = true;
    return farthest;
  }

  /** Uploads what changed. */
  flush(): void {
    this.mesh.visible = this.isLoaded && this.owners.length > 0;
    this.mesh.geometry.instanceCount = this.owners.length;
    if (this.isPoseDirty && this.poseBuffer) mark(this.poseBuffer, this.owners.length * POSE);
    if (this.isLookDirty && this.lookBuffer) mark(this.lookBuffer, this.owners.length * LOOK);
    this.isPoseDirty = this.isLookDirty = false;
  }

  /** Frees the batch. `withShared` also frees what other batches share, which must be freed too. */
  dispose(withShared = false): void {
    this.mesh.removeFromParent();
    if (withShared) this.mesh.geometry.dispose();
    else this.release(this.mesh.geometry);
    this.mesh.material.dispose();
  }

  /** Frees a geometry without the parts that other batches share. */
  private release(geometry: InstancedBufferGeometry): void {
    for (const name of Object.keys(geometry.attributes)) if (!INSTANCE_ATTRIBUTES.has(name)) geometry.deleteAttribute(name);
    geometry.setIndex(null);
    geometry.dispose();
  }

  private reserve(): void {
    const capacity = this.poses.length / POSE;
    if (this.owners.length <= capacity) return;
    const grown = Math.max(4, Math.ceil(this.owners.length * 1.5));
    this.poses = larger(this.poses, grown * POSE);
    this.looks = larger(this.looks, grown * LOOK);
    // GPU buffers cannot grow: a geometry with larger ones replaces the old one
    const old = this.mesh.geometry;
    const geometry = new InstancedBufferGeometry();
    for (const [name, attribute] of Object.entries(old.attributes)) if (!INSTANCE_ATTRIBUTES.has(name)) geometry.setAttribute(name, attribute);
    geometry.setIndex(old.index);
    this.release(old);
    this.mesh.geometry = geometry;
    if (this.before) this.before.geometry = geometry;
    this.poseBuffer = new InstancedInterleavedBuffer(this.poses, POSE);
    this.lookBuffer = new InstancedInterleavedBuffer(this.looks, LOOK);
    const set = (name: string, buffer: InstancedInterleavedBuffer, size: number, offset: number) =>
      geometry.setAttribute(name, new InterleavedBufferAttribute(buffer, size, offset));
    set('iPos', this.poseBuffer, 3, 0);
    set('iQuat', this.poseBuffer, 4, 3);
    set('iSize', this.lookBuffer, 3, 0);
    set('iColor', this.lookBuffer, 4, 3);
    set('iFinish', this.lookBuffer, 4, 7);
    set('iMap', this.lookBuffer, 4, 11);
    set('iMark', this.lookBuffer, 2, 15);
  }
}

function larger(from: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const out = new Float32Array(length);
  out.set(from);
  return out;
}

function mark(buffer: InstancedInterleavedBuffer, count: number): void {
  buffer.clearUpdateRanges();
  buffer.addUpdateRange(0, count);
  buffer.needsUpdate = true;
}

/** Batches by their keys. */
export class Batches {
  private readonly all = new Map<string, Batch>();

  constructor(readonly parent: Object3D) {}

  get(key: string, make: () => Batch): Batch {
    let batch = this.all.get(key);
    if (!batch) {
      batch = make();
      this.all.set(key, batch);
      this.parent.add(batch.mesh);
    }
    return batch;
  }

  /** Removes an empty batch. */
  drop(batch: Batch): void {
    batch.dispose();
    this.all.delete(batch.key);
  }

  values(): IterableIterator<Batch> {
    return this.all.values();
  }

  clear(): void {
    for (const batch of this.all.values()) batch.dispose(true);
    this.all.clear();
  }
}

