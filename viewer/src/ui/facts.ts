/** Panels of facts: solver, selection, worlds. */
import type { Page } from '../page.ts';
import { h, short, write } from './dom.ts';
import { breakable } from './names.ts';
import { section } from './section.ts';
import type { StatusMessage } from '../protocol.generated.ts';

type Fact = [string, string | number];

function table(facts: Fact[]): HTMLElement {
  return h('dl', { class: 'facts' }, ...facts.map(([what, value]) => h('div', {}, h('dt', {}, ...breakable(what)), h('dd', {}, ...valueNodes(value)))));
}

/** Several numbers of a text, each in a column. Other texts stay whole. */
function valueNodes(value: string | number): Node[] {
  if (typeof value === 'number') return [document.createTextNode(short(value))];
  const parts = numbersOf(value);
  return parts.length > 1 ? parts.map((part) => h('span', {}, part)) : breakable(parts[0] ?? value);
}

/** The numbers of a text that has nothing else, without the sign of -0. Otherwise none. */
export function numbersOf(text: string): string[] {
  const parts = text.trim().split(/\s+/);
  return parts.every((part) => /^-?\d+(\.\d+)?$/.test(part)) ? parts.map((part) => (/^-0(\.0*)?$/.test(part) ? part.slice(1) : part)) : [];
}

/** The panel of the solver and the stages of a step. */
export function buildSolverPanel(page: Page): HTMLElement {
  const part = section('Solver', false);
  const facts = h('div', {});
  const bars = h('div', { class: 'bars' });
  part.body.append(facts, bars);
  page.store.on('status', (status) => {
    if (!part.isOpen()) return;
    const { solver, steps_per_second } = status;
    facts.replaceChildren(table([
      ['Iterations', solver.iterations], ['Contacts', solver.contacts], ['Rows', solver.rows],
      ['Steps per second', Math.round(steps_per_second)], ['Pictures per second', Number(page.pictureRate.toFixed(1))],
      ['Draw calls', page.view.drawCalls], ['Pages', status.pages],
    ]));
    bars.replaceChildren(...stageBars(status));
  });
  return part.element;
}

/** The table of stage times. */
function stageBars({ stages }: StatusMessage): HTMLElement[] {
  const longest = Math.max(...stages.map((stage) => stage.microseconds), 1e-9);
  return stages.map(({ name, microseconds }) => {
    const bar = h('i', { class: 'bar' });
    bar.style.width = `${(100 * microseconds) / longest}%`;
    return h('div', { class: 'stage-time' }, h('span', {}, name), h('span', { class: 'track' }, bar), h('output', {}, `${short(microseconds, 3)} µs`));
  });
}

/** The panel of the selection. */
export function buildSelectionPanel(page: Page): HTMLElement {
  const part = section('Selection', true);
  const empty = () => h('p', { class: 'hint' }, 'Double click a body to select it. Ctrl with the right button pushes it, with the left one turns it.');
  part.body.append(empty());
  page.store.on('picked', (picked) => {
    if (!picked) {
      part.body.replaceChildren(empty());
      return;
    }
    part.body.replaceChildren(h('strong', {}, picked.name || `body ${picked.body}`), table(picked.facts));
  });
  return part.element;
}

/** The panel of the selected world and of failed worlds. */
export function buildWorldPanel(page: Page): HTMLElement {
  const part = section('Worlds', true);
  const number = h('input', {
    type: 'number', min: '0', value: '0', 'aria-label': 'World',
    onchange: () => choose(Number(number.value)),
  });
  const choose = (id: number) => page.send({ do: 'world', id });
  const count = h('span', { class: 'hint' });
  const shownCount = h('input', {
    type: 'number', min: '1', value: '1', 'aria-label': 'Worlds shown', title: 'How many worlds are shown at a time',
    onchange: () => page.send({ do: 'shown', count: Math.max(1, Math.floor(Number(shownCount.value)) || 1) }),
  });
  const errors = h('div', { role: 'log', 'aria-label': 'Errors of worlds' });
  part.body.append(h('label', { class: 'row' }, h('span', {}, 'World'), number), count, h('label', { class: 'row' }, h('span', {}, 'Shown'), shownCount), errors);
  part.element.hidden = true;
  let shown = '';
  page.store.on('model', ({ worlds }) => {
    part.element.hidden = worlds.count < 2;
    number.max = String(worlds.count - 1);
    number.value = String(worlds.selected);
    shownCount.max = String(worlds.count);
    shownCount.value = String(worlds.shown);
    write(count, worlds.shown < worlds.count ? `of ${worlds.count}, which all run; ${worlds.shown} around the selected one are shown` : `of ${worlds.count}`);
  });
  page.store.on('frame', (frame) => {
    if (document.activeElement !== number) number.value = String(frame.selected);
  });
  page.store.on('status', ({ errors: list }) => {
    const text = JSON.stringify(list);
    if (text === shown) return;
    shown = text;
    if (list.length > 0) part.element.hidden = false;
    errors.replaceChildren(...list.map(({ world, message }) =>
      h('button', { type: 'button', class: 'world-error', title: 'Go to this world', onclick: () => choose(world) }, `World ${world}: ${message}`)));
  });
  return part.element;
}
