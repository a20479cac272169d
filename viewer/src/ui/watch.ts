/** Live plots of values that the user chooses. */
import type { Page } from '../page.ts';
import { button, h, short, write } from './dom.ts';
import { COLOURS, drawPlot, Series } from './plot.ts';
import { section } from './section.ts';
import type { ModelMessage } from '../protocol.generated.ts';

const BUILT_IN = ['potential', 'kinetic', 'contacts', 'rows', 'iterations', 'speed'];
/** Limit on the entries of a field in one plot. */
const MOST_ENTRIES = 8;

/** A choice: its values by name. */
interface Source {
  label: string;
  names: string[];
}

interface Plot {
  source: Source;
  series: Series;
  element: HTMLElement;
  canvas: HTMLCanvasElement;
  values: HTMLElement[];
}

/** The choice of values, and their plots. */
export function buildWatchPanel(page: Page): HTMLElement {
  const part = section('Watch', true);
  const plots: Plot[] = [];
  const list = h('div', {});
  let sources: Source[] = [];
  const tell = () => page.watch([...new Set(plots.flatMap((plot) => plot.source.names))]);
  const remove = (plot: Plot) => {
    plots.splice(plots.indexOf(plot), 1);
    plot.element.remove();
    tell();
  };
  const add = (source: Source) => {
    const plot = makePlot(source, () => remove(plot));
    plots.push(plot);
    list.append(plot.element);
    tell();
  };
  const field = h('select', { 'aria-label': 'What to watch' });
  const first = h('input', { type: 'number', min: '0', value: '0', 'aria-label': 'First entry', title: 'First entry of the field' });
  const act = () => {
    const source = sources[field.selectedIndex];
    if (source) add(cut(source, Number(first.value)));
  };
  part.body.append(h('div', { class: 'adder' }, field, first, button('Add', 'Plot these values', act)), list);
  page.store.on('model', (model) => {
    sources = sourcesOf(model);
    field.replaceChildren(...sources.map(({ label }) => h('option', {}, label)));
    const names = new Set(sources.flatMap((source) => source.names));
    for (const plot of plots.filter((p) => !p.source.names.every((name) => names.has(name)))) remove(plot);
    for (const plot of plots) plot.series.clear();
  });
  page.store.on('frame', (frame) => {
    // a frame on its way may have the values of another list
    if (frame.values.length !== page.watched.length) return;
    for (const plot of plots) plot.series.add(frame.time, plot.source.names.map((name) => frame.values[page.watched.indexOf(name)] ?? NaN));
  });
  page.afterDraw.push(() => {
    if (part.isOpen()) plots.forEach(show);
  });
  return part.element;
}

function show(plot: Plot): void {
  drawPlot(plot.canvas, plot.series);
  plot.values.forEach((element, k) => write(element, short(plot.series.values[k]?.at(-1) ?? NaN)));
}

function makePlot(source: Source, remove: () => void): Plot {
  const canvas = h('canvas', { class: 'plot', role: 'img', 'aria-label': `Plot of ${source.label}` });
  const values = source.names.map(() => h('output', {}));
  const legend = source.names.map((name, k) => {
    const colour = h('i', { class: 'colour' });
    colour.style.background = COLOURS[k % COLOURS.length] ?? '';
    return h('span', { class: 'legend' }, colour, name, ' ', values[k]);
  });
  const close = button(`Stop watching ${source.label}`, 'Stop watching', remove, '×');
  const element = h('div', { class: 'watched' }, h('div', { class: 'watched-head' }, h('span', {}, source.label), close), canvas, h('div', { class: 'legends' }, ...legend));
  return { source, series: new Series(source.names), element, canvas, values };
}

function sourcesOf(model: ModelMessage): Source[] {
  const built = BUILT_IN.map((name) => ({ label: name, names: [name] }));
  const entries = (field: string, from: number, count: number) => Array.from({ length: count }, (_, k) => `${field}[${from + k}]`);
  const energies = { label: 'energies', names: ['potential', 'kinetic'] };
  const sensors = model.sensors.map(({ name, first, count }, i) => ({ label: `sensor ${name || i}`, names: entries('sensordata', first, count) }));
  const fields = model.fields.map(({ name, count }) => ({ label: name, names: entries(name, 0, count) })).filter(({ names }) => names.length > 0);
  return [energies, ...built, ...sensors, ...fields];
}

/** The part of a long field from an entry on. */
function cut(source: Source, first: number): Source {
  const from = Math.min(Math.max(Math.floor(first) || 0, 0), Math.max(source.names.length - 1, 0));
  const names = source.names.slice(from, from + MOST_ENTRIES);
  return { label: source.names.length > names.length ? `${source.label} ${from}–${from + names.length - 1}` : source.label, names };
}
