import assert from 'node:assert/strict';
import test from 'node:test';
import { droppedMessage } from '../src/connection.ts';

test('dropped files are a count, then names and bytes with their lengths', () => {
  const message = droppedMessage([{ name: 'a.xml', bytes: new Uint8Array([60, 62]) }, { name: 'ü/b', bytes: new Uint8Array() }]);
  assert.deepEqual([...message], [2, 0, 0, 0, 5, 0, 0, 0, 97, 46, 120, 109, 108, 2, 0, 0, 0, 60, 62, 4, 0, 0, 0, 0xc3, 0xbc, 47, 98, 0, 0, 0, 0]);
  assert.deepEqual([...droppedMessage([])], [0, 0, 0, 0]);
});
