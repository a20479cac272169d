/** Pictures that the server draws, for a browser that draws on the CPU: the server is several times as fast. */
import { MAX_DRAWN_PIXELS, PICTURE_HEADER_BYTES, readPictureHeader, type PageMessage, type Rendering } from './protocol.generated.ts';

/** What a picture should look like. */
export interface Wish {
  width: number;
  height: number;
  rendering: Rendering;
}

/** The message that asks for pictures. Large pictures are asked for in fewer pixels. */
export function drawMessage({ width, height, rendering }: Wish): PageMessage {
  const [wide, high] = [Math.max(Math.round(width), 1), Math.max(Math.round(height), 1)];
  const scale = Math.min(1, Math.sqrt(MAX_DRAWN_PIXELS / (wide * high)));
  return { do: 'draw', width: Math.max(Math.floor(wide * scale), 1), height: Math.max(Math.floor(high * scale), 1), ...rendering };
}

/** Shows the server's pictures on a canvas over the page's own picture. */
export class ServerPictures {
  /** Whether the server draws. */
  isOn = false;
  /** Number of pictures that were shown. */
  shown = 0;
  /** Called when it begins and when it ends. */
  changed: () => void = () => {};
  /** Called after each picture that is shown. */
  arrived: () => void = () => {};
  /** Where pictures are shown. */
  readonly canvas = document.createElement('canvas');
  /** The last message that asked for pictures. */
  private asked = '';
  private decoding: Promise<void> = Promise.resolve();

  constructor(private readonly send: (message: PageMessage) => void) {
    this.canvas.className = 'served';
    this.canvas.hidden = true;
  }

  /** Whether a picture of the server is seen now. */
  get isSeen(): boolean {
    return this.isOn && !this.canvas.hidden;
  }

  start(): void {
    this.isOn = true;
    this.asked = '';
    this.changed();
  }

  stop(): void {
    if (this.isOn) this.send({ do: 'undraw' });
    this.end();
  }

  /** Forgets what the server was asked: another connection begins. */
  forget(): void {
    this.asked = '';
  }

  /** Asks for pictures, if they should look otherwise than those asked for. */
  ask(wish: Wish): void {
    if (!this.isOn) return;
    const message = drawMessage(wish);
    const text = JSON.stringify(message);
    if (text === this.asked) return;
    this.asked = text;
    this.send(message);
  }

  /** Shows a picture. One without pixels ends them. */
  receive(buffer: ArrayBuffer): void {
    const { width, height } = readPictureHeader(new DataView(buffer), 0);
    if (width === 0 || height === 0) {
      this.end();
      return;
    }
    const file = new Blob([new Uint8Array(buffer, PICTURE_HEADER_BYTES)], { type: 'image/png' });
    // in the order in which they came
    this.decoding = Promise.all([createImageBitmap(file), this.decoding]).then(([picture]) => this.show(picture), (error: unknown) => console.error(error));
  }

  private show(picture: ImageBitmap): void {
    if (this.isOn) {
      [this.canvas.width, this.canvas.height] = [picture.width, picture.height];
      this.canvas.getContext('2d')?.drawImage(picture, 0, 0);
      this.canvas.hidden = false;
      this.shown++;
      this.arrived();
    }
    picture.close();
  }

  private end(): void {
    this.isOn = false;
    this.asked = '';
    this.canvas.hidden = true;
    this.changed();
  }
}
