/** Pictures on buttons, drawn here so that they need no font. */

const PATHS: Record<string, string> = {
  play: 'M5 3l9 6-9 6z',
  pause: 'M5 3h3v12H5zM10 3h3v12h-3z',
  step: 'M4 3l7 6-7 6zM12 3h2v12h-2z',
  back: 'M14 3l-7 6 7 6zM4 3h2v12H4z',
  newest: 'M3 3l6 6-6 6zM9 3l6 6-6 6z',
  reset: 'M9 3a6 6 0 1 1-5.7 4.1l1.9.6A4 4 0 1 0 9 5v2.5L5 4l4-3.5z',
  reload: 'M14.5 8A6 6 0 1 0 13 13.2l-1.4-1.4A4 4 0 1 1 12.5 8H10l3.5 4L17 8z',
  camera: 'M6.5 3l-1 2H2v10h14V5h-3.5l-1-2zM9 7a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  film: 'M9 4a5 5 0 1 1 0 10A5 5 0 0 1 9 4z',
  theme: 'M9 2a7 7 0 1 1 0 14A7 7 0 0 1 9 2zm0 2v10A5 5 0 0 0 9 4z',
  menu: 'M3 4h12v2H3zM3 8h12v2H3zM3 12h12v2H3z',
  chart: 'M3 3h2v10h10v2H3zM7 11l2.5-4 2 2.5L14.5 5l.9 1.2-3.8 6L9.5 9.7 8 12z',
};

/** An icon by name. Screen readers read the button's name instead. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [key, value] of Object.entries({ viewBox: '0 0 18 18', width: '16', height: '16', fill: 'currentColor', 'fill-rule': 'evenodd', 'aria-hidden': 'true' })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', PATHS[name] ?? '');
  svg.append(path);
  return svg;
}
