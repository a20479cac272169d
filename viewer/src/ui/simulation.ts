/** Settings of the simulation, `mjOption`: numbers, choices and flags. */
import type { Page } from '../page.ts';
import { check, choice, h } from './dom.ts';
import { breakable } from './names.ts';
import { section } from './section.ts';
import { parseNumber } from './value.ts';
import type { ModelMessage, SettingInfo } from '../protocol.generated.ts';

const AXES = ['x', 'y', 'z'];

/** The panel of settings. The server sends them while it is open. */
export function buildSimulationPanel(page: Page): HTMLElement {
  const part = section('Simulation', false, (isOpen) => page.showPanels({ settings: isOpen }));
  const hint = h('p', { class: 'hint' });
  const rows = h('div', {});
  part.body.append(hint, rows);
  let list: SettingInfo[] = [];
  const draw = () => {
    const { model } = page.store;
    if (model) hint.textContent = hintOf(model);
    const focused = document.activeElement?.getAttribute('aria-label');
    rows.replaceChildren(...list.map((setting) => settingRow(page, setting, canSet(model))));
    if (focused) [...rows.querySelectorAll<HTMLElement>('input, select')].find((control) => nameOf(control) === focused)?.focus();
  };
  page.store.on('settings', (message) => {
    list = message.list;
    draw();
  });
  page.store.on('model', draw);
  if (part.isOpen()) page.showPanels({ settings: true });
  return part.element;
}

/** Whether users can change settings: of a run, whoever steps it, but not of a recording. */
export function canSet(model: ModelMessage | null): boolean {
  return model !== null && !model.is_recording;
}

/** What changes of settings do. */
export function hintOf(model: ModelMessage): string {
  if (model.is_recording) return 'A recording has been made: its settings are to read.';
  return model.can_play ? 'Changes last until the model is loaded again.' : 'Changes go to the model of the program that steps it.';
}

function nameOf(control: HTMLElement): string | null {
  return control.getAttribute('aria-label');
}

function settingRow(page: Page, setting: SettingInfo, isEditable: boolean): HTMLElement {
  const set = (values: number[]) => page.send({ do: 'setting', name: setting.name, values });
  const row = (...controls: HTMLElement[]) => h('div', { class: 'setting' }, h('span', { class: 'hint' }, ...breakable(setting.name)), ...controls);
  switch (setting.kind) {
    case 'choice': {
      const at = setting.choices.findIndex(({ value }) => value === setting.values[0]);
      const select = choice(setting.name, setting.choices.map(({ name }) => name), at, (i) => set([setting.choices[i]?.value ?? 0]));
      select.disabled = !isEditable;
      return row(select);
    }
    case 'flags':
      return flagRow(setting, isEditable, set);
    default:
      return row(h('span', { class: 'numbers' }, ...setting.values.map((_, k) => numberField(setting, k, isEditable, set))));
  }
}

/** The switches of flags. What disables is shown as what is on without it. */
function flagRow(setting: SettingInfo, isEditable: boolean, set: (values: number[]) => void): HTMLElement {
  const bits = setting.values[0] ?? 0;
  const boxes = setting.choices.map(({ value, name }) => {
    const mask = 1 << value;
    const box = check(name, (bits & mask) !== 0, (on) => set([on ? bits | mask : bits & ~mask]));
    const input = box.querySelector('input');
    if (input) {
      input.disabled = !isEditable;
      input.setAttribute('aria-label', `${setting.name} ${name}`);
    }
    return box;
  });
  return h('fieldset', {}, h('legend', {}, setting.name), ...boxes);
}

function numberField(setting: SettingInfo, k: number, isEditable: boolean, set: (values: number[]) => void): HTMLElement {
  const { name, values } = setting;
  const part = values.length === 3 ? AXES[k] : String(k);
  const before = String(values[k] ?? 0);
  const input = h('input', {
    type: 'text', inputMode: 'decimal', value: before, disabled: !isEditable, 'aria-label': values.length > 1 ? `${name} ${part}` : name,
    onchange: () => {
      const value = parseNumber(input.value);
      if (value === null) input.value = before;
      else set(values.map((old, i) => (i === k ? value : old)));
    },
  });
  return input;
}
