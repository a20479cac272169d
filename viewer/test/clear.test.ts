import assert from 'node:assert/strict';
import test from 'node:test';
import { RawShaderMaterial } from 'three';
import { Batch, type Place } from '../src/batches.ts';
import { distance, reach, sortClear } from '../src/clear.ts';
import type { Look } from '../src/frame.ts';
import { Shape } from '../src/protocol.generated.ts';

/** A batch of clear spheres at these heights. */
function batch(name: string, ...heights: number[]): Batch {
  const made = new Batch(name, new RawShaderMaterial(), false, 3);
  made.drawTwice();
  for (const z of heights) {
    const place = { batch: made, slot: -1, look: { shape: Shape.Sphere, size: [0.1, 0.1, 0.1] } as unknown as Look } satisfies Place;
    made.add(place);
    made.setPose(place.slot, new Float32Array([0, 0, z, 1, 0, 0, 0]), 0);
  }
  return made;
}

test('what is far away is drawn first, over all batches', () => {
  const [near, far, middle] = [batch('near', 9), batch('far', -5, -2, -7), batch('middle', 1)];
  sortClear([near, far, middle], [0, 0, 10], 3);
  const orders = (...list: Batch[]) => list.map(({ mesh, before }) => [before?.renderOrder, mesh.renderOrder]);
  assert.deepEqual(orders(far, middle, near), [[3.375, 3.5], [3.25, 3.625], [3.125, 3.75]]);
  assert.deepEqual(far.owners.map((owner) => owner.slot), [0, 1, 2]);
  sortClear([near, far, middle], [0, 0, -10], 3);
  assert.deepEqual(orders(near, middle, far), [[3.375, 3.5], [3.25, 3.625], [3.125, 3.75]]);
});

test('distances go to the nearest point, and planes lie behind everything', () => {
  assert.equal(distance({ shape: Shape.Sphere, size: [1, 1, 1] }, [0, 0, 5], [0, 0, 0]), 4);
  assert.equal(distance({ shape: Shape.Plane, size: [1, 1, 1] }, [0, 0, 5], [0, 0, 0]), 1e10);
  assert.deepEqual([reach({ shape: Shape.Capsule, size: [1, 1, 2] }), reach({ shape: Shape.Box, size: [2, 3, 6] })], [3, 7]);
});
