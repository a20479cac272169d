/** The bar on top: the run, its speed and its time. */
import type { Page } from '../page.ts';
import { button, choice, h, short, write } from './dom.ts';
import { titleOf } from '../title.ts';
import { icon } from './icons.ts';
import { breakable } from './names.ts';

/** Speeds to choose from, in simulated seconds per second. */
export const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 4, 8, 16];

/** The next speed up or down the list. */
export function nextSpeed(speed: number, step: 1 | -1): number {
  const list = step > 0 ? SPEEDS : [...SPEEDS].reverse();
  return list.find((x) => (step > 0 ? x > speed * 1.001 : x < speed * 0.999)) ?? speed;
}

/** Functions of the bar for other parts of the page. */
export interface TopbarActions {
  screenshot(): void;
  film(): void;
  /** Calls a function when a film begins or ends. */
  onFilm(listener: (isRunning: boolean) => void): void;
  help(): void;
  theme(): void;
  drawer(side: 'left' | 'right'): void;
}

/** Builds the bar. */
export function buildTopbar(page: Page, actions: TopbarActions): HTMLElement {
  const { store } = page;
  const play = button('Play', 'Play or pause (space)', () => page.togglePlay(), icon('play'));
  const step = button('Step', 'One step (right arrow)', () => page.send({ do: 'step', count: 1 }), icon('step'));
  const reset = button('Reset', 'Begin anew (backspace)', () => page.send({ do: 'reset' }), icon('reset'));
  const reload = button('Reload', 'Load the model again (Ctrl+L)', () => page.send({ do: 'reload' }), icon('reload'));
  const keys = h('select', { 'aria-label': 'Keyframe', title: 'Go to a keyframe', onchange: () => goToKey() });
  const goToKey = () => {
    if (keys.selectedIndex > 0) page.send({ do: 'key', id: keys.selectedIndex - 1 });
    keys.selectedIndex = 0;
  };
  const speed = choice('Speed', SPEEDS.map((x) => `${short(x)}×`), SPEEDS.indexOf(1), (i) => page.send({ do: 'speed', value: SPEEDS[i] ?? 1 }));
  speed.title = 'Seconds of the world per second (- and =)';
  const factor = h('output', { class: 'fact', title: 'Real-time factor: seconds of the world that pass in a second', 'aria-label': 'Real-time factor' });
  const time = h('output', { class: 'fact time', title: 'Time of the world', 'aria-label': 'Time' });
  const name = h('strong', { class: 'name' }, 'CortenForge');
  const film = button('Film', 'Record a film (webm)', actions.film, icon('film'));
  film.classList.add('film');
  actions.onFilm((isRunning) => {
    film.classList.toggle('on', isRunning);
    film.setAttribute('aria-pressed', String(isRunning));
  });
  store.on('model', (model) => {
    name.replaceChildren(...breakable(titleOf(model.name) || 'CortenForge'));
    name.title = model.name;
    keys.replaceChildren(h('option', {}, 'Keyframe…'), ...model.keys.map((key, i) => h('option', {}, key || `key ${i}`)));
    keys.hidden = model.keys.length === 0;
    for (const control of [play, step, speed]) control.disabled = !model.can_play;
  });
  store.on('status', (status) => {
    const label = status.playing ? 'Pause' : 'Play';
    if (play.getAttribute('aria-label') !== label) {
      play.setAttribute('aria-label', label);
      play.replaceChildren(icon(status.playing ? 'pause' : 'play'));
    }
    write(factor, `${short(status.real_time_factor, 3)}× real time`);
    showSpeed(speed, status.speed);
  });
  store.on('frame', (frame) => write(time, `${frame.time.toFixed(3)} s`));
  return h(
    'header', { class: 'topbar', role: 'toolbar', 'aria-label': 'The run' },
    h('span', { class: 'drawer-button' }, button('Options panel', 'Show or hide the options', () => actions.drawer('left'), icon('menu'))),
    h('span', { class: 'drawer-button' }, button('Values panel', 'Show or hide the values', () => actions.drawer('right'), icon('chart'))),
    name, play, step, reset, reload, keys, speed, time, factor,
    h('span', { class: 'grow' }),
    button('Screenshot', 'Save a picture (Ctrl+P)', actions.screenshot, icon('camera')),
    film,
    button('Light or dark', 'Switch between light and dark', actions.theme, icon('theme')),
    button('Help', 'All shortcuts (F1)', actions.help, '?'),
  );
}

/** Selects the speed, and adds one that is not in the list. */
function showSpeed(select: HTMLSelectElement, speed: number): void {
  if (document.activeElement === select) return;
  const at = SPEEDS.findIndex((x) => Math.abs(x - speed) < 1e-6 * x);
  const extra = select.options[SPEEDS.length];
  if (at >= 0) {
    extra?.remove();
    select.selectedIndex = at;
    return;
  }
  if (extra) write(extra, `${short(speed)}×`);
  else select.append(h('option', {}, `${short(speed)}×`));
  select.selectedIndex = SPEEDS.length;
}
