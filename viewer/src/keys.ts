/** Keyboard shortcuts of MuJoCo's viewer. */
import { glfwKey } from './glfw.ts';
import type { Page } from './page.ts';
import { nextSpeed } from './ui/topbar.ts';
import { type Rendering, VisualFlag } from './protocol.generated.ts';

/** A shortcut: its entry in the help sheet, its test, its action. */
export interface Shortcut {
  keys: string;
  text: string;
  matches(event: KeyboardEvent): boolean;
  act(event: KeyboardEvent): void;
}

/** Actions of shortcuts outside the page. */
export interface KeyActions {
  help(): void;
  togglePanels(): void;
  nextRegion(): void;
  screenshot(): void;
}

const plain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey;
const key = (name: string) => (event: KeyboardEvent) => plain(event) && event.key.toLowerCase() === name.toLowerCase();
const letter = (name: string) => (event: KeyboardEvent) => key(name)(event) && !event.shiftKey;
const control = (name: string) => (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === name;
const digit = (shift: boolean) => (event: KeyboardEvent) => plain(event) && event.shiftKey === shift && /^Digit[0-5]$/.test(event.code);

/** All shortcuts, in the order of the help sheet. */
export function makeShortcuts(page: Page, actions: KeyActions): Shortcut[] {
  const { options, camera, view, store } = page;
  const flag = (name: string, bit: number, text: string): Shortcut => ({ keys: name, text, matches: letter(name), act: () => options.toggle(bit) });
  const rendering = (name: string, what: keyof Rendering, text: string): Shortcut => ({
    keys: name, text, matches: letter(name),
    act: () => {
      view.rendering[what] = !view.rendering[what];
      store.tell('options', undefined);
      page.redraw();
    },
  });
  const speed = (step: 1 | -1) => page.send({ do: 'speed', value: nextSpeed(store.status?.speed ?? 1, step) });
  const cycle = (step: number) => {
    camera.cycle(step);
    store.tell('options', undefined);
  };
  // a program that steps the world has these keys to itself
  const ofTime = (matches: Shortcut['matches']): Shortcut['matches'] => (event) => (store.model?.can_play ?? true) && matches(event);
  const back = () => page.send({ do: 'seek', index: Math.max((store.status?.history.index ?? 0) - 1, 0) });
  return [
    { keys: 'Space', text: 'Play or pause', matches: ofTime(key(' ')), act: () => page.togglePlay() },
    { keys: '→', text: 'One step', matches: ofTime(key('arrowright')), act: () => page.send({ do: 'step', count: 1 }) },
    { keys: '←', text: 'One state back in the history', matches: ofTime(key('arrowleft')), act: back },
    { keys: 'Backspace', text: 'Reset', matches: key('backspace'), act: () => page.send({ do: 'reset' }) },
    { keys: 'Ctrl+L', text: 'Load the model again', matches: control('l'), act: () => page.send({ do: 'reload' }) },
    { keys: '- and =', text: 'Slower and faster', matches: ofTime((e) => plain(e) && ['-', '=', '+'].includes(e.key)), act: (e) => speed(e.key === '-' ? -1 : 1) },
    { keys: 'Esc', text: 'Free camera', matches: key('escape'), act: () => { camera.free(); store.tell('options', undefined); } },
    { keys: '[ and ]', text: 'Cameras of the model', matches: (e) => plain(e) && (e.key === '[' || e.key === ']'), act: (e) => cycle(e.key === '[' ? -1 : 1) },
    { keys: 'F1', text: 'This sheet', matches: key('f1'), act: actions.help },
    { keys: 'Tab', text: 'Show or hide the panels (in the picture; Shift+Tab leaves it)', matches: (e) => plain(e) && e.key === 'Tab' && !e.shiftKey && e.target instanceof HTMLCanvasElement, act: actions.togglePanels },
    { keys: 'F6', text: 'To the next part of the page', matches: key('f6'), act: actions.nextRegion },
    { keys: 'Ctrl+P', text: 'Save a picture', matches: control('p'), act: actions.screenshot },
    flag('C', VisualFlag.CONTACTPOINT, 'Contact points'),
    flag('F', VisualFlag.CONTACTFORCE, 'Contact forces'),
    flag('M', VisualFlag.COM, 'Centres of mass'),
    flag('J', VisualFlag.JOINT, 'Joints'),
    flag('I', VisualFlag.INERTIA, 'Inertias'),
    flag('T', VisualFlag.TRANSPARENT, 'Transparent'),
    flag('U', VisualFlag.ACTUATOR, 'Actuators'),
    { keys: 'E', text: 'Frames, one kind after the other', matches: letter('e'), act: () => options.setFrame(options.frame + 1) },
    { keys: '`', text: 'Labels, one kind after the other', matches: (e) => plain(e) && (e.key === '`' || e.code === 'Backquote'), act: () => options.setLabel(options.label + 1) },
    { keys: '0 to 5', text: 'Groups of geoms', matches: digit(false), act: (e) => options.toggleGroup('geom', Number(e.code.at(-1))) },
    { keys: 'Shift + 0 to 5', text: 'Groups of sites', matches: digit(true), act: (e) => options.toggleGroup('site', Number(e.code.at(-1))) },
    rendering('W', 'wireframe', 'Wireframe'),
    rendering('S', 'shadow', 'Shadows'),
    rendering('R', 'reflection', 'Reflections'),
    rendering('K', 'skybox', 'Sky'),
    rendering('G', 'fog', 'Fog'),
  ];
}

/** Whether the user is typing, or using a control that needs the key. */
function belongsToControl(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (event.ctrlKey || event.metaKey || /^F\d/.test(event.key)) return false;
  if (target.isContentEditable || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) {
    const isText = target.type !== 'range' && target.type !== 'checkbox';
    if (isText) return true;
  }
  const isControl = target.closest('button, input, summary, dialog') !== null;
  return isControl && [' ', 'Enter', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Escape'].includes(event.key);
}

/** Listens for shortcuts; `pressed` is called with the GLFW number of every key that no control needs. */
export function installKeys(shortcuts: readonly Shortcut[], pressed: (key: number) => void): void {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || belongsToControl(event)) return;
    const number = glfwKey(event.code);
    if (number !== undefined) pressed(number);
    const shortcut = shortcuts.find(({ matches }) => matches(event));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.act(event);
  });
}
