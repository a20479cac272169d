/** A plot of a program: MuJoCo's `mjvFigure`, with axes and texts that the server computes. */
import type { Figure } from './protocol.generated.ts';

/** Height of letters, and room around them. */
const LETTER = 12;
const PAD = 6;
/** The share of an axis that is left free around the lines. */
const MARGIN = 0.001;
/** How many times wider a highlighted line is. */
const EMPHASIS = 5;

type Colour = number[];

/** A rectangle from the upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const css = ([r, g, b, a]: Colour): string => `rgba(${[r, g, b].map((x) => Math.round(255 * (x ?? 0))).join(', ')}, ${a ?? 1})`;

/** Where a point of the data is in a box. */
export function placed(box: Box, ranges: Figure['ranges'], x: number, y: number): [number, number] {
  const share = (value: number, [low, high]: [number, number]) => (value - low + MARGIN * (high - low)) / ((high - low) * (1 + 2 * MARGIN));
  return [box.x + share(x, ranges[0]) * box.width, box.y + (1 - share(y, ranges[1])) * box.height];
}

/** Draws a figure on a picture of this height. */
export function drawFigure(g: CanvasRenderingContext2D, figure: Figure, height: number): void {
  const [left, bottom, wide, high] = figure.rect;
  const whole = { x: left, y: height - bottom - high, width: wide, height: high };
  if (!(wide > 0 && high > 0)) return;
  g.save();
  g.beginPath();
  g.rect(whole.x, whole.y, whole.width, whole.height);
  g.clip();
  g.fillStyle = css(figure.colours.figure);
  g.fillRect(whole.x, whole.y, whole.width, whole.height);
  g.font = `${LETTER}px system-ui, sans-serif`;
  const pane = drawTexts(g, figure, whole);
  if (pane.width > 0 && pane.height > 0) drawPane(g, figure, pane);
  g.restore();
}

/** Title, label and ticks; what is left in the middle. */
function drawTexts(g: CanvasRenderingContext2D, { title, xlabel, ticks, colours }: Figure, box: Box): Box {
  const row = LETTER + PAD;
  const widest = Math.max(0, ...ticks[1].map((text) => g.measureText(text).width));
  const beside = ticks[1].length > 0 ? widest + PAD : 0;
  const below = (xlabel ? row : 0) + (ticks[0].length > 0 ? row : 0);
  const above = title ? row : 0;
  const pane = { x: box.x + beside + PAD, y: box.y + above + PAD, width: box.width - beside - 2 * PAD, height: box.height - above - below - 2 * PAD };
  g.fillStyle = css(colours.text);
  g.textBaseline = 'middle';
  g.textAlign = 'center';
  if (title) g.fillText(title, box.x + box.width / 2, box.y + PAD + LETTER / 2);
  if (xlabel) g.fillText(xlabel, box.x + box.width / 2, box.y + box.height - PAD - LETTER / 2);
  ticks[0].forEach((text, i) => {
    g.textAlign = i === 0 ? 'left' : i === ticks[0].length - 1 ? 'right' : 'center';
    g.fillText(text, pane.x + (pane.width * i) / (ticks[0].length - 1), pane.y + pane.height + row / 2);
  });
  g.textAlign = 'right';
  ticks[1].forEach((text, i) => g.fillText(text, pane.x - PAD / 2, pane.y + pane.height * (1 - i / (ticks[1].length - 1))));
  return pane;
}

/** Ground, grid, lines and legend. */
function drawPane(g: CanvasRenderingContext2D, figure: Figure, pane: Box): void {
  const { colours, ranges, grid, widths } = figure;
  g.beginPath();
  g.rect(pane.x, pane.y, pane.width, pane.height);
  g.clip();
  g.fillStyle = css(colours.pane);
  g.fillRect(pane.x, pane.y, pane.width, pane.height);
  g.strokeStyle = css(colours.grid);
  g.lineWidth = widths[1];
  g.beginPath();
  for (let i = 0; i < grid[0]; i++) upright(g, pane, pane.x + (pane.width * i) / (grid[0] - 1));
  for (let i = 0; i < grid[1]; i++) {
    const y = pane.y + (pane.height * i) / (grid[1] - 1);
    g.moveTo(pane.x, y);
    g.lineTo(pane.x + pane.width, y);
  }
  g.stroke();
  // the first line lies on top
  for (const line of [...figure.lines].reverse()) drawLine(g, figure, pane, line, widths[0] * (line.id === figure.highlight ? EMPHASIS : 1));
  if (figure.selection !== null) {
    g.strokeStyle = '#fff';
    g.lineWidth = 3;
    g.beginPath();
    upright(g, pane, placed(pane, ranges, figure.selection, 0)[0]);
    g.stroke();
  }
  drawLegend(g, figure, pane);
}

function upright(g: CanvasRenderingContext2D, pane: Box, x: number): void {
  g.moveTo(x, pane.y);
  g.lineTo(x, pane.y + pane.height);
}

function drawLine(g: CanvasRenderingContext2D, { ranges, bars }: Figure, pane: Box, { rgb, points }: Figure['lines'][number], width: number): void {
  g.strokeStyle = css(rgb);
  g.lineWidth = width;
  g.beginPath();
  let isDrawing = false;
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [x, y] = [points[i] ?? null, points[i + 1] ?? null];
    // a null point leaves a gap
    if (x === null || y === null) {
      isDrawing = false;
      continue;
    }
    const at = placed(pane, ranges, x, y);
    if (isDrawing && !(bars && i % 4 === 0)) g.lineTo(...at);
    else g.moveTo(...at);
    isDrawing = true;
  }
  g.stroke();
}

/** Draws the names of the lines in the upper right corner, as many as fit. */
function drawLegend(g: CanvasRenderingContext2D, { legend, colours }: Figure, pane: Box): void {
  const row = LETTER + 2;
  const shown = legend.slice(0, Math.max(0, Math.floor((pane.height - 2 * PAD) / row)));
  if (shown.length === 0) return;
  const wide = Math.max(...shown.map(({ name }) => g.measureText(name).width)) + 2 * PAD;
  g.fillStyle = css(colours.legend);
  g.fillRect(pane.x + pane.width - wide, pane.y, wide, shown.length * row + 2 * PAD);
  g.textAlign = 'right';
  g.textBaseline = 'middle';
  shown.forEach(({ name, rgb }, k) => {
    g.fillStyle = css(rgb);
    g.fillText(name, pane.x + pane.width - PAD, pane.y + PAD + row * (k + 0.5));
  });
}
