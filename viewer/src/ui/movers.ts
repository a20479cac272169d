/** Lists of sliders with a search: rows that follow frames. */
import type { Frame } from '../frame.ts';
import type { Page } from '../page.ts';
import { h, write } from './dom.ts';
import { fitNames, fold, keepNamesFitted } from './names.ts';
import { section } from './section.ts';
import { slider } from './slider.ts';
import type { ModelMessage } from '../protocol.generated.ts';

/** Limit on rows without a search. */
const MOST_ROWS = 120;
/** Rows from which on a search is offered. */
const SEARCHED_ROWS = 12;

/** A row that follows frames. */
export interface Row {
  element: HTMLElement;
  name: string;
  follow(frame: Frame): void;
}

/** A list of rows. */
export interface Mover {
  element: HTMLElement;
  /** Shows the newest values again. */
  refresh(): void;
}

/** Controls of actuators. */
export function buildControlPanel(page: Page): HTMLElement {
  return movers(page, 'Controls', 'The model has no actuators.', (model) => {
    const names = model.actuators.map(({ name }, id) => name || `actuator ${id}`);
    const { rest } = fold(names);
    return model.actuators.map(({ limited, range }, id) => {
      const name = names[id] ?? '';
      const hasRange = limited && range[1] > range[0];
      const [low, high] = hasRange ? range : [-1, 1];
      const part = slider({ name, shown: rest[id] ?? name, low, high, isClamped: hasRange }, (value) => page.send({ do: 'ctrl', id, value }));
      return { element: part.element, name, follow: (frame) => part.show(frame.ctrl[id] ?? 0) };
    });
  }, (model) => model.actuators.map(({ name }, id) => name || `actuator ${id}`)).element;
}

/** A section with the rows that `make` makes of a model. `head` comes above them. */
export function movers(
  page: Page, title: string, none: string, make: (model: ModelMessage) => Row[], namesOf: (model: ModelMessage) => string[], ...head: HTMLElement[]
): Mover {
  const part = section(title, true);
  let rows: Row[] = [];
  let shown: Row[] = [];
  const list = h('div', {});
  const search = h('input', { type: 'search', placeholder: 'Search', 'aria-label': `Search ${title.toLowerCase()}`, oninput: () => show() });
  const folded = h('p', { class: 'hint folded' });
  const more = h('p', { class: 'hint' });
  const refresh = () => {
    const { frame } = page.store;
    if (frame) shown.forEach((row) => row.follow(frame));
  };
  const show = () => {
    const wanted = search.value.toLowerCase();
    const found = rows.filter((row) => row.name.toLowerCase().includes(wanted));
    shown = found.slice(0, MOST_ROWS);
    list.replaceChildren(...shown.map((row) => row.element));
    fitNames(list);
    search.hidden = rows.length < SEARCHED_ROWS;
    const left = found.length - shown.length;
    write(more, rows.length === 0 ? none : found.length === 0 ? 'No name has these letters.' : left > 0 ? `${left} more: search for their names.` : '');
    refresh();
  };
  keepNamesFitted(list);
  part.body.append(...head, search, folded, list, more);
  page.store.on('model', (model) => {
    rows = make(model);
    const { prefix, suffix } = fold(namesOf(model));
    write(folded, prefix || suffix ? `Names: ${prefix}…${suffix}` : '');
    folded.hidden = !prefix && !suffix;
    head.forEach((element) => {
      element.hidden = rows.length === 0;
    });
    show();
  });
  page.store.on('frame', (frame) => {
    if (part.isOpen()) for (const row of shown) row.follow(frame);
  });
  return { element: part.element, refresh };
}
