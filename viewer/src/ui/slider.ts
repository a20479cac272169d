/** A slider with its name and its value; it follows the world while the user leaves it alone. */
import { h, short, write } from './dom.ts';

/** A slider and how to move it. */
export interface Slider {
  element: HTMLElement;
  /** Shows a value of the world, as soon as what the user chose is over. */
  show(value: number): void;
}

const STEPS = 1000;

/** Milliseconds in which the world answers: states that come sooner may be from before the user chose. */
const ANSWER = 250;

/** Makes a slider; `act` is told of values that the user chooses. */
export function slider(name: string, low: number, high: number, act: (value: number) => void): Slider {
  let world = 0;
  /** Whether the world was heard since it was told of a choice. */
  let heard = true;
  let isDragged = false;
  /** The picture at which a choice is told; none where nothing waits. */
  let picture = 0;
  /** What ends the time in which the world answers; none where no answer is awaited. */
  let answer = 0;
  const value = h('output', { class: 'value' });
  const follow = () => {
    // a value that was chosen and not told yet would be lost; a world that rests, or takes long for a step, is waited for
    if (isDragged || picture !== 0 || answer !== 0 || !heard) return;
    if (Number(input.value) !== world) input.value = String(world);
    write(value, short(world, 3));
  };
  const tell = () => {
    picture = 0;
    heard = false;
    act(Number(input.value));
    window.clearTimeout(answer);
    answer = window.setTimeout(() => {
      answer = 0;
      follow();
    }, ANSWER);
  };
  const choose = () => {
    write(value, short(Number(input.value), 3));
    // one message for each picture is enough
    if (picture === 0) picture = requestAnimationFrame(tell);
  };
  const input = h('input', {
    type: 'range', min: String(low), max: String(high), step: String((high - low) / STEPS), 'aria-label': name,
    oninput: () => {
      isDragged = true;
      choose();
    },
    onchange: () => {
      isDragged = false;
      follow();
    },
    // the value stays: some browsers set it once more from the pointer
    onpointerup: () => {
      isDragged = false;
    },
    ondblclick: () => {
      input.value = '0';
      choose();
    },
  });
  return {
    element: h('div', { class: 'slider' }, h('span', { class: 'label', title: name }, name), input, value),
    show: (x) => {
      world = x;
      heard = true;
      follow();
    },
  };
}
