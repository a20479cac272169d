/** What lies over the picture: the state of the connection, errors of the model, notices. */
import type { Page } from '../page.ts';
import { button, h, write } from './dom.ts';
import type { ErrorMessage } from '../protocol.generated.ts';

const TOAST_MS = 6000;
const MOST_TOASTS = 4;
/** Entries of a list in an error that are shown. */
const MOST_ENTRIES = 8;

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
    box.hidden = state === 'open' && hasModel && !page.isLoading;
    box.classList.toggle('small', hasModel);
    again.hidden = state !== 'lost';
    if (state === 'open' && hasModel) {
      write(title, 'Loading the model…');
      write(advice, '');
    } else if (state === 'open') {
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
  page.afterDraw.push(() => {
    if (!box.hidden) update();
  });
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
    const origin = { hasModel: page.store.model !== null, isDropped: error !== null && isDropped(error, page.store.dropped) };
    if (error) box.replaceChildren(...errorContent(error, origin), button('Hide', 'Hide until it changes', hide, '×'));
  });
  return box;
}

/** What is known about a file with an error. */
interface Origin {
  hasModel: boolean;
  /** Whether the user dropped it on the page. */
  isDropped: boolean;
}

/** Whether an error is one of the files that the user dropped last. */
export function isDropped({ file }: Pick<ErrorMessage, 'file'>, dropped: readonly string[]): boolean {
  return dropped.length > 0 && (file === null || dropped.includes(file));
}

/** What the user can do about an error. */
export function adviceFor(message: string, { hasModel, isDropped: dropped }: Origin): string[] {
  const keeps = hasModel ? ['The last good model keeps running.'] : [];
  if (!dropped) return [...keeps, hasModel ? 'Save the file again once it is corrected.' : 'Correct the file and save it: it is loaded again.'];
  const isMissing = /missing files:|cannot include/.test(message);
  return [...keeps, isMissing ? 'Drop the whole folder, with all files that the model names.' : 'Correct the file and drop it again.'];
}

/** The lines of a message. Of a long list the first entries stay, and the number of the others. */
export function messageLines(message: string): string[] {
  const out: string[] = [];
  let list: string[] = [];
  const endList = () => {
    const isLong = list.length > MOST_ENTRIES + 1;
    out.push(...(isLong ? list.slice(0, MOST_ENTRIES) : list));
    if (isLong) out.push(`  and ${list.length - MOST_ENTRIES} more`);
    list = [];
  };
  for (const line of message.split('\n')) {
    if (line.startsWith('  ')) {
      list.push(line);
      continue;
    }
    endList();
    out.push(line);
  }
  endList();
  return out;
}

function errorContent(error: ErrorMessage, origin: Origin): Node[] {
  const place = [error.file, error.line, error.column].filter((x) => x !== undefined && x !== null).join(':');
  const lines = (error.lines ?? []).flatMap(({ number, text, marked }) => {
    const line = h('span', { class: marked ? 'line marked' : 'line' }, h('i', {}, String(number)), text || ' ');
    return marked && error.column ? [line, pointer(text, error.column)] : [line];
  });
  const message = error.message ?? '';
  // the place is shown below
  const [first = '', ...rest] = messageLines(message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message);
  return [
    h('strong', {}, first),
    ...rest.map((text) => h('p', { class: text.startsWith('  ') ? 'entry' : 'hint', title: text.trim() }, text.trim())),
    h('p', { class: 'hint' }, adviceFor(message, origin).join(' ')),
    ...(place ? [h('p', { class: 'place' }, place)] : []),
    ...(lines.length > 0 ? [h('pre', {}, ...lines)] : []),
  ];
}

/** A mark under a column; tabs keep their width. */
function pointer(text: string, column: number): HTMLElement {
  const before = text.slice(0, column - 1).replace(/[^\t]/g, ' ').padEnd(column - 1, ' ');
  return h('span', { class: 'line marked', 'aria-hidden': 'true' }, h('i', {}), `${before}^`);
}
