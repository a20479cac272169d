/** Skins: their vertices come with every frame, all skins one after the other. */
import type { BufferAttribute } from 'three';
import type { Items } from './items.ts';
import { Shape } from './shapes.ts';

/** Vertices of skins that come before each of them, by their numbers. */
const order = (items: Items) =>
  items.list.filter((item) => item?.look.shape === Shape.Skin && item.slot >= 0).sort((a, b) => (a?.look.dataid ?? 0) - (b?.look.dataid ?? 0));

/** Writes the vertices of all skins that are shown. */
export function updateSkins(items: Items, vertices: Float32Array): void {
  let first = 0;
  for (const item of order(items)) {
    if (!item || !item.batch.isLoaded) continue;
    // vertices are those of the world
    item.batch.setPose(item.slot, IDENTITY, 0);
    const geometry = item.batch.mesh.geometry;
    const position = geometry.getAttribute('position') as BufferAttribute;
    const normal = geometry.getAttribute('normal') as BufferAttribute;
    for (let i = 0; i < position.count; i++) {
      const at = 6 * (first + i);
      position.setXYZ(i, vertices[at] ?? 0, vertices[at + 1] ?? 0, vertices[at + 2] ?? 0);
      normal.setXYZ(i, vertices[at + 3] ?? 0, vertices[at + 4] ?? 0, vertices[at + 5] ?? 0);
    }
    position.needsUpdate = normal.needsUpdate = true;
    first += position.count;
  }
}

const IDENTITY = new Float32Array([0, 0, 0, 1, 0, 0, 0]);
