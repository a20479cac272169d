/** A plot of values over time on a canvas, with axes. */
import { cleared } from '../canvas.ts';
import { short } from './dom.ts';

/** Colours of lines, one after the other. */
export const COLOURS = ['#e8833a', '#4aa3df', '#5cb85c', '#d9534f', '#a678de', '#c9b037', '#17a2b8', '#e377c2'];

const MOST_POINTS = 1200;
const LEFT = 52;
const BOTTOM = 16;
const TOP = 6;

/** Values of some names over time. */
export class Series {
  readonly times: number[] = [];
  readonly values: number[][];

  constructor(readonly names: string[]) {
    this.values = names.map(() => []);
  }

  /** Adds values at a time. An earlier time clears the series. */
  add(time: number, values: number[]): void {
    const last = this.times.at(-1);
    if (last !== undefined && time < last) this.clear();
    if (last === time) {
      values.forEach((value, k) => this.values[k]?.splice(-1, 1, value));
      return;
    }
    this.times.push(time);
    values.forEach((value, k) => this.values[k]?.push(value));
    if (this.times.length > MOST_POINTS) for (const list of [this.times, ...this.values]) list.shift();
  }

  clear(): void {
    for (const list of [this.times, ...this.values]) list.length = 0;
  }
}

/** Round numbers between two: about `count` of them. */
export function ticks(low: number, high: number, count: number): number[] {
  const range = high - low;
  if (!(range > 0) || !Number.isFinite(range)) return [low];
  const rough = range / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((k) => k * power >= rough) ?? 10) * power;
  const out: number[] = [];
  for (let x = Math.ceil(low / step) * step; x <= high + 1e-9 * range; x += step) out.push(Math.abs(x) < 1e-9 * range ? 0 : x);
  return out;
}

/** Draws the series into the canvas, whose place on the page gives its size. */
export function drawPlot(canvas: HTMLCanvasElement, series: Series): void {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const g = cleared(canvas, width, height);
  if (!g) return;
  const [t0, t1] = [series.times[0] ?? 0, series.times.at(-1) ?? 1];
  const [low, high] = bounds(series);
  const x = (t: number) => LEFT + ((t - t0) / Math.max(t1 - t0, 1e-9)) * (width - LEFT - 4);
  const y = (v: number) => TOP + ((high - v) / (high - low)) * (height - TOP - BOTTOM);
  axes(g, canvas, { t0, t1, low, high, x, y, width, height });
  series.values.forEach((list, k) => {
    g.strokeStyle = COLOURS[k % COLOURS.length] ?? '#888';
    g.lineWidth = 1.5;
    g.beginPath();
    list.forEach((v, i) => {
      const at = [x(series.times[i] ?? 0), y(v)] as const;
      if (i === 0 || !Number.isFinite(v)) g.moveTo(...at);
      else g.lineTo(...at);
    });
    g.stroke();
  });
}

/** Lowest and highest value with a little room. */
function bounds(series: Series): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const list of series.values) {
    for (const v of list) {
      if (v < low) low = v;
      if (v > high) high = v;
    }
  }
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  const room = 0.05 * (high - low) || Math.max(Math.abs(high) * 0.1, 1e-3);
  return [low - room, high + room];
}

interface Scale {
  t0: number;
  t1: number;
  low: number;
  high: number;
  x(t: number): number;
  y(v: number): number;
  width: number;
  height: number;
}

function axes(g: CanvasRenderingContext2D, canvas: HTMLElement, s: Scale): void {
  const style = getComputedStyle(canvas);
  g.font = `10px ${style.fontFamily}`;
  g.fillStyle = style.color;
  g.strokeStyle = style.borderTopColor;
  g.lineWidth = 1;
  g.textBaseline = 'middle';
  g.textAlign = 'right';
  g.beginPath();
  for (const v of ticks(s.low, s.high, 3)) {
    g.moveTo(LEFT, s.y(v));
    g.lineTo(s.width - 4, s.y(v));
    g.fillText(short(v, 3), LEFT - 4, s.y(v));
  }
  g.stroke();
  g.textBaseline = 'bottom';
  g.textAlign = 'center';
  for (const t of ticks(s.t0, s.t1, 4)) g.fillText(`${short(t)}`, Math.min(s.x(t), s.width - 14), s.height - 1);
}
