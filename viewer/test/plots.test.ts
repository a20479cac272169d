import assert from 'node:assert/strict';
import test from 'node:test';
import { scaleOf, ticks, tickTexts, WHOLE } from '../src/ui/plot.ts';
import { Line, MOST_POINTS, Series } from '../src/ui/series.ts';
import { choicesOf, cut, hasSource, legendNames, scalarSource } from '../src/ui/sources.ts';
import { JointType, type ModelMessage } from '../src/protocol.generated.ts';

/** A line with samples. */
function line(samples: [number, number][]): Line {
  const made = new Line('a');
  for (const [time, value] of samples) made.add(time, value);
  return made;
}

test('a line drops what came after an earlier time, and replaces a value at the same time', () => {
  const made = line([[0, 1], [1, 2], [1, 3], [2, 4], [0.5, 5]]);
  assert.deepEqual([made.times, made.values], [[0, 0.5], [1, 5]]);
  made.add(NaN, 1);
  made.add(Infinity, 1);
  assert.deepEqual(made.times, [0, 0.5]);
  assert.deepEqual([made.at(-1), made.at(0.2), made.at(0.5), made.at(9)], [NaN, 1, 5, 5]);
});

test('a line is bounded, and keeps its lowest and highest values', () => {
  const made = new Line('a');
  for (let k = 0; k < 5 * MOST_POINTS; k++) made.add(k, k === 1234 ? 9 : k === 40_000 ? -9 : Math.sin(k));
  assert.ok(made.times.length <= MOST_POINTS && made.times.length === made.values.length);
  assert.equal(Math.max(...made.values), 9);
  assert.equal(Math.min(...made.values), -9);
  assert.ok(made.times.every((time, i) => i === 0 || time > (made.times[i - 1] ?? 0)));
  assert.equal(made.at(40_000), -9);
});

test('a plot shows a window of time and the range of values in it, or the range of the user', () => {
  const series = new Series(['a', 'b']);
  for (let k = 0; k <= 100; k++) {
    series.lines[0]?.add(0.1 * k, k);
    series.lines[1]?.add(0.1 * k, -k);
  }
  const whole = scaleOf(series, WHOLE, 200, 100);
  assert.deepEqual([whole.t0, whole.t1], [0, 10]);
  assert.ok(whole.low < -100 && whole.low > -120 && whole.high > 100);
  assert.ok(Math.abs(whole.time(whole.x(5)) - 5) < 1e-9);
  assert.deepEqual([whole.time(-1000), whole.time(1e6)], [0, 10]);
  const last = scaleOf(series, { ...WHOLE, window: 1, low: 95 }, 200, 100);
  assert.ok(Math.abs(last.t0 - 9) < 1e-9 && last.low === 95 && last.high > 100);
  // a range that lies beyond all values still is one
  const beyond = scaleOf(series, { ...WHOLE, low: 1000 }, 200, 100);
  assert.ok(beyond.high > beyond.low && beyond.low === 1000);
  const empty = scaleOf(new Series(['a']), WHOLE, 200, 100);
  assert.ok(empty.t1 > empty.t0 && empty.high > empty.low);
});

test('samples are saved with all digits, by the times of all lines', () => {
  const series = new Series(['a', 'b, "c"']);
  series.lines[0]?.add(0.1, 1 / 3);
  series.lines[0]?.add(0.2, 2);
  series.lines[1]?.add(0.2, NaN);
  series.lines[1]?.add(0.30000000000000004, -5);
  assert.equal(series.csv(), `time,a,"b, ""c"""\n0.1,${1 / 3},\n0.2,2,NaN\n0.30000000000000004,,-5\n`);
});

const model = {
  joints: [{ name: 'root', type: JointType.Free, body: 1, qpos: 0, qvel: 0, limited: false, range: [0, 0] }, { name: '', type: JointType.Hinge, body: 2, qpos: 7, qvel: 6, limited: false, range: [0, 0] }],
  sensors: [{ name: 'imu', first: 0, count: 3, axes: ['x', 'y', 'z'] }, { name: '', first: 3, count: 2, axes: [] }, { name: 'touch', first: 5, count: 1, axes: [] }],
  actuators: [{ name: 'motor', limited: true, range: [-1, 1] }],
  bodies: [{ name: '', parent: 0 }, { name: 'torso', parent: 0 }],
  fields: [{ name: 'qpos', count: 8 }, { name: 'qvel', count: 7 }, { name: 'sensordata', count: 6 }, { name: 'ctrl', count: 1 }, { name: 'xpos', count: 6 }, { name: 'cdof', count: 30 }],
} as unknown as ModelMessage;

/** The source of a choice. */
function source(label: string, scalars: string[] = []) {
  const found = choicesOf(model, scalars).flatMap(({ choices }) => choices).find((choice) => choice.label === label);
  assert.ok(found, label);
  return found.make();
}

test('the first choice shows energies, and sensors have axis names', () => {
  const [first] = choicesOf(model, []);
  assert.deepEqual(first?.choices[0]?.make().names, ['potential', 'kinetic', 'total']);
  assert.deepEqual(source('imu'), { label: 'imu', names: ['sensordata[0]', 'sensordata[1]', 'sensordata[2]'], labels: ['imu x', 'imu y', 'imu z'] });
  assert.deepEqual(source('sensor 1').labels, ['sensor 1 0', 'sensor 1 1']);
  assert.deepEqual(source('touch').labels, ['touch']);
  assert.deepEqual(source('root position').labels.slice(2, 4), ['root position z', 'root position qw']);
  assert.deepEqual(source('joint 1 velocity'), { label: 'joint 1 velocity', names: ['qvel[6]'], labels: ['joint 1 velocity'] });
});

test('entries of fields have the names of their objects', () => {
  assert.deepEqual(source('qpos').labels.slice(-2), ['qpos root qz', 'qpos joint 1']);
  assert.deepEqual(source('xpos').labels.slice(-1), ['xpos torso z']);
  assert.deepEqual(source('ctrl').labels, ['ctrl motor']);
  assert.deepEqual(source('sensordata').labels[2], 'sensordata imu z');
  assert.deepEqual(source('cdof').labels[29], 'cdof[29]');
  const part = cut(source('cdof'), 27, 8);
  assert.deepEqual([part.label, part.names], ['cdof 27–29', ['cdof[27]', 'cdof[28]', 'cdof[29]']]);
  assert.equal(cut(source('imu'), 0, 8).label, 'imu');
});

test('a plot goes with a model that has its values', () => {
  assert.ok(hasSource(model, [], source('energies')) && hasSource(model, [], source('qpos')));
  assert.ok(!hasSource({ ...model, fields: [{ name: 'qpos', count: 7 }] }, [], source('qpos')));
  assert.ok(hasSource(model, ['reward'], scalarSource('reward')) && !hasSource(model, [], scalarSource('reward')));
  assert.deepEqual(source('reward', ['reward']).names, ['user.reward']);
});

test('ticks have as many digits as their distance needs', () => {
  const texts = (low: number, high: number, count = 3) => tickTexts(ticks(low, high, count));
  assert.deepEqual(texts(0, 1), ['0.0', '0.5', '1.0']);
  assert.deepEqual(texts(0.15, 0.1502), ['0.1500', '0.1501', '0.1502']);
  assert.deepEqual(texts(-200, 200), ['-200', '0', '200']);
  assert.deepEqual(texts(1e6, 1.00001e6, 2), ['1.000000e+6', '1.000005e+6', '1.000010e+6']);
  assert.deepEqual(texts(0, 2e-5, 3), ['0', '1e-5', '2e-5']);
  for (const [low, high] of [[229.7, 229.7000001], [1e9, 1e9 + 3], [-1e-7, 3e-7], [99.98, 100.03], [-5e8, 7e8], [0, 1e-300]] as const) {
    const all = texts(low, high);
    assert.ok(all.length >= 2 && new Set(all).size === all.length, all.join());
    all.forEach((text, k) => assert.ok(Math.abs(Number(text) - (ticks(low, high, 3)[k] ?? NaN)) <= 0.01 * (high - low), text));
  }
});

test('values that differ by rounding alone have a plot', () => {
  const series = new Series(['a']);
  for (let k = 0; k < 10; k++) series.lines[0]?.add(k, 229.7 + (k % 2) * 2.9e-14);
  const { low, high } = scaleOf(series, WHOLE, 200, 100);
  assert.ok(high - low > 1, `${low} to ${high}`);
  assert.deepEqual(ticks(229.7, 229.7 + 3e-14, 3), [229.7]);
  assert.deepEqual([ticks(0, 0, 3), ticks(1, NaN, 3), ticks(0, Infinity, 3)], [[0], [1], [0]]);
});

test('a legend does not repeat the name of its plot', () => {
  const joint = source('root position');
  assert.deepEqual(legendNames(joint), ['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz']);
  assert.deepEqual(legendNames(source('energies')), ['potential', 'kinetic', 'total']);
  assert.deepEqual(legendNames(source('joint 1 velocity')), ['joint 1 velocity']);
  assert.deepEqual(legendNames(cut(source('qpos'), 1, 8)).slice(-1), ['joint 1']);
  assert.deepEqual(legendNames(cut(source('cdof'), 27, 8)), ['cdof[27]', 'cdof[28]', 'cdof[29]']);
});
