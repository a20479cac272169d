/** Model files that the user drops on the page. */
import type { Page } from './page.ts';
import { MAX_MODEL_BYTES } from './protocol.generated.ts';


/** Sends files that are dropped on an element to the server. */
export function acceptDrops(page: Page, target: HTMLElement): void {
  target.addEventListener('dragover', (event) => {
    event.preventDefault();
    target.classList.add('dropping');
  });
  target.addEventListener('dragleave', () => target.classList.remove('dropping'));
  target.addEventListener('drop', (event) => {
    event.preventDefault();
    target.classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    if (file) void load(page, file);
  });
}

async function load(page: Page, file: File): Promise<void> {
  // three numbers, and at most three bytes for each letter of the name
  if (file.size + 3 * file.name.length + 12 > MAX_MODEL_BYTES) {
    page.notice(`${file.name} has ${Math.ceil(file.size / 1048576)} MB: at most ${MAX_MODEL_BYTES / 1048576} MB can be loaded.`);
    return;
  }
  page.connection.sendFiles([{ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }]);
  page.notice(`Loading ${file.name}…`);
}
