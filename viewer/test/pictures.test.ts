import assert from 'node:assert/strict';
import test from 'node:test';
import { drawMessage } from '../src/pictures.ts';
import { MAX_DRAWN_PIXELS } from '../src/protocol.generated.ts';

const rendering = { shadow: true, wireframe: false, reflection: true, skybox: true, fog: false, haze: true };

test('pictures are asked for in whole pixels, and large ones in fewer', () => {
  for (const [width, height] of [[640, 480], [0, 0], [0.4, 3], [3840, 2160], [100_000, 10], [1e9, 1e9]] as const) {
    const message = drawMessage({ width, height, rendering });
    assert.ok(message.do === 'draw');
    const { width: wide, height: high, shadow, fog } = message;
    assert.ok(Number.isInteger(wide) && Number.isInteger(high) && wide > 0 && high > 0 && wide * high <= MAX_DRAWN_PIXELS, `${wide} x ${high}`);
    assert.deepEqual([shadow, fog], [true, false]);
    if (width === 640) assert.deepEqual([wide, high], [640, 480]);
    if (width === 3840) assert.ok(Math.abs(wide / high - 16 / 9) < 0.01, 'the shape stays');
  }
});
