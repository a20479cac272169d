/** Names in narrow columns: what all have in common is folded, and the end of a long name stays visible. */
import { h } from './dom.ts';

/** What names have in common, and what is left of each. */
export interface Folded {
  prefix: string;
  suffix: string;
  rest: string[];
}

/** Fewest names that are folded, and fewest letters that are worth it. */
const FEWEST_NAMES = 3;
const FEWEST_LETTERS = 4;
/** Letters of the end of a name that stay visible. */
const TAIL = 9;

/** Takes off what all names begin and end with, up to a separator. If a name would be empty, all stay whole. */
export function fold(names: readonly string[]): Folded {
  const whole = { prefix: '', suffix: '', rest: [...names] };
  if (names.length < FEWEST_NAMES) return whole;
  const prefix = common(names, /^.*[_\-/.: ]/);
  const cut = names.map((name) => name.slice(prefix.length));
  const suffix = reversed(common(cut.map(reversed), /^.*[_\-/.: ]/));
  const rest = cut.map((name) => name.slice(0, name.length - suffix.length));
  if (rest.some((name) => name === '')) return whole;
  return { prefix, suffix, rest };
}

/** The longest common beginning that ends with a separator and is long enough. */
function common(names: readonly string[], separated: RegExp): string {
  const [first = '', ...others] = names;
  let length = first.length;
  for (const name of others) {
    let same = 0;
    while (same < Math.min(length, name.length) && name[same] === first[same]) same++;
    length = same;
  }
  const found = separated.exec(first.slice(0, length))?.[0] ?? '';
  return found.length >= FEWEST_LETTERS ? found : '';
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

/** A name whose middle gives way where the column is narrow. Its title is the whole name. */
export function label(name: string, whole = name): HTMLElement {
  const at = name.length > TAIL + 3 ? name.length - TAIL : name.length;
  return h('span', { class: 'label', title: whole }, h('span', { class: 'head' }, name.slice(0, at)), h('span', { class: 'tail' }, name.slice(at)));
}
