/** Buttons and sliders of the program that runs the world. */
import type { Page } from '../page.ts';
import { button, h } from './dom.ts';
import { section } from './section.ts';
import { slider, type Slider } from './slider.ts';
import type { WidgetInfo } from '../protocol.generated.ts';

/** The panel of a program's buttons and sliders. It is hidden while there are none. */
export function buildProgramPanel(page: Page): HTMLElement {
  const part = section('Program', true);
  part.element.hidden = true;
  const sliders = new Map<string, Slider>();
  let known = '';
  page.store.on('widgets', ({ widgets }) => {
    part.element.hidden = widgets.length === 0;
    const shape = JSON.stringify(widgets.map(({ value: _, ...rest }) => rest));
    if (shape !== known) {
      known = shape;
      sliders.clear();
      part.body.replaceChildren(...widgets.map((widget) => make(page, widget, sliders)));
    }
    for (const { name, value } of widgets) sliders.get(name)?.show(value);
  });
  return part.element;
}

function make(page: Page, { id, name, kind, low, high }: WidgetInfo, sliders: Map<string, Slider>): HTMLElement {
  if (kind === 'button') return h('div', { class: 'widget' }, button(name, `${name}: a button of the program`, () => page.send({ do: 'widget', id, value: 1 })));
  const part = slider({ name, low, high, isClamped: true }, (value) => page.send({ do: 'widget', id, value }));
  sliders.set(name, part);
  return part.element;
}
