/** A skin: triangles whose vertices follow the bodies that are their bones (linear blend skinning), as sim-view's scene has them. */
import { conjugate, multiply, rotate } from './vectors.ts';
import type { Quad, Triple } from './messages.ts';

/** Numbers of a pose: position, quaternion `w x y z`. */
const POSE = 7;
const HEADER = 20;
/** Bytes of a bone. */
const BONE = 36;
const TINY = 1e-15;

interface Bone {
  /** Place of its body's pose in a frame. */
  body: number;
  /** Where it was, and how it was turned, when the skin was bound to it. */
  pos: Triple;
  quat: Quad;
  /** How many vertices it carries. */
  count: number;
}

/** What a skin is made of, and where its vertices are now. */
export interface Skin {
  index: Uint32Array<ArrayBuffer>;
  uv: Float32Array<ArrayBuffer> | null;
  bound: Float32Array;
  bones: Bone[];
  /** Vertices of all bones, one bone after the other, and their weights. */
  carried: Uint32Array;
  weights: Float32Array;
  position: Float32Array<ArrayBuffer>;
  normal: Float32Array<ArrayBuffer>;
}

/** Reads what PROTOCOL.md says of a skin. */
export function decodeSkin(buffer: ArrayBuffer): Skin {
  const [vertices, triangles, hasUv, bones, carried] = new Uint32Array(buffer, 0, 5) as unknown as [number, number, number, number, number];
  const sizes = [12 * triangles, hasUv ? 8 * vertices : 0, 12 * vertices, BONE * bones, 4 * carried, 4 * carried];
  const starts = sizes.map((_, k) => sizes.slice(0, k).reduce((sum, size) => sum + size, HEADER));
  const start = (k: number) => starts[k] as number;
  const needs = start(5) + 4 * carried;
  if (buffer.byteLength < needs) throw new Error(`a skin needs ${needs} bytes and has ${buffer.byteLength}`);
  const view = new DataView(buffer);
  return {
    index: new Uint32Array(buffer, start(0), 3 * triangles),
    uv: hasUv ? new Float32Array(buffer, start(1), 2 * vertices) : null,
    bound: new Float32Array(buffer, start(2), 3 * vertices),
    bones: Array.from({ length: bones }, (_, k) => decodeBone(view, start(3) + k * BONE)),
    carried: new Uint32Array(buffer, start(4), carried),
    weights: new Float32Array(buffer, start(5), carried),
    position: new Float32Array(3 * vertices),
    normal: new Float32Array(3 * vertices),
  };
}

function decodeBone(view: DataView, at: number): Bone {
  const f32 = (k: number) => view.getFloat32(at + 4 * k, true);
  return { body: view.getUint32(at, true), pos: [f32(1), f32(2), f32(3)], quat: [f32(4), f32(5), f32(6), f32(7)], count: view.getUint32(at + 32, true) };
}

/** Brings vertices and normals to where the bodies are; `inflate` moves each vertex along its normal. */
export function moveSkin(skin: Skin, poses: Float32Array, inflate: number): void {
  const { position, normal } = skin;
  position.fill(0);
  normal.fill(0);
  let first = 0;
  for (const bone of skin.bones) {
    carry(skin, bone, first, poses);
    first += bone.count;
  }
  addNormals(skin);
  for (let i = 0; i < normal.length; i += 3) {
    const length = Math.hypot(normal[i] as number, normal[i + 1] as number, normal[i + 2] as number);
    const scale = 1 / Math.max(length, TINY);
    for (let k = i; k < i + 3; k++) {
      normal[k] = (normal[k] as number) * scale;
      position[k] = (position[k] as number) + inflate * (normal[k] as number);
    }
  }
}

/** Adds where a bone carries its vertices. */
function carry({ bound, carried, weights, position }: Skin, bone: Bone, first: number, poses: Float32Array): void {
  const at = POSE * bone.body;
  if (at + POSE > poses.length) return;
  const turn = multiply([...poses.subarray(at + 3, at + POSE)] as Quad, conjugate(bone.quat));
  // the columns of the rotation
  const [x, y, z] = [rotate(turn, 0, [1, 0, 0]), rotate(turn, 0, [0, 1, 0]), rotate(turn, 0, [0, 0, 1])];
  const start = rotate(turn, 0, bone.pos);
  const shift = [0, 1, 2].map((k) => (poses[at + k] as number) - (start[k] as number)) as Triple;
  for (let k = first; k < first + bone.count; k++) {
    const to = 3 * (carried[k] as number);
    const weight = weights[k] as number;
    const [a, b, c] = [bound[to] as number, bound[to + 1] as number, bound[to + 2] as number];
    position[to] = (position[to] as number) + weight * (x[0] * a + y[0] * b + z[0] * c + shift[0]);
    position[to + 1] = (position[to + 1] as number) + weight * (x[1] * a + y[1] * b + z[1] * c + shift[1]);
    position[to + 2] = (position[to + 2] as number) + weight * (x[2] * a + y[2] * b + z[2] * c + shift[2]);
  }
}

/** Adds the normal of each triangle, as long as twice its area, to its corners. */
function addNormals({ index, position: p, normal }: Skin): void {
  for (let f = 0; f < index.length; f += 3) {
    const [a, b, c] = [3 * (index[f] as number), 3 * (index[f + 1] as number), 3 * (index[f + 2] as number)];
    const [ux, uy, uz] = [(p[b] as number) - (p[a] as number), (p[b + 1] as number) - (p[a + 1] as number), (p[b + 2] as number) - (p[a + 2] as number)];
    const [vx, vy, vz] = [(p[c] as number) - (p[a] as number), (p[c + 1] as number) - (p[a + 1] as number), (p[c + 2] as number) - (p[a + 2] as number)];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const to of [a, b, c]) {
      normal[to] = (normal[to] as number) + nx;
      normal[to + 1] = (normal[to + 1] as number) + ny;
      normal[to + 2] = (normal[to + 2] as number) + nz;
    }
  }
}
