/** Offers pictures of the server to a user whose browser draws on the CPU. */
import type { Page } from '../page.ts';
import { isSoftware } from '../software.ts';
import { button, h, write } from './dom.ts';

/** A box with the offer. The user can take it, end it and hide it. */
export function buildPictureOffer(page: Page): HTMLElement {
  const text = h('span', {});
  const act = button('Change', 'Change who draws the pictures', () => (page.pictures.isOn ? page.pictures.stop() : page.pictures.start()));
  const box = h('div', { class: 'offer', role: 'status' }, text, act, button('Hide', 'Hide this', () => { box.hidden = true; }, '×'));
  box.hidden = !isSoftware();
  const update = () => {
    const { isOn } = page.pictures;
    write(text, isOn ? 'The server draws the pictures.' : 'This browser draws on the CPU, which is slow.');
    write(act, isOn ? 'Draw here' : 'Let the server draw');
    act.setAttribute('aria-label', act.textContent ?? '');
    page.redraw();
  };
  page.pictures.changed = update;
  update();
  return box;
}
