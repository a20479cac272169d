/** Creates elements. */

type Child = Node | string | null | undefined;
type Properties = Record<string, unknown>;

/** Makes an element; `class`, `role` and `aria-…` are attributes, `on…` are listeners, all else are properties. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith('on') && typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else if (name === 'class' || name === 'role' || name === 'for' || name.includes('-')) element.setAttribute(name, String(value));
    else (element as unknown as Properties)[name] = value;
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined));
  return element;
}

/** A button with an accessible name. */
export function button(label: string, title: string, act: () => void, content: Child = label): HTMLButtonElement {
  return h('button', { type: 'button', title, 'aria-label': label, onclick: act }, content);
}

/** A check box with its text. */
export function check(label: string, isOn: boolean, act: (on: boolean) => void, title?: string): HTMLLabelElement {
  const input = h('input', { type: 'checkbox', checked: isOn, onchange: () => act(input.checked) });
  return h('label', { class: 'check', title }, input, h('span', {}, label));
}

/** A choice of texts. */
export function choice(label: string, names: readonly string[], at: number, act: (i: number) => void): HTMLSelectElement {
  const select = h('select', { 'aria-label': label, onchange: () => act(select.selectedIndex) }, ...names.map((name) => h('option', {}, name)));
  select.selectedIndex = at;
  return select;
}

/** Sets a text if it differs, which saves layout work. */
export function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A number in few characters. */
export function short(x: number, digits = 4): string {
  if (!Number.isFinite(x)) return String(x);
  if (x === 0) return '0';
  const size = Math.abs(x);
  return size >= 1e5 || size < 1e-3 ? x.toExponential(Math.max(digits - 2, 0)) : String(Number(x.toPrecision(digits)));
}
