import assert from 'node:assert/strict';
import test from 'node:test';
import { placed } from '../src/figure.ts';
import { decodeOverlay, gridPlace } from '../src/overlays.ts';
import type { Figure } from '../src/protocol.generated.ts';

/** A message of a kind with a body. */
function message(what: number, body: Uint8Array): ArrayBuffer {
  const bytes = new Uint8Array(8 + body.length);
  new Uint32Array(bytes.buffer, 0, 2).set([2, what]);
  bytes.set(body, 8);
  return bytes.buffer;
}

test('texts and figures are read, and frames are none of them', () => {
  const texts = [{ font: 150, grid: 3, left: 'a', right: 'ü' }];
  assert.deepEqual(decodeOverlay(message(0, new TextEncoder().encode(JSON.stringify(texts)))), { kind: 'texts', list: texts });
  assert.deepEqual(decodeOverlay(message(1, new TextEncoder().encode('[]'))), { kind: 'figures', list: [] });
  assert.equal(decodeOverlay(new Uint32Array(30).fill(1).buffer), null);
  assert.equal(decodeOverlay(new ArrayBuffer(4)), null);
});

test('images get an opacity, and each begins at a multiple of four bytes', () => {
  const bytes = new Uint8Array(4 + 2 * (16 + 8));
  new Int32Array(bytes.buffer).set([2, 1, 2, 2, 1]);
  bytes.set([10, 20, 30, 40, 50, 60], 20);
  new Int32Array(bytes.buffer, 28).set([0, 0, 1, 1]);
  bytes.set([7, 8, 9], 44);
  const read = decodeOverlay(message(2, bytes));
  assert.ok(read?.kind === 'images');
  assert.deepEqual(read.list.map(({ rect, pixels }) => [rect, [...pixels]]), [[[1, 2, 2, 1], [10, 20, 30, 255, 40, 50, 60, 255]], [[0, 0, 1, 1], [7, 8, 9, 255]]]);
  assert.throws(() => decodeOverlay(message(2, bytes.slice(0, 30))));
});

test('texts have eight places', () => {
  const box = { width: 20, height: 10 };
  const places = Array.from({ length: 8 }, (_, grid) => gridPlace(grid, 100, 50, box));
  assert.deepEqual(places, [[0, 0], [80, 0], [0, 40], [80, 40], [40, 0], [40, 40], [0, 20], [80, 20]]);
});

test('points of a figure lie between its ranges', () => {
  const ranges: Figure['ranges'] = [[0, 10], [-1, 1]];
  const box = { x: 5, y: 7, width: 100, height: 50 };
  const [x, y] = placed(box, ranges, 5, 0);
  assert.ok(Math.abs(x - 55) < 1e-9 && Math.abs(y - 32) < 1e-9);
  assert.ok(placed(box, ranges, 10, 1)[0] <= 105 && placed(box, ranges, 10, 1)[1] >= 7);
});
