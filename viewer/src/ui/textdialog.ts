/** A dialog with a text to copy or to save. */
import { save } from '../record.ts';
import { button, h } from './dom.ts';

/** What a dialog shows. */
export interface TextOptions {
  title: string;
  hint: string;
  /** The text with a name that the user may change. */
  text(name: string): string;
  /** The first name. */
  name: string;
  /** Name of the saved file. */
  file: string;
}

/** Opens the dialog. It is removed when it closes. */
export function showText(parent: HTMLElement, { title, hint, text, name, file }: TextOptions): void {
  const area = h('textarea', { readOnly: true, rows: 6, 'aria-label': title, spellcheck: false });
  const field = h('input', { type: 'text', value: name, 'aria-label': 'Name', oninput: () => update() });
  const update = () => {
    area.value = text(field.value);
  };
  const copy = async () => {
    const isCopied = await copied(area);
    copyButton.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
  };
  const copyButton = button('Copy', 'Copy the text', () => void copy());
  const download = button('Save', 'Save the text as a file', () => save(new Blob([`${area.value}\n`], { type: 'application/xml' }), file));
  const dialog = h('dialog', { class: 'help text-dialog', 'aria-label': title, onclose: () => dialog.remove() });
  dialog.append(
    h('header', {}, h('h2', {}, title), button('Close', 'Close (Esc)', () => dialog.close(), '×')),
    h('p', { class: 'hint' }, hint),
    h('label', { class: 'row' }, h('span', {}, 'Name'), field), area,
    h('div', { class: 'buttons' }, copyButton, download),
  );
  update();
  parent.append(dialog);
  dialog.showModal();
  copyButton.focus();
}

/** Copies the text of an area. Pages that no secure address serves have no clipboard but the old command. */
async function copied(area: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(area.value);
    return true;
  } catch {
    area.select();
    return document.execCommand('copy');
  }
}
