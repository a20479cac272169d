/** Joints and controls: sliders that set positions and controls. */
import type { Page } from '../page.ts';
import type { Frame } from '../frame.ts';
import { h, short, write } from './dom.ts';
import { section } from './section.ts';
import { slider } from './slider.ts';
import { JointType, type JointInfo, type ModelMessage } from '../protocol.generated.ts';

/** Length of a position by joint type: free, ball, slide, hinge. */
const WIDTHS = [7, 4, 1, 1];
/** Limit on rows without a search. */
const MOST_ROWS = 120;

/** A row that follows frames. */
interface Row {
  element: HTMLElement;
  name: string;
  follow(frame: Frame): void;
}

/** Positions of joints. */
export function buildJointPanel(page: Page): HTMLElement {
  return movers(page, 'Joints', true, 'The model has no joints.', (model) => model.joints.map((joint, i) => jointRow(page, model, joint, i)));
}

/** Controls of actuators. */
export function buildControlPanel(page: Page): HTMLElement {
  return movers(page, 'Controls', true, 'The model has no actuators.', (model) =>
    model.actuators.map(({ name, limited, range }, id) => {
      const label = name || `actuator ${id}`;
      const [low, high] = limited && range[1] > range[0] ? range : [-1, 1];
      const part = slider(label, low, high, (value) => page.send({ do: 'ctrl', id, value }));
      return { element: part.element, name: label, follow: (frame) => part.show(frame.ctrl[id] ?? 0) };
    }));
}

function movers(page: Page, title: string, isOpen: boolean, none: string, make: (model: ModelMessage) => Row[]): HTMLElement {
  const part = section(title, isOpen);
  let rows: Row[] = [];
  let shown: Row[] = [];
  const list = h('div', {});
  const search = h('input', { type: 'search', placeholder: 'Search', 'aria-label': `Search ${title.toLowerCase()}`, oninput: () => show() });
  const more = h('p', { class: 'hint' });
  const show = () => {
    const wanted = search.value.toLowerCase();
    const found = rows.filter((row) => row.name.toLowerCase().includes(wanted));
    shown = found.slice(0, MOST_ROWS);
    list.replaceChildren(...shown.map((row) => row.element));
    search.hidden = rows.length < 12;
    const rest = found.length - shown.length;
    write(more, rows.length === 0 ? none : rest > 0 ? `${rest} more: search for their names.` : '');
    const frame = page.store.frame;
    if (frame) shown.forEach((row) => row.follow(frame));
  };
  part.body.append(search, list, more);
  page.store.on('model', (model) => {
    rows = make(model);
    show();
  });
  page.store.on('frame', (frame) => {
    if (part.isOpen()) for (const row of shown) row.follow(frame);
  });
  return part.element;
}

function jointRow(page: Page, model: ModelMessage, joint: JointInfo, i: number): Row {
  const label = joint.name || `joint ${i}`;
  if (joint.type !== JointType.Slide && joint.type !== JointType.Hinge) return valueRow(label, joint);
  const reach = joint.type === JointType.Hinge ? Math.PI : model.visual.extent;
  const [low, high] = joint.limited && joint.range[1] > joint.range[0] ? joint.range : [-reach, reach];
  const part = slider(label, low, high, (value) => page.send({ do: 'qpos', first: joint.qpos, values: [value] }));
  return { element: part.element, name: label, follow: (frame) => part.show(frame.qpos[joint.qpos] ?? 0) };
}

/** A joint of several numbers: they are shown, and moved with the mouse. */
function valueRow(label: string, joint: JointInfo): Row {
  const value = h('span', { class: 'values' });
  const element = h('div', { class: 'slider' }, h('span', { class: 'label', title: label }, label), value);
  const width = WIDTHS[joint.type] ?? 1;
  // rounding errors of zero are shown as zero
  const follow = (frame: Frame) => write(value, [...frame.qpos.subarray(joint.qpos, joint.qpos + width)].map((x) => short(Math.abs(x) < 1e-6 ? 0 : x, 3)).join('  '));
  return { element, name: label, follow };
}
