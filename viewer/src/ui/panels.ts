/** Everything around the picture. */
import { acceptDrops } from '../drop.ts';
import { installKeys, makeShortcuts } from '../keys.ts';
import { drawLabels } from '../labels.ts';
import type { Page } from '../page.ts';
import { Film, screenshot } from '../record.ts';
import { h } from './dom.ts';
import { buildSelectionPanel, buildSolverPanel, buildWorldPanel } from './facts.ts';
import { buildHelp } from './help.ts';
import { chooseModel } from './choosemodel.ts';
import { buildContactPanel } from './contactlist.ts';
import { buildJointPanel } from './joints.ts';
import { buildMjcfPanel } from './mjcf.ts';
import { buildControlPanel } from './movers.ts';
import { buildOptionPanels } from './optionpanel.ts';
import { buildConnectionState, buildErrorOverlay, buildToasts } from './overlays.ts';
import { buildPictureOffer } from './pictures.ts';
import { buildProgramPanel } from './program.ts';
import { makeHandle } from './resize.ts';
import { buildSimulationPanel } from './simulation.ts';
import { followTheme, switchTheme } from './theme.ts';
import { buildTimeline } from './timeline.ts';
import { buildTopbar } from './topbar.ts';
import { buildTreePanel } from './tree.ts';
import { buildWatchPanel } from './watch.ts';

/** Builds the panels around the stage, where the picture is. */
export function buildPanels(page: Page, app: HTMLElement, stage: HTMLElement): void {
  followTheme();
  const labels = h('canvas', { class: 'labels', 'aria-hidden': 'true' });
  page.afterDraw.push(() => drawLabels(page, labels));
  stage.append(page.pictures.canvas, labels, buildConnectionState(page), h('div', { class: 'top-notes' }, buildPictureOffer(page), buildErrorOverlay(page)), buildToasts(page));
  const filmListeners: ((isRunning: boolean) => void)[] = [];
  const film = new Film(page, labels, (isRunning) => filmListeners.forEach((listener) => listener(isRunning)));
  const left = h('aside', { class: 'panel left', 'aria-label': 'Options, joints and controls', tabIndex: -1 },
    buildProgramPanel(page), ...buildOptionPanels(page), buildJointPanel(page), buildControlPanel(page), buildSimulationPanel(page), buildMjcfPanel(page, app));
  const right = h('aside', { class: 'panel right', 'aria-label': 'Values', tabIndex: -1 },
    buildTreePanel(page), buildSelectionPanel(page), buildWorldPanel(page), buildWatchPanel(page), buildContactPanel(page), buildSolverPanel(page));
  const drawer = (side: 'left' | 'right') => {
    app.classList.toggle(`show-${side}`);
    app.classList.remove(side === 'left' ? 'show-right' : 'show-left');
  };
  page.canvas.addEventListener('pointerdown', () => app.classList.remove('show-left', 'show-right'));
  const saveScreenshot = () => screenshot(page, labels);
  const shortcuts = makeShortcuts(page, {
    help: () => toggleDialog(help),
    togglePanels: () => {
      const isBare = app.matches('.bare, .no-left.no-right');
      app.classList.remove('no-left', 'no-right');
      app.classList.toggle('bare', !isBare);
    },
    nextRegion: () => focusNext([page.canvas, topbar, left, right, timeline]),
    screenshot: saveScreenshot,
  });
  const help = buildHelp(shortcuts);
  const topbar = buildTopbar(page, {
    screenshot: saveScreenshot,
    film: () => film.toggle(),
    onFilm: (listener) => filmListeners.push(listener),
    help: () => toggleDialog(help),
    theme: switchTheme,
    drawer,
  });
  const timeline = buildTimeline(page);
  app.prepend(topbar);
  app.append(left, right, makeHandle(app, 'left'), makeHandle(app, 'right'), timeline, help);
  leaveOutPanels(app);
  installKeys(shortcuts, (key) => page.send({ do: 'pressed', key }));
  acceptDrops(page, app, (names) => chooseModel(app, names));
}

/** Whether the address asks for a page without panels. */
function leaveOutPanels(app: HTMLElement): void {
  const wishes = new URLSearchParams(location.search);
  for (const side of ['left', 'right']) app.classList.toggle(`no-${side}`, wishes.get(side) === '0');
}

function toggleDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

/** Moves the focus to the next visible part. */
function focusNext(parts: HTMLElement[]): void {
  const at = parts.findIndex((part) => part.contains(document.activeElement));
  for (let k = 1; k <= parts.length; k++) {
    const part = parts[(at + k) % parts.length];
    if (!part || part.offsetParent === null) continue;
    const inside = part.matches('canvas') ? part : part.querySelector<HTMLElement>('button, summary, input, select');
    (inside ?? part).focus();
    return;
  }
}
