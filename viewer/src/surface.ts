/** Decoding of the server's surfaces and textures; see PROTOCOL.md. */
import { readSurfaceHeader, readTextureHeader, SURFACE_HEADER_BYTES, TEXTURE_HEADER_BYTES, TextureKind } from './protocol.generated.ts';
import type { Corners } from './solids.ts';

/** A mesh, a hull or a height field. */
export function decodeSurface(buffer: ArrayBuffer): Corners {
  const { triangles, has_texcoord: hasUv } = readSurfaceHeader(new DataView(buffer), 0);
  const [first, corners] = [SURFACE_HEADER_BYTES, 3 * triangles];
  const needs = first + 4 * corners * (6 + (hasUv ? 2 : 0));
  if (buffer.byteLength < needs) throw new Error(`a surface needs ${needs} bytes and has ${buffer.byteLength}`);
  return {
    position: new Float32Array(buffer, first, 3 * corners),
    normal: new Float32Array(buffer, first + 12 * corners, 3 * corners),
    uv: hasUv ? new Float32Array(buffer, first + 24 * corners, 2 * corners) : null,
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

/** Reads a texture. */
export function decodeTexture(buffer: ArrayBuffer): TextureData {
  const { kind, width, height: tall, channels, is_srgb: srgb } = readTextureHeader(new DataView(buffer), 0);
  const texels = new Uint8Array(buffer, TEXTURE_HEADER_BYTES);
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

function withOpacity(from: Uint8Array, channels: number): Uint8Array {
  if (channels === 4) return new Uint8Array(from);
  const count = from.length / channels;
  const out = new Uint8Array(4 * count).fill(255);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) out[4 * i + k] = from[channels * i + Math.min(k, channels - 1)] ?? 0;
  }
  return out;
}
