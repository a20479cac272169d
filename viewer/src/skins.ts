/** Skins in the picture: their vertices follow the bones of the newest frame. */
import type { BufferAttribute } from 'three';
import { dataOf, type Item, type Items } from './items.ts';
import type { Shapes } from './shapes.ts';
import { moveSkin, type Skin } from './skin.ts';
import { Shape } from './protocol.generated.ts';

const IDENTITY = new Float32Array([0, 0, 0, 1, 0, 0, 0]);

/** Bones and inflation of the last update of each skin. */
const made = new WeakMap<Skin, { bones: Float32Array; inflate: number }>();

/** Moves all shown skins with their bones. */
export function updateSkins(items: Items, shapes: Shapes, bones: Float32Array): void {
  if (bones.length === 0) return;
  for (const item of items.list) {
    if (!item || item.look.shape !== Shape.Skin || item.slot < 0 || !item.batch.isLoaded) continue;
    // vertices are in world coordinates
    item.batch.setPose(item.slot, IDENTITY, 0);
    const skin = shapes.skins.get(dataOf(item.look));
    if (skin) move(item, skin, bones);
  }
}

function move(item: Item, skin: Skin, bones: Float32Array): void {
  const [, , inflate] = item.look.size;
  const before = made.get(skin);
  if (before?.bones === bones && before.inflate === inflate) return;
  made.set(skin, { bones, inflate });
  moveSkin(skin, bones, inflate);
  const { geometry } = item.batch.mesh;
  for (const name of ['position', 'normal']) (geometry.getAttribute(name) as BufferAttribute).needsUpdate = true;
}
