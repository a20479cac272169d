/** A value that is a number to read, and a field to type another one. */
import { h, write } from './dom.ts';

/** A number in a column: its element and how to show it. */
export interface TypedValue {
  element: HTMLElement;
  show(text: string): void;
}

/** Reads a number that a person typed, with a unit of angles or without. `null`: it is none. `isAngle`: the value is in radians. */
export function parseNumber(text: string, inDegrees = false, isAngle = false): number | null {
  const found = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(°|deg|rad)?\s*$/i.exec(text.replace(',', '.').replace('−', '-'));
  if (!found) return null;
  const value = Number(found[1]);
  const unit = found[2]?.toLowerCase();
  if (unit && !isAngle) return null;
  const isDegrees = unit ? unit !== 'rad' : isAngle && inDegrees;
  return Number.isFinite(value) ? (isDegrees ? (value * Math.PI) / 180 : value) : null;
}

/** Digits after the point so that a range has about a thousand steps. */
export function digitsOf(span: number): number {
  return span > 0 && Number.isFinite(span) ? Math.min(Math.max(4 - Math.ceil(Math.log10(span)), 0), 8) : 3;
}

/** A number with a fixed count of digits, so that columns align. */
export function aligned(x: number, digits = 3): string {
  if (!Number.isFinite(x)) return String(x);
  if (Math.abs(x) >= 1e6) return x.toExponential(2);
  const text = x.toFixed(Math.abs(x) >= 1e4 ? Math.min(digits, 1) : digits);
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text;
}

/** A value of this name. `act` gets typed text, and returns whether it is a value; `current` is the text to start from. */
export function typedValue(name: string, current: () => string, act: (text: string) => boolean): TypedValue {
  const text = h('span', {});
  const button = h('button', { type: 'button', class: 'value', title: 'Click to type a number', onclick: () => edit() }, text);
  const element = h('span', { class: 'typed' }, button);
  const edit = () => {
    const input = h('input', { type: 'text', inputMode: 'decimal', class: 'value', value: current(), 'aria-label': `Value of ${name}` });
    let isDone = false;
    const close = (isTaken: boolean) => {
      if (isDone) return;
      if (isTaken && input.value.trim() !== '' && !act(input.value)) {
        input.setAttribute('aria-invalid', 'true');
        return;
      }
      isDone = true;
      const hadFocus = document.activeElement === input;
      input.replaceWith(button);
      if (hadFocus) button.focus();
    };
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') close(true);
      else if (event.key === 'Escape') close(false);
      else {
        input.removeAttribute('aria-invalid');
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    });
    input.addEventListener('blur', () => {
      close(true);
      // NaN is dropped
      close(false);
    });
    button.replaceWith(input);
    input.focus();
    input.select();
  };
  const show = (value: string) => {
    if (text.textContent === value) return;
    write(text, value);
    button.setAttribute('aria-label', `${name}: ${value}`);
  };
  return { element, show };
}
