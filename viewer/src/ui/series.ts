/** Samples of values over time, as plots keep them: bounded, and lowest and highest values stay. */

/** Limit on the samples of a line. The older half is thinned out when it is reached. */
export const MOST_POINTS = 16384;
/** Samples that are thinned out together. */
const GROUP = 4;

/** Samples of one value, in order of their times. */
export class Line {
  readonly times: number[] = [];
  readonly values: number[] = [];

  constructor(readonly name: string) {}

  /** Adds a sample. An earlier time drops what came after it: the world went back. */
  add(time: number, value: number): void {
    if (!Number.isFinite(time)) return;
    const last = this.times.at(-1);
    if (last !== undefined && time <= last) this.cut(time);
    if (this.times.length >= MOST_POINTS) this.thinOut();
    this.times.push(time);
    this.values.push(value);
  }

  /** Drops the samples from a time on. */
  cut(time: number): void {
    const from = this.firstFrom(time);
    this.times.length = from;
    this.values.length = from;
  }

  /** The index of the first sample from a time on; the number of samples if there is none. */
  firstFrom(time: number): number {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] as number) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The value at a time: that of the last sample up to it. */
  at(time: number): number {
    const next = this.firstFrom(time);
    return (this.times[next] === time ? this.values[next] : this.values[next - 1]) ?? NaN;
  }

  /** Keeps the lowest and the highest of each group of samples of the older half. */
  private thinOut(): void {
    const { times, values } = this;
    const half = GROUP * Math.floor(times.length / (2 * GROUP));
    let kept = 0;
    for (let start = 0; start < half; start += GROUP) {
      let [low, high] = [start, start];
      for (let k = start + 1; k < start + GROUP; k++) {
        if ((values[k] as number) < (values[low] as number)) low = k;
        if ((values[k] as number) >= (values[high] as number)) high = k;
      }
      for (const k of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
        times[kept] = times[k] as number;
        values[kept] = values[k] as number;
        kept++;
      }
    }
    times.splice(kept, half - kept);
    values.splice(kept, half - kept);
  }
}

/** The lines of a plot. */
export class Series {
  readonly lines: Line[];

  constructor(readonly names: readonly string[]) {
    this.lines = names.map((name) => new Line(name));
  }

  clear(): void {
    for (const line of this.lines) line.cut(-Infinity);
  }

  /** Time of the newest sample. */
  get end(): number {
    return Math.max(...this.lines.map((line) => line.times.at(-1) ?? -Infinity));
  }

  /** Time of the oldest sample. */
  get start(): number {
    return Math.min(...this.lines.map((line) => line.times[0] ?? Infinity));
  }

  /** Lowest and highest value from a time on. `null`: there is no sample. */
  range(from: number, to: number): [number, number] | null {
    let [low, high] = [Infinity, -Infinity];
    for (const { times, values, ...line } of this.lines.map((l) => ({ times: l.times, values: l.values, first: l.firstFrom(from) }))) {
      for (let i = line.first; i < times.length && (times[i] as number) <= to; i++) {
        const v = values[i] as number;
        if (v < low) low = v;
        if (v > high) high = v;
      }
    }
    return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null;
  }

  /** All samples as comma-separated values: the times of all lines, and the values that are known at each. */
  csv(): string {
    const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const times = [...new Set(this.lines.flatMap((line) => line.times))].sort((a, b) => a - b);
    const places = this.lines.map(() => 0);
    const rows = times.map((time) => {
      const cells = this.lines.map((line, k) => {
        const place = places[k] as number;
        if (line.times[place] !== time) return '';
        places[k] = place + 1;
        return String(line.values[place]);
      });
      return [String(time), ...cells].join(',');
    });
    return `${[['time', ...this.names.map(quoted)].join(','), ...rows].join('\n')}\n`;
  }
}
