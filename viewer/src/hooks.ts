/** `window.cortenforge`: state of the page, for tests and curious users. */
import type { Page } from './page.ts';
import { segmentation } from './segmentation.ts';
import type { PageMessage, ServerMessage } from './protocol.generated.ts';

/** Installs `window.cortenforge`. */
export function installHooks(page: Page): void {
  const { store, view, camera } = page;
  const hooks = {
    get ready() { return page.isReady; },
    get frames() { return page.frames; },
    get bytes() { return page.connection.bytes; },
    get drawCalls() { return view.drawCalls; },
    get pictureRate() { return page.pictureRate; },
    get time() { return store.frame?.time ?? 0; },
    get modelVersion() { return store.model?.version ?? -1; },
    get itemCount() { return view.items.list.length; },
    get error() { return store.error; },
    get playing() { return store.status?.playing ?? store.frame?.playing ?? false; },
    get historyIndex() { return store.status?.history.index ?? 0; },
    get historyCount() { return store.status?.history.count ?? 0; },
    get connection() { return store.connection.state; },
    get picked() { return store.picked; },
    get overlays() { return page.overlays; },
    get serverPictures() { return page.pictures.shown; },
    get camera() { return camera.message(); },
    get visual() { return store.model?.visual; },
    get selectedWorld() { return store.frame?.selected ?? 0; },
    get mark() { return view.mark.place; },
    send: (message: PageMessage) => page.send(message),
    receive: (message: ServerMessage) => page.receive(message),
    plots: () => page.plotted(),
    setCamera: (values: Parameters<typeof camera.set>[0]) => camera.set(values),
    itemPose: (objtype: number, objid: number) => view.items.pose(objtype, objid),
    qpos: () => [...(store.frame?.qpos ?? [])],
    ctrl: () => [...(store.frame?.ctrl ?? [])],
    values: () => [...(store.frame?.values ?? [])],
    colour: (x: number, y: number) => view.colour(x, y),
    segmentation: (width: number, height: number) => {
      const ids = segmentation(view, width, height);
      page.redraw();
      return ids;
    },
  };
  (window as unknown as { cortenforge: typeof hooks }).cortenforge = hooks;
}
