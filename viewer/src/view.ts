/** The picture: shadows, mirror image, then everything as the camera sees it. */
import { ColorManagement, LinearSRGBColorSpace, Matrix4, NoToneMapping, OrthographicCamera, PerspectiveCamera, Scene, Vector2, Vector3, Vector4, WebGLRenderer, WebGLRenderTarget, type Camera } from 'three';
import { Batches } from './batches.ts';
import { sortClear } from './clear.ts';
import { worldMatrix, type CameraFrame, type ViewCamera } from './camera.ts';
import type { Frame, Light } from './frame.ts';
import { Items, Order } from './items.ts';
import { setLights } from './lights.ts';
import { WorldMark } from './mark.ts';
import { SharedUniforms } from './materials.ts';
import { idsFromColours, nearestId } from './segmentation.ts';
import { Shadows } from './shadows.ts';
import { Shapes } from './shapes.ts';
import { RADIUS, Sky, type EndlessPlane } from './sky.ts';
import { updateSkins } from './skins.ts';
import { isSoftware } from './software.ts';
import { Textures } from './textures.ts';
import { WorldGrid } from './worlds.ts';
import { type ModelMessage, type Rendering, Shape, TextureKind, type Visual } from './protocol.generated.ts';
import type { Triple } from './vectors.ts';

ColorManagement.enabled = false;

/** Pixels beside a click at which a thing is hit too: limbs of far worlds are thin. */
const NEAR_PIXELS = 7;

/** A part of a picture of `ofWidth` times `ofHeight` pixels, by its lower left pixel. */
interface PicturePart {
  ofWidth: number;
  ofHeight: number;
  left: number;
  bottom: number;
}

/** Moves and scales the projection so that a part of these pixels fills the picture. */
function partMatrix({ ofWidth, ofHeight, left, bottom }: PicturePart, width: number, height: number): Matrix4 {
  const [sx, sy] = [ofWidth / width, ofHeight / height];
  const [tx, ty] = [(ofWidth - 2 * left - width) / width, (ofHeight - 2 * bottom - height) / height];
  return new Matrix4().set(sx, 0, 0, tx, 0, sy, 0, ty, 0, 0, 1, 0, 0, 0, 0, 1);
}

/** Draws frames. */
export class View {
  readonly rendering: Rendering = { shadow: true, wireframe: false, reflection: true, skybox: true, fog: false, haze: true };
  readonly renderer: WebGLRenderer;
  /** Draw calls of the last picture, with those of shadows. */
  drawCalls = 0;
  items: Items;
  worlds: WorldGrid;
  readonly scene = new Scene();
  readonly shared = new SharedUniforms();
  private readonly perspective = new PerspectiveCamera();
  private readonly parallel = new OrthographicCamera();
  private readonly shadows = new Shadows(this.shared);
  private readonly sky = new Sky();
  /** The mark of the selected world. */
  readonly mark = new WorldMark();
  private readonly mirror = new WebGLRenderTarget(1, 1);
  private shapes: Shapes;
  private textures: Textures;
  private visual: Visual | null = null;
  private lights: Light[] = [];
  private bones: Float32Array = new Float32Array(0);

  /** `fetchBytes` gets a path of a model's version from the server; `arrived` is called when more can be drawn. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly camera: ViewCamera,
    private readonly fetchBytes: (version: number, path: string) => Promise<ArrayBuffer>,
    private readonly arrived: (error?: unknown) => void,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: !isSoftware(), alpha: false, powerPreference: 'high-performance' });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.toneMapping = NoToneMapping;
    this.renderer.autoClear = false;
    this.renderer.info.autoReset = false;
    this.renderer.setClearColor(0x000000, 1);
    this.scene.matrixWorldAutoUpdate = false;
    this.scene.add(this.sky.dome, this.sky.haze, this.mark.mesh);
    this.shared.set('uMirror', this.mirror.texture);
    [this.shapes, this.textures, this.items, this.worlds] = this.workshop(0);
  }

  /** Starts with another model. */
  start(model: ModelMessage): void {
    this.worlds.clear();
    this.items.clear();
    this.items.batches.clear();
    this.shapes.dispose();
    this.textures.dispose();
    this.visual = model.visual;
    [this.shapes, this.textures, this.items, this.worlds] = this.workshop(model.version);
    this.worlds.start(model.worlds);
  }

  /** Whether all geometry and textures are loaded. */
  get isComplete(): boolean {
    return this.shapes.pending === 0 && this.textures.pending === 0;
  }

  /** Takes over a frame. */
  update(frame: Frame): void {
    const [dx, dy] = this.worlds.shift(frame.selected);
    if (dx !== 0 || dy !== 0) this.camera.shiftGround(dx, dy);
    if (frame.reset) this.worlds.forgetLooks();
    this.worlds.adapt(frame);
    this.items.update(frame);
    this.lights = frame.lights;
    this.worlds.update(frame.bodies, frame.selected);
    this.bones = frame.bones;
    const mark = this.worlds.mark();
    this.mark.set(mark?.place ?? null, mark?.radius ?? 0);
  }

  /** Fits the picture to its place on the page. */
  resize(width: number, height: number, ratio: number): void {
    this.renderer.setPixelRatio(isSoftware() ? 1 : ratio);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(height, 1);
  }

  /** Draws a picture. */
  draw(): void {
    const size = this.renderer.getDrawingBufferSize(new Vector2());
    this.renderer.info.reset();
    const head = this.camera.frame();
    const camera = this.prepare(head, size);
    const casting = setLights(this.shared, this.lights, head, this.rendering.shadow && (this.visual?.shadowsize ?? 0) > 0);
    const mirror = this.items.follow(head.pos, this.rendering.reflection && !this.rendering.wireframe);
    updateSkins(this.items, this.shapes, this.bones);
    this.flush(head);
    this.drawSky(head, size.x / Math.max(size.y, 1));
    const { near, far, extent } = this.camera;
    const [clip, scale] = [(this.visual?.shadowclip ?? 1) * extent, this.visual?.shadowscale ?? 0.6];
    this.shadows.draw(this.renderer, this.scene, casting, { size: this.visual?.shadowsize ?? 0, near, far, clip, scale });
    if (mirror) this.drawMirror(camera, size, mirror);
    this.setFog();
    this.setWireframe(this.rendering.wireframe);
    this.renderer.clear();
    this.renderer.render(this.scene, camera);
    this.setWireframe(false);
    this.drawCalls = this.renderer.info.render.calls;
  }

  /** Draws the picture again and returns the colour at a place, from 0 to 1 from the left and from the bottom. */
  colour(x: number, y: number): number[] {
    this.draw();
    const context = this.renderer.getContext();
    const pixel = new Uint8Array(4);
    context.readPixels(Math.floor(x * context.drawingBufferWidth), Math.floor(y * context.drawingBufferHeight), 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel);
    return [...pixel.subarray(0, 3)];
  }

  /** Draws the number of each item instead of its colour; rows run upwards. `part` is what of the picture is drawn. Default: all of it. */
  drawNumbers(width: number, height: number, part?: PicturePart): Uint8Array {
    const target = new WebGLRenderTarget(width, height, { samples: 0 });
    const head = this.camera.frame();
    const camera = this.prepare(head, part ? new Vector2(part.ofWidth, part.ofHeight) : new Vector2(width, height));
    if (part) {
      camera.projectionMatrix.premultiply(partMatrix(part, width, height));
      camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
      this.shared.set('uPixels', new Vector2(width, height));
    }
    this.items.follow(head.pos, false);
    this.flush(head);
    this.sky.dome.visible = this.sky.haze.visible = this.mark.mesh.visible = false;
    const clear = [...this.items.batches.values()].filter((batch) => !batch.mesh.material.depthWrite);
    for (const batch of clear) batch.mesh.material.depthWrite = true;
    this.shared.set('uSegmentation', 1);
    this.renderer.setRenderTarget(target);
    this.renderer.setClearColor(0x000000, 0);
    this.renderer.clear();
    this.renderer.render(this.scene, camera);
    const pixels = new Uint8Array(4 * width * height);
    this.renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    this.renderer.setRenderTarget(null);
    this.renderer.setClearColor(0x000000, 1);
    this.shared.set('uSegmentation', 0);
    for (const batch of clear) batch.mesh.material.depthWrite = false;
    target.dispose();
    this.mark.mesh.visible = this.mark.place !== null;
    return pixels;
  }

  /** The world, other than the selected one, that is seen at a place of the picture or just beside it. The place is from 0 to 1 from the left and from the bottom. */
  worldAt(x: number, y: number): number | null {
    if (!this.worlds.isGrid) return null;
    const [ofWidth, ofHeight] = [Math.max(this.canvas.clientWidth, 1), Math.max(this.canvas.clientHeight, 1)];
    const side = 2 * NEAR_PIXELS + 1;
    const part = { ofWidth, ofHeight, left: Math.floor(x * ofWidth) - NEAR_PIXELS, bottom: Math.floor(y * ofHeight) - NEAR_PIXELS };
    const ids = idsFromColours(this.drawNumbers(side, side, part), side, side);
    return this.worlds.worldOf(nearestId(ids, side, (id) => id >= 0 && !this.items.isGround(id)));
  }

  /** Projects a point of the world: from 0 to 1 from the left and from the top. `null`: it is behind the camera. */
  project(p: Triple, camera: Camera): [number, number] | null {
    const at = new Vector3(...p).applyMatrix4(camera.matrixWorldInverse);
    if (at.z > -this.camera.near) return null;
    at.applyMatrix4(camera.projectionMatrix);
    return Math.abs(at.x) > 1.2 || Math.abs(at.y) > 1.2 ? null : [0.5 + 0.5 * at.x, 0.5 - 0.5 * at.y];
  }

  /** Three's camera for the page's. */
  prepare(head: CameraFrame, size: Vector2): Camera {
    const { near, far, isParallel } = this.camera;
    const { left, right, bottom, top } = this.camera.edges(size.x / Math.max(size.y, 1));
    const camera = isParallel ? this.parallel : this.perspective;
    if (isParallel) camera.projectionMatrix.makeOrthographic(left, right, top, bottom, near, far);
    else camera.projectionMatrix.makePerspective(near * left, near * right, near * top, near * bottom, near, far);
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
    camera.matrixAutoUpdate = false;
    camera.matrix.fromArray(worldMatrix(head));
    camera.matrixWorld.copy(camera.matrix);
    camera.matrixWorldInverse.copy(camera.matrix).invert();
    this.shared.set('uPixels', size.clone());
    return camera;
  }

  private workshop(version: number): [Shapes, Textures, Items, WorldGrid] {
    const fetchBytes = (path: string) => this.fetchBytes(version, path);
    const shapes = new Shapes(fetchBytes);
    const textures = new Textures(fetchBytes, (id, error) => {
      items.textureArrived(id);
      worlds.forgetLooks();
      arrived(error);
    });
    const { shared, camera } = this;
    // errors of a replaced model do not matter
    const arrived = (error?: unknown) => this.arrived(shapes === this.shapes ? error : undefined);
    const linewidth = this.visual?.linewidth ?? 1;
    const items = new Items(new Batches(this.scene), { shared, shapes, textures, far: camera.far, linewidth, arrived });
    const worlds = new WorldGrid(items);
    return [shapes, textures, items, worlds];
  }

  private flush(head: CameraFrame): void {
    sortClear(this.items.batches.values(), head.pos, Order.Clear);
    for (const batch of this.items.batches.values()) batch.flush();
  }

  private drawSky(frame: CameraFrame, aspect: number): void {
    const id = this.visual?.skybox ?? -1;
    const loaded = id >= 0 && this.rendering.skybox && !this.rendering.wireframe ? this.textures.get(id) : null;
    const texture = loaded?.kind === TextureKind.Skybox ? loaded.texture : null;
    const plane = this.rendering.haze ? this.endlessPlane() : null;
    this.shared.set('uSkyRadius', texture ? RADIUS * this.camera.far : 0);
    this.sky.update(texture, { frame, edges: this.camera.edges(aspect) }, this.camera.far, plane, this.visual?.haze ?? [1, 1, 1, 1], this.visual?.hazefactor ?? 0.3);
  }

  private endlessPlane(): EndlessPlane | null {
    const { list, poses } = this.items;
    const at = list.findIndex((item) => item?.look.shape === Shape.Plane && item.look.size[0] === 0 && item.look.size[1] === 0);
    if (at < 0) return null;
    const [w, x, y, z] = poses.subarray(7 * at + 3, 7 * at + 7) as unknown as [number, number, number, number];
    return { pos: this.items.position(at), quat: [w, x, y, z] };
  }

  /** The scene behind the mirror, which the mirror's surface adds to its colour. */
  private drawMirror(camera: Camera, size: Vector2, { pos, normal, reflectance }: { pos: Triple; normal: Triple; reflectance: number }): void {
    const [width, height] = [size.x, size.y].map((side) => Math.ceil(side * (isSoftware() ? 0.5 : 1))) as [number, number];
    if (this.mirror.width !== width || this.mirror.height !== height) this.mirror.setSize(width, height);
    this.shared.get<Vector2>('uMirrorSize').copy(size);
    const n = new Vector3(...normal);
    const offset = n.dot(new Vector3(...pos));
    const [a, b, c] = normal;
    const fold = new Matrix4().set(
      1 - 2 * a * a, -2 * a * b, -2 * a * c, 2 * a * offset,
      -2 * a * b, 1 - 2 * b * b, -2 * b * c, 2 * b * offset,
      -2 * a * c, -2 * b * c, 1 - 2 * c * c, 2 * c * offset,
      0, 0, 0, 1,
    );
    const seen = camera.clone() as PerspectiveCamera;
    // a fold of the picture turns the faces back round
    const flip = new Matrix4().makeScale(-1, 1, 1);
    seen.matrixWorld.multiplyMatrices(fold, camera.matrixWorld).multiply(flip);
    seen.matrixWorldInverse.copy(seen.matrixWorld).invert();
    seen.matrixWorldAutoUpdate = false;
    seen.projectionMatrix.copy(camera.projectionMatrix);
    const unmirrored = [this.sky.dome, this.sky.haze, this.mark.mesh];
    const visible = unmirrored.map((mesh) => mesh.visible);
    for (const mesh of unmirrored) mesh.visible = false;
    this.shared.set('uClip', new Vector4(...normal, -offset));
    this.shared.set('uTint', reflectance);
    this.shared.set('uMirror', null);
    this.shared.set('uMirrors', 1);
    this.renderer.setRenderTarget(this.mirror);
    this.renderer.clear();
    this.renderer.render(this.scene, seen);
    this.renderer.setRenderTarget(null);
    this.shared.set('uClip', new Vector4(0, 0, 0, 1));
    this.shared.set('uTint', 1);
    this.shared.set('uMirrors', 0);
    this.shared.set('uMirror', this.mirror.texture);
    unmirrored.forEach((mesh, k) => { mesh.visible = visible[k] ?? false; });
  }

  private setFog(): void {
    const { fog, fogstart, fogend } = this.visual ?? { fog: [0, 0, 0, 0], fogstart: 0, fogend: 1 };
    const extent = this.camera.extent;
    this.shared.get<Vector4>('uFog').set(fog[0] ?? 0, fog[1] ?? 0, fog[2] ?? 0, this.rendering.fog ? 1 : 0);
    this.shared.get<Vector2>('uFogRange').set(fogstart * extent, fogend * extent);
    const [r, g, b] = this.rendering.fog ? fog : [0, 0, 0];
    this.renderer.setClearColor(((r ?? 0) * 255) << 16 | ((g ?? 0) * 255) << 8 | ((b ?? 0) * 255), 1);
  }

  private setWireframe(on: boolean): void {
    for (const batch of this.items.batches.values()) batch.mesh.material.wireframe = on && !batch.key.startsWith('line');
  }
}
