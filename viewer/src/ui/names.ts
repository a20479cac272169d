/** Names in narrow columns: what all have in common is folded, and long names are shortened so that they stay different. */
import { h, write } from './dom.ts';

/** What names have in common, and what is left of each. */
export interface Folded {
  prefix: string;
  suffix: string;
  rest: string[];
}

/** Fewest names that are folded, and fewest letters that are worth it. */
const FEWEST_NAMES = 3;
const FEWEST_LETTERS = 4;
/** Fewest letters of a shortened word. */
const FEWEST_KEPT = 2;
const CUT = '…';
/** Lengths that are tried for a name with one part left out. */
const CUT_TRIES = 4;

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

/** A name that `fitNames` shortens. Its title is the whole name. */
export function label(name: string, whole = name): HTMLElement {
  return h('span', { class: 'label', title: whole, 'data-name': name }, name);
}

/** A text that may break after separators only. */
export function breakable(name: string): Node[] {
  return name.split(/(?<=[_\-/.:])/).flatMap((part, i) => (i > 0 ? [h('wbr'), document.createTextNode(part)] : [document.createTextNode(part)]));
}

/** Shortens all labels inside an element to their widths. */
export function fitNames(container: HTMLElement): void {
  const labels = [...container.querySelectorAll<HTMLElement>('.label')].filter(({ clientWidth }) => clientWidth > 0);
  const g = document.createElement('canvas').getContext('2d');
  const [first] = labels;
  if (!g || !first) return;
  g.font = getComputedStyle(first).font;
  // one pixel less, because widths are rounded
  const rooms = labels.map(({ clientWidth }) => clientWidth - 1);
  const short = shorten(labels.map(({ dataset }) => dataset['name'] ?? ''), rooms, (text) => g.measureText(text).width);
  labels.forEach((element, i) => write(element, short[i] ?? ''));
}

/** Shortens the labels inside an element whenever its size changes. */
export function keepNamesFitted(container: HTMLElement): void {
  new ResizeObserver(() => fitNames(container)).observe(container);
}

/** Shortens names to their rooms by leaving out words or letters, so that every short name belongs to one name only. */
export function shorten(names: readonly string[], rooms: readonly number[], measure: (text: string) => number): string[] {
  const different = [...new Set(names)];
  const counts = new Map<string, number>();
  for (const word of different.flatMap((name) => [...new Set(wordsOf(name))])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const known = new Map<string, string>();
  return names.map((name, i) => {
    const room = rooms[i] ?? Infinity;
    const key = `${room} ${name}`;
    const short = known.get(key) ?? (measure(name) <= room ? name : shortened(name, different, counts, (text) => measure(text) <= room));
    known.set(key, short);
    return short;
  });
}

/** Words with the separators behind them. */
function wordsOf(name: string): string[] {
  return name.match(/[^_\-/.: ]*[_\-/.: ]+|[^_\-/.: ]+/g) ?? [];
}

/** Leaves out words that most names have, else one part of the middle, else letters of the longest words. */
function shortened(name: string, all: readonly string[], counts: ReadonlyMap<string, number>, fits: (text: string) => boolean): string {
  const words = wordsOf(name);
  const kept = words.map(({ length }) => length);
  const isClear = () => !all.some((other) => other !== name && isShortFor(piecesOf(words, kept), other));
  const tryKeep = (i: number, count: number) => {
    const before = kept[i] ?? 0;
    kept[i] = count;
    if (isClear()) return true;
    kept[i] = before;
    return false;
  };
  const text = () => piecesOf(words, kept).join(CUT);
  const common = words.map((word, i) => ({ i, word, count: counts.get(word) ?? 0 })).sort((a, b) => b.count - a.count || b.word.length - a.word.length);
  for (const { i, word } of common) {
    if (fits(text())) return text();
    if (word.length > CUT.length) tryKeep(i, 0);
  }
  const cut = fits(text()) ? null : cutOnce(name, all, fits);
  if (cut !== null) return cut;
  // a word that cannot lose another letter is left as it is
  const done = new Set<number>();
  while (!fits(text())) {
    const [longest] = kept.map((count, i) => ({ i, count })).filter(({ i, count }) => count > FEWEST_KEPT && !done.has(i)).sort((a, b) => b.count - a.count);
    if (!longest) break;
    if (!tryKeep(longest.i, longest.count - 1)) done.add(longest.i);
  }
  return text();
}

/** Leaves out one part of a name, near its middle. `null`: every short form that fits may stand for other names too. */
function cutOnce(name: string, all: readonly string[], fits: (text: string) => boolean): string | null {
  let most = name.length - 2;
  const halves = (count: number, head: number): [string, string] => [name.slice(0, head), name.slice(name.length - (count - head))];
  while (most > 2 && !fits(halves(most, Math.ceil(most / 2)).join(CUT))) most--;
  for (let count = most; count > Math.max(most - CUT_TRIES, 2); count--) {
    const heads = Array.from({ length: count - 1 }, (_, k) => k + 1).sort((a, b) => Math.abs(a - count / 2) - Math.abs(b - count / 2));
    for (const head of heads) {
      const pieces = halves(count, head);
      if (fits(pieces.join(CUT)) && !all.some((other) => other !== name && isShortFor(pieces, other))) return pieces.join(CUT);
    }
  }
  return null;
}

/** What is left of a name, in pieces; something is left out between two pieces. */
function piecesOf(words: readonly string[], kept: readonly number[]): string[] {
  const pieces = [''];
  words.forEach((word, i) => {
    const count = kept[i] ?? 0;
    pieces[pieces.length - 1] += word.slice(0, count);
    if (count < word.length && (count > 0 || i === 0 || pieces.at(-1) !== '')) pieces.push('');
  });
  return pieces;
}

/** Whether pieces with something left out between them may stand for a name. */
function isShortFor(pieces: readonly string[], name: string): boolean {
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  if (pieces.length === 1) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}
