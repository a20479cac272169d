/** Shadow maps: depths as lights see them. */
import { DepthTexture, LessEqualCompare, LinearFilter, Matrix4, OrthographicCamera, PerspectiveCamera, UnsignedIntType, WebGLRenderTarget, type Camera, type Scene, type WebGLRenderer } from 'three';
import { CASTERS } from './batches.ts';
import { worldMatrix } from './camera.ts';
import type { Light } from './frame.ts';
import { isSoftware } from './software.ts';
import { makeDepthMaterial, type SharedUniforms } from './materials.ts';
import { MOST_SHADOWS } from './shader.ts';
import { cross, dot, scale, type Triple } from './vectors.ts';

const DIRECTIONAL = 1;
/** Widest cone of a map, degrees. */
const WIDEST = 160;
const LARGEST_MAP = 4096;
/** Largest map of a software renderer: larger maps take longer than the picture. */
const SOFTWARE_MAP = 1024;

/** From -1..1 to 0..1. */
const TO_TEXTURE = new Matrix4().set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);

/** Settings of the maps. */
export interface ShadowSettings {
  size: number;
  near: number;
  far: number;
  /** Half the side of what a directional light's map covers. */
  clip: number;
  /** Share of a spot's cone that its map covers. */
  scale: number;
}

/** The maps of the lights that cast shadows. */
export class Shadows {
  private readonly targets: WebGLRenderTarget[] = [];
  private readonly empty = target(1);
  private readonly material;
  private isEmptyMade = false;

  constructor(private readonly shared: SharedUniforms) {
    this.material = makeDepthMaterial(shared);
    for (let i = 0; i < MOST_SHADOWS; i++) shared.set(`uShadow${i}`, this.empty.depthTexture);
  }

  /** Draws the maps of these lights. */
  draw(renderer: WebGLRenderer, scene: Scene, lights: Light[], settings: ShadowSettings): void {
    if (!this.isEmptyMade) {
      // a texture exists once it has been drawn to
      renderer.setRenderTarget(this.empty);
      renderer.clear();
      renderer.setRenderTarget(null);
      this.isEmptyMade = true;
    }
    for (let i = 0; i < MOST_SHADOWS; i++) this.shared.set(`uShadow${i}`, this.empty.depthTexture);
    const maps = lights.map((light, i) => this.drawOne(renderer, scene, light, settings, i));
    maps.forEach((map, i) => this.shared.set(`uShadow${i}`, map.depthTexture));
  }

  private drawOne(renderer: WebGLRenderer, scene: Scene, light: Light, settings: ShadowSettings, i: number): WebGLRenderTarget {
    const size = Math.min(Math.max(settings.size, 64), isSoftware() ? SOFTWARE_MAP : LARGEST_MAP);
    let map = this.targets[i];
    if (!map || map.width !== size) {
      map?.dispose();
      map = target(size);
      this.targets[i] = map;
    }
    const camera = lightCamera(light, settings);
    camera.layers.set(CASTERS);
    scene.overrideMaterial = this.material;
    renderer.setRenderTarget(map);
    renderer.clear();
    renderer.render(scene, camera);
    scene.overrideMaterial = null;
    renderer.setRenderTarget(null);
    const matrix = this.shared.get<Matrix4[]>('uShadowMatrix')[i] as Matrix4;
    matrix.multiplyMatrices(TO_TEXTURE, camera.projectionMatrix).multiply(camera.matrixWorldInverse);
    this.shared.get<Float32Array>('uShadowTexel')[i] = 1 / size;
    return map;
  }
}

function target(size: number): WebGLRenderTarget {
  const depthTexture = new DepthTexture(size, size, UnsignedIntType);
  depthTexture.compareFunction = LessEqualCompare;
  depthTexture.magFilter = LinearFilter;
  depthTexture.minFilter = LinearFilter;
  return new WebGLRenderTarget(size, size, { depthTexture, depthBuffer: true });
}

function lightCamera(light: Light, { near, far, clip, scale: share }: ShadowSettings): Camera {
  let camera: PerspectiveCamera | OrthographicCamera;
  if (light.kind === DIRECTIONAL) {
    camera = new OrthographicCamera(-clip, clip, clip, -clip, near, far);
  } else {
    camera = new PerspectiveCamera(Math.min(2 * light.cutoff * share, WIDEST), 1, near, far);
  }
  camera.matrixAutoUpdate = false;
  const forward = scale(light.dir, 1 / (Math.hypot(...light.dir) || 1));
  let up = cross(forward, [-1, 0, 0]);
  if (dot(up, up) <= 0.01) up = cross(forward, [0, 1, 0]);
  const right = normal(cross(forward, up));
  camera.matrix.fromArray(worldMatrix({ pos: light.pos, forward, up: normal(cross(right, forward)) }));
  camera.matrixWorld.copy(camera.matrix);
  camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
  camera.updateProjectionMatrix();
  return camera;
}

function normal(v: Triple): Triple {
  return scale(v, 1 / (Math.hypot(...v) || 1));
}
