/** Draws a plot of values over time on a canvas: axes, lines, cursor. */
import { cleared } from '../canvas.ts';
import { short } from './dom.ts';
import type { Line, Series } from './series.ts';

/** Colours of lines, one after the other. */
export const COLOURS = ['#e8833a', '#4aa3df', '#5cb85c', '#d9534f', '#a678de', '#c9b037', '#17a2b8', '#e377c2'];

const LEFT = 52;
const RIGHT = 6;
const BOTTOM = 16;
const TOP = 8;

/** What of a series is shown. */
export interface PlotView {
  /** Seconds before the newest sample. 0: all. */
  window: number;
  /** Lowest and highest value; `null`: those of the samples. */
  low: number | null;
  high: number | null;
  /** Time of the cursor. `null`: there is none. */
  cursor: number | null;
  /** Time of the shown state. */
  now: number;
}

/** A plot with all samples in its own ranges. */
export const WHOLE: PlotView = { window: 0, low: null, high: null, cursor: null, now: Infinity };

/** Smallest part of the largest value that a range of values has: less is rounding. */
const FINEST = 1e-9;

/** Round numbers between two: about `count` of them. */
export function ticks(low: number, high: number, count: number): number[] {
  const range = high - low;
  const step = stepOf(range, count);
  // finer steps than rounding would never end
  if (!(range > 1e-3 * FINEST * Math.max(Math.abs(low), Math.abs(high))) || !Number.isFinite(range)) return [low];
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor((high + 1e-9 * range) / step) - first + 1 }, (_, k) => (first + k) * step + 0);
}

function stepOf(range: number, count: number): number {
  const rough = range / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((k) => k * power >= rough) ?? 10) * power;
}

/** Texts of ticks, all with as many digits as their distance needs. */
export function tickTexts(values: readonly number[]): string[] {
  const [first = 0, second = first] = values;
  const step = second - first;
  if (!(step > 0)) return values.map((value) => short(value));
  const size = Math.max(...values.map(Math.abs));
  // the power of ten of the last digit that differs; a step of 2.5 does not occur
  const last = Math.floor(Math.log10(step) + 1e-9);
  if (size < 1e5 && size >= 1e-3) return values.map((value) => value.toFixed(Math.min(Math.max(-last, 0), 12)));
  return values.map((value) => (value === 0 ? '0' : value.toExponential(Math.min(Math.max(Math.floor(Math.log10(Math.abs(value)) + 1e-9) - last, 0), 12))));
}

/** Times and values that a plot shows, and where they are on a canvas. */
export interface Scale {
  t0: number;
  t1: number;
  low: number;
  high: number;
  width: number;
  height: number;
  x(t: number): number;
  y(v: number): number;
  /** The time at a place of the canvas. */
  time(x: number): number;
}

/** The ranges of a plot in a canvas of this size. */
export function scaleOf(series: Series, view: PlotView, width: number, height: number): Scale {
  const end = Number.isFinite(series.end) ? series.end : 1;
  const start = Number.isFinite(series.start) ? series.start : 0;
  const t0 = view.window > 0 ? end - view.window : start;
  const t1 = end > t0 ? end : t0 + 1e-3;
  const [low, high] = bounds(series.range(t0, t1), view);
  const wide = Math.max(width - LEFT - RIGHT, 1);
  return {
    t0, t1, low, high, width, height,
    x: (t) => LEFT + ((t - t0) / (t1 - t0)) * wide,
    y: (v) => TOP + ((high - v) / (high - low)) * (height - TOP - BOTTOM),
    time: (x) => Math.min(Math.max(t0 + ((x - LEFT) / wide) * (t1 - t0), t0), t1),
  };
}

/** The user's range if any, else that of the samples with a little room. */
function bounds(found: [number, number] | null, { low, high }: PlotView): [number, number] {
  const [least, most] = found ?? [0, 1];
  const size = Math.max(Math.abs(most), Math.abs(least));
  const isFlat = most - least <= FINEST * size;
  const room = isFlat ? Math.max(size * 0.1, 1e-3) : 0.05 * (most - least);
  const [bottom, top] = [low ?? least - room, high ?? most + room];
  if (top > bottom) return [bottom, top];
  // one end is the user's, and all samples lie beyond it
  const width = Math.max(Math.abs(top - bottom), 1e-3);
  return low !== null ? [bottom, bottom + width] : [top - width, top];
}

/** Draws the series into the canvas, whose place on the page gives its size. Returns its scale. */
export function drawPlot(canvas: HTMLCanvasElement, series: Series, view: PlotView): Scale | null {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const g = cleared(canvas, width, height);
  if (!g) return null;
  const scale = scaleOf(series, view, width, height);
  const style = getComputedStyle(canvas);
  paint(g, series, view, scale, { text: style.color, grid: style.borderTopColor, font: style.fontFamily });
  return scale;
}

/** Colours and font of a plot. */
export interface PlotStyle {
  text: string;
  grid: string;
  font: string;
}

/** Draws the series by its scale. */
export function paint(g: CanvasRenderingContext2D, series: Series, view: PlotView, scale: Scale, style: PlotStyle): void {
  axes(g, scale, style);
  g.save();
  g.beginPath();
  g.rect(LEFT, TOP - 2, scale.width - LEFT - RIGHT + 2, scale.height - TOP - BOTTOM + 4);
  g.clip();
  series.lines.forEach((line, k) => {
    g.strokeStyle = COLOURS[k % COLOURS.length] ?? '#888';
    g.lineWidth = 1.5;
    g.beginPath();
    trace(g, line, scale);
    g.stroke();
  });
  if (view.now < scale.t1 && view.now >= scale.t0) vertical(g, scale, view.now, style.grid, []);
  if (view.cursor !== null) {
    vertical(g, scale, view.cursor, style.text, [3, 3]);
    series.lines.forEach((line, k) => {
      const value = line.at(view.cursor as number);
      if (!Number.isFinite(value)) return;
      g.fillStyle = COLOURS[k % COLOURS.length] ?? '#888';
      g.beginPath();
      g.arc(scale.x(view.cursor as number), scale.y(value), 3, 0, 2 * Math.PI);
      g.fill();
    });
  }
  g.restore();
}

function vertical(g: CanvasRenderingContext2D, { x, height }: Scale, time: number, colour: string, dash: number[]): void {
  g.strokeStyle = colour;
  g.lineWidth = 1;
  g.setLineDash(dash);
  g.beginPath();
  g.moveTo(x(time), TOP);
  g.lineTo(x(time), height - BOTTOM);
  g.stroke();
  g.setLineDash([]);
}

/** The path of a line. Samples that share a pixel column are drawn as one vertical stroke from the lowest to the highest. */
function trace(g: CanvasRenderingContext2D, line: Line, { t0, x, y }: Scale): void {
  const { times, values } = line;
  let isDrawing = false;
  // one sample before the window, so that the line comes in from the left
  let i = Math.max(line.firstFrom(t0) - 1, 0);
  while (i < times.length) {
    const column = Math.round(x(times[i] as number));
    const first = values[i] as number;
    let [low, high, last] = [first, first, first];
    const start = i;
    for (i++; i < times.length && Math.round(x(times[i] as number)) === column; i++) {
      last = values[i] as number;
      if (last < low) low = last;
      if (last > high) high = last;
    }
    if (!Number.isFinite(low) || !Number.isFinite(high) || !Number.isFinite(last)) {
      isDrawing = false;
      continue;
    }
    const at = i - start > 1 ? column : x(times[start] as number);
    if (isDrawing) g.lineTo(at, y(first));
    else g.moveTo(at, y(first));
    isDrawing = true;
    if (i - start > 1) {
      g.lineTo(at, y(low));
      g.lineTo(at, y(high));
      g.lineTo(at, y(last));
    }
  }
}

function axes(g: CanvasRenderingContext2D, s: Scale, style: PlotStyle): void {
  g.font = `10px ${style.font}`;
  g.fillStyle = style.text;
  g.strokeStyle = style.grid;
  g.lineWidth = 1;
  g.textBaseline = 'middle';
  g.textAlign = 'right';
  g.beginPath();
  const values = ticks(s.low, s.high, s.height > 160 ? 6 : 3);
  const texts = tickTexts(values);
  values.forEach((v, k) => {
    g.moveTo(LEFT, s.y(v));
    g.lineTo(s.width - RIGHT, s.y(v));
    g.fillText(texts[k] ?? '', LEFT - 4, s.y(v), LEFT - 6);
  });
  g.stroke();
  g.textBaseline = 'bottom';
  g.textAlign = 'center';
  const times = ticks(s.t0, s.t1, 4);
  const timeTexts = tickTexts(times);
  times.forEach((t, k) => {
    const text = timeTexts[k] ?? '';
    g.fillText(text, Math.min(s.x(t), s.width - g.measureText(text).width / 2 - 1), s.height - 1);
  });
}

/** A picture of a plot with its legend, in the colours of its place on the page. */
export function plotPicture(canvas: HTMLCanvasElement, series: Series, view: PlotView): HTMLCanvasElement | null {
  const [width, height, ratio, line] = [720, 300, 2, 18];
  const out = document.createElement('canvas');
  const rows = Math.ceil(series.names.length / 3);
  [out.width, out.height] = [width * ratio, (height + rows * line + 6) * ratio];
  const g = out.getContext('2d');
  if (!g) return null;
  g.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const root = getComputedStyle(document.documentElement);
  g.fillStyle = root.getPropertyValue('--panel') || '#fff';
  g.fillRect(0, 0, width, height + rows * line + 6);
  paint(g, series, { ...view, cursor: null, now: Infinity }, scaleOf(series, view, width, height), { text: style.color, grid: style.borderTopColor, font: style.fontFamily });
  g.font = `12px ${style.fontFamily}`;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  series.names.forEach((name, k) => {
    const [x, y] = [LEFT + (k % 3) * ((width - LEFT) / 3), height + line * (Math.floor(k / 3) + 0.5)];
    g.fillStyle = COLOURS[k % COLOURS.length] ?? '#888';
    g.fillRect(x, y - 5, 10, 10);
    g.fillStyle = style.color;
    g.fillText(name, x + 15, y, (width - LEFT) / 3 - 20);
  });
  return out;
}
