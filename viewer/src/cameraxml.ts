/** The camera of the page as MJCF. */
import type { CameraFrame, Edges, ViewCamera } from './camera.ts';
import { cross } from './vectors.ts';
import { CameraKind, type ModelMessage } from './protocol.generated.ts';

/** Digits of a copied camera. */
const DIGITS = 7;

/** What a copied camera is made of. */
export interface SeenFrom {
  frame: CameraFrame;
  edges: Edges;
  isParallel: boolean;
  /** Name of the body that the camera follows, or empty. */
  follows: string;
}

/** Numbers of an attribute. */
function numbers(list: readonly number[]): string {
  return list.map((x) => String(Number((Math.abs(x) < 1e-12 ? 0 : x).toPrecision(DIGITS)))).join(' ');
}

/** `<camera …/>` for the world's body: it shows what the page shows. A camera that follows a body stays where it is and turns to it. */
export function cameraXml({ frame, edges, isParallel, follows }: SeenFrom, name = 'view'): string {
  const { pos, forward, up } = frame;
  const mode = follows ? `mode="targetbody" target="${escaped(follows)}"` : 'mode="fixed"';
  const fovy = isParallel ? edges.top - edges.bottom : ((Math.atan(edges.top) - Math.atan(edges.bottom)) * 180) / Math.PI;
  const projection = isParallel ? ' projection="orthographic"' : '';
  return `<camera name="${escaped(name)}" ${mode} pos="${numbers(pos)}" xyaxes="${numbers([...cross(forward, up), ...up])}" fovy="${numbers([fovy])}"${projection}/>`;
}

/** What the page's camera sees of a model. */
export function seenFrom(camera: ViewCamera, model: ModelMessage | null, aspect: number): SeenFrom {
  const follows = camera.kind === CameraKind.Tracking ? (model?.bodies[camera.track]?.name ?? '') : '';
  return { frame: camera.frame(), edges: camera.edges(aspect), isParallel: camera.isParallel, follows };
}

/** Whether the lens of a camera is beside its middle, which `fovy` alone cannot say. */
export function isOffCentre({ left, right, bottom, top }: Edges): boolean {
  return Math.abs(left + right) > 1e-6 * (right - left) || Math.abs(bottom + top) > 1e-6 * (top - bottom);
}

/** A text in an attribute. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
