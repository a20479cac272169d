/** Decoding of the server's surfaces and textures; see PROTOCOL.md. */
import {
  readSurfaceHeader, readTextureHeader, SURFACE_HEADER_BYTES, SURFACE_NORMAL_STEPS, SURFACE_POSITION_STEPS, SURFACE_TEXCOORD_STEPS, TEXTURE_HEADER_BYTES, TextureKind,
} from './protocol.generated.ts';
import type { Corners } from './solids.ts';

/** Reads whole numbers of variable length: groups of seven bits, the lowest first. */
class Numbers {
  private at: number;

  constructor(private readonly bytes: Uint8Array, first: number) {
    this.at = first;
  }

  next(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      if (byte === undefined || shift > 28) throw new Error(`a surface of ${this.bytes.length} bytes ends too early`);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  /** A list of differences from entry to entry. `put` takes its entries. */
  list(count: number, put: (k: number, entry: number) => void): void {
    let entry = 0;
    for (let k = 0; k < count; k++) {
      const code = this.next();
      entry += (code >>> 1) ^ -(code & 1);
      put(k, entry);
    }
  }

  /** A column of a table with `width` columns, in steps from `low` to `high`. */
  column(out: Float32Array, width: number, column: number, low: number, high: number, steps: number): void {
    const step = (high - low) / steps;
    this.list(out.length / width, (k, entry) => { out[width * k + column] = low + step * entry; });
  }
}

/** A mesh, a hull or a height field. */
export function decodeSurface(buffer: ArrayBuffer): Corners {
  const header = readSurfaceHeader(new DataView(buffer), 0);
  const { vertices, triangles, has_texcoord: hasUv, low, high, texcoord_low: uvLow, texcoord_high: uvHigh } = header;
  // a number takes a byte or more
  const needs = SURFACE_HEADER_BYTES + 3 * triangles + vertices * (hasUv ? 7 : 5);
  if (buffer.byteLength < needs) throw new Error(`a surface needs ${needs} bytes and has ${buffer.byteLength}`);
  const numbers = new Numbers(new Uint8Array(buffer), SURFACE_HEADER_BYTES);
  const index = new Uint32Array(3 * triangles);
  let known = 0;
  for (let k = 0; k < index.length; k++) {
    const back = numbers.next();
    index[k] = known - back;
    if (back === 0) known++;
  }
  if (known !== vertices) throw new Error(`a surface of ${vertices} vertices uses ${known}`);
  const position = new Float32Array(3 * vertices);
  ([0, 1, 2] as const).forEach((k) => numbers.column(position, 3, k, low[k], high[k], SURFACE_POSITION_STEPS));
  const normal = readNormals(numbers, vertices);
  const uv = hasUv ? new Float32Array(2 * vertices) : null;
  if (uv) ([0, 1] as const).forEach((k) => numbers.column(uv, 2, k, uvLow[k], uvHigh[k], SURFACE_TEXCOORD_STEPS));
  return { index, position, normal, uv };
}

/** Normals, which are projected to an octahedron whose lower half is folded out. */
function readNormals(numbers: Numbers, vertices: number): Float32Array {
  const folded = new Float32Array(2 * vertices);
  for (const k of [0, 1]) numbers.column(folded, 2, k, -1, 1, SURFACE_NORMAL_STEPS);
  const normal = new Float32Array(3 * vertices);
  for (let v = 0; v < vertices; v++) {
    let [x, y] = [folded[2 * v] as number, folded[2 * v + 1] as number];
    const z = 1 - Math.abs(x) - Math.abs(y);
    if (z < 0) [x, y] = [(1 - Math.abs(y)) * (x < 0 ? -1 : 1), (1 - Math.abs(x)) * (y < 0 ? -1 : 1)];
    const length = Math.hypot(x, y, z);
    normal[3 * v] = x / length;
    normal[3 * v + 1] = y / length;
    normal[3 * v + 2] = z / length;
  }
  return normal;
}

/** A picture or six, with four bytes for each texel. */
export interface TextureData {
  kind: number;
  width: number;
  height: number;
  isSrgb: boolean;
  /** One picture, or the six of a cube. */
  faces: Uint8Array[];
}

/** Reads a texture. */
export function decodeTexture(buffer: ArrayBuffer): TextureData {
  const { kind, width, height: tall, channels, is_srgb: srgb } = readTextureHeader(new DataView(buffer), 0);
  const texels = restored(new Uint8Array(buffer, TEXTURE_HEADER_BYTES), width * channels, channels);
  const isCube = kind !== TextureKind.TwoD;
  const height = isCube ? width : tall;
  const count = isCube ? 6 : 1;
  const image = width * height * channels;
  // a cube of one picture shows it on all sides
  const isSame = isCube && tall === width;
  if (texels.length < image * (isSame ? 1 : count)) throw new Error(`a texture of ${width} x ${tall} has ${texels.length} bytes`);
  const faces = Array.from({ length: count }, (_, k) => {
    const start = isSame ? 0 : k * image;
    return withOpacity(texels.subarray(start, start + image), channels);
  });
  return { kind, width, height, isSrgb: srgb !== 0 && !isCube, faces };
}

/** Pixels from their differences: the filter "Paeth" of PNG. `width` is in bytes. Changes `bytes`. */
function restored(bytes: Uint8Array, width: number, channels: number): Uint8Array {
  for (let at = 0; at < bytes.length; at++) {
    const isFirst = at % width < channels;
    const left = isFirst ? 0 : bytes[at - channels] as number;
    const above = at < width ? 0 : bytes[at - width] as number;
    const diagonal = isFirst || at < width ? 0 : bytes[at - width - channels] as number;
    const toLeft = Math.abs(above - diagonal);
    const toAbove = Math.abs(left - diagonal);
    const toDiagonal = Math.abs(left + above - 2 * diagonal);
    const expected = toLeft <= toAbove && toLeft <= toDiagonal ? left : toAbove <= toDiagonal ? above : diagonal;
    bytes[at] = (bytes[at] as number) + expected;
  }
  return bytes;
}

function withOpacity(from: Uint8Array, channels: number): Uint8Array {
  if (channels === 4) return new Uint8Array(from);
  const count = from.length / channels;
  const out = new Uint8Array(4 * count).fill(255);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) out[4 * i + k] = from[channels * i + Math.min(k, channels - 1)] ?? 0;
  }
  return out;
}
