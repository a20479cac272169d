/** Decoding of the server's surfaces and textures; see PROTOCOL.md. */
import type { Corners } from './solids.ts';

/** A mesh, a hull or a height field. */
export function decodeSurface(buffer: ArrayBuffer): Corners {
  const [triangles, hasUv] = new Uint32Array(buffer, 0, 2) as unknown as [number, number];
  const corners = 3 * triangles;
  const needs = 8 + 4 * corners * (6 + (hasUv ? 2 : 0));
  if (buffer.byteLength < needs) throw new Error(`a surface needs ${needs} bytes and has ${buffer.byteLength}`);
  return {
    position: new Float32Array(buffer, 8, 3 * corners),
    normal: new Float32Array(buffer, 8 + 12 * corners, 3 * corners),
    uv: hasUv ? new Float32Array(buffer, 8 + 24 * corners, 2 * corners) : null,
  };
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

/** Kinds of textures: a flat one. */
export const TWO_D = 0;
/** The sky. */
export const SKY = 2;

/** Reads a texture. */
export function decodeTexture(buffer: ArrayBuffer): TextureData {
  const [kind, width, tall, channels, srgb] = new Uint32Array(buffer, 0, 5) as unknown as [number, number, number, number, number];
  const texels = new Uint8Array(buffer, 20);
  const isCube = kind !== TWO_D;
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

function withOpacity(from: Uint8Array, channels: number): Uint8Array {
  if (channels === 4) return new Uint8Array(from);
  const count = from.length / channels;
  const out = new Uint8Array(4 * count).fill(255);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) out[4 * i + k] = from[channels * i + Math.min(k, channels - 1)] ?? 0;
  }
  return out;
}
