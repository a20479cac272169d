/** Asks which of several dropped files is the model. */
import { button, h } from './dom.ts';

/** Opens a dialog with the names. The answer is `null` if the user closes it. */
export function chooseModel(parent: HTMLElement, names: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    let chosen: string | null = null;
    const dialog = h('dialog', { class: 'help', 'aria-label': 'Choose the model', onclose: () => { dialog.remove(); resolve(chosen); } });
    const choices = names.map((name) => button(name, `Load ${name}`, () => {
      chosen = name;
      dialog.close();
    }));
    dialog.append(
      h('header', {}, h('h2', {}, 'Which file is the model?'), button('Close', 'Load nothing (Esc)', () => dialog.close(), '×')),
      h('div', { class: 'choices' }, ...choices));
    parent.append(dialog);
    dialog.showModal();
    choices[0]?.focus();
  });
}
