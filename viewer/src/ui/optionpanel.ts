/** The panels of options: camera, rendering, flags, groups. */
import type { Page } from '../page.ts';
import { DEEPEST, GROUPS } from '../options.ts';
import { check, choice, h } from './dom.ts';
import { section } from './section.ts';
import { CameraKind, type ModelMessage, type Rendering } from '../protocol.generated.ts';

const RENDERING: [keyof Rendering, string, string][] = [
  ['shadow', 'Shadows', 'S'], ['wireframe', 'Wireframe', 'W'], ['reflection', 'Reflections', 'R'],
  ['skybox', 'Sky', 'K'], ['fog', 'Fog', 'G'], ['haze', 'Haze', ''],
];

/** Camera and picture, elements, groups. */
export function buildOptionPanels(page: Page): HTMLElement[] {
  return [
    panel(page, 'View', true, viewContent),
    panel(page, 'Elements', false, elements),
    panel(page, 'Groups', false, () => GROUPS.map((group) => groupRow(page, group))),
  ];
}

/** Switches, and how deep trees are shown. No model has flexes. */
function elements(model: ModelMessage, { options }: Page): Node[] {
  const flags = model.flags.filter(({ name }) => !name.startsWith('flex '));
  const depth = h('input', {
    type: 'number', min: '0', max: String(DEEPEST), value: String(options.depth), 'aria-label': 'Tree depth',
    onchange: () => options.setDepth(Number(depth.value)),
  });
  return [
    ...flags.map(({ name, bit }) => check(name, options.has(bit), () => options.toggle(bit))),
    h('label', { class: 'row' }, h('span', {}, 'tree depth'), depth),
  ];
}

/** A section that is rebuilt when model or options change. The used control keeps the focus. */
function panel(page: Page, title: string, isOpen: boolean, content: (model: ModelMessage, page: Page) => Node[]): HTMLElement {
  const part = section(title, isOpen);
  const fill = () => {
    const { model } = page.store;
    if (!model) return;
    const controls = () => [...part.body.querySelectorAll<HTMLElement>('input, select, button')];
    const focused = controls().indexOf(document.activeElement as HTMLElement);
    part.body.replaceChildren(...content(model, page));
    controls()[focused]?.focus();
  };
  page.store.on('model', fill);
  page.store.on('options', fill);
  return part.element;
}

function viewContent(model: ModelMessage, page: Page): Node[] {
  const { options, view, camera, store } = page;
  const cameras = ['Free', 'Tracking', ...model.cameras.map((c, i) => c.name || `camera ${i}`)];
  const at = camera.kind === CameraKind.Free ? 0 : camera.kind === CameraKind.Tracking ? 1 : camera.fixed + 2;
  const cameraChoice = choice('Camera', cameras, at, (i) => {
    if (i === 0) camera.free();
    else if (i === 1) camera.set({ kind: CameraKind.Tracking, track: store.picked?.body ?? Math.min(1, model.bodies.length - 1) });
    else camera.set({ kind: CameraKind.Fixed, fixed: i - 2 });
    store.tell('options', undefined);
  });
  const render = RENDERING.map(([key, label, shortcut]) =>
    check(label, view.rendering[key], (on) => {
      view.rendering[key] = on;
      page.redraw();
    }, shortcut && `Shortcut ${shortcut}`));
  const parallel = check('Parallel', camera.orthographic, (on) => camera.set({ orthographic: on }), 'Parallel projection');
  const row = (name: string, control: HTMLElement) => h('label', { class: 'row' }, h('span', {}, name), control);
  return [
    row('Camera', cameraChoice),
    row('Labels', choice('Labels', model.labels, options.label, (i) => options.setLabel(i))),
    row('Frames', choice('Frames', model.frames, options.frame, (i) => options.setFrame(i))),
    fieldset('Picture', ...render, parallel),
  ];
}

function fieldset(title: string, ...children: Node[]): HTMLElement {
  return h('fieldset', {}, h('legend', {}, title), ...children);
}

function groupRow(page: Page, group: (typeof GROUPS)[number]): HTMLElement {
  const boxes = page.options.groups[group].map((on, i) =>
    h('button', {
      type: 'button', class: on ? 'group on' : 'group', 'aria-pressed': String(on), 'aria-label': `${group} group ${i}`,
      onclick: () => page.options.toggleGroup(group, i),
    }, String(i)));
  return h('div', { class: 'groups', role: 'group', 'aria-label': `Groups of ${group}s` }, h('span', {}, group), ...boxes);
}
