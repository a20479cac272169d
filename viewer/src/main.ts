/** Puts the page together. */
import './style.css';
import { installHooks } from './hooks.ts';
import { Mouse } from './mouse.ts';
import { Page } from './page.ts';
import { h } from './ui/dom.ts';
import { focusQuietly } from './ui/focus.ts';
import { buildPanels } from './ui/panels.ts';

const app = document.getElementById('app');
if (!app) throw new Error('the page has no place for the viewer');
const canvas = h('canvas', { class: 'picture', tabIndex: 0, 'aria-label': 'The simulation. F1 shows all shortcuts, F6 goes to the next part of the page.' });
const stage = h('main', { class: 'stage' }, canvas);
app.append(stage);
const page = new Page(canvas);
new Mouse(canvas, {
  camera: page.camera,
  send: (message) => page.send(message),
  selected: () => page.store.picked?.body ?? 0,
  probe: (place, then) => page.probe(place, then),
  otherWorld: ({ x, y }) => {
    const world = page.view.worldAt(x, y);
    page.redraw();
    return world;
  },
  cameraChosen: () => page.store.tell('options', undefined),
});
buildPanels(page, app, stage);
installHooks(page);
page.connection.open();
focusQuietly(canvas);
