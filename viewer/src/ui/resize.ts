/** Handles that change the width of the panels. */
import { h } from './dom.ts';
import { keep, read } from './section.ts';

/** Narrowest panel, and its usual widths, in pixels. */
const NARROWEST = 200;
const USUAL = { left: 280, right: 310 };
/** Widest panel, as a part of the page. */
const WIDEST = 0.45;
/** Pixels of an arrow key. */
const STEP = 16;

/** Makes the handle of a panel. The width is stored in the browser. */
export function makeHandle(app: HTMLElement, side: 'left' | 'right'): HTMLElement {
  const key = `width ${side}`;
  let width = Number(read(key)) || USUAL[side];
  const handle = h('div', {
    class: `handle handle-${side}`, role: 'separator', tabIndex: 0, 'aria-orientation': 'vertical', 'aria-label': `Width of the ${side} panel`,
    title: 'Drag to change the width; double click for the usual one', 'aria-valuemin': String(NARROWEST),
  });
  const set = (wanted: number) => {
    const most = Math.max(NARROWEST, WIDEST * window.innerWidth);
    width = Math.round(Math.min(Math.max(wanted, NARROWEST), most));
    app.style.setProperty(`--${side}`, `${width}px`);
    handle.setAttribute('aria-valuenow', String(width));
    handle.setAttribute('aria-valuemax', String(Math.round(most)));
  };
  const choose = (wanted: number) => {
    set(wanted);
    keep(key, String(width));
  };
  handle.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener('pointermove', (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    choose(side === 'left' ? event.clientX : window.innerWidth - event.clientX);
  });
  handle.addEventListener('dblclick', () => choose(USUAL[side]));
  handle.addEventListener('keydown', (event) => {
    const sign = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (sign === undefined) return;
    choose(width + (side === 'left' ? sign : -sign) * STEP);
    event.preventDefault();
    event.stopPropagation();
  });
  window.addEventListener('resize', () => set(width));
  set(width);
  return handle;
}
