// Shared by tests of the page in a real browser: the command as a server, a browser, and sockets that speak the protocol.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const folder = mkdtempSync(join(tmpdir(), 'viewer-'));

/** Debug builds of the command have no page: they get the one that was built here. */
const env = { CORTENFORGE_PAGE: fileURLToPath(new URL('../dist', import.meta.url)), ...process.env };

/** Starts `cortenforge view` and waits for the address that it prints. */
export async function serve(program, args) {
  const child = spawn(program, ['view', ...args, '--no-browser'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let errors = '';
  child.stderr.on('data', (part) => { errors += part; });
  const started = Date.now();
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (part) => {
      text += part;
      const found = /^http:\S+/m.exec(text);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`the viewer ended with ${code}: ${errors}`)));
  });
  const stop = () => new Promise((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode);
    child.on('exit', resolve);
    child.kill('SIGINT');
  });
  return { url, pid: child.pid, stop, seconds: (Date.now() - started) / 1000, output: () => text };
}

/** Memory (kB), threads and open files of a process. */
export function usage(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const number = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]);
  return { kilobytes: number('VmRSS'), threads: number('Threads'), files: readdirSync(`/proc/${pid}/fd`).length };
}

export function browserPath() {
  const found = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => path && existsSync(path));
  if (!found) throw new Error('these tests need a browser: apt-get install chromium, or name one in CHROMIUM');
  return found;
}

export function launch() {
  const args = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: browserPath(), args });
}

/** A page that shows a model. */
export async function open(browser, url, size = { width: 640, height: 480 }) {
  const page = await browser.newPage({ viewport: size });
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error') page.faults.push(message.text()); });
  page.on('response', (answer) => { if (answer.status() >= 400) page.faults.push(`${answer.status()} ${answer.url()}`); });
  await page.goto(url);
  await until(() => page.evaluate(() => window.cortenforge?.ready === true), 'the page shows the model', 60);
  return page;
}

export const sleep = (seconds) => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });

/** Waits until a condition holds. The limit is long, because software rendering takes seconds while builds run. */
export async function until(holds, what, seconds = 60) {
  const end = Date.now() + 1000 * seconds;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${seconds} s in vain: ${what}`);
    await sleep(0.05);
  }
}

export function assert(holds, message) {
  if (!holds) throw new Error(message);
}

/** A raw socket inside a page: it records all messages, and answers as `answers` says. */
export async function socket(page, answers) {
  const id = await page.evaluate(async (answers) => {
    const all = (window.sockets ??= []);
    const url = `ws://${location.host}/socket${location.search}`;
    const own = { web: new WebSocket(url), texts: [], frames: 0, bytes: 0, last: null, values: [], closed: false };
    own.web.binaryType = 'arraybuffer';
    own.web.onclose = () => { own.closed = true; };
    own.web.onmessage = ({ data }) => {
      if (typeof data === 'string') {
        own.texts.push(JSON.parse(data));
        return;
      }
      const view = new DataView(data);
      // the description of a large model
      if (view.getUint32(0, true) === 3) {
        const packed = new Blob([new Uint8Array(data, 4)]).stream().pipeThrough(new DecompressionStream('gzip'));
        new Response(packed).text().then((text) => own.texts.push(JSON.parse(text)));
        return;
      }
      own.frames += 1;
      own.bytes += data.byteLength;
      own.last = { bytes: data.byteLength, time: view.getFloat64(16, true), number: view.getUint32(4, true) };
      own.values = valuesOf(view);
      if (answers) own.web.send(JSON.stringify({ do: 'seen', frame: own.last.number }));
    };
    function valuesOf(view) {
      const [items, changes, lights, cameras, bones, values] = [24, 28, 32, 36, 40, 44].map((at) => view.getUint32(at, true));
      const start = 88 + 28 * items + 92 * changes + 96 * lights + 28 * cameras + 28 * bones;
      return Array.from({ length: values }, (_, k) => view.getBigUint64(start + 8 * k, true).toString());
    }
    await new Promise((resolve, reject) => { own.web.onopen = resolve; own.web.onerror = reject; });
    return all.push(own) - 1;
  }, answers);
  const status = () => page.evaluate((id) => window.sockets[id].texts.filter((text) => text.is === 'status').at(-1), id);
  return {
    status,
    send: (message) => page.evaluate(([id, message]) => window.sockets[id].web.send(typeof message === 'string' ? message : JSON.stringify(message)), [id, message]),
    state: () => page.evaluate((id) => { const { texts, frames, bytes, last, values, closed } = window.sockets[id]; return { texts: texts.length, frames, bytes, last, values, closed }; }, id),
    model: () => until(() => page.evaluate((id) => window.sockets[id].texts.findLast((text) => text.is === 'model'), id), 'a model'),
    close: () => page.evaluate((id) => window.sockets[id].web.close(), id),
  };
}

/** Path of a picture for people to look at. */
export function gallery(path) {
  mkdirSync(path, { recursive: true });
  return (name) => join(path, `${name}.png`);
}
