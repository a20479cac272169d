/** The history of states. */
import type { Page } from '../page.ts';
import { button, h, short, write } from './dom.ts';
import { icon } from './icons.ts';

/** The slider of the history with its buttons. */
export function buildTimeline(page: Page): HTMLElement {
  const { store } = page;
  let isDragged = false;
  const seek = (index: number) => page.send({ do: 'seek', index });
  const slider = h('input', {
    type: 'range', min: '0', max: '0', step: '1', value: '0', 'aria-label': 'History',
    oninput: () => {
      isDragged = true;
      seek(Number(slider.value));
    },
    onchange: () => {
      isDragged = false;
    },
  });
  const count = () => store.status?.history.count ?? 0;
  const index = () => store.status?.history.index ?? 0;
  const by = (step: number) => seek(Math.min(Math.max(index() + step, 0), Math.max(count() - 1, 0)));
  const text = h('output', { class: 'fact', 'aria-label': 'Place in the history' });
  store.on('status', ({ history }) => {
    slider.max = String(Math.max(history.count - 1, 0));
    slider.disabled = history.count < 2;
    if (!isDragged) slider.value = String(history.index);
    write(text, `${Math.min(history.index + 1, history.count)} / ${history.count} · ${short(history.seconds, 3)} s`);
  });
  return h(
    'footer', { class: 'timeline', 'aria-label': 'History' },
    button('One state back', 'One state back (left arrow)', () => by(-1), icon('back')),
    slider,
    button('One state on', 'One state on', () => by(1), icon('step')),
    button('Newest state', 'To the newest state', () => by(count()), icon('newest')),
    text,
  );
}
