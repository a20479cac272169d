/** Materials: one shader with shared values of lights, shadows and fog, in the variants that shapes and textures need. */
import { DoubleSide, FrontSide, GLSL3, Matrix4, RawShaderMaterial, Vector2, Vector4, type IUniform, type Texture } from 'three';
import type { Look } from './frame.ts';
import { DEPTH_FRAGMENT, LIGHT_VECTORS, LINE_FRAGMENT, LINE_VERTEX, MOST_LIGHTS, MOST_SHADOWS, SURFACE_FRAGMENT, SURFACE_VERTEX } from './shader.ts';
import { isSoftware } from './software.ts';
import { Shape, TextureKind } from './protocol.generated.ts';

/** Mapping of a texture to a surface. */
export const Mapping = { None: 0, Given: 1, Above: 2, Cube: 3 } as const;

/** Values that all materials share. */
export class SharedUniforms {
  readonly all: Record<string, IUniform> = {
    uSegmentation: { value: 0 },
    uFog: { value: new Vector4(0, 0, 0, 0) },
    uFogRange: { value: new Vector2(0, 1) },
    uClip: { value: new Vector4(0, 0, 0, 1) },
    uTint: { value: 1 },
    uBackground: { value: 0 },
    uLights: { value: new Float32Array(4 * LIGHT_VECTORS * MOST_LIGHTS) },
    uLightCount: { value: 0 },
    uShadowMatrix: { value: Array.from({ length: MOST_SHADOWS }, () => new Matrix4()) },
    uShadowTexel: { value: new Float32Array(MOST_SHADOWS) },
    uShadow0: { value: null },
    uShadow1: { value: null },
    uShadow2: { value: null },
    uShadow3: { value: null },
    uMirror: { value: null },
    uMirrors: { value: 0 },
    uSkyRadius: { value: 0 },
    uMirrorSize: { value: new Vector2(1, 1) },
    uPixels: { value: new Vector2(1, 1) },
  };

  set(name: string, value: unknown): void {
    const uniform = this.all[name];
    if (uniform) uniform.value = value;
  }

  get<T>(name: string): T {
    return this.all[name]?.value as T;
  }
}

/** Variant of a material. */
export interface MaterialKind {
  isLine: boolean;
  isPlane: boolean;
  isClear: boolean;
  isTwoSided: boolean;
  mapping: number;
  texture: Texture | null;
}

/** The material of a kind. */
export function makeMaterial(shared: SharedUniforms, kind: MaterialKind): RawShaderMaterial {
  const defines: Record<string, number> = { MAPPING: kind.mapping };
  if (isSoftware()) defines.SIMPLE = 1;
  if (kind.isClear) defines.CLEAR = 1;
  if (kind.isPlane) defines.PLANE = 1;
  if (kind.isTwoSided) defines.TWO_SIDED = 1;
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: kind.isLine ? LINE_VERTEX : SURFACE_VERTEX,
    fragmentShader: kind.isLine ? LINE_FRAGMENT : SURFACE_FRAGMENT,
    defines,
    uniforms: { ...shared.all, uMap: { value: kind.texture } },
    // a plane is transparent from below
    transparent: kind.isClear || kind.isPlane,
    depthWrite: !kind.isClear,
    side: kind.isLine || kind.isPlane || kind.isTwoSided ? DoubleSide : FrontSide,
  });
}

/** Draws depths alone. The offset keeps surfaces from shading themselves. */
export function makeDepthMaterial(shared: SharedUniforms): RawShaderMaterial {
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: SURFACE_VERTEX,
    fragmentShader: DEPTH_FRAGMENT,
    defines: { MAPPING: 0 },
    uniforms: { ...shared.all },
    side: DoubleSide,
    colorWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: 2.5,
    polygonOffsetUnits: 8,
  });
}

/** How far an infinite plane reaches to each side, in distances of the far plane. */
const REACH = 1.05;

/** The size that a look is drawn with. */
export function drawnSize(look: Look, far: number): [number, number, number] {
  const [a, b, c] = look.size;
  switch (look.shape) {
    case Shape.Plane:
      return [a > 0 ? a : REACH * far, b > 0 ? b : REACH * far, 1];
    case Shape.Mesh:
    case Shape.Sdf:
    case Shape.Hfield:
    case Shape.Skin:
      return [1, 1, 1];
    case Shape.Line:
      return [1, 1, c];
    case Shape.Triangle:
      return [a, b, 1];
    default:
      return [a, b, c];
  }
}

/** Mapping of a look's texture. */
export function mappingOf(look: Look, kind: number): number {
  if (kind !== TextureKind.TwoD) return Mapping.Cube;
  const needsCoordinates = look.shape === Shape.Mesh || look.shape === Shape.Sdf || look.shape === Shape.Skin;
  const isGiven = needsCoordinates ? look.texcoord : look.shape !== Shape.Hfield;
  return isGiven ? Mapping.Given : Mapping.Above;
}

const longer = (x: number, size: number) => (size > 0 ? x * size : x);
const shorter = (x: number, size: number) => (size > 0 ? x / size : x);

/** Scale and shift of texture coordinates, by MuJoCo's rules. */
export function mapValues(look: Look, mapping: number, far: number): [number, number, number, number] {
  const [a, b, last] = look.size;
  // the last size of a skin is its inflation
  const c = look.shape === Shape.Skin ? a : last;
  const uniform = look.texuniform;
  if (mapping === Mapping.Cube) return uniform ? [a, b, c, 0] : [1, 1, 1, 0];
  if (mapping === Mapping.Above) {
    let [x, y] = look.texrepeat;
    if (look.dataid >= 0) [x, y] = [shorter(x, a), shorter(y, b)];
    if (uniform) [x, y] = [longer(x, a), longer(y, b)];
    return [0.5 * x, -0.5 * y, -0.5, -0.5];
  }
  let [x, y] = look.texrepeat.map((r) => (r > 0 ? r : 1)) as [number, number];
  if (uniform) [x, y] = [longer(x, a), longer(y, b)];
  if (look.shape !== Shape.Plane || (a > 0 && b > 0)) return [x, y, 0, 0];
  // an infinite side has half its coordinate instead of its share
  const [h, v] = [drawnSize(look, far)[0], drawnSize(look, far)[1]];
  return [a > 0 ? x : x * h, b > 0 ? y : y * v, -0.5 - (a > 0 ? 0 : 0.5 * x * h), -0.5 - (b > 0 ? 0 : 0.5 * y * v)];
}
