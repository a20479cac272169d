/** Pictures and films of what is seen, saved by the browser. */
import type { Page } from './page.ts';

/** Saves bytes as a file of the user. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A file name with the model and the time. */
export function fileName(page: Page, ending: string): string {
  return `${fileBase(page.store.model?.name ?? '')}-${(page.store.frame?.time ?? 0).toFixed(3)}s.${ending}`;
}

/** The start of a file name: the last part of a model's name, without spaces and letters that file systems reject. */
export function fileBase(name: string): string {
  return name.replace(/^.*[/\\]/, '').replace(/\.\w+$/, '').replace(/[\s<>:"|?*]+/g, '_') || 'picture';
}

/** Saves the picture with its labels as PNG. */
export function screenshot(page: Page, labels: HTMLCanvasElement): void {
  const seen = page.drawSeen();
  const out = document.createElement('canvas');
  out.width = seen.width;
  out.height = seen.height;
  const g = out.getContext('2d');
  if (!g) return;
  g.drawImage(seen, 0, 0);
  if (labels.width > 0 && labels.height > 0) g.drawImage(labels, 0, 0, out.width, out.height);
  out.toBlob((blob) => {
    if (blob) save(blob, fileName(page, 'png'));
    else page.notice('The picture cannot be saved: the browser gives no PNG.');
  }, 'image/png');
}

/** Width and height that fit into a frame, and the place of their corner: the shape stays. */
export function fitted(width: number, height: number, frame: { width: number; height: number }): [number, number, number, number] {
  const scale = Math.min(frame.width / Math.max(width, 1), frame.height / Math.max(height, 1));
  const [wide, high] = [width * scale, height * scale];
  return [(frame.width - wide) / 2, (frame.height - high) / 2, wide, high];
}

/** Milliseconds after which a film gets the same picture again, so that a paused world has a film too. */
const REPEAT_MS = 200;

/** Films the picture with its labels until it is stopped. The film keeps the size of its first picture. */
export class Film {
  private recorder: MediaRecorder | null = null;
  private readonly canvas = document.createElement('canvas');

  /** `changed` is called when the film begins and ends. */
  constructor(
    private readonly page: Page,
    private readonly labels: HTMLCanvasElement,
    private readonly changed: (isRunning: boolean) => void,
  ) {
    page.afterSeen.push((seen) => {
      if (this.recorder) this.take(seen);
    });
  }

  get isRunning(): boolean {
    return this.recorder !== null;
  }

  /** Begins, or ends and saves. */
  toggle(): void {
    if (this.recorder) this.recorder.stop();
    else this.start();
  }

  private start(): void {
    if (typeof MediaRecorder === 'undefined') {
      this.page.notice('This browser cannot record films.');
      return;
    }
    const seen = this.page.drawSeen();
    // video codecs want even sizes
    [this.canvas.width, this.canvas.height] = [Math.max(seen.width & ~1, 2), Math.max(seen.height & ~1, 2)];
    this.take(seen);
    const type = ['video/webm;codecs=vp9', 'video/webm'].find((t) => MediaRecorder.isTypeSupported(t));
    const recorder = new MediaRecorder(this.canvas.captureStream(60), { ...(type ? { mimeType: type } : {}), videoBitsPerSecond: 12_000_000 });
    const parts: Blob[] = [];
    recorder.ondataavailable = (event) => parts.push(event.data);
    recorder.onstop = () => this.finish(new Blob(parts, { type: 'video/webm' }));
    recorder.start(1000);
    this.recorder = recorder;
    const repeat = window.setInterval(() => this.repeat(), REPEAT_MS);
    recorder.addEventListener('stop', () => {
      window.clearInterval(repeat);
      this.recorder = null;
      this.changed(false);
    });
    this.changed(true);
    this.page.notice('Filming: press the button again to save the film.');
  }

  /** Copies what is seen. */
  private take(seen: HTMLCanvasElement): void {
    const g = this.canvas.getContext('2d');
    if (!g) return;
    const place = fitted(seen.width, seen.height, this.canvas);
    g.fillRect(0, 0, this.canvas.width, this.canvas.height);
    g.drawImage(seen, ...place);
    if (this.labels.width > 0 && this.labels.height > 0) g.drawImage(this.labels, ...place);
  }

  /** Draws a pixel over itself, which gives the film another picture. */
  private repeat(): void {
    this.canvas.getContext('2d')?.drawImage(this.canvas, 0, 0, 1, 1, 0, 0, 1, 1);
  }

  private finish(film: Blob): void {
    if (film.size > 0) save(film, fileName(this.page, 'webm'));
    else this.page.notice('The film is empty and was not saved: film for at least a second.');
  }
}
