/** A slider with its name and its value; it follows the world while nobody drags it. */
import { h, short, write } from './dom.ts';

/** A slider and how to move it. */
export interface Slider {
  element: HTMLElement;
  /** Shows a value, unless the user drags. */
  show(value: number): void;
}

const STEPS = 1000;

/** Makes a slider; `act` is told of values that the user chooses. */
export function slider(name: string, low: number, high: number, act: (value: number) => void): Slider {
  let isDragged = false;
  let waiting = 0;
  const value = h('output', { class: 'value' });
  const input = h('input', {
    type: 'range', min: String(low), max: String(high), step: String((high - low) / STEPS), 'aria-label': name,
    oninput: () => {
      isDragged = true;
      write(value, short(Number(input.value), 3));
      // one message for each picture is enough
      if (waiting === 0) {
        waiting = requestAnimationFrame(() => {
          waiting = 0;
          act(Number(input.value));
        });
      }
    },
    onchange: () => {
      isDragged = false;
    },
    onpointerup: () => {
      isDragged = false;
    },
    ondblclick: () => {
      input.value = '0';
      act(Number(input.value));
    },
  });
  return {
    element: h('div', { class: 'slider' }, h('span', { class: 'label', title: name }, name), input, value),
    show: (x) => {
      if (isDragged) return;
      if (Number(input.value) !== x) input.value = String(x);
      write(value, short(x, 3));
    },
  };
}
