/** Joints: sliders that set positions, and angles of ball and free joints. */
import type { Frame } from '../frame.ts';
import type { Page } from '../page.ts';
import { fromAngles, isSameTurn, toAngles } from '../turn.ts';
import type { Triple } from '../vectors.ts';
import { h } from './dom.ts';
import { movers, type Row } from './movers.ts';
import { fold, label } from './names.ts';
import { keep, read } from './section.ts';
import { slider, type Slider } from './slider.ts';
import { JointType, type JointInfo, type ModelMessage } from '../protocol.generated.ts';

const AXES = ['x', 'y', 'z'] as const;
const ANGLES = ['roll', 'pitch', 'yaw'] as const;
/** Largest roll, pitch and yaw. Beyond a right angle of pitch the same orientations come again. */
const HIGHEST = [Math.PI, Math.PI / 2, Math.PI];
/** Where the browser stores the unit of angles. */
const UNIT = 'degrees';

/** Positions of joints. */
export function buildJointPanel(page: Page): HTMLElement {
  let isDegrees = read(UNIT) === 'true';
  const unit = h('button', {
    type: 'button', class: 'unit', title: 'Show angles in degrees or in radians',
    onclick: () => {
      isDegrees = !isDegrees;
      keep(UNIT, String(isDegrees));
      name();
      part.refresh();
    },
  });
  const name = () => {
    unit.textContent = isDegrees ? 'Angles: degrees' : 'Angles: radians';
    unit.setAttribute('aria-pressed', String(isDegrees));
  };
  name();
  const part = movers(page, 'Joints', 'The model has no joints.', (model) => rows(page, model, () => isDegrees), names, unit);
  return part.element;
}

function names(model: ModelMessage): string[] {
  return model.joints.map((joint, i) => joint.name || `joint ${i}`);
}

function rows(page: Page, model: ModelMessage, inDegrees: () => boolean): Row[] {
  const all = names(model);
  const { rest } = fold(all);
  return model.joints.map((joint, i) => {
    const [name, shown] = [all[i] ?? '', rest[i] ?? ''];
    if (joint.type === JointType.Slide || joint.type === JointType.Hinge) return scalarRow(page, model, joint, name, shown, inDegrees);
    return turnRow(page, model, joint, name, shown, inDegrees);
  });
}

/** A hinge or a slide. */
function scalarRow(page: Page, model: ModelMessage, joint: JointInfo, name: string, shown: string, inDegrees: () => boolean): Row {
  const isAngle = joint.type === JointType.Hinge;
  const reach = isAngle ? Math.PI : model.visual.extent;
  const [low, high] = joint.limited && joint.range[1] > joint.range[0] ? joint.range : [-reach, reach];
  const growth = isAngle || joint.limited ? undefined : reach;
  const part = slider({ name, shown, low, high, growth, isAngle, inDegrees }, (value) => page.send({ do: 'qpos', first: joint.qpos, values: [value] }));
  return { element: part.element, name, follow: (frame) => part.show(frame.qpos[joint.qpos] ?? 0) };
}

/** A ball, or a free joint, which has a position too. */
function turnRow(page: Page, model: ModelMessage, joint: JointInfo, name: string, shown: string, inDegrees: () => boolean): Row {
  const isFree = joint.type === JointType.Free;
  const first = joint.qpos + (isFree ? 3 : 0);
  const reach = 2 * model.visual.extent;
  const places = !isFree ? [] : AXES.map((axis, k) =>
    slider({ name: `${name} ${axis}`, shown: axis, low: -reach, high: reach, growth: reach }, (value) => page.send({ do: 'qpos', first: joint.qpos + k, values: [value] })));
  /** The angles that the sliders show: those of the user as long as the world has that orientation. */
  let angles: Triple = [0, 0, 0];
  const turns: Slider[] = ANGLES.map((axis, k) =>
    slider({ name: `${name} ${axis}`, shown: axis, low: -(HIGHEST[k] ?? 0), high: HIGHEST[k] ?? 0, isAngle: true, inDegrees }, (value) => {
      angles[k] = value;
      page.send({ do: 'qpos', first, values: [...fromAngles(angles)] });
    }));
  const element = h('div', { class: 'joint', role: 'group', 'aria-label': name }, label(shown, name), ...places.map((part) => part.element), ...turns.map((part) => part.element));
  const follow = (frame: Frame) => {
    places.forEach((part, k) => part.show(frame.qpos[joint.qpos + k] ?? 0));
    const quat = frame.qpos.subarray(first, first + 4);
    // angles are not unique: the user's stay
    if (!isSameTurn(quat, fromAngles(angles))) angles = toAngles(quat);
    turns.forEach((part, k) => part.show(angles[k] ?? 0));
  };
  return { element, name, follow };
}
