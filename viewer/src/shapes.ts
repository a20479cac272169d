/** The geometry of each shape: unit solids made here, surfaces and skins fetched once from the server. */
import { BufferAttribute, BufferGeometry } from 'three';
import { decodeSkin, type Skin } from './skin.ts';
import { decodeSurface } from './surface.ts';
import { lines, solid, type Corners } from './solids.ts';
import { Shape } from './protocol.generated.ts';

const SOLIDS: Record<number, string> = {
  [Shape.Plane]: 'plane',
  [Shape.Sphere]: 'sphere',
  [Shape.Capsule]: 'capsule',
  [Shape.Ellipsoid]: 'sphere',
  [Shape.Cylinder]: 'cylinder',
  [Shape.Box]: 'cube',
  [Shape.Arrow]: 'arrow',
  [Shape.Arrow1]: 'arrow without wedges',
  [Shape.Arrow2]: 'arrow both ways',
  [Shape.Line]: 'line',
  [Shape.LineBox]: 'line box',
  [Shape.Triangle]: 'triangle',
};

/** The key of a shape's geometry. `null`: nothing is drawn. */
export function geometryKey(shape: number, dataid: number): string | null {
  const name = SOLIDS[shape];
  if (name) return name;
  if (dataid < 0) return null;
  if (shape === Shape.Mesh || shape === Shape.Sdf) return `${dataid & 1 ? 'hull' : 'mesh'}/${dataid >> 1}`;
  if (shape === Shape.Hfield) return `hfield/${dataid}`;
  if (shape === Shape.Skin) return `skin/${dataid}`;
  return null;
}

/** Whether a geometry is made of lines. */
export const isLine = (key: string): boolean => key === 'line' || key === 'line box';

/** Geometries of one model by their keys. */
export class Shapes {
  /** Number of open requests. */
  pending = 0;
  /** Skins by number. */
  readonly skins = new Map<number, Skin>();
  private readonly known = new Map<string, Promise<BufferGeometry>>();

  /** `fetchBytes` fetches the bytes of a key. */
  constructor(private readonly fetchBytes: (path: string) => Promise<ArrayBuffer>) {}

  get(key: string): Promise<BufferGeometry> {
    let geometry = this.known.get(key);
    if (!geometry) {
      geometry = key.includes('/') ? this.load(key) : Promise.resolve(made(key));
      this.known.set(key, geometry);
    }
    return geometry;
  }

  dispose(): void {
    for (const geometry of this.known.values()) void geometry.then((g) => g.dispose(), () => {});
    this.known.clear();
    this.skins.clear();
  }

  private async load(key: string): Promise<BufferGeometry> {
    this.pending++;
    try {
      const bytes = await this.fetchBytes(key);
      if (!key.startsWith('skin/')) return surface(decodeSurface(bytes));
      const skin = decodeSkin(bytes);
      this.skins.set(Number(key.slice('skin/'.length)), skin);
      return skinSurface(skin);
    } finally {
      this.pending--;
    }
  }
}

/** The key of a geometry with fewer triangles, for many instances. */
export const coarse = (key: string): string => `coarse ${key}`;

function made(key: string): BufferGeometry {
  if (key === 'line' || key === 'line box') return strips(lines(key));
  const isCoarse = key.startsWith('coarse ');
  return surface(solid(isCoarse ? key.slice(7) : key, isCoarse));
}

function surface(corners: Corners): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(corners.position, 3));
  geometry.setAttribute('normal', new BufferAttribute(corners.normal, 3));
  if (corners.index) geometry.setIndex(new BufferAttribute(corners.index, 1));
  if (corners.uv) geometry.setAttribute('uv', new BufferAttribute(corners.uv, 2));
  if (corners.cap?.some((x) => x !== 0)) geometry.setAttribute('cap', new BufferAttribute(corners.cap, 1));
  return geometry;
}

/** A skin's triangles; its vertices follow the bones of each frame. */
function skinSurface({ position, normal, uv, index }: Skin): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setAttribute('normal', new BufferAttribute(normal, 3));
  if (uv) geometry.setAttribute('uv', new BufferAttribute(uv, 2));
  geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}

/** Two triangles for each line; the shader spreads them by the line's width. */
function strips(ends: [number[], number[]][]): BufferGeometry {
  const [position, other, side]: [number[], number[], number[]] = [[], [], []];
  for (const [a, b] of ends) {
    // the direction turns round at the far end, and with it the side
    for (const [at, to, s] of [[a, b, -1], [b, a, 1], [b, a, -1], [a, b, -1], [b, a, -1], [a, b, 1]] as const) {
      position.push(...at);
      other.push(...to);
      side.push(s);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute('other', new BufferAttribute(new Float32Array(other), 3));
  geometry.setAttribute('side', new BufferAttribute(new Float32Array(side), 1));
  return geometry;
}
