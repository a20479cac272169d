/** Texts beside items, on a canvas over the picture. */
import { Vector2 } from 'three';
import type { Page } from './page.ts';

/** Draws the labels of the newest frame. */
export function drawLabels(page: Page, canvas: HTMLCanvasElement): void {
  const { view, camera } = page;
  const ratio = Math.min(window.devicePixelRatio, 2);
  const [width, height] = [page.canvas.clientWidth, page.canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const g = canvas.getContext('2d');
  if (!g) return;
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
  const labelled: { text: string; i: number }[] = [];
  view.items.list.forEach((item, i) => {
    if (item?.look.label) labelled.push({ text: item.look.label, i });
  });
  if (labelled.length === 0) return;
  const seen = view.prepare(camera.frame(), new Vector2(width, height));
  g.font = '12px system-ui, sans-serif';
  g.textBaseline = 'middle';
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
