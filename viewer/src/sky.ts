/** The sky: a cube of pictures on a wide cylinder around the eye, and haze where an endless plane meets it. */
import { BufferAttribute, BufferGeometry, DoubleSide, GLSL3, Matrix3, Mesh, RawShaderMaterial, Vector3, type Texture } from 'three';
import type { CameraFrame, Edges } from './camera.ts';
import { add, cross, rotate, scale, type Quad, type Triple } from './vectors.ts';

/** Radius and half height of the cylinder, in distances of the far plane: just below 1 / sqrt 2. */
export const RADIUS = 0.7;
const SLICES = 64;

/** A triangle over the whole picture: surfaces around the eye would have corners at its height, which cannot be projected. */
const SKY_VERTEX = /* glsl */ `
precision highp float;
uniform mat3 uRays;
in vec3 position;
out vec3 vDirection;
void main() {
  vDirection = uRays * vec3(position.xy, 1.0);
  gl_Position = vec4(position.xy, 1.0, 1.0);
}
`;

const SKY_FRAGMENT = /* glsl */ `
precision highp float;
uniform samplerCube uMap;
in vec3 vDirection;
out vec4 color;
void main() {
  // the second axis of the pictures is up
  color = vec4(texture(uMap, vec3(vDirection.x, vDirection.z, -vDirection.y)).rgb, 1.0);
}
`;

const HAZE_VERTEX = /* glsl */ `
precision highp float;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
in vec3 position;
in float opacity;
out float vOpacity;
void main() {
  vOpacity = opacity;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
`;

const HAZE_FRAGMENT = /* glsl */ `
precision highp float;
uniform vec3 uColor;
in float vOpacity;
out vec4 color;
void main() {
  color = vec4(uColor, vOpacity);
}
`;

/** The camera's frame, and what it sees at distance 1. */
export interface SkyView {
  frame: CameraFrame;
  edges: Edges;
}

/** Columns: what the direction of sight gains to the right, upwards, and in the middle of the picture. */
function rays({ frame, edges: { left, right, bottom, top } }: SkyView): number[] {
  const aside = cross(frame.forward, frame.up);
  const middle = add(frame.forward, add(scale(aside, 0.5 * (left + right)), scale(frame.up, 0.5 * (bottom + top))));
  return [...scale(aside, 0.5 * (right - left)), ...scale(frame.up, 0.5 * (top - bottom)), ...middle];
}

/** A plane without end: its place and its orientation `w x y z`. */
export interface EndlessPlane {
  pos: Triple;
  quat: Quad;
}

/** Sky and haze as things to draw. */
export class Sky {
  readonly dome: Mesh<BufferGeometry, RawShaderMaterial>;
  readonly haze: Mesh<BufferGeometry, RawShaderMaterial>;

  constructor() {
    const triangle = new BufferGeometry();
    triangle.setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
    const dome = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: SKY_VERTEX,
      fragmentShader: SKY_FRAGMENT,
      uniforms: { uRays: { value: new Matrix3() }, uMap: { value: null } },
      depthTest: false,
      depthWrite: false,
    });
    this.dome = new Mesh<BufferGeometry, RawShaderMaterial>(triangle, dome);
    // drawn first, so that everything else covers it
    this.dome.renderOrder = -1;
    const haze = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: HAZE_VERTEX,
      fragmentShader: HAZE_FRAGMENT,
      uniforms: { uColor: { value: new Vector3() } },
      side: DoubleSide,
      transparent: true,
      depthWrite: false,
    });
    this.haze = new Mesh<BufferGeometry, RawShaderMaterial>(coneGeometry(), haze);
    this.haze.renderOrder = 2.5;
    for (const mesh of [this.dome, this.haze]) {
      mesh.frustumCulled = false;
      mesh.visible = false;
    }
  }

  /** Moves the sky to the camera. Without a texture it is hidden. */
  update(texture: Texture | null, eye: SkyView, far: number, plane: EndlessPlane | null, color: Quad, width: number): void {
    this.dome.visible = texture !== null;
    this.haze.visible = false;
    if (!texture) return;
    const radius = RADIUS * far;
    const { uRays, uMap } = this.dome.material.uniforms;
    if (uMap) uMap.value = texture;
    if (uRays) (uRays.value as Matrix3).fromArray(rays(eye));
    if (plane) this.placeHaze(plane, eye.frame.pos, radius, color, width);
  }

  /** A cone around the eye, from a circle on the plane up to the eye's height, opaque at one height. */
  private placeHaze(plane: EndlessPlane, eye: Triple, radius: number, color: Quad, width: number): void {
    const axes = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as Triple[]).map((axis) => rotate(plane.quat, 0, axis));
    const normal = axes[2] as Triple;
    const height = normal.reduce((sum, n, k) => sum + n * ((eye[k] ?? 0) - (plane.pos[k] ?? 0)), 0);
    if (!(height > 0)) return;
    this.haze.visible = true;
    const alpha = Math.atan2(1, width);
    const opaque = (Math.SQRT1_2 * width * Math.sin(alpha)) / Math.sin(0.75 * Math.PI - alpha);
    const uniform = this.haze.material.uniforms.uColor;
    if (uniform) (uniform.value as Vector3).set(color[0], color[1], color[2]);
    const position = this.haze.geometry.getAttribute('position') as BufferAttribute;
    [0, opaque, 1].forEach((share, ring) => {
      const across = radius * (1 - width * (1 - share));
      for (let j = 0; j <= SLICES; j++) {
        const angle = (2 * Math.PI * j) / SLICES;
        const local = [across * Math.cos(angle), across * Math.sin(angle), -height * (1 - share)];
        const at = ([0, 1, 2] as const).map((k) => eye[k] + local.reduce((sum, x, a) => sum + x * (axes[a]?.[k] ?? 0), 0)) as Triple;
        position.setXYZ(ring * (SLICES + 1) + j, ...at);
      }
    });
    position.needsUpdate = true;
  }
}

/** Three rings; the middle one is opaque. */
function coneGeometry(): BufferGeometry {
  const count = 3 * (SLICES + 1);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * count), 3));
  const opacity = Float32Array.from({ length: count }, (_, i) => (Math.floor(i / (SLICES + 1)) === 1 ? 1 : 0));
  geometry.setAttribute('opacity', new BufferAttribute(opacity, 1));
  const index: number[] = [];
  for (let ring = 0; ring < 2; ring++) {
    for (let j = 0; j < SLICES; j++) {
      const a = ring * (SLICES + 1) + j;
      const b = a + SLICES + 1;
      index.push(a, a + 1, b + 1, a, b + 1, b);
    }
  }
  geometry.setIndex(index);
  return geometry;
}
