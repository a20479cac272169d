/** Skins: their vertices come with every frame, all skins of the model one after the other. */
import type { BufferAttribute } from 'three';
import { dataOf, type Item, type Items } from './items.ts';
import { Shape, type Shapes } from './shapes.ts';

const IDENTITY = new Float32Array([0, 0, 0, 1, 0, 0, 0]);

/** Writes the vertices of all skins that are shown and whose place in the list is known. */
export function updateSkins(items: Items, shapes: Shapes, vertices: Float32Array): void {
  if (vertices.length === 0) return;
  for (const item of items.list) {
    if (!item || item.look.shape !== Shape.Skin || item.slot < 0 || !item.batch.isLoaded) continue;
    const first = firstVertex(shapes, dataOf(item.look));
    if (first !== null) write(item, vertices, first);
  }
}

/** How many vertices the skins before this one have; unknown until they have come. */
function firstVertex(shapes: Shapes, id: number): number | null {
  let first = 0;
  for (let before = 0; before < id; before++) {
    const count = shapes.vertices(`skin/${before}`);
    if (count === null) return null;
    first += count;
  }
  return first;
}

function write(item: Item, vertices: Float32Array, first: number): void {
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
}
