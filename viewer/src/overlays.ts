/** What a program draws over the picture: texts at its edges, figures and images in their rectangles. */
import { drawFigure } from './figure.ts';
import { BinaryKind, type Figure, OVERLAY_HEADER_BYTES, OverlayKind, type OverlayText, readOverlayHeader } from './protocol.generated.ts';

const RGB = 3;
/** Pixels of a letter's height at a scale of 100. */
const LETTER = 12;

/** Left, bottom, width and height, from the lower left corner of the picture. */
export type Rect = [number, number, number, number];

/** Bytes of an image, four for each pixel, rows from the top. */
export interface OverlayImage {
  rect: Rect;
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** An overlay: replaces the last one of its kind. */
export type Overlay = { kind: 'texts'; list: OverlayText[] } | { kind: 'figures'; list: Figure[] } | { kind: 'images'; list: OverlayImage[] };

/** Reads an overlay. `null`: the message is of another kind. */
export function decodeOverlay(buffer: ArrayBuffer): Overlay | null {
  if (buffer.byteLength < OVERLAY_HEADER_BYTES) return null;
  const { kind, overlay } = readOverlayHeader(new DataView(buffer), 0);
  if (kind !== BinaryKind.Overlay) return null;
  if (overlay === OverlayKind.Images) return { kind: 'images', list: decodeImages(buffer) };
  const list: unknown = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, OVERLAY_HEADER_BYTES)));
  return overlay === OverlayKind.Texts ? { kind: 'texts', list: list as OverlayText[] } : { kind: 'figures', list: list as Figure[] };
}

function decodeImages(buffer: ArrayBuffer): OverlayImage[] {
  const view = new DataView(buffer);
  let at = OVERLAY_HEADER_BYTES + 4;
  return Array.from({ length: view.getUint32(OVERLAY_HEADER_BYTES, true) }, () => {
    const rect = [0, 1, 2, 3].map((k) => view.getInt32(at + 4 * k, true)) as Rect;
    const bytes = RGB * rect[2] * rect[3];
    const from = new Uint8Array(buffer, at + 16, bytes);
    const pixels = new Uint8ClampedArray((4 * bytes) / RGB).fill(255);
    for (let i = 0; i < bytes; i++) pixels[i + Math.floor(i / RGB)] = from[i] as number;
    at += 16 + 4 * Math.ceil(bytes / 4);
    return { rect, pixels };
  });
}

/** Everything that a program draws over the picture. */
export class Overlays {
  texts: OverlayText[] = [];
  figures: Figure[] = [];
  images: { rect: Rect; canvas: HTMLCanvasElement }[] = [];

  /** Takes over a message. */
  set(overlay: Overlay): void {
    if (overlay.kind === 'texts') this.texts = overlay.list;
    else if (overlay.kind === 'figures') this.figures = overlay.list;
    else this.images = overlay.list.filter(({ rect }) => rect[2] > 0 && rect[3] > 0).map(({ rect, pixels }) => ({ rect, canvas: painted(rect, pixels) }));
  }

  /** Draws all of it on a picture of this size. */
  draw(g: CanvasRenderingContext2D, width: number, height: number): void {
    for (const figure of this.figures) drawFigure(g, figure, height);
    for (const { rect, canvas } of this.images) g.drawImage(canvas, rect[0], height - rect[1] - rect[3]);
    for (const text of this.texts) drawText(g, text, width, height);
  }
}

function painted([, , width, height]: Rect, pixels: Uint8ClampedArray<ArrayBuffer>): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas;
}

/** Where a box of this size goes: top left, top right, bottom left, bottom right, top, bottom, left, right. */
export function gridPlace(grid: number, width: number, height: number, box: { width: number; height: number }): [number, number] {
  const isRight = [1, 3, 7].includes(grid);
  const isLeft = [0, 2, 6].includes(grid);
  const isTop = [0, 1, 4].includes(grid);
  const isBottom = [2, 3, 5].includes(grid);
  return [
    isLeft ? 0 : isRight ? width - box.width : (width - box.width) / 2,
    isTop ? 0 : isBottom ? height - box.height : (height - box.height) / 2,
  ];
}

/** Columns beside each other on a dark ground, the left one in grey where there are two. */
function drawText(g: CanvasRenderingContext2D, { font, grid, left, right }: OverlayText, width: number, height: number): void {
  const size = (LETTER * font) / 100;
  const pad = size / 3;
  g.font = `${size}px system-ui, sans-serif`;
  g.textBaseline = 'top';
  g.textAlign = 'left';
  const columns = [left, right].filter((text) => text !== '').map((text) => text.split('\n'));
  const widths = columns.map((lines) => Math.max(...lines.map((line) => g.measureText(line).width)) + 2 * pad);
  const box = { width: widths.reduce((a, b) => a + b, 0), height: Math.max(...columns.map((lines) => lines.length), 0) * size * 1.25 + pad };
  let [x, y] = gridPlace(grid, width, height, box);
  if (columns.length === 0) return;
  g.fillStyle = 'rgba(0, 0, 0, 0.45)';
  g.fillRect(x, y, box.width, box.height);
  columns.forEach((lines, k) => {
    g.fillStyle = columns.length > 1 && k === 0 ? '#b3b3b3' : '#fff';
    lines.forEach((line, row) => g.fillText(line, x + pad, y + pad / 2 + row * size * 1.25));
    x += widths[k] ?? 0;
  });
}
