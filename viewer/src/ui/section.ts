/** A part of a panel that can be folded. */
import { h } from './dom.ts';

/** Its element, and where its content goes. */
export interface Section {
  element: HTMLDetailsElement;
  body: HTMLElement;
  isOpen(): boolean;
}

/** Stores in the browser whether the section is open. `toggled` is called when it opens or closes. */
export function section(title: string, isOpen: boolean, toggled?: (isOpen: boolean) => void): Section {
  const key = `section ${title}`;
  const body = h('div', { class: 'section-body' });
  const element = h('details', { class: 'section' }, h('summary', {}, title), body);
  element.open = (read(key) ?? String(isOpen)) === 'true';
  // the first event comes for the state that was stored
  let wasOpen = element.open;
  element.addEventListener('toggle', () => {
    if (element.open === wasOpen) return;
    wasOpen = element.open;
    keep(key, String(element.open));
    toggled?.(element.open);
  });
  return { element, body, isOpen: () => element.open };
}

/** Reads something that the browser stored. Without storage: `null`. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(`cortenforge ${key}`);
  } catch {
    return null;
  }
}

/** Stores something in the browser. Without storage it lasts as long as the page. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`cortenforge ${key}`, value);
  } catch {
    return;
  }
}
