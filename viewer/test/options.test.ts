import assert from 'node:assert/strict';
import test from 'node:test';
import { DEEPEST, Options } from '../src/options.ts';
import type { ViewMessage } from '../src/protocol.generated.ts';

test('everything that a program shows comes back to it, also what no page draws', () => {
  let changes = 0;
  const options = new Options(() => changes++);
  const groups = Object.fromEntries(['geom', 'site', 'joint', 'tendon', 'actuator', 'skin'].map((name, k) => [`${name}group`, Array.from({ length: 6 }, (_, i) => i === k)]));
  const view = { flags: 0x80000001, label: 3, frame: 2, bvh_depth: 4, flex_layer: 5, flexgroup: [false, false, true, true, true, true], ...groups } as ViewMessage['options'];
  options.set(view);
  assert.deepEqual(options.message(), { do: 'options', ...view });
  options.setDepth(1e9);
  assert.equal(options.message().bvh_depth, DEEPEST);
  options.setDepth(NaN);
  assert.deepEqual([options.message().bvh_depth, changes], [0, 3]);
});
