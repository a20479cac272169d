/** A plot with its head, legend, cursor, ranges and exports. */
import type { Page } from '../page.ts';
import { fileName, save } from '../record.ts';
import { button, choice, h, short, write } from './dom.ts';
import { keepNamesFitted, label } from './names.ts';
import { COLOURS, drawPlot, plotPicture, type PlotView, type Scale, WHOLE } from './plot.ts';
import { Series } from './series.ts';
import { legendNames, type Source } from './sources.ts';

/** Windows of time to choose from, in seconds. 0: all. */
const WINDOWS = [0, 0.5, 1, 2, 5, 10, 30, 60];
/** Part of the shown time by which an arrow key moves the cursor. */
const KEY_STEP = 0.01;
/** Letters of a legend's value and its colour. */
const VALUE_LETTERS = 12;

/** Values over time. */
export interface Plot {
  readonly source: Source;
  readonly series: Series;
  readonly element: HTMLElement;
  /** Values of the shown state. */
  readonly newest: number[];
  /** Time of the shown state. */
  now: number;
  /** Sets the time of the cursor. `null`: there is none. */
  setCursor(time: number | null): void;
  /** Draws. */
  show(): void;
}

/** What a plot asks for. */
export interface PlotActions {
  close(): void;
  /** Moves the cursor of all plots. */
  cursor(time: number | null): void;
}

/** Makes a plot of a source. */
export function makePlot(page: Page, source: Source, actions: PlotActions): Plot {
  const canvas = h('canvas', { class: 'plot', 'aria-hidden': 'true' });
  const field = h('div', {
    class: 'plot-field', role: 'img', tabIndex: 0,
    'aria-label': `Plot of ${source.label}. Arrow keys move the cursor, Escape removes it.`,
  }, canvas);
  const values = source.names.map(() => h('output', {}));
  const view: PlotView = { ...WHOLE };
  let scale: Scale | null = null;
  const place = h('span', { class: 'hint plot-time' });
  const plot: Plot = {
    source, series: new Series(source.labels), element: h('div', { class: 'watched', role: 'group', 'aria-label': source.label }), newest: [], now: 0,
    setCursor: (time) => {
      view.cursor = time;
      plot.show();
    },
    show: () => {
      view.now = plot.now;
      scale = drawPlot(canvas, plot.series, view);
      const { cursor } = view;
      values.forEach((element, k) => write(element, short(cursor === null ? (plot.newest[k] ?? NaN) : (plot.series.lines[k]?.at(cursor) ?? NaN))));
      write(place, cursor === null ? '' : `at ${short(cursor, 6)} s`);
    },
  };
  followCursor(field, view, () => scale, actions);
  const head = h('div', { class: 'watched-head' }, h('span', { class: 'watched-name', title: source.label }, source.label), place, windowChoice(source, view, plot), button(`Stop plotting ${source.label}`, 'Close this plot', actions.close, '×'));
  plot.element.append(head, field, legend(source, values), more(page, plot, view, canvas));
  return plot;
}

function windowChoice(source: Source, view: PlotView, plot: Plot): HTMLSelectElement {
  const names = WINDOWS.map((seconds) => (seconds === 0 ? 'all' : `${seconds} s`));
  const select = choice(`Time window of ${source.label}`, names, 0, (i) => {
    view.window = WINDOWS[i] ?? 0;
    plot.show();
  });
  select.title = 'How much time is shown';
  return select;
}

function legend(source: Source, values: HTMLElement[]): HTMLElement {
  const names = legendNames(source);
  const element = h('div', { class: 'legends' }, ...names.map((name, k) => {
    const colour = h('i', { class: 'colour' });
    colour.style.background = COLOURS[k % COLOURS.length] ?? '';
    return h('span', { class: 'legend' }, colour, label(name, source.labels[k]), values[k]);
  }));
  // long names have a row of their own
  element.style.setProperty('--legend', `${Math.max(...names.map(({ length }) => length)) + VALUE_LETTERS}ch`);
  keepNamesFitted(element);
  return element;
}

/** Ranges and exports, folded away. */
function more(page: Page, plot: Plot, view: PlotView, canvas: HTMLCanvasElement): HTMLElement {
  const bound = (which: 'low' | 'high', label: string) => {
    const input = h('input', {
      type: 'text', inputMode: 'decimal', placeholder: 'auto', 'aria-label': `${label} value of ${plot.source.label}`, title: `${label} value; empty: automatic`,
      onchange: () => {
        const value = Number(input.value);
        const isNumber = input.value.trim() !== '' && Number.isFinite(value);
        view[which] = isNumber ? value : null;
        if (!isNumber) input.value = '';
        plot.show();
      },
    });
    return input;
  };
  const name = (ending: string) => fileName(page, `${plot.source.label.replace(/[^\w.-]+/g, '_')}.${ending}`);
  const csv = () => save(new Blob([plot.series.csv()], { type: 'text/csv' }), name('csv'));
  const png = () => plotPicture(canvas, plot.series, view)?.toBlob((blob) => {
    if (blob) save(blob, name('png'));
  }, 'image/png');
  const clear = () => {
    plot.series.clear();
    plot.show();
  };
  return h('div', { class: 'plot-more' },
    h('span', { class: 'hint' }, 'Range'), bound('low', 'Lowest'), bound('high', 'Highest'),
    button(`Save ${plot.source.label} as CSV`, 'Save all samples as CSV', csv, 'CSV'),
    button(`Save ${plot.source.label} as PNG`, 'Save the plot as a picture', () => void png(), 'PNG'),
    button(`Clear ${plot.source.label}`, 'Forget the samples', clear, 'Clear'));
}

/** The mouse over the plot, and arrow keys, move the cursor. */
function followCursor(field: HTMLElement, view: PlotView, scale: () => Scale | null, actions: PlotActions): void {
  field.addEventListener('pointermove', (event) => {
    const s = scale();
    if (s) actions.cursor(s.time(event.clientX - field.getBoundingClientRect().left));
  });
  field.addEventListener('pointerleave', () => actions.cursor(null));
  field.addEventListener('blur', () => actions.cursor(null));
  field.addEventListener('keydown', (event) => {
    const s = scale();
    if (!s) return;
    const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP, PageUp: 10 * KEY_STEP, PageDown: -10 * KEY_STEP }[event.key];
    const at = view.cursor ?? s.t1;
    if (step !== undefined) actions.cursor(Math.min(Math.max(at + step * (s.t1 - s.t0), s.t0), s.t1));
    else if (event.key === 'Home') actions.cursor(s.t0);
    else if (event.key === 'End') actions.cursor(s.t1);
    else if (event.key === 'Escape' && view.cursor !== null) actions.cursor(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
