import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { decodeSurface, decodeTexture } from '../src/surface.ts';
import { SURFACE_HEADER_BYTES } from '../src/protocol.generated.ts';

interface KeptSurface { asset: number[]; position: number[]; normal: number[]; texcoord: number[] }
interface KeptTexture { asset: number[]; pixels: number[] }

/** What sim-view sends, and what it means: its own test compares the file with what it makes now. */
const kept = JSON.parse(readFileSync('test/assets.json', 'utf8')) as { mesh: KeptSurface; hfield: KeptSurface; flat: KeptTexture; cube: KeptTexture };
const buffer = (bytes: number[]): ArrayBuffer => new Uint8Array(bytes).buffer;

test('the page reads the surfaces that sim-view sends', () => {
  for (const name of ['mesh', 'hfield'] as const) {
    const { asset, position, normal, texcoord } = kept[name];
    const surface = decodeSurface(buffer(asset));
    const index = surface.index ?? new Uint32Array();
    assert.equal(index.length, position.length / 3, name);
    const check = (list: Float32Array, wanted: number[], width: number, what: string) => {
      index.forEach((v, corner) => {
        for (let k = 0; k < width; k++) {
          const [found, right] = [list[width * v + k] ?? NaN, wanted[width * corner + k] ?? NaN];
          assert.ok(Math.abs(found - right) < 1e-5, `${name}: ${what} ${k} of corner ${corner} is ${found}, not ${right}`);
        }
      });
    };
    check(surface.position, position, 3, 'position');
    check(surface.normal, normal, 3, 'normal');
    if (surface.uv) check(surface.uv, texcoord, 2, 'texture coordinate');
    assert.equal(surface.uv !== null, texcoord.some((x) => x !== 0), name);
  }
});

test('the page reads the textures that sim-view sends', () => {
  const pixels = (faces: Uint8Array[]) => faces.flatMap((face) => [...face].filter((_, k) => k % 4 < 3));
  assert.deepEqual(pixels(decodeTexture(buffer(kept.flat.asset)).faces), kept.flat.pixels);
  const cube = decodeTexture(buffer(kept.cube.asset));
  assert.deepEqual([cube.faces.length, cube.width, cube.height], [6, 4, 4]);
  assert.deepEqual(pixels(cube.faces), kept.cube.pixels);
});

test('surfaces and textures that are cut off or wrong are refused', () => {
  const { asset } = kept.mesh;
  const view = new DataView(buffer(asset));
  for (let end = SURFACE_HEADER_BYTES; end < asset.length; end++) assert.throws(() => decodeSurface(buffer(asset.slice(0, end))), /needs|ends/, String(end));
  for (const [at, value] of [[0, 1], [0, 99], [4, 1000], [4, 0xffffffff], [0, 0xffffffff]] as const) {
    const wrong = buffer(asset);
    new DataView(wrong).setUint32(at, value, true);
    assert.throws(() => decodeSurface(wrong), /needs|ends|uses/, `${at} ${value}`);
  }
  // a number without an end
  const endless = [...asset.slice(0, SURFACE_HEADER_BYTES), ...asset.slice(SURFACE_HEADER_BYTES).map(() => 0xff)];
  assert.throws(() => decodeSurface(buffer(endless)), /ends/);
  assert.equal(view.getUint32(4, true), 4);
  assert.throws(() => decodeTexture(buffer(kept.flat.asset.slice(0, 60))), /a texture of/);
});
