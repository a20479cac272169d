import assert from 'node:assert/strict';
import test from 'node:test';
import type { Look } from '../src/frame.ts';
import { drawnSize, Mapping, mapValues, mappingOf } from '../src/materials.ts';
import { idsFromColours, nearestId } from '../src/segmentation.ts';
import { geometryKey } from '../src/shapes.ts';
import { lines, solid } from '../src/solids.ts';
import { titleOf } from '../src/title.ts';
import { ticks } from '../src/ui/plot.ts';
import { nextSpeed } from '../src/ui/topbar.ts';
import { groundShift, wideFloor, worldOffset } from '../src/worlds.ts';
import { Shape } from '../src/protocol.generated.ts';

const look = (values: Partial<Look>): Look => ({
  item: 0, shape: 0, dataid: -1, objtype: 5, objid: 0, segid: 0, texid: 0, texuniform: false, texcoord: false, transparent: false, category: 1,
  size: [0, 0, 0.1], rgba: [1, 1, 1, 1], emission: 0, specular: 0, shininess: 0, reflectance: 0, texrepeat: [1, 1], label: '', ...values,
});

test('solids are closed and face outwards', () => {
  for (const name of ['sphere', 'cylinder', 'cube', 'capsule', 'arrow', 'arrow both ways']) {
    const { position: p, normal, cap, index = [] } = solid(name);
    let volume = 0;
    for (let i = 0; i < index.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => {
        const v = index[i + k] ?? 0;
        return [p[3 * v] ?? 0, p[3 * v + 1] ?? 0, (p[3 * v + 2] ?? 0) + (cap?.[v] ?? 0)];
      }) as [number[], number[], number[]];
      const cross = [b[1]! * c[2]! - b[2]! * c[1]!, b[2]! * c[0]! - b[0]! * c[2]!, b[0]! * c[1]! - b[1]! * c[0]!];
      volume += (a[0]! * cross[0]! + a[1]! * cross[1]! + a[2]! * cross[2]!) / 6;
    }
    assert.ok(volume > 0.1, `${name} has a volume of ${volume}`);
    for (let i = 0; i < normal.length; i += 3) assert.ok(Math.abs(Math.hypot(...normal.subarray(i, i + 3)) - 1) < 1e-6, name);
  }
  assert.equal(lines('line box').length, 12);
});

test('keys of geometries name what to fetch', () => {
  assert.equal(geometryKey(Shape.Mesh, 6), 'mesh/3');
  assert.equal(geometryKey(Shape.Mesh, 7), 'hull/3');
  assert.equal(geometryKey(Shape.Sdf, -1), null);
  assert.equal(geometryKey(Shape.Label, -1), null);
  assert.equal(geometryKey(Shape.Ellipsoid, -1), 'sphere');
});

test('an infinite plane reaches beyond the far plane and repeats its texture by length', () => {
  const plane = look({ texrepeat: [2, 2], texuniform: true });
  assert.deepEqual(drawnSize(plane, 100), [105, 105, 1]);
  const [scale, , shift] = mapValues(plane, Mapping.Given, 100);
  // the middle of the plane, whose share is 1/2, has coordinate 0 - 1/2
  assert.ok(Math.abs(scale * 0.5 + shift + 0.5) < 1e-9);
  assert.equal(scale, 210);
});

test('textures lie on shapes by their kind', () => {
  assert.equal(mappingOf(look({ shape: Shape.Mesh }), 0), Mapping.Above);
  assert.equal(mappingOf(look({ shape: Shape.Mesh, texcoord: true }), 0), Mapping.Given);
  assert.equal(mappingOf(look({ shape: Shape.Box }), 1), Mapping.Cube);
  assert.deepEqual(mapValues(look({ shape: Shape.Box, size: [1, 2, 3], texuniform: true }), Mapping.Cube, 1), [1, 2, 3, 0]);
});

test('numbers come back from colours, from the top', () => {
  // two rows of one pixel: the upper one has nothing, the lower one item 256
  const pixels = new Uint8Array([1, 1, 0, 255, 0, 0, 0, 0]);
  assert.deepEqual([...idsFromColours(pixels, 1, 2)], [-1, 256]);
});

test('a click hits what is nearest to it', () => {
  const ids = new Int32Array([7, -1, 3, -1, 1, -1, -1, 5, -1]);
  assert.equal(nearestId(ids, 3, (id) => id >= 0), 1);
  assert.equal(nearestId(ids, 3, (id) => id > 1), 5);
  assert.equal(nearestId(ids, 3, (id) => id > 9), -1);
});

test('worlds stand in a grid', () => {
  assert.deepEqual(worldOffset({ columns: 3, spacing: [2, 5] }, 4, 0), [2, 5]);
  assert.deepEqual(worldOffset({ columns: 3, spacing: [2, 5] }, 0, 4), [-2, -5]);
});

test('worlds stay where they are when another one is selected', () => {
  const worlds = { columns: 3, spacing: [2, 5] as [number, number], shown: 6 };
  assert.deepEqual(groundShift(worlds, 0, 4), [-2, -5]);
  assert.deepEqual(groundShift(worlds, 4, 0), [2, 5]);
  assert.deepEqual(groundShift(worlds, 4, 4), [-0, -0]);
  // world 5 keeps its place in the picture: its place from the selected world, with the ground's shift
  const place = (selected: number) => worldOffset(worlds, 5, selected);
  const [dx, dy] = groundShift(worlds, 0, 4);
  assert.deepEqual(place(4), [place(0)[0] + dx, place(0)[1] + dy]);
  // the next block of worlds stands in the same places
  assert.deepEqual(groundShift(worlds, 1, 7), [-0, -0]);
});

test('a floor that is too small for all worlds becomes endless, with a texture of the same scale', () => {
  const worlds = { columns: 3, spacing: [2, 2] as [number, number], shown: 9 };
  const floor = (size: [number, number, number], texuniform: boolean) => look({ shape: Shape.Plane, size, texrepeat: [8, 8], texuniform });
  const wide = floor([20, 20, 1], false);
  assert.equal(wideFloor(wide, worlds), wide);
  for (const small of [floor([2, 2, 1], false), floor([2, 2, 1], true)]) {
    const endless = wideFloor(small, worlds);
    assert.deepEqual(endless.size, [0, 0, 1]);
    // coordinates of the texture for each metre
    const each = (plane: Look) => mapValues(plane, Mapping.Given, 100)[0] / (2 * drawnSize(plane, 100)[0]);
    assert.ok(Math.abs(each(small) - each(endless)) < 1e-9, `${each(small)} and ${each(endless)}`);
  }
});

test('speeds go up and down a list', () => {
  assert.deepEqual([nextSpeed(1, 1), nextSpeed(1, -1), nextSpeed(3, -1), nextSpeed(16, 1)], [2, 0.5, 2, 16]);
});

test('plots have round ticks', () => {
  assert.deepEqual(ticks(0, 1, 4), [0, 0.5, 1]);
});

test('titles are names of models, or of their files', () => {
  const cases = [['strider', 'strider'], ['/a/b/arm.xml', 'arm.xml'], ['C:\\a\\arm.XML', 'arm.XML'], ['unitree_g1/scene', 'unitree_g1/scene'], ['', '']] as const;
  for (const [name, title] of cases) assert.equal(titleOf(name), title);
});
