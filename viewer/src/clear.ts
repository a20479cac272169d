/** Sorts transparent items by distance, across batches. */
import type { Batch } from './batches.ts';
import type { Look } from './frame.ts';
import { Shape } from './protocol.generated.ts';
import type { Triple } from './vectors.ts';

/** More clear things than this in one batch are drawn in any order: sorting them would take longer than the picture. */
const MOST_SORTED = 4000;
/** Planes lie behind everything. */
const FARTHEST = 1e10;

/** The radius of a sphere around what a look shows, as far as its sizes tell. */
export function reach({ shape, size: [a, b, c] }: Pick<Look, 'shape' | 'size'>): number {
  switch (shape) {
    case Shape.Sphere:
      return a;
    case Shape.Capsule:
      return a + c;
    case Shape.Cylinder:
      return Math.hypot(a, c);
    case Shape.Box:
    case Shape.Mesh:
    case Shape.Sdf:
      return Math.hypot(a, b, c);
    case Shape.Skin:
      return 0;
    default:
      return Math.max(a, b, c);
  }
}

/** How far something clear is from the eye, to its nearest point. */
export function distance(look: Pick<Look, 'shape' | 'size'>, pos: Triple, eye: Triple): number {
  if (look.shape === Shape.Plane) return FARTHEST;
  return Math.hypot(pos[0] - eye[0], pos[1] - eye[1], pos[2] - eye[2]) - reach(look);
}

/**
 * Sorts batches of clear things, each by its farthest, and what is in them: they are drawn from near to far, then from far to near, in orders of
 * drawing from `first` up to below `first + 1`.
 */
export function sortClear(batches: Iterable<Batch>, eye: Triple, first: number): void {
  const clear = [...batches].filter((batch) => batch.before !== null && batch.owners.length > 0);
  const far = new Map(clear.map((batch) => [batch, batch.owners.length < MOST_SORTED ? batch.sort(eye) : FARTHEST]));
  clear.sort((a, b) => (far.get(b) ?? 0) - (far.get(a) ?? 0));
  const half = 0.5 / (clear.length + 1);
  clear.forEach((batch, rank) => {
    if (batch.before) batch.before.renderOrder = first + half * (clear.length - rank);
    batch.mesh.renderOrder = first + 0.5 + half * rank;
  });
}
