/** Model files and folders that the user drops on the page. */
import type { DroppedFile } from './connection.ts';
import type { Page } from './page.ts';
import { MAX_DROPPED_FILES, MAX_MODEL_BYTES } from './protocol.generated.ts';

/** A file that was dropped, before it is read: its path relative to what was dropped. */
export interface FoundFile {
  name: string;
  file: File;
}

/** Asks the user which of several files is the model. `null`: none. */
export type ChooseModel = (names: string[]) => Promise<string | null>;

/** Sends files and folders that are dropped on an element to the server. */
export function acceptDrops(page: Page, target: HTMLElement, choose: ChooseModel): void {
  target.addEventListener('dragover', (event) => {
    event.preventDefault();
    target.classList.add('dropping');
  });
  target.addEventListener('dragleave', () => target.classList.remove('dropping'));
  target.addEventListener('drop', (event) => {
    event.preventDefault();
    target.classList.remove('dropping');
    const items = [...(event.dataTransfer?.items ?? [])];
    // both must be asked for before the event ends
    const entries = items.map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null && entry !== undefined);
    const files = [...(event.dataTransfer?.files ?? [])];
    load(page, entries, files, choose).catch((error: unknown) => page.notice(`The dropped files cannot be read: ${String(error)}`));
  });
}

async function load(page: Page, entries: FileSystemEntry[], files: File[], choose: ChooseModel): Promise<void> {
  const found = entries.length > 0 ? await filesOf(entries) : files.map((file) => ({ name: file.name, file }));
  const problem = checkSize(found);
  if (problem) {
    if (found.length > 0 || entries.length > 0) page.notice(problem);
    return;
  }
  const models = modelsOf(found.map(({ name }) => name));
  const model = models.length > 1 ? await choose(models) : models[0];
  if (model === null) return;
  if (model === undefined) {
    page.notice('No dropped file is a model: put an .xml file beside the folders, or drop it alone.');
    return;
  }
  const ordered = [...found].sort((a, b) => Number(b.name === model) - Number(a.name === model));
  const read = async ({ name, file }: FoundFile): Promise<DroppedFile> => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) });
  page.notice(`Loading ${model}…`);
  const dropped = await Promise.all(ordered.map(read));
  page.store.dropped = dropped.map(({ name }) => name);
  page.connection.sendFiles(dropped);
}

/** Why files cannot be sent. `null`: they can. */
export function checkSize(found: readonly { name: string; file: { size: number } }[]): string | null {
  if (found.length === 0) return 'The dropped folder is empty.';
  if (found.length > MAX_DROPPED_FILES) return `${found.length} files were dropped: give 1 to ${MAX_DROPPED_FILES}, or start the viewer with the model's file.`;
  // two numbers for each file, and at most three bytes for each letter of its name
  const bytes = found.reduce((sum, { name, file }) => sum + file.size + 3 * name.length + 8, 4);
  if (bytes <= MAX_MODEL_BYTES) return null;
  return `The dropped files have ${Math.ceil(bytes / 1048576)} MB: at most ${MAX_MODEL_BYTES / 1048576} MB can be loaded. Start the viewer with the model's file instead.`;
}

/** The files that may be the model, the likeliest first: a single file of any name, or those beside the folders. */
export function modelsOf(names: readonly string[]): string[] {
  if (names.length === 1) return [...names];
  const models = names.filter((name) => !name.includes('/') && /\.(xml|mjcf)$/i.test(name));
  // a scene shows the robot with floor and light
  const rank = (name: string) => (/^scene\.xml$/i.test(name) ? 0 : /^scene/i.test(name) ? 1 : 2);
  return models.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** All files of dropped entries. Names are relative to a folder that was dropped alone. Hidden files are left out. */
async function filesOf(entries: FileSystemEntry[]): Promise<FoundFile[]> {
  const [only] = entries;
  const found: FoundFile[] = [];
  if (entries.length === 1 && only?.isDirectory) await addFolder(only as FileSystemDirectoryEntry, '', found);
  else for (const entry of entries) await addEntry(entry, '', found);
  return found;
}

async function addEntry(entry: FileSystemEntry, path: string, found: FoundFile[]): Promise<void> {
  // one more than the limit tells that there are too many
  if (entry.name.startsWith('.') || found.length > MAX_DROPPED_FILES) return;
  const name = path + entry.name;
  if (entry.isDirectory) await addFolder(entry as FileSystemDirectoryEntry, `${name}/`, found);
  else found.push({ name, file: await new Promise((resolve, reject) => { (entry as FileSystemFileEntry).file(resolve, reject); }) });
}

async function addFolder(folder: FileSystemDirectoryEntry, path: string, found: FoundFile[]): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    // browsers give the entries in parts, and an empty part at the end
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (part.length === 0 || found.length > MAX_DROPPED_FILES) return;
    for (const entry of part) await addEntry(entry, path, found);
  }
}
