/** The page: passes the server's messages to picture and panels, and the user's actions to the server. */
import { kindOf } from './binary.ts';
import { ViewCamera } from './camera.ts';
import { Connection } from './connection.ts';
import { decodeFrame, type Frame } from './frame.ts';
import { Options } from './options.ts';
import { decodeOverlay, Overlays } from './overlays.ts';
import { ServerPictures } from './pictures.ts';
import { Store } from './store.ts';
import { titleOf } from './title.ts';
import { View } from './view.ts';
import { BinaryKind, type ModelMessage, type PageMessage, type PointedMessage, type Rendering, type ServerMessage, type ViewMessage } from './protocol.generated.ts';

/** Number of pictures for the picture rate. */
const RATE_PICTURES = 60;
/** Milliseconds after which a model is drawn without the parts that have not come. */
const LONGEST_WAIT = 4000;

/** The page of one user. */
export class Page {
  readonly store = new Store();
  readonly camera = new ViewCamera();
  readonly options: Options;
  readonly connection: Connection;
  readonly view: View;
  /** What a program draws over the picture. */
  readonly overlays = new Overlays();
  /** Pictures that the server draws instead of this page. */
  readonly pictures = new ServerPictures((message) => this.send(message));
  /** Number of received frames. */
  frames = 0;
  /** Called after each picture. */
  readonly afterDraw: (() => void)[] = [];
  /** Called when another picture is seen, of this page or of the server. Its pixels can be read until the next task. */
  readonly afterSeen: ((seen: HTMLCanvasElement) => void)[] = [];
  /** Texts for the user. */
  notice: (text: string) => void = () => {};
  /** Samples of all plots. */
  plotted: () => { label: string; lines: { name: string; times: number[]; values: number[] }[] }[] = () => [];
  /** Names of the values that come with every frame. */
  watched: string[] = [];
  /** Number of their list. */
  watchList = 0;
  private panels = { contacts: false, settings: false };
  private hidden: number[] = [];
  private newest: Frame | null = null;
  private isDirty = true;
  /** When drawing without all parts begins. */
  private patience = 0;
  /** Whether anything was drawn. */
  private isWarm = false;
  /** Whether a model was shown, with the parts that came in time. */
  private hasShown = false;
  private isCameraDirty = false;
  private shownVersion = -1;
  /** The model version that was drawn completely. */
  private drawnVersion = -1;
  /** Number of the last followed view. */
  private followed = 0;
  private readonly times: number[] = [];
  private readonly probes: ((found: PointedMessage) => void)[] = [];

  constructor(readonly canvas: HTMLCanvasElement) {
    this.options = new Options(() => {
      this.sendChoice(this.options.message());
      this.store.tell('options', undefined);
      this.redraw();
    });
    this.connection = new Connection({
      text: (message) => this.receive(message),
      frame: (buffer) => this.receiveFrame(buffer),
      state: (state, seconds) => {
        // the server does not expect answers to frames of another connection
        if (state !== 'open') this.newest = null;
        this.pictures.forget();
        // questions of another connection get no answer
        this.probes.length = 0;
        this.store.connection = { state, seconds };
        this.store.tell('connection', this.store.connection);
      },
    });
    const fetchBytes = (version: number, path: string) => this.fetchBytes(version, path);
    this.view = new View(canvas, this.camera, fetchBytes, (error) => {
      if (error !== undefined) this.notice(`Part of the model cannot be shown: ${String(error)}`);
      this.redraw();
    });
    this.pictures.arrived = () => this.tellSeen();
    this.camera.changed = () => {
      this.isCameraDirty = true;
      this.redraw();
    };
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
    const loop = () => {
      this.tick();
      requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
  }

  send(message: PageMessage): void {
    this.connection.send(message);
  }

  /** Requests another picture. */
  redraw(): void {
    this.isDirty = true;
  }

  /** Requests values with every frame. */
  watch(names: string[]): void {
    this.watched = names;
    this.watchList++;
    this.send({ do: 'watch', values: names, list: this.watchList });
  }

  /** Tells the server which panels are open. */
  showPanels(panels: Partial<typeof this.panels>): void {
    this.panels = { ...this.panels, ...panels };
    this.send({ do: 'panels', ...this.panels });
  }

  /** Hides bodies, and no others. */
  hide(bodies: number[]): void {
    this.hidden = bodies;
    this.send({ do: 'hide', bodies });
  }

  /** Asks what is at a place of the picture. */
  probe(place: { x: number; y: number; aspect: number }, then: (found: PointedMessage) => void): void {
    this.probes.push(then);
    this.send({ do: 'probe', ...place });
  }

  /** Whether the model is drawn completely. */
  get isReady(): boolean {
    return this.shownVersion >= 0 && this.drawnVersion === this.shownVersion;
  }

  /** Whether parts of the first model are still to come. */
  get isLoading(): boolean {
    return !this.hasShown;
  }

  /** Pictures per second. */
  get pictureRate(): number {
    const first = this.times[0];
    const last = this.times.at(-1);
    return first === undefined || last === undefined || last <= first ? 0 : (1000 * (this.times.length - 1)) / (last - first);
  }

  /** Plays or pauses. */
  togglePlay(): void {
    this.send({ do: this.store.status?.playing ?? this.store.frame?.playing ? 'pause' : 'play' });
  }

  /** Takes over a message of the server. */
  receive(message: ServerMessage): void {
    const { store } = this;
    switch (message.is) {
      case 'model':
        this.receiveModel(message);
        break;
      case 'status':
        store.status = message;
        store.tell('status', message);
        break;
      case 'error':
        store.error = message.message ? message : null;
        if (!store.error) store.dropped = [];
        store.tell('error', store.error);
        break;
      case 'notice':
        this.notice(message.text);
        break;
      case 'picked':
        store.picked = message.body > 0 ? message : null;
        store.tell('picked', store.picked);
        break;
      case 'pointed':
        // answers come in the order of the questions
        this.probes.shift()?.(message);
        break;
      case 'view':
        this.follow(message);
        break;
      case 'contacts':
        store.tell('contacts', message);
        break;
      case 'settings':
        store.tell('settings', message);
        break;
      case 'keyframe':
        store.tell('keyframe', message);
        break;
      case 'widgets':
        store.tell('widgets', message);
        break;
    }
  }

  /** Follows the view of a program. */
  private follow({ number, camera, options, rendering }: ViewMessage): void {
    this.followed = number;
    this.camera.set(camera);
    Object.assign(this.view.rendering, rendering);
    this.options.set(options);
  }

  /** Sends a choice of the user, with the number of the last followed view. */
  private sendChoice(message: ReturnType<Options['message']> | ReturnType<ViewCamera['message']>): void {
    this.send({ ...message, view: this.followed });
  }

  /** A model with the name of the one before keeps camera and options: it was edited. */
  private receiveModel(model: ModelMessage): void {
    const isSame = this.store.model?.name === model.name;
    this.store.model = model;
    this.drawnVersion = -1;
    this.patience = performance.now() + LONGEST_WAIT;
    window.setTimeout(() => this.redraw(), LONGEST_WAIT + 1);
    this.camera.start(model, isSame);
    this.options.start(model);
    this.view.start(model);
    this.shownVersion = model.version;
    document.title = model.name ? `${titleOf(model.name)} – CortenForge` : 'CortenForge';
    this.sendChoice(this.options.message());
    this.sendSize();
    // what is hidden or watched may change with the model
    if (!isSame) this.hidden = [];
    this.store.tell('model', model);
    this.send({ do: 'hide', bodies: this.hidden });
    this.send({ do: 'panels', ...this.panels });
    this.watch(this.watched);
    this.store.picked = null;
    this.store.tell('picked', null);
    this.redraw();
  }

  private receiveFrame(buffer: ArrayBuffer): void {
    const overlay = decodeOverlay(buffer);
    if (overlay) {
      this.overlays.set(overlay);
      this.redraw();
      return;
    }
    if (kindOf(buffer) === BinaryKind.Picture) {
      this.pictures.receive(buffer);
      return;
    }
    const frame = decodeFrame(buffer);
    this.frames++;
    // looks come once: no frame of this model may be skipped
    if (frame.version === this.shownVersion) {
      this.camera.tracked = frame.track;
      this.camera.poses = frame.cameras;
      this.view.update(frame);
      this.store.frame = frame;
      this.store.tell('frame', frame);
    }
    this.newest = frame;
    this.redraw();
  }

  private tick(): void {
    if (this.isCameraDirty) {
      this.isCameraDirty = false;
      this.sendChoice(this.camera.message());
    }
    if (!this.isDirty) return;
    this.isDirty = false;
    if (this.store.frame) this.drawNow();
    if (this.newest) {
      this.send({ do: 'seen', frame: this.newest.number });
      this.newest = null;
    }
  }

  /** Draws at once. */
  drawNow(): void {
    const isWaiting = !this.view.isComplete && this.drawnVersion < 0 && performance.now() < this.patience;
    // pictures without all parts hold up those that come, but the first one compiles shaders meanwhile
    if (isWaiting && this.isWarm) return;
    this.isWarm = true;
    this.hasShown ||= !isWaiting;
    if (this.pictures.isOn) this.pictures.ask(this.wish());
    else this.view.draw();
    const version = this.store.frame?.version ?? -1;
    if (this.view.isComplete && this.drawnVersion !== version) {
      this.drawnVersion = version;
      this.send({ do: 'drawn' });
    }
    this.times.push(performance.now());
    if (this.times.length > RATE_PICTURES) this.times.shift();
    for (const after of this.afterDraw) after();
    if (!this.pictures.isOn) this.tellSeen();
  }

  /** The canvas that is seen, drawn again where this page draws. Its pixels can be read until the next task. */
  drawSeen(): HTMLCanvasElement {
    if (this.pictures.isSeen) return this.pictures.canvas;
    this.view.draw();
    return this.canvas;
  }

  private tellSeen(): void {
    const seen = this.pictures.isSeen ? this.pictures.canvas : this.canvas;
    for (const after of this.afterSeen) after(seen);
  }

  /** What pictures of the server should look like: with a pixel for each CSS pixel. */
  private wish(): { width: number; height: number; rendering: Rendering } {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight, rendering: this.view.rendering };
  }

  private resize(): void {
    this.view.resize(this.canvas.clientWidth || 1, this.canvas.clientHeight || 1, Math.min(window.devicePixelRatio, 2));
    this.sendSize();
    // a resized canvas is empty until it is drawn
    if (this.store.frame) this.drawNow();
  }

  /** Sends the picture's size, by which programs place overlays. */
  private sendSize(): void {
    if (this.store.connection.state === 'open') this.send({ do: 'size', width: this.canvas.clientWidth, height: this.canvas.clientHeight });
  }

  private async fetchBytes(version: number, path: string): Promise<ArrayBuffer> {
    const response = await fetch(this.connection.address(`model/${version}/${path}`));
    if (!response.ok) throw new Error(`${path}: the server answers ${response.status}`);
    return response.arrayBuffer();
  }
}
