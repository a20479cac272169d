/** The sheet of all shortcuts. */
import type { Shortcut } from '../keys.ts';
import { button, h } from './dom.ts';

const MOUSE: [string, string][] = [
  ['Left drag', 'Turn the view (with Shift: horizontally)'],
  ['Right drag', 'Move the view (with Shift: in the horizontal plane)'],
  ['Wheel, middle drag', 'Zoom'],
  ['Double click', 'Select a body'],
  ['Ctrl + left drag', 'Turn the selected body'],
  ['Ctrl + right drag', 'Push the selected body (with Shift: horizontally)'],
  ['Right double click', 'Look at a point'],
  ['Ctrl + right double click', 'Follow a body'],
  ['Tap', 'Select a body'],
  ['One finger', 'Turn the view'],
  ['Two fingers', 'Move and zoom'],
  ['Drop a file or a folder', 'Load a model'],
];

/** Builds the sheet. */
export function buildHelp(shortcuts: readonly Shortcut[]): HTMLDialogElement {
  const rows = (list: [string, string][]) => list.flatMap(([keys, text]) => [h('dt', {}, h('kbd', {}, keys)), h('dd', {}, text)]);
  const dialog = h('dialog', { class: 'help', 'aria-label': 'Shortcuts' });
  dialog.append(
    h('header', {}, h('h2', {}, 'Shortcuts'), button('Close', 'Close (Esc)', () => dialog.close(), '×')),
    h('div', { class: 'help-columns' },
      h('section', {}, h('h3', {}, 'Keys'), h('dl', {}, ...rows(shortcuts.map(({ keys, text }) => [keys, text])))),
      h('section', {}, h('h3', {}, 'Mouse and fingers'), h('dl', {}, ...rows(MOUSE)))),
  );
  return dialog;
}
