import assert from 'node:assert/strict';
import test from 'node:test';
import { cameraXml, isOffCentre } from '../src/cameraxml.ts';
import { ViewCamera } from '../src/camera.ts';
import { checkSize, modelsOf } from '../src/drop.ts';
import { fromAngles, isSameTurn, toAngles } from '../src/turn.ts';
import { fileBase, fitted } from '../src/record.ts';
import { adviceFor, isDropped, messageLines } from '../src/ui/overlays.ts';
import { numbersOf } from '../src/ui/facts.ts';
import { fold, shorten } from '../src/ui/names.ts';
import { grownRange } from '../src/ui/slider.ts';
import { canSet, hintOf } from '../src/ui/simulation.ts';
import { subtree, treeOf, visibleNodes } from '../src/ui/tree.ts';
import { aligned, digitsOf, parseNumber } from '../src/ui/value.ts';
import { JointType, MAX_MODEL_BYTES, type ModelMessage } from '../src/protocol.generated.ts';
import type { Triple } from '../src/vectors.ts';

test('what all names have in common is folded, up to a separator', () => {
  const cases: [string[], string, string, string[]][] = [
    [['robot/left_hip', 'robot/left_knee', 'robot/left_ankle'], 'robot/left_', '', ['hip', 'knee', 'ankle']],
    [['left_hip_pitch_joint', 'left_hip_roll_joint', 'left_knee_joint'], 'left_', '_joint', ['hip_pitch', 'hip_roll', 'knee']],
    [['a_b', 'a_c', 'a_d'], '', '', ['a_b', 'a_c', 'a_d']],
    [['actuator1', 'actuator2', 'actuator3'], '', '', ['actuator1', 'actuator2', 'actuator3']],
    [['left_', 'left_hip', 'left_knee'], '', '', ['left_', 'left_hip', 'left_knee']],
    [['same_name', 'same_name', 'same_name'], 'same_', '', ['name', 'name', 'name']],
    [['one_joint', 'two_joint'], '', '', ['one_joint', 'two_joint']],
    [[], '', '', []],
  ];
  for (const [names, prefix, suffix, rest] of cases) assert.deepEqual(fold(names), { prefix, suffix, rest }, names.join());
});

test('typed numbers have units of angles, and words are none', () => {
  const near = (a: number | null, b: number) => assert.ok(a !== null && Math.abs(a - b) < 1e-12, `${a} ${b}`);
  near(parseNumber('1.5'), 1.5);
  near(parseNumber(' -2e-3 '), -0.002);
  near(parseNumber('1,5'), 1.5);
  near(parseNumber('90', true, true), Math.PI / 2);
  near(parseNumber('90°', false, true), Math.PI / 2);
  near(parseNumber('1 rad', true, true), 1);
  near(parseNumber('.5', true, false), 0.5);
  for (const text of ['', 'x', '1 2', '1e999', 'NaN', '--1', '90°', '1 rad']) assert.equal(parseNumber(text), null, text);
});

test('numbers of a column have the same digits', () => {
  assert.deepEqual([0, 1 / 3, -2, 123.4567, -1e-9, 12345.678].map((x) => aligned(x)), ['0.000', '0.333', '-2.000', '123.457', '0.000', '12345.7']);
  assert.deepEqual([NaN, Infinity, 1e9].map((x) => aligned(x)), ['NaN', 'Infinity', '1.00e+9']);
  assert.deepEqual([2, 0.02, 300, 1e9, 0, Infinity].map(digitsOf), [3, 5, 1, 0, 3, 3]);
});

test('angles and quaternions are one orientation', () => {
  for (const angles of [[0, 0, 0], [0.3, -0.4, 2], [-3, 1.5, -3], [1, 0, 0], [0, 0, 3.1]] as Triple[]) {
    const back = toAngles(fromAngles(angles));
    angles.forEach((angle, k) => assert.ok(Math.abs(angle - (back[k] ?? NaN)) < 1e-9, `${angles} ${back}`));
  }
  // a quarter turn about y, where roll and yaw are one
  const up = fromAngles([0.4, Math.PI / 2, 0.1]);
  assert.ok(isSameTurn(fromAngles(toAngles(up)), up));
  assert.deepEqual(toAngles([0, 0, 0, 0]), [0, 0, 0]);
  assert.deepEqual(toAngles([NaN, 0, 0, 0]), [0, 0, 0]);
  assert.ok(isSameTurn([1, 0, 0, 0], [-1, 0, 0, 0]) && !isSameTurn([1, 0, 0, 0], fromAngles([1e-4, 0, 0])));
  const z = fromAngles([0, 0, Math.PI / 2]);
  assert.ok(isSameTurn(z, [Math.SQRT1_2, 0, 0, Math.SQRT1_2]), 'yaw is about z');
});

const tree = {
  bodies: [{ name: '', parent: 0 }, { name: 'torso', parent: 0 }, { name: 'arm', parent: 1 }, { name: '', parent: 2 }, { name: 'leg', parent: 1 }, { name: 'ball', parent: 0 }],
  joints: [{ name: 'root', type: JointType.Free, body: 1 }, { name: 'elbow', type: JointType.Hinge, body: 2 }, { name: 'twist', type: JointType.Hinge, body: 2 }],
  geoms: [{ name: 'Finger', group: 0, body: 3 }, { name: '', group: 0, body: 5 }],
} as unknown as ModelMessage;

test('bodies are a tree whose search knows joints and geoms', () => {
  const nodes = treeOf(tree);
  assert.deepEqual(nodes.map(({ name, level }) => [name, level]), [['world', 0], ['torso', 1], ['arm', 2], ['body 3', 3], ['leg', 2], ['ball', 1]]);
  assert.deepEqual(nodes.map(({ note }) => note), ['', 'free', '2 hinge', '', '', '']);
  const shown = (wanted: string, open: number[]) => visibleNodes(nodes, wanted, (body) => open.includes(body)).map(({ body }) => body);
  assert.deepEqual(shown('', [0, 1, 2]), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(shown('', [0]), [0, 1, 5]);
  assert.deepEqual(shown('finger', []), [0, 1, 2, 3]);
  assert.deepEqual(shown('elbow', []), [0, 1, 2]);
  assert.deepEqual(shown('nothing', [0]), []);
  assert.deepEqual(subtree(nodes, 1).sort(), [1, 2, 3, 4]);
  assert.deepEqual(visibleNodes([], '', () => true), []);
});

test('the camera is MJCF that shows the same', () => {
  const camera = new ViewCamera();
  Object.assign(camera, { lookat: [1, 2, 0.5], distance: 4, azimuth: 90, elevation: -30 });
  const seen = { frame: camera.frame(), edges: camera.edges(1.5), isParallel: false, follows: '' };
  const text = cameraXml(seen, 'a"b');
  assert.match(text, /^<camera name="a&quot;b" mode="fixed" pos="1 -1\.464102 2\.5" xyaxes="1 0 0 0 0\.5 0\.8660254" fovy="45"\/>$/);
  assert.match(cameraXml({ ...seen, follows: 'torso' }), /mode="targetbody" target="torso"/);
  camera.orthographic = true;
  assert.match(cameraXml({ ...seen, isParallel: true, edges: { left: -3, right: 3, bottom: -2, top: 2 } }), /fovy="4" projection="orthographic"\/>$/);
  assert.ok(!isOffCentre(seen.edges) && isOffCentre({ left: -1, right: 2, bottom: -1, top: 1 }));
});

test('of dropped files those beside the folders may be the model, a scene first', () => {
  assert.deepEqual(modelsOf(['g1.xml', 'scene_mjx.xml', 'scene.xml', 'assets/leg.xml', 'readme.md', 'x.MJCF']), ['scene.xml', 'scene_mjx.xml', 'g1.xml', 'x.MJCF']);
  assert.deepEqual(modelsOf(['robot.urdf']), ['robot.urdf']);
  assert.deepEqual(modelsOf(['a.obj', 'b.obj']), []);
  const file = (size: number) => ({ name: 'a.xml', file: { size } });
  assert.equal(checkSize([file(10)]), null);
  assert.match(checkSize([]) ?? '', /empty/);
  assert.match(checkSize([file(MAX_MODEL_BYTES)]) ?? '', /at most 128 MB/);
  assert.match(checkSize(Array.from({ length: 5000 }, () => file(1))) ?? '', /5000 files/);
});

test('settings can be changed in every run but a recording', () => {
  const run = (values: object) => ({ is_recording: false, can_play: false, ...values }) as unknown as ModelMessage;
  assert.deepEqual([run({}), run({ can_play: true }), run({ is_recording: true, can_play: true }), null].map(canSet), [true, true, false, false]);
  assert.match(hintOf(run({})), /model of the program/);
  assert.match(hintOf(run({ can_play: true })), /until the model is loaded again/);
  assert.match(hintOf(run({ is_recording: true })), /to read/);
});

/** Shortens names to numbers of letters. */
const cut = (names: string[], room: number) => shorten(names, names.map(() => room), (text) => text.length);

/** Whether a short name, in which … stands for anything, may be this name. */
const mayBe = (short: string, name: string) => new RegExp(`^${short.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`).test(name);

test('names that are shown together stay different when they are shortened', () => {
  const sides = ['left', 'right'].flatMap((side) => ['hip_pitch', 'hip_roll', 'hip_yaw', 'knee', 'ankle_pitch', 'ankle_roll', 'shoulder_roll', 'wrist_yaw'].map((part) => `${side}_${part}_link`));
  const names = ['world', 'pelvis', 'torso_link', ...sides];
  for (const room of [40, 20, 16, 13, 10, 8]) {
    const short = cut(names, room);
    assert.equal(new Set(short).size, names.length, short.join());
    short.forEach((text, i) => {
      const whole = names[i] ?? '';
      if (whole.length <= room) assert.equal(text, whole);
      else assert.deepEqual(names.filter((name) => mayBe(text, name)), [whole], `${text} of ${whole}`);
      if (room >= 13) assert.ok(text.length <= room, `${text} in ${room}`);
    });
  }
  // what differs stays, and a repeated name is one name
  const [left, right] = cut(['geom of left_ankle_roll_link', 'geom of right_ankle_roll_link', 'floor', 'floor'], 12);
  assert.ok(left?.includes('l') && mayBe(left, 'geom of left_ankle_roll_link') && !mayBe(left, 'geom of right_ankle_roll_link'), left);
  assert.notEqual(left, right);
  assert.deepEqual(cut(['floor', 'floor', 'a'], 3), ['fl…', 'fl…', 'a']);
  assert.deepEqual(cut([], 3), []);
  assert.deepEqual(cut(['', '_', 'x_y'], 0), ['', '_', '…y']);
});

test('ranges reach beyond the values of the world', () => {
  assert.deepEqual(grownRange([-1, 1], 0.5, 1), [-1, 1]);
  assert.deepEqual(grownRange([-1, 1], 3, 1), [-1, 4]);
  assert.deepEqual(grownRange([-1, 1], -3, 2), [-5, 1]);
  assert.deepEqual(grownRange([-1, 1], 3, undefined), [-1, 1]);
  for (const value of [NaN, Infinity, -Infinity]) assert.deepEqual(grownRange([-1, 1], value, 1), [-1, 1]);
});

test('an error lists a few missing files, and says what the user can do', () => {
  const files = Array.from({ length: 35 }, (_, k) => `  assets/${k}.stl (asked for at g1.xml:${k}:5)`);
  const lines = messageLines(['missing files:', ...files].join('\n'));
  assert.deepEqual([lines.length, lines[0], lines[1], lines.at(-1)], [10, 'missing files:', files[0], '  and 27 more']);
  assert.deepEqual(messageLines(['a', '  b', 'and 1 more error:', '  c'].join('\n')), ['a', '  b', 'and 1 more error:', '  c']);
  assert.equal(messageLines(['x', ...files.slice(0, 9)].join('\n')).length, 10);
  const advice = (message: string, isDropped: boolean, hasModel = true) => adviceFor(message, { hasModel, isDropped }).join(' ');
  assert.match(advice('missing files:\n  a.stl', true), /keeps running.*Drop the whole folder/);
  assert.match(advice('unknown element', true), /drop it again/);
  assert.match(advice('unknown element', false), /Save the file again/);
  assert.match(advice('unknown element', false, false), /^Correct the file and save it/);
  assert.ok(isDropped({ file: 'a.xml' }, ['a.xml', 'b.stl']) && isDropped({ file: null }, ['a.xml']));
  assert.ok(!isDropped({ file: '/home/a.xml' }, ['a.xml']) && !isDropped({ file: null }, []));
});

test('names of saved files have no spaces, and films keep the shape of a picture', () => {
  const cases = [['g1_29dof_rev_1_0 scene', 'g1_29dof_rev_1_0_scene'], ['a/b c.xml', 'b_c'], ['x: "y"', 'x_y_'], ['', 'picture'], ['Häuser 1', 'Häuser_1']];
  for (const [name = '', base] of cases) assert.equal(fileBase(name), base);
  assert.deepEqual(fitted(200, 100, { width: 400, height: 400 }), [0, 100, 400, 200]);
  assert.deepEqual(fitted(300, 200, { width: 300, height: 200 }), [0, 0, 300, 200]);
});

test('several numbers of a fact are columns', () => {
  assert.deepEqual(numbersOf('   0.0090    -0.0000    0.8356'), ['0.0090', '0.0000', '0.8356']);
  assert.deepEqual(['torso_link', '', '#36', '1 2 x'].map(numbersOf), [[], [], [], []]);
});
