/** Texts beside items, on a canvas over the picture. */
import { Vector2 } from 'three';
import { cleared } from './canvas.ts';
import type { Page } from './page.ts';

/** Draws the labels of the newest frame, and what a program draws over the picture. */
export function drawLabels(page: Page, canvas: HTMLCanvasElement): void {
  const [width, height] = [page.canvas.clientWidth, page.canvas.clientHeight];
  const g = cleared(canvas, width, height);
  if (!g) return;
  writeLabels(page, g, width, height);
  page.overlays.draw(g, width, height);
}

function writeLabels({ view, camera }: Page, g: CanvasRenderingContext2D, width: number, height: number): void {
  const labelled: { text: string; i: number }[] = [];
  view.items.list.forEach((item, i) => {
    if (item?.look.label) labelled.push({ text: item.look.label, i });
  });
  if (labelled.length === 0) return;
  const seen = view.prepare(camera.frame(), new Vector2(width, height));
  g.font = '12px system-ui, sans-serif';
  g.textBaseline = 'middle';
  g.textAlign = 'left';
  g.lineWidth = 3;
  g.strokeStyle = 'rgba(0, 0, 0, 0.75)';
  g.fillStyle = '#fff';
  for (const { text, i } of labelled) {
    const at = view.project(view.items.position(i), seen);
    if (!at) continue;
    const [x, y] = [at[0] * width + 3, at[1] * height];
    g.strokeText(text, x, y);
    g.fillText(text, x, y);
  }
}
