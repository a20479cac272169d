/** Batches: everything of one geometry and one material is drawn at once, by instances. */
import { type BufferGeometry, InstancedBufferGeometry, InstancedInterleavedBuffer, InterleavedBufferAttribute, Mesh, type Object3D, type RawShaderMaterial } from 'three';

/** Numbers of an instance: pose (7), size (3), colour (4), finish (4), map (4), mark (2). */
export const POSE = 7;
const LOOK = 17;
const INSTANCE_ATTRIBUTES = new Set(['iPos', 'iQuat', 'iSize', 'iColor', 'iFinish', 'iMap', 'iMark']);

/** From this number of instances on, a simpler geometry does. */
const MANY = 200;

/** A place in a batch. */
export interface Place {
  batch: Batch;
  slot: number;
}

/** Layers: what casts shadows, beside what is seen. */
export const CASTERS = 1;

/** Instances of one geometry and one material. */
export class Batch {
  readonly mesh: Mesh<InstancedBufferGeometry, RawShaderMaterial>;
  /** Who has each slot. */
  readonly owners: Place[] = [];
  /** Whether the mesh has its geometry. */
  isLoaded = false;
  /** Whether what is far away has to be drawn first. */
  needsSorting = false;
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

  /** Takes over the vertices of a geometry. */
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

  /** Puts what is far away first. */
  sort(eye: readonly [number, number, number]): void {
    const distance = (slot: number) => {
      const at = slot * POSE;
      return Math.hypot(...[0, 1, 2].map((k) => (this.poses[at + k] ?? 0) - (eye[k] ?? 0)));
    };
    const order = this.owners.map((owner, slot) => ({ owner, slot, distance: distance(slot) })).sort((a, b) => b.distance - a.distance);
    if (order.every(({ slot }, place) => slot === place)) return;
    const [poses, looks] = [this.poses.slice(), this.looks.slice()];
    order.forEach(({ owner, slot }, place) => {
      this.poses.set(poses.subarray(slot * POSE, (slot + 1) * POSE), place * POSE);
      this.looks.set(looks.subarray(slot * LOOK, (slot + 1) * LOOK), place * LOOK);
      this.owners[place] = owner;
      owner.slot = place;
    });
    this.isPoseDirty = this.isLookDirty = true;
  }

  /** Hands over what changed. */
  flush(): void {
    this.mesh.visible = this.isLoaded && this.owners.length > 0;
    this.mesh.geometry.instanceCount = this.owners.length;
    if (this.isPoseDirty && this.poseBuffer) mark(this.poseBuffer, this.owners.length * POSE);
    if (this.isLookDirty && this.lookBuffer) mark(this.lookBuffer, this.owners.length * LOOK);
    this.isPoseDirty = this.isLookDirty = false;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  private reserve(): void {
    const capacity = this.poses.length / POSE;
    if (this.owners.length <= capacity) return;
    const grown = Math.max(4, Math.ceil(this.owners.length * 1.5));
    this.poses = larger(this.poses, grown * POSE);
    this.looks = larger(this.looks, grown * LOOK);
    // buffers of a graphics card do not grow: a geometry with new ones takes the place of the old
    const old = this.mesh.geometry;
    const geometry = new InstancedBufferGeometry();
    for (const [name, attribute] of Object.entries(old.attributes)) {
      if (INSTANCE_ATTRIBUTES.has(name)) continue;
      geometry.setAttribute(name, attribute);
      // what other batches use too must not go with the old geometry
      old.deleteAttribute(name);
    }
    geometry.setIndex(old.index);
    old.setIndex(null);
    old.dispose();
    this.mesh.geometry = geometry;
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

  values(): IterableIterator<Batch> {
    return this.all.values();
  }

  clear(): void {
    for (const batch of this.all.values()) batch.dispose();
    this.all.clear();
  }
}

