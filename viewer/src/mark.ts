/** The mark of the selected world: a ring on the floor. */
import { BufferAttribute, BufferGeometry, DoubleSide, GLSL3, Mesh, RawShaderMaterial, Vector4 } from 'three';
import type { Triple } from './vectors.ts';

const VERTEX = /* glsl */ `
precision highp float;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
uniform vec4 uPlace;
in vec3 position;
out vec2 vAt;
void main() {
  vAt = position.xy;
  gl_Position = projectionMatrix * viewMatrix * vec4(uPlace.xyz + uPlace.w * position, 1.0);
}
`;

const FRAGMENT = /* glsl */ `
precision highp float;
in vec2 vAt;
out vec4 color;
void main() {
  float away = length(vAt);
  float soft = max(fwidth(away), 0.004);
  float ring = smoothstep(0.88 - soft, 0.88, away) * (1.0 - smoothstep(1.0, 1.0 + soft, away));
  float disc = 0.16 * (1.0 - smoothstep(0.88, 0.88 + soft, away));
  float opacity = max(0.95 * ring, disc);
  if (opacity < 0.01) discard;
  color = vec4(1.0, 0.62, 0.1, opacity);
}
`;

/** The ring. Its square is larger than the ring, which has soft edges. */
export class WorldMark {
  readonly mesh: Mesh<BufferGeometry, RawShaderMaterial>;
  /** Middle of the ring. `null`: no world is marked. */
  place: Triple | null = null;

  constructor() {
    const square = new BufferGeometry();
    const corners = [-1.1, -1.1, 0, 1.1, -1.1, 0, 1.1, 1.1, 0, -1.1, 1.1, 0];
    square.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3));
    square.setIndex([0, 1, 2, 0, 2, 3]);
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { uPlace: { value: new Vector4() } },
      side: DoubleSide,
      transparent: true,
      depthWrite: false,
      // the ring lies on the floor
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -8,
    });
    this.mesh = new Mesh<BufferGeometry, RawShaderMaterial>(square, material);
    this.mesh.renderOrder = 2.6;
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  /** Moves the ring, or hides it. */
  set(place: Triple | null, radius: number): void {
    this.place = place;
    this.mesh.visible = place !== null && radius > 0;
    // above the floor by a hair, which the depths of far worlds cannot tell apart
    if (place) (this.mesh.material.uniforms.uPlace?.value as Vector4).set(place[0], place[1], place[2] + 0.004 * radius, radius);
  }
}
