/** A slider with a name and a value. It follows the world while the user does not move it. */
import { h, short, write } from './dom.ts';

/** A slider and how to move it. */
export interface Slider {
  element: HTMLElement;
  /** Shows a value of the world, unless the user's own value is still on its way. */
  show(value: number): void;
}

const STEPS = 1000;

/** Milliseconds until the world has the user's value. Earlier states may not have it. */
const ANSWER = 250;

/** Makes a slider; `act` is called with values that the user chooses. */
export function slider(name: string, low: number, high: number, act: (value: number) => void): Slider {
  let world = 0;
  /** Whether a state came since the last choice was sent. */
  let heard = true;
  let isDragged = false;
  /** The animation frame that sends a choice. 0: none waits. */
  let picture = 0;
  /** The timer of the world's answer. 0: none runs. */
  let answer = 0;
  const value = h('output', { class: 'value' });
  const follow = () => {
    // keep a value that is not sent yet, and wait for a paused or slow world
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
    // one message per picture is enough
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
