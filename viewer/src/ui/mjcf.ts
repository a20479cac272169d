/** What the user sees as MJCF: the state as a keyframe, the view as a camera. */
import { cameraXml, escaped, isOffCentre, seenFrom } from '../cameraxml.ts';
import type { Page } from '../page.ts';
import { button, h } from './dom.ts';
import { section } from './section.ts';
import { showText } from './textdialog.ts';

/** The panel with both. */
export function buildMjcfPanel(page: Page, app: HTMLElement): HTMLElement {
  const part = section('Copy as MJCF', false);
  const state = button('State as keyframe', 'The shown state as <key>, with all digits', () => page.send({ do: 'keyframe' }));
  const view = button('Camera as XML', 'What you see as <camera>', () => showCamera(page, app));
  part.body.append(h('div', { class: 'buttons' }, state, view));
  page.store.on('keyframe', ({ text }) => {
    if (text === null) {
      page.notice('The state has NaN or infinite numbers: a keyframe cannot hold it. Reset the world, or go back in time.');
      return;
    }
    const named = (name: string) => (name ? text.replace('<key', `<key name="${escaped(name)}"`) : text);
    showText(app, { title: 'State as keyframe', hint: 'Put it into <keyframe> of the model.', text: named, name: 'saved', file: 'keyframe.xml' });
  });
  return part.element;
}

function showCamera(page: Page, app: HTMLElement): void {
  const { canvas, camera, store } = page;
  const seen = seenFrom(camera, store.model, canvas.clientWidth / Math.max(canvas.clientHeight, 1));
  const lens = isOffCentre(seen.edges) ? ' The lens of this camera is beside its middle: copy its attributes too.' : '';
  showText(app, { title: 'Camera as XML', hint: `Put it into <worldbody> of the model.${lens}`, text: (name) => cameraXml(seen, name), name: 'view', file: 'camera.xml' });
}
