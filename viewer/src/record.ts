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
  const base = (page.store.model?.name ?? 'picture').replace(/^.*[/\\]/, '').replace(/\.\w+$/, '') || 'picture';
  return `${base}-${(page.store.frame?.time ?? 0).toFixed(3)}s.${ending}`;
}

/** Saves the picture with its labels as PNG. */
export function screenshot(page: Page, labels: HTMLCanvasElement): void {
  // the picture must be read before the browser shows it
  page.drawNow();
  const out = document.createElement('canvas');
  out.width = page.canvas.width;
  out.height = page.canvas.height;
  const g = out.getContext('2d');
  if (!g) return;
  g.drawImage(page.canvas, 0, 0);
  if (labels.width > 0 && labels.height > 0) g.drawImage(labels, 0, 0, out.width, out.height);
  out.toBlob((blob) => {
    if (blob) save(blob, fileName(page, 'png'));
  }, 'image/png');
}

/** Films the picture until it is stopped. */
export class Film {
  private recorder: MediaRecorder | null = null;

  /** `changed` is called when the film begins and ends. */
  constructor(
    private readonly page: Page,
    private readonly changed: (isRunning: boolean) => void,
  ) {}

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
    const type = ['video/webm;codecs=vp9', 'video/webm'].find((t) => MediaRecorder.isTypeSupported(t));
    const recorder = new MediaRecorder(this.page.canvas.captureStream(60), { ...(type ? { mimeType: type } : {}), videoBitsPerSecond: 12_000_000 });
    const parts: Blob[] = [];
    recorder.ondataavailable = (event) => parts.push(event.data);
    recorder.onstop = () => save(new Blob(parts, { type: 'video/webm' }), fileName(this.page, 'webm'));
    recorder.start(1000);
    this.recorder = recorder;
    recorder.addEventListener('stop', () => {
      this.recorder = null;
      this.changed(false);
    });
    this.changed(true);
    this.page.notice('Filming: press the button again to save the film.');
  }
}
