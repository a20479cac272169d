/** Lights of a frame as the shader wants them. */
import type { CameraFrame } from './camera.ts';
import type { Light } from './frame.ts';
import type { SharedUniforms } from './materials.ts';
import { LightKind } from './protocol.generated.ts';
import { LIGHT_VECTORS, MOST_LIGHTS, MOST_SHADOWS } from './shader.ts';

const DEGREE = Math.PI / 180;

/** Ambient light of a scene without lights. */
const DARKNESS = 0.3;

const shines = (light: Light) => light.kind === LightKind.Spot || light.kind === LightKind.Directional || light.kind === LightKind.Point;

/** Writes the lights, and returns those that cast shadows. */
export function setLights(shared: SharedUniforms, lights: Light[], head: CameraFrame, shadows: boolean): Light[] {
  const used = lights.filter(shines).slice(0, MOST_LIGHTS);
  const casting: Light[] = [];
  const values = shared.get<Float32Array>('uLights');
  used.forEach((light, i) => {
    const casts = shadows && light.castshadow && !light.headlight && light.kind !== LightKind.Point && casting.length < MOST_SHADOWS;
    if (casts) casting.push(light);
    values.set(vectors(light, head, casts ? casting.length - 1 : -1), 4 * LIGHT_VECTORS * i);
  });
  shared.set('uLightCount', used.length);
  shared.set('uBackground', used.length > 0 ? 0 : DARKNESS);
  return casting;
}

function vectors(light: Light, head: CameraFrame, shadow: number): number[] {
  const pos = light.headlight ? head.pos : light.pos;
  const dir = light.headlight ? head.forward : light.dir;
  const length = Math.hypot(...dir) || 1;
  const hasCone = light.kind === LightKind.Spot && light.cutoff >= 0 && light.cutoff <= 90;
  const cone = hasCone ? Math.cos(light.cutoff * DEGREE) : -2;
  // zero attenuation means no falloff
  const attenuation = light.attenuation.some((x) => x !== 0) ? light.attenuation : [1, 0, 0];
  return [
    ...pos, light.kind === LightKind.Directional ? 1 : 0,
    ...dir.map((x) => x / length), cone,
    ...light.ambient, Math.min(Math.max(light.exponent, 0), 128),
    ...light.diffuse, shadow,
    ...light.specular, 0,
    ...attenuation, 0,
  ];
}
