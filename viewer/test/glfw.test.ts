import assert from 'node:assert/strict';
import { test } from 'node:test';
import { glfwKey } from '../src/glfw.ts';

test('keys have the numbers of GLFW', () => {
  const known: [string, number | undefined][] = [
    ['KeyA', 65], ['KeyZ', 90], ['Digit0', 48], ['Space', 32], ['F1', 290], ['F12', 301], ['Numpad0', 320], ['Numpad9', 329],
    ['ArrowUp', 265], ['Enter', 257], ['Fn', undefined], ['', undefined],
  ];
  for (const [code, number] of known) assert.equal(glfwKey(code), number, code);
});
