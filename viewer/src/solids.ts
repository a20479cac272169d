/** Surfaces of unit solids, divided as MuJoCo divides them by default, and its texture coordinates. */
import type { Triple } from './vectors.ts';

/** Corners of triangles, three after three, or as `index` says. */
export interface Corners {
  index?: Uint32Array;
  position: Float32Array;
  normal: Float32Array;
  uv: Float32Array | null;
  /** By how many end radii a corner lies above its position: for capsules, whose ends keep their form. */
  cap?: Float32Array;
}

interface Corner {
  p: Triple;
  n: Triple;
  uv: [number, number];
  cap?: number;
}

/** How finely round solids are divided: around their axis, and from pole to pole. */
interface Division {
  slices: number;
  stacks: number;
}

const FINE: Division = { slices: 28, stacks: 16 };
const COARSE: Division = { slices: 12, stacks: 8 };

class Builder {
  private readonly p: number[] = [];
  private readonly n: number[] = [];
  private readonly t: number[] = [];
  private readonly c: number[] = [];
  private readonly index: number[] = [];
  private readonly known = new Map<string, number>();

  constructor(readonly division: Division) {}

  triangle(...corners: [Corner, Corner, Corner]): void {
    for (const corner of corners) this.index.push(this.vertex(corner));
  }

  /** Corners that are alike are kept once. */
  private vertex({ p, n, uv, cap = 0 }: Corner): number {
    const key = [...p, ...n, ...uv, cap].map((x) => Math.round(x * 1e5)).join();
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const at = this.c.length;
    this.known.set(key, at);
    this.p.push(...p);
    this.n.push(...n);
    this.t.push(...uv);
    this.c.push(cap);
    return at;
  }

  quad(a: Corner, b: Corner, c: Corner, d: Corner): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  finish(): Corners {
    const floats = (list: number[]) => new Float32Array(list);
    return { index: new Uint32Array(this.index), position: floats(this.p), normal: floats(this.n), uv: floats(this.t), cap: floats(this.c) };
  }
}

const around = (b: Builder, j: number): [number, number] => {
  const angle = (2 * Math.PI * j) / b.division.slices;
  return [Math.cos(angle), Math.sin(angle)];
};

/** Half a unit sphere; that of a capsule lies at the end of its tube. */
function hemisphere(b: Builder, sign: number, ofCapsule: boolean): void {
  const { slices } = b.division;
  const stacks = b.division.stacks / 2;
  const v = (i: number) => {
    const share = i / stacks;
    if (!ofCapsule) return 0.5 - sign * 0.5 * share;
    return sign > 0 ? 1 - share : share;
  };
  const at = (i: number, j: number, pole = false): Corner => {
    const elevation = (0.5 * Math.PI * sign * i) / stacks;
    const [c, s] = around(b, j);
    const n: Triple = pole ? [0, 0, sign] : [c * Math.cos(elevation), s * Math.cos(elevation), Math.sin(elevation)];
    const uv: [number, number] = [j / slices, v(i)];
    return ofCapsule ? { p: [n[0], n[1], sign], n, uv, cap: n[2] === 0 ? sign * 1e-9 : n[2] } : { p: n, n, uv };
  };
  for (let j = 0; j < slices; j++) {
    for (let i = 0; i < stacks; i++) {
      const last = i === stacks - 1;
      const [p, q] = [at(i, j), at(i, j + 1)];
      const [r, s] = [at(i + 1, j + (last ? 0.5 : 1), last), at(i + 1, j, last)];
      if (last) sign > 0 ? b.triangle(p, q, r) : b.triangle(r, q, p);
      else sign > 0 ? b.quad(p, q, r, s) : b.quad(s, r, q, p);
    }
  }
}

function tube(b: Builder, low = -1, high = 1): void {
  const { slices } = b.division;
  const at = (j: number, z: number): Corner => {
    const [c, s] = around(b, j);
    return { p: [c, s, z], n: [c, s, 0], uv: [j / slices, z === high ? 0 : 1] };
  };
  for (let j = 0; j < slices; j++) b.quad(at(j, low), at(j + 1, low), at(j + 1, high), at(j, high));
}

function disk(b: Builder, z: number, up: number, radius = 1): void {
  const { slices } = b.division;
  const at = (j: number, r: number): Corner => {
    const [c, s] = around(b, j);
    return { p: [radius * r * c, radius * r * s, z], n: [0, 0, up], uv: [0.5 + 0.5 * r * c, 0.5 + 0.5 * r * s] };
  };
  for (let j = 0; j < slices; j++) up > 0 ? b.triangle(at(j, 1), at(j + 1, 1), at(j, 0)) : b.triangle(at(j, 0), at(j + 1, 1), at(j, 1));
}

/** A cone from a circle at `z` to its tip at `z + height`, and the circle. */
function cone(b: Builder, z: number, height: number, radius: number): void {
  const up = Math.sign(height);
  const slope = Math.SQRT1_2;
  const { slices } = b.division;
  const at = (j: number): Corner => {
    const [c, s] = around(b, j);
    return { p: [radius * c, radius * s, z], n: [c * slope, s * slope, up * slope], uv: [j / slices, 1] };
  };
  for (let j = 0; j < slices; j++) {
    const [c, s] = around(b, j + 0.5);
    const tip: Corner = { p: [0, 0, z + height], n: [c * slope, s * slope, up * slope], uv: [(j + 0.5) / slices, 0] };
    up > 0 ? b.triangle(at(j), at(j + 1), tip) : b.triangle(tip, at(j + 1), at(j));
  }
  disk(b, z, -up, radius);
}

function cube(b: Builder): void {
  for (const [axis, up] of [[2, 1], [2, -1], [0, 1], [0, -1], [1, -1], [1, 1]] as const) {
    const [first, second] = ([[1, 2], [0, 2], [0, 1]] as const)[axis];
    const at = (i: number, j: number): Corner => {
      const p: Triple = [0, 0, 0];
      const n: Triple = [0, 0, 0];
      [p[axis], p[first], p[second]] = [up, 2 * i - 1, 2 * j - 1];
      n[axis] = up;
      return { p, n, uv: [i, 1 - j] };
    };
    const corners = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)] as const;
    const outward = (axis === 1) !== up > 0;
    outward ? b.quad(...corners) : b.quad(corners[3], corners[2], corners[1], corners[0]);
  }
}

function plane(b: Builder): void {
  const at = (x: number, y: number): Corner => ({ p: [x, y, 0], n: [0, 0, 1], uv: [(x + 1) / 2, (1 - y) / 2] });
  b.quad(at(-1, -1), at(1, -1), at(1, 1), at(-1, 1));
}

function rightTriangle(b: Builder): void {
  const at = (x: number, y: number): Corner => ({ p: [x, y, 0], n: [0, 0, 1], uv: [x, 1 - y] });
  b.triangle(at(0, 0), at(1, 0), at(0, 1));
}

const MAKERS: Record<string, (b: Builder) => void> = {
  plane,
  cube,
  triangle: rightTriangle,
  sphere: (b) => [-1, 1].forEach((sign) => hemisphere(b, sign, false)),
  capsule: (b) => {
    tube(b);
    [-1, 1].forEach((sign) => hemisphere(b, sign, true));
  },
  cylinder: (b) => {
    disk(b, -1, -1);
    tube(b);
    disk(b, 1, 1);
  },
  arrow: (b) => arrow(b, 1.75),
  'arrow without wedges': (b) => arrow(b, 1),
  'arrow both ways': (b) => {
    tube(b, -1 / 3, 1 / 3);
    cone(b, 1 / 3, 1 / 6, 1.75);
    cone(b, -1 / 3, -1 / 6, 1.75);
  },
};

/** A shaft of a third of the length and a head of a sixth: MuJoCo draws half of the given length. */
function arrow(b: Builder, head: number): void {
  disk(b, 0, -1);
  tube(b, 0, 1 / 3);
  disk(b, 1 / 3, 1);
  cone(b, 1 / 3, 1 / 6, head);
}

/** The surface of a unit solid by its name; a coarse one has about a quarter of the triangles. */
export function solid(name: string, isCoarse = false): Corners {
  const builder = new Builder(isCoarse ? COARSE : FINE);
  const maker = MAKERS[name];
  if (!maker) throw new Error(`there is no solid named ${name}`);
  maker(builder);
  return builder.finish();
}

/** Ends of lines: from the origin to z = 1, or the edges of a cube. */
export function lines(name: 'line' | 'line box'): [Triple, Triple][] {
  if (name === 'line') return [[[0, 0, 0], [0, 0, 1]]];
  const corner = (i: number): Triple => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1];
  const edges = [[0, 1], [1, 3], [3, 2], [2, 0], [4, 5], [5, 7], [7, 6], [6, 4], [0, 4], [1, 5], [2, 6], [3, 7]] as const;
  return edges.map(([a, b]) => [corner(a), corner(b)]);
}
