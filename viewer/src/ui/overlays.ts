/** What lies over the picture: the state of the connection, errors of the model, notices. */
import type { Page } from '../page.ts';
import { button, h, write } from './dom.ts';
import type { ErrorMessage } from '../protocol.generated.ts';

const TOAST_MS = 6000;
const MOST_TOASTS = 4;

/** Notices that disappear after a while. */
export function buildToasts(page: Page): HTMLElement {
  const list = h('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' });
  page.notice = (text) => {
    const toast = h('div', { class: 'toast' }, h('span', {}, text), button('Dismiss', 'Dismiss', () => toast.remove(), '×'));
    list.append(toast);
    while (list.children.length > MOST_TOASTS) list.firstElementChild?.remove();
    window.setTimeout(() => toast.remove(), TOAST_MS);
  };
  return list;
}

/** The text while nothing is shown. */
export function buildConnectionState(page: Page): HTMLElement {
  const title = h('strong', {});
  const advice = h('p', {});
  const again = button('Try again now', 'Connect again', () => page.connection.open());
  const box = h('div', { class: 'state', role: 'status' }, title, advice, again);
  const update = () => {
    const { state, seconds } = page.store.connection;
    const hasModel = page.store.model !== null;
    box.hidden = state === 'open' && hasModel;
    box.classList.toggle('small', hasModel);
    again.hidden = state !== 'lost';
    if (state === 'open') {
      write(title, 'Waiting for a model');
      write(advice, 'Drop a model file (MJCF or URDF) on this page, or name one when you start the viewer.');
    } else if (state === 'connecting') {
      write(title, 'Connecting…');
      write(advice, 'If this lasts, see whether the viewer still runs, and open the whole address that it printed, with its token.');
    } else {
      write(title, hasModel ? 'Connection lost' : 'No connection');
      const next = `Next attempt in ${seconds < 1 ? 'a moment' : `${Math.round(seconds)} s`}.`;
      write(advice, `${next} If the viewer was stopped, start it again and open the address that it prints.`);
    }
  };
  page.store.on('connection', update);
  page.store.on('model', update);
  update();
  return box;
}

/** The error of loading a model, over the picture of the previous one. */
export function buildErrorOverlay(page: Page): HTMLElement {
  const box = h('section', { class: 'error', role: 'alert', 'aria-label': 'Error in the model', hidden: true });
  const hide = () => {
    box.hidden = true;
  };
  page.store.on('error', (error) => {
    box.hidden = error === null;
    if (error) box.replaceChildren(...errorContent(error, page.store.model !== null), button('Hide', 'Hide until it changes', hide, '×'));
  });
  return box;
}

function errorContent(error: ErrorMessage, hasModel: boolean): Node[] {
  const place = [error.file, error.line, error.column].filter((x) => x !== undefined && x !== null).join(':');
  const lines = (error.lines ?? []).flatMap(({ number, text, marked }) => {
    const line = h('span', { class: marked ? 'line marked' : 'line' }, h('i', {}, String(number)), text || ' ');
    return marked && error.column ? [line, pointer(text, error.column)] : [line];
  });
  return [
    // the place is shown below
    h('strong', {}, (error.message ?? '').replace(`${place}: `, '')),
    place ? h('p', { class: 'place' }, place) : h('span', {}),
    lines.length > 0 ? h('pre', {}, ...lines) : h('span', {}),
    h('p', { class: 'hint' }, hasModel ? 'The last good model keeps running. Save the file again once it is corrected.' : 'Correct the file and save it: it is loaded again.'),
  ];
}

/** A mark under a column; tabs keep their width. */
function pointer(text: string, column: number): HTMLElement {
  const before = text.slice(0, column - 1).replace(/[^\t]/g, ' ').padEnd(column - 1, ' ');
  return h('span', { class: 'line marked', 'aria-hidden': 'true' }, h('i', {}), `${before}^`);
}
