/** Live plots of values that the user chooses, sampled at every step. */
import type { Frame } from '../frame.ts';
import type { Page } from '../page.ts';
import { button, h } from './dom.ts';
import { makePlot, type Plot } from './plotbox.ts';
import { section } from './section.ts';
import { choicesOf, cut, hasSource, scalarSource, type Choice, type Source } from './sources.ts';
import { MAX_WATCHED } from '../protocol.generated.ts';

/** Limit on the entries of a field in one plot. */
const MOST_ENTRIES = 8;
/** Limit on plots that a program's scalars open by themselves. */
const MOST_OWN = 8;

/** The choice of values, and their plots. */
export function buildWatchPanel(page: Page): HTMLElement {
  const part = section('Plots', true);
  const plots: Plot[] = [];
  const list = h('div', {});
  const empty = h('p', { class: 'hint' }, 'Choose values and press Add. Plots have a sample of every step.');
  let choices: Choice[] = [];
  let scalars: string[] = [];
  /** Scalars that were shown once: a plot that the user closed stays closed. */
  const seen = new Set<string>();
  let selected = -1;
  page.plotted = () => plots.map(({ source, series }) => ({ label: source.label, lines: series.lines.map(({ name, times, values }) => ({ name, times: [...times], values: [...values] })) }));
  const tell = () => {
    page.watch([...new Set(plots.flatMap((plot) => plot.source.names))]);
    empty.hidden = plots.length > 0;
  };
  const remove = (plot: Plot) => {
    plots.splice(plots.indexOf(plot), 1);
    plot.element.remove();
    tell();
  };
  const add = (source: Source) => {
    const watched = new Set(plots.flatMap((plot) => plot.source.names));
    if (new Set([...watched, ...source.names]).size > MAX_WATCHED) {
      page.notice(`${MAX_WATCHED} values are plotted: close a plot first.`);
      return;
    }
    const plot = makePlot(page, source, {
      close: () => remove(plot),
      cursor: (time) => plots.forEach((other) => other.setCursor(time)),
    });
    plots.push(plot);
    list.append(plot.element);
    tell();
  };
  const field = h('select', { 'aria-label': 'What to plot' });
  const first = h('input', { type: 'number', min: '0', value: '0', 'aria-label': 'First entry', title: 'First entry of a long field' });
  const act = () => {
    const choice = choices[field.selectedIndex];
    if (choice) add(cut(choice.make(), Number(first.value), MOST_ENTRIES));
  };
  part.body.append(h('div', { class: 'adder' }, field, first, button('Add', 'Plot these values', act)), empty, list);
  const fill = () => {
    const { model } = page.store;
    if (!model) return;
    const chosen = field.value;
    const groups = choicesOf(model, scalars);
    choices = groups.flatMap((group) => group.choices);
    field.replaceChildren(...groups.map((group) => {
      const element = h('optgroup', { label: group.title });
      element.append(...group.choices.map(({ label }) => h('option', {}, label)));
      return element;
    }));
    const at = choices.findIndex(({ label }) => label === chosen);
    if (at >= 0) field.selectedIndex = at;
  };
  page.store.on('model', (model) => {
    fill();
    for (const plot of plots.filter((p) => !hasSource(model, scalars, p.source))) remove(plot);
    for (const plot of plots) plot.series.clear();
    selected = -1;
  });
  page.store.on('widgets', (message) => {
    scalars = message.scalars;
    fill();
    const fresh = scalars.filter((name) => !seen.has(name));
    fresh.forEach((name) => seen.add(name));
    for (const name of fresh) if (plots.length < MOST_OWN) add(scalarSource(name));
  });
  page.store.on('frame', (frame) => {
    // a frame on its way may have the values of another list
    if (frame.watch !== page.watchList || frame.values.length !== page.watched.length) return;
    // another world has another past
    if (selected !== frame.selected && selected >= 0) for (const plot of plots) plot.series.clear();
    selected = frame.selected;
    for (const plot of plots) take(plot, frame, page.watched);
  });
  page.afterDraw.push(() => {
    if (part.isOpen() && part.element.offsetParent !== null) plots.forEach((plot) => plot.show());
  });
  return part.element;
}

/** Adds the samples of a frame to a plot. */
function take(plot: Plot, frame: Frame, watched: readonly string[]): void {
  plot.now = frame.time;
  plot.source.names.forEach((name, k) => {
    const at = watched.indexOf(name);
    const line = plot.series.lines[k];
    const samples = frame.samples[at];
    if (!line || !samples) return;
    for (let i = 0; i + 1 < samples.length; i += 2) line.add(samples[i] as number, samples[i + 1] as number);
    const value = frame.values[at] ?? NaN;
    plot.newest[k] = value;
    // scalars of a program have times of their own
    if (samples.length > 0 || name.startsWith('user.')) return;
    const last = line.times.at(-1);
    // a state that no step made: the first one, the end of a jump, or an edited one; going back draws nothing
    if (last === undefined || frame.time >= last) line.add(frame.time, value);
  });
}
