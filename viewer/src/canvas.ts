/** A canvas with the screen's resolution. */

/** Resizes a canvas, in CSS pixels, and clears it. `null`: the browser cannot draw. */
export function cleared(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const ratio = Math.min(window.devicePixelRatio, 2);
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
  const g = width > 0 && height > 0 ? canvas.getContext('2d') : null;
  g?.setTransform(ratio, 0, 0, ratio, 0, 0);
  g?.clearRect(0, 0, width, height);
  return g;
}
