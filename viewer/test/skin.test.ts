import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { decodeSkin, moveSkin } from '../src/skin.ts';

/** What sim-view made of a skin, and what it gives a page: its own test compares the file with what it makes now. */
const kept = JSON.parse(readFileSync('test/skin.json', 'utf8')) as { asset: number[]; poses: number[]; inflate: number; position: number[]; normal: number[] };
const buffer = (bytes: number[]): ArrayBuffer => new Uint8Array(bytes).buffer;

test('the page computes the vertices and normals that sim-view computes', () => {
  const skin = decodeSkin(buffer(kept.asset));
  assert.deepEqual([skin.index.length, skin.uv?.length, skin.bones.length], [12, 12, 3]);
  // twice: nothing is left of the time before
  for (let k = 0; k < 2; k++) moveSkin(skin, new Float32Array(buffer(kept.poses)), kept.inflate);
  const apart = (a: ArrayLike<number>, b: number[]) => Math.max(...b.map((x, i) => Math.abs(x - (a[i] ?? NaN))));
  assert.ok(apart(skin.position, kept.position) < 1e-6, `positions: ${apart(skin.position, kept.position)}`);
  assert.ok(apart(skin.normal, kept.normal) < 1e-5, `normals: ${apart(skin.normal, kept.normal)}`);
});

test('inflation moves vertices along their normals', () => {
  const [thin, thick] = [0, 0.5].map((inflate) => {
    const skin = decodeSkin(buffer(kept.asset));
    moveSkin(skin, new Float32Array(buffer(kept.poses)), inflate);
    return skin;
  }) as [ReturnType<typeof decodeSkin>, ReturnType<typeof decodeSkin>];
  for (let i = 0; i < thin.position.length; i++) assert.ok(Math.abs((thick.position[i] ?? 0) - (thin.position[i] ?? 0) - 0.5 * (thin.normal[i] ?? 0)) < 1e-6);
});

test('skins that are cut off are refused, and bones without a pose carry nothing', () => {
  assert.throws(() => decodeSkin(buffer(kept.asset.slice(0, 100))), /a skin needs/);
  const skin = decodeSkin(buffer(kept.asset));
  moveSkin(skin, new Float32Array(0), 0);
  assert.ok(skin.position.every((x) => x === 0));
});
