/** A slider with a name and a value. It follows the world while the user does not move it. */
import { h } from './dom.ts';
import { label } from './names.ts';
import { aligned, digitsOf, parseNumber, typedValue } from './value.ts';

/** A slider and how to move it. */
export interface Slider {
  element: HTMLElement;
  /** Shows a value of the world, unless the user's own value is still on its way. */
  show(value: number): void;
}

/** What a slider is for. */
export interface SliderOptions {
  /** Its name for assistive technology and on hover. */
  name: string;
  /** Its name in the column. Default: `name`. */
  shown?: string;
  low: number;
  high: number;
  /** Widens the range to values of the world that lie outside, and by this beyond them. */
  growth?: number;
  /** Keeps typed values in the range too. */
  isClamped?: boolean;
  /** Whether values are angles, in radians. */
  isAngle?: boolean;
  /** Whether angles are shown in degrees now. */
  inDegrees?(): boolean;
}

const STEPS = 1000;

/** Milliseconds until the world has the user's value. Earlier states may not have it. */
const ANSWER = 250;

/** A range that has a value: the range itself, or one that reaches beyond the value by `growth`. Without `growth` it stays. */
export function grownRange([low, high]: readonly [number, number], value: number, growth: number | undefined): [number, number] {
  if (growth === undefined || !Number.isFinite(value) || (value >= low && value <= high)) return [low, high];
  return [value < low ? value - growth : low, value > high ? value + growth : high];
}

/** Makes a slider; `act` is called with values that the user chooses. */
export function slider(options: SliderOptions, act: (value: number) => void): Slider {
  const { name, isAngle = false } = options;
  let { low, high } = options;
  const inDegrees = () => isAngle && (options.inDegrees?.() ?? false);
  const format = (x: number) => (inDegrees() ? `${aligned((x * 180) / Math.PI, 1)}°` : aligned(x, digitsOf(high - low)));
  let world = 0;
  /** What the user chose, which may lie beyond the range. */
  let chosen = 0;
  /** Whether a state came since the last choice was sent. */
  let heard = true;
  let isDragged = false;
  /** The animation frame that sends a choice. 0: none waits. */
  let picture = 0;
  /** The timer of the world's answer. 0: none runs. */
  let answer = 0;
  const grow = () => {
    const range = grownRange([low, high], world, options.growth);
    if (range[0] === low && range[1] === high) return;
    [low, high] = range;
    Object.assign(input, { min: String(low), max: String(high), step: String((high - low) / STEPS) });
  };
  const follow = () => {
    // keep a value that is not sent yet, and wait for a paused or slow world
    if (isDragged || picture !== 0 || answer !== 0 || !heard) return;
    grow();
    if (Number(input.value) !== world) input.value = String(world);
    value.show(format(world));
  };
  const tell = () => {
    picture = 0;
    heard = false;
    act(chosen);
    window.clearTimeout(answer);
    answer = window.setTimeout(() => {
      answer = 0;
      follow();
    }, ANSWER);
  };
  const choose = (x: number) => {
    chosen = x;
    value.show(format(x));
    // one message per picture is enough
    if (picture === 0) picture = requestAnimationFrame(tell);
  };
  const value = typedValue(name, () => (inDegrees() ? aligned((world * 180) / Math.PI, 3) : String(Number(world.toPrecision(7)))), (text) => {
    const typed = parseNumber(text, inDegrees(), isAngle);
    if (typed === null) return false;
    const kept = options.isClamped ? Math.min(Math.max(typed, low), high) : typed;
    input.value = String(kept);
    choose(kept);
    return true;
  });
  const input = h('input', {
    type: 'range', min: String(low), max: String(high), step: String((high - low) / STEPS), 'aria-label': name,
    oninput: () => {
      isDragged = true;
      choose(Number(input.value));
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
      choose(Number(input.value));
    },
  });
  return {
    element: h('div', { class: 'slider' }, label(options.shown ?? name, name), input, value.element),
    show: (x) => {
      world = x;
      heard = true;
      follow();
    },
  };
}
