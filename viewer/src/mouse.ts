/** The mouse and fingers on the picture, as in MuJoCo's viewer. */
import type { Edges, ViewCamera } from './camera.ts';
import { CameraKind, HoldKind, MouseAction, type PageMessage } from './protocol.generated.ts';
import type { Triple } from './vectors.ts';

/** Part of a zoom's way for each notch of the wheel, MuJoCo's. */
const WHEEL = -0.05;
const NOTCH = 100;
/** Most time and way between the two clicks of a double click. */
const DOUBLE_MS = 500;
const DOUBLE_PIXELS = 12;
const TAP_PIXELS = 8;
/** Longest touch that is a tap. */
const TAP_MS = 400;

/** What the mouse needs from the page. */
export interface MouseContext {
  camera: ViewCamera;
  send(message: PageMessage): void;
  /** The body that is selected; 0 for none. */
  selected(): number;
  /** Asks what is at a place of the picture. */
  probe(place: Place, then: (found: { body: number; point: Triple }) => void): void;
  /** The world that is seen at a place of the picture and is not selected. */
  otherWorld(place: Place): number | null;
  /** Called when the mouse chose another kind of camera. */
  cameraChosen(): void;
}

/** From the left and from the bottom, 0 to 1, and the shape of what is seen. */
interface Place {
  x: number;
  y: number;
  aspect: number;
}

interface Finger {
  x: number;
  y: number;
}

/** Listens to mouse and fingers on the picture. */
export class Mouse {
  private readonly fingers = new Map<number, Finger>();
  private button = -1;
  private isHolding = false;
  private last = { time: 0, x: 0, y: 0, button: -1 };
  private start = { x: 0, y: 0, time: 0 };
  /** Whether one finger alone has touched the picture and stayed where it was. */
  private mayBeTap = false;

  constructor(
    private readonly canvas: HTMLElement,
    private readonly context: MouseContext,
  ) {
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', (event) => this.up(event));
    canvas.addEventListener('dblclick', (event) => this.doubleClick(event));
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  private down(event: PointerEvent): void {
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.mayBeTap = event.pointerType === 'touch' && this.fingers.size === 1;
    if (event.pointerType === 'touch' && this.fingers.size > 1) return;
    event.preventDefault();
    this.button = event.button;
    this.start = { x: event.clientX, y: event.clientY, time: event.timeStamp };
    if (event.button === 2 && this.isSecond(event)) {
      this.doubleClick(event);
      return;
    }
    if (event.ctrlKey && this.context.selected() > 0 && event.button !== 1) {
      this.isHolding = true;
      this.context.send({ do: 'hold', kind: event.button === 2 ? HoldKind.Push : HoldKind.Turn });
    }
  }

  private move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const height = this.canvas.clientHeight || 1;
    const [dx, dy] = [(event.clientX - finger.x) / height, (event.clientY - finger.y) / height];
    if (this.fingers.size > 1) this.pinch(event, finger, dx, dy);
    else if (dx !== 0 || dy !== 0) this.drag(event, dx, dy);
    finger.x = event.clientX;
    finger.y = event.clientY;
  }

  private drag(event: PointerEvent, dx: number, dy: number): void {
    const { camera, send } = this.context;
    const action = this.action(event.shiftKey);
    if (this.isHolding) send({ do: 'drag', action, dx, dy });
    else camera.drag(action, dx, dy);
  }

  /** Left turns, right moves, middle zooms; with shift in the horizontal plane. */
  private action(shift: boolean): number {
    if (this.button === 2) return shift ? MouseAction.MoveH : MouseAction.MoveV;
    if (this.button === 0) return shift ? MouseAction.RotateH : MouseAction.RotateV;
    return MouseAction.Zoom;
  }

  /** Two fingers move together, and zoom by their distance. */
  private pinch(event: PointerEvent, finger: Finger, dx: number, dy: number): void {
    const other = [...this.fingers.entries()].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const apart = (x: number, y: number) => Math.hypot(x - other.x, y - other.y);
    const change = (apart(event.clientX, event.clientY) - apart(finger.x, finger.y)) / (this.canvas.clientHeight || 1);
    this.context.camera.drag(MouseAction.MoveV, dx / 2, dy / 2);
    this.context.camera.drag(MouseAction.Zoom, 0, change * 0.7);
  }

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    const moved = Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y);
    // a drag is no click
    this.last = moved > TAP_PIXELS ? { time: 0, x: 0, y: 0, button: -1 } : this.last;
    if (event.type === 'pointerup' && this.mayBeTap && moved <= TAP_PIXELS && event.timeStamp - this.start.time < TAP_MS) this.select(event);
    this.mayBeTap = false;
    if (!this.isHolding) return;
    this.isHolding = false;
    this.context.send({ do: 'release' });
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const notches = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / NOTCH : event.deltaY / 3;
    this.context.camera.drag(MouseAction.Zoom, 0, WHEEL * Math.min(Math.max(notches, -3), 3));
  }

  /** Whether it is the second click of a double click of the right button, which browsers do not report. */
  private isSecond(event: PointerEvent): boolean {
    const { time, x, y, button } = this.last;
    this.last = { time: event.timeStamp, x: event.clientX, y: event.clientY, button: event.button };
    return button === event.button && event.timeStamp - time < DOUBLE_MS && Math.hypot(event.clientX - x, event.clientY - y) < DOUBLE_PIXELS;
  }

  /** Left selects; right looks at what is there, and with Ctrl tracks it. */
  private doubleClick(event: MouseEvent): void {
    this.last.time = 0;
    if (event.button !== 2) {
      this.select(event);
      return;
    }
    const { camera, probe, cameraChosen } = this.context;
    const isTracking = event.ctrlKey;
    probe(this.place(event), ({ body, point }) => {
      if (body < 0) return;
      const tracks = isTracking && body > 0;
      camera.set({ lookat: point, ...(tracks ? { kind: CameraKind.Tracking, track: body, fixed: -1 } : {}) });
      if (tracks) cameraChosen();
    });
  }

  /** Selects what is there: a body, or another world. */
  private select(event: MouseEvent): void {
    const place = this.place(event);
    const world = this.context.otherWorld(place);
    this.context.send(world === null ? { do: 'pick', ...place } : { do: 'world', id: world });
  }

  private place(event: MouseEvent): Place {
    const box = this.canvas.getBoundingClientRect();
    return {
      x: (event.clientX - box.left) / box.width,
      y: 1 - (event.clientY - box.top) / box.height,
      // a lens fixes what is seen whatever the window's shape
      aspect: aspectOf(this.context.camera.edges(box.width / box.height)),
    };
  }
}

const aspectOf = ({ left, right, bottom, top }: Edges): number => (right - left) / (top - bottom);
