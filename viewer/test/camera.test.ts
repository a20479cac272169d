import assert from 'node:assert/strict';
import test from 'node:test';
import { alignToCamera, fitBox, fittingDistance, orbit, ViewCamera } from '../src/camera.ts';
import { CameraKind, type ModelMessage, MouseAction } from '../src/protocol.generated.ts';

const near = (a: readonly number[], b: readonly number[]) => a.forEach((x, k) => assert.ok(Math.abs(x - (b[k] ?? NaN)) < 1e-9, `${a} and ${b}`));

const visual = { fovy: 45, znear: 0.01, zfar: 50, extent: 2 };
const start = { lookat: [0, 0, 1], distance: 3, azimuth: 90, elevation: -30, orthographic: false, low: [0, 0, 0], high: [0, 0, 2] };
const message = (values: object = {}) =>
  ({ visual, camera: start, cameras: [{ name: '', orthographic: false, edges: [0, 0, -0.5, 0.5] }], bodies: [{}, {}], worlds: { count: 1 }, ...values }) as unknown as ModelMessage;

function camera(): ViewCamera {
  const out = new ViewCamera();
  out.start(message(), false);
  out.set({ lookat: [0, 0, 1], distance: 3 });
  return out;
}

test('azimuth 90 and elevation 0 look along y from -y', () => {
  const frame = orbit([0, 0, 1], 2, 90, 0);
  near(frame.pos, [0, -2, 1]);
  near(frame.forward, [0, 1, 0]);
  near(frame.up, [0, 0, 1]);
});

test('an elevation of -90 looks straight down', () => {
  near(orbit([0, 0, 0], 1, 90, -90).pos, [0, 0, 1]);
  near(orbit([0, 0, 0], 1, 90, -90).up, [0, 1, 0]);
});

test('angles of view and planes follow the model', () => {
  const c = camera();
  assert.deepEqual([c.near, c.far, c.fovy, c.isParallel], [0.02, 100, 45, false]);
  const half = Math.tan(Math.PI / 8);
  near(Object.values(c.edges(2)), [-2 * half, 2 * half, -half, half]);
  c.set({ kind: CameraKind.Fixed, fixed: 0 });
  near(Object.values(c.edges(2)), [-1, 1, -0.5, 0.5]);
});

test('a lens decides what is seen whatever the window, and a camera of the model whether it is parallel', () => {
  const c = new ViewCamera();
  const cameras = [{ name: 'lens', orthographic: false, edges: [0.1, 0.4, -0.2, 0.3] }, { name: 'parallel', orthographic: true, edges: [0, 0, -2, 2] }];
  c.start({ visual: { fovy: 45, znear: 0.01, zfar: 50, extent: 2 }, camera: { ...start, lookat: [0, 0, 0] }, cameras, bodies: [], worlds: { count: 1 } } as unknown as ModelMessage, false);
  c.set({ kind: CameraKind.Fixed, fixed: 0, orthographic: true });
  near(Object.values(c.edges(7)), [-0.3, 0.5, -0.2, 0.3]);
  assert.equal(c.isParallel, false);
  c.set({ fixed: 1, orthographic: false });
  near(Object.values(c.edges(2)), [-4, 4, -2, 2]);
  assert.equal(c.isParallel, true);
  c.set({ kind: 0 });
  assert.equal(c.isParallel, false);
});

test('dragging turns, zooms and moves as mjv_moveCamera does', () => {
  const c = camera();
  c.drag(MouseAction.RotateV, 0.1, 0.1);
  near([c.azimuth, c.elevation], [72, -48]);
  c.drag(MouseAction.RotateV, 0, 1);
  assert.equal(c.elevation, -89);
  c.drag(MouseAction.Zoom, 0, -0.05);
  near([c.distance], [3 + Math.log(1 + 3 / 2 / 3) * 0.05 * 9 * 2]);
});

test('what is looked at stays under the mouse', () => {
  const c = camera();
  c.set({ elevation: 0 });
  c.drag(MouseAction.MoveV, 0.5, 0);
  near(c.lookat, [-3 * Math.tan(Math.PI / 8), 0, 1]);
  c.set({ kind: CameraKind.Tracking, track: 1 });
  const before = [...c.lookat];
  c.drag(MouseAction.MoveV, 0.5, 0.5);
  near(c.lookat, before);
});

test('a fixed camera looks along its -z and stays', () => {
  const c = camera();
  c.poses = new Float32Array([1, 2, 3, 1, 0, 0, 0]);
  c.set({ kind: CameraKind.Fixed, fixed: 0 });
  c.drag(MouseAction.RotateV, 1, 1);
  near(c.frame().pos, [1, 2, 3]);
  near(c.frame().forward, [0, 0, -1]);
  near(c.frame().up, [0, 1, 0]);
});

test('cameras go round in a circle', () => {
  const c = camera();
  c.cycle(1);
  assert.deepEqual([c.kind, c.fixed], [CameraKind.Fixed, 0]);
  c.cycle(1);
  assert.equal(c.kind, 0);
});

test('vectors are turned to the camera', () => {
  near(alignToCamera([0, 1, 0.5], [1, 0, 0]), [1, 0, 0.5]);
  near(alignToCamera([1, 0, 0], [0, 1, 0]), [1, 0, 0]);
});

/** Where a point lies in the picture: from -1 to 1 to the right and upwards. */
function seen(c: ViewCamera, p: [number, number, number]): [number, number] {
  const { pos, forward, up } = c.frame();
  const right = [forward[1] * up[2] - forward[2] * up[1], forward[2] * up[0] - forward[0] * up[2], forward[0] * up[1] - forward[1] * up[0]];
  const away = p.map((x, k) => x - (pos[k] ?? 0));
  const along = (axis: readonly number[]) => away.reduce((sum, x, k) => sum + x * (axis[k] ?? 0), 0);
  const depth = along(forward);
  const { right: width, top } = c.edges(c.aspect);
  return [along(right) / depth / width, along(up) / depth / top];
}

test('the whole model is in view at first, whatever its shape, the angle and the window', () => {
  const boxes = [[[-1, -1, 0], [1, 1, 0.1]], [[0, 0, 0], [0.1, 0.1, 9]], [[-40, 3, -1], [40, 5, 1]], [[1, 1, 1], [1.001, 1.001, 1.001]]];
  for (const [low, high] of boxes as [number, number, number][][]) {
    for (const elevation of [-80, -20, 0, 30]) {
      for (const aspect of [0.4, 1, 2.5]) {
        const c = new ViewCamera();
        c.aspect = aspect;
        c.start(message({ camera: { ...start, low, high, elevation, azimuth: 37 } }), false);
        let most = 0;
        for (let k = 0; k < 8; k++) {
          const corner = [0, 1, 2].map((i) => (k & (1 << i) ? high![i]! : low![i]!)) as [number, number, number];
          const [x, y] = seen(c, corner);
          most = Math.max(most, Math.abs(x), Math.abs(y));
        }
        assert.ok(most < 0.9 && (most > 0.8 || c.distance <= 2 * c.near || c.distance >= 0.69 * c.far), `${[low, high, elevation, aspect]}: ${most}`);
      }
    }
  }
  assert.equal(fittingDistance([0, 0, 0], 0, 0, { left: -1, right: 1, bottom: -1, top: 1 }), 0);
});

/** Lowest and highest place of a box in the picture, from -1 to 1, to the right and upwards. */
function extentOf(c: ViewCamera, low: number[], high: number[]): { x: [number, number]; y: [number, number] } {
  const all = Array.from({ length: 8 }, (_, k) => seen(c, [0, 1, 2].map((i) => (k & (1 << i) ? high[i]! : low[i]!)) as [number, number, number]));
  const [x, y] = [all.map((one) => one[0]), all.map((one) => one[1])];
  return { x: [Math.min(...x), Math.max(...x)], y: [Math.min(...y), Math.max(...y)] };
}

test('a grid of worlds fills the picture and lies in its middle', () => {
  // a hundred worlds, some of them, and the angles of two models
  for (const [low, high] of [[[0, 0, 0], [15, 15, 0.5]], [[-3, -3, 0], [6, 4.5, 0.5]], [[0, 0, 0], [40, 40, 1.6]]]) {
    for (const [azimuth, elevation] of [[128, -14], [90, -45], [0, 0], [37, 20]]) {
      for (const aspect of [1, 1.6, 2.2]) {
        const c = new ViewCamera();
        c.aspect = aspect;
        c.start(message({ camera: { ...start, low, high, azimuth, elevation }, worlds: { count: 100 } }), false);
        const { x, y } = extentOf(c, low!, high!);
        const what = `${[low, high, azimuth, elevation, aspect]}: ${x}, ${y}, at ${c.elevation}`;
        assert.ok(Math.max(-x[0], x[1], -y[0], y[1]) < 0.86, what);
        assert.ok(x[1] - x[0] > 1.6 || y[1] - y[0] > 1.6, `it is as large as it can be: ${what}`);
        // from steeper angles it would be higher than wide
        if (c.elevation > -50) assert.ok(x[1] - x[0] > 1.2 && y[1] - y[0] > 1.2, `it fills both sides: ${what}`);
        assert.ok(c.elevation <= elevation! && c.elevation >= Math.min(-50, elevation!), what);
        assert.ok(Math.abs(y[0] + y[1]) < 0.35, `no third of the picture is empty: ${what}`);
      }
    }
  }
  // one world keeps its angle and is looked at in its middle
  const c = new ViewCamera();
  c.start(message({ camera: { ...start, elevation: -14 } }), false);
  near([c.elevation, ...c.lookat], [-14, 0, 0, 1]);
  const { lookat, distance, isTall } = fitBox([0, 0, 0], 90, -45, { left: -1, right: 1, bottom: -1, top: 1 });
  near([...lookat, distance], [0, 0, 0, 0]);
  assert.equal(isTall, true);
});

test('a model that was edited keeps the camera, and another world moves it with the ground', () => {
  const c = camera();
  c.start(message(), true);
  near([...c.lookat, c.distance], [0, 0, 1, 3]);
  c.shiftGround(-2, 5);
  near(c.lookat, [-2, 5, 1]);
});
