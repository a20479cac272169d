/** A skin: triangles whose vertices follow the bodies that are their bones (linear blend skinning), as sim-view's scene has them. */
import { POSE } from './frame.ts';
import { readSkinBone, readSkinHeader, SKIN_BONE_BYTES, SKIN_HEADER_BYTES, type SkinBone } from './protocol.generated.ts';
import { conjugate, multiply, rotate, type Quad, type Triple } from './vectors.ts';

const TINY = 1e-15;

/** A skin, and the current positions of its vertices. */
export interface Skin {
  index: Uint32Array<ArrayBuffer>;
  uv: Float32Array<ArrayBuffer> | null;
  bound: Float32Array;
  bones: SkinBone[];
  /** Vertices of all bones, one bone after the other, and their weights. */
  carried: Uint32Array;
  weights: Float32Array;
  position: Float32Array<ArrayBuffer>;
  normal: Float32Array<ArrayBuffer>;
}

/** Reads a skin; PROTOCOL.md explains its parts. */
export function decodeSkin(buffer: ArrayBuffer): Skin {
  const view = new DataView(buffer);
  const { vertices, triangles, has_texcoord: hasUv, bones, carried } = readSkinHeader(view, 0);
  const sizes = [12 * triangles, hasUv ? 8 * vertices : 0, 12 * vertices, SKIN_BONE_BYTES * bones, 4 * carried, 4 * carried];
  const starts = sizes.map((_, k) => sizes.slice(0, k).reduce((sum, size) => sum + size, SKIN_HEADER_BYTES));
  const start = (k: number) => starts[k] as number;
  const needs = start(5) + 4 * carried;
  if (buffer.byteLength < needs) throw new Error(`a skin needs ${needs} bytes and has ${buffer.byteLength}`);
  return {
    index: new Uint32Array(buffer, start(0), 3 * triangles),
    uv: hasUv ? new Float32Array(buffer, start(1), 2 * vertices) : null,
    bound: new Float32Array(buffer, start(2), 3 * vertices),
    bones: Array.from({ length: bones }, (_, k) => readSkinBone(view, start(3) + k * SKIN_BONE_BYTES)),
    carried: new Uint32Array(buffer, start(4), carried),
    weights: new Float32Array(buffer, start(5), carried),
    position: new Float32Array(3 * vertices),
    normal: new Float32Array(3 * vertices),
  };
}

/** Moves vertices and normals with the bodies. `inflate` moves each vertex along its normal. */
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

/** Adds a bone's share to its vertices. */
function carry({ bound, carried, weights, position }: Skin, bone: SkinBone, first: number, poses: Float32Array): void {
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
