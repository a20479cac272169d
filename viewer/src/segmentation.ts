/** Which item is seen at each pixel. */
import type { View } from './view.ts';

/** Numbers from colours that `shader.ts` writes, with rows from the top; -1 where there is nothing. */
export function idsFromColours(pixels: Uint8Array, width: number, height: number): Int32Array {
  const ids = new Int32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * ((height - 1 - y) * width + x);
      ids[y * width + x] = (pixels[at] ?? 0) + 256 * (pixels[at + 1] ?? 0) + 65536 * (pixels[at + 2] ?? 0) - 1;
    }
  }
  return ids;
}

/** The number nearest to the middle of a square picture that is `wanted`; -1 if there is none. */
export function nearestId(ids: Int32Array, side: number, wanted: (id: number) => boolean): number {
  const middle = (side - 1) / 2;
  let [found, least] = [-1, Infinity];
  ids.forEach((id, k) => {
    const far = (k % side - middle) ** 2 + (Math.floor(k / side) - middle) ** 2;
    if (far < least && wanted(id)) [found, least] = [id, far];
  });
  return found;
}

/** Draws the current items with the current camera and returns the `segid` at each pixel. */
export function segmentation(view: View, width: number, height: number): Int32Array {
  return idsFromColours(view.drawNumbers(width, height), width, height);
}
