// What a page fetches and how small it is; files that are dropped; pictures that the server draws.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, folder, open, serve, until } from './harness.mjs';

const ask = (page, what) => page.evaluate((what) => window.cortenforge[what], what);

/** A hilly surface as an OBJ file: 2 n² triangles. */
function hills(n, seed) {
  const lines = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) lines.push(`v ${(i / n).toFixed(6)} ${(j / n).toFixed(6)} ${(0.1 * Math.sin(9 * i / n + seed) * Math.cos(7 * j / n)).toFixed(6)}`);
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const at = i * (n + 1) + j + 1;
      lines.push(`f ${at} ${at + n + 1} ${at + n + 2}`, `f ${at} ${at + n + 2} ${at + 1}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Bytes over the wire of what a page fetches, by the last part of its address. */
async function wire(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const names = new Map();
  const bytes = new Map();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => names.set(requestId, new URL(request.url).pathname));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId) ?? '';
    bytes.set(name, (bytes.get(name) ?? 0) + encodedDataLength);
  });
  return bytes;
}

export const tests = {
  'what a page fetches is small': async ({ browser, program, note }) => {
    const path = join(folder, 'meshes.xml');
    const meshes = [0, 1, 2, 3].map((k) => {
      writeFileSync(join(folder, `hills${k}.obj`), hills(80, k));
      return `<mesh name="m${k}" file="hills${k}.obj" inertia="shell"/>`;
    });
    const geoms = [0, 1, 2, 3].map((k) => `<geom type="mesh" mesh="m${k}" pos="${k} 0 0"/>`);
    writeFileSync(path, `<mujoco><asset>${meshes.join('')}<texture type="skybox" builtin="gradient" width="512" height="512" rgb1="1 1 1" rgb2="0 0 1"/></asset>
      <worldbody><light pos="0 0 3"/>${geoms.join('')}</worldbody></mujoco>`);
    const server = await serve(program, [path, '--paused']);
    const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
    const bytes = await wire(page);
    await page.goto(server.url);
    await until(() => page.evaluate(() => window.cortenforge?.ready === true), 'the page shows the model', 60);
    const sum = (holds) => [...bytes].filter(([name]) => holds(name)).reduce((all, [, count]) => all + count, 0);
    const [script, mesh, texture] = [sum((name) => name.endsWith('.js')), sum((name) => name.includes('/mesh/')), sum((name) => name.includes('/texture/'))];
    note(`script ${Math.round(script / 1000)} kB, 4 meshes of 12,800 triangles ${Math.round(mesh / 1000)} kB, a sky of 4,718 kB ${Math.round(texture / 1000)} kB`);
    assert(script > 10_000 && script < 200_000, `the script has ${script} bytes`);
    // 3.7 MB as corners
    assert(mesh > 1000 && mesh < 4 * 12_800 * 12, `meshes have ${mesh} bytes`);
    assert(texture > 100 && texture < 200_000, `the sky has ${texture} bytes`);
    await page.close();
    await server.stop();
  },

  'a dropped model sees only what was dropped with it': async ({ browser, program }) => {
    const secret = join(folder, 'secret.xml');
    writeFileSync(secret, '<mujoco>\n<password sise="1"/>\n</mujoco>');
    const server = await serve(program, ['--paused']);
    const page = await open(browser, server.url, { width: 400, height: 300 });
    const drop = (files) => page.evaluate(async (files) => {
      const parts = files.flatMap((file) => file.map((text) => new TextEncoder().encode(text)));
      const numbers = (n) => [n & 255, (n >> 8) & 255, (n >> 16) & 255, n >> 24];
      const bytes = [...numbers(files.length), ...parts.flatMap((part) => [...numbers(part.length), ...part])];
      const web = new WebSocket(`ws://${location.host}/socket${location.search}`);
      await new Promise((resolve, reject) => { web.onopen = resolve; web.onerror = reject; });
      const notices = [];
      web.onmessage = ({ data }) => { if (typeof data === 'string' && JSON.parse(data).is === 'notice') notices.push(JSON.parse(data).text); };
      web.send(new Uint8Array(bytes));
      await new Promise((resolve) => { setTimeout(resolve, 500); });
      web.close();
      return notices;
    }, files);
    await drop([['x.xml', `<mujoco><include file="${secret}"/></mujoco>`]]);
    const error = await until(() => ask(page, 'error'), 'the error is shown');
    assert(!JSON.stringify(error).includes('password'), JSON.stringify(error));
    await drop([['parts/a.xml', '<mujoco><worldbody><geom size="1"/><geom size="1" pos="2 0 0"/></worldbody></mujoco>'], ['x.xml', '<mujoco><include file="parts/a.xml"/></mujoco>']]);
    await until(async () => !(await ask(page, 'error')) && await ask(page, 'itemCount') === 2, 'a dropped folder is shown');
    for (const name of ['../x.xml', '/x.xml', 'a/../../x.xml', '', 'a\\x.xml']) {
      const notices = await drop([[name, '<mujoco/>']]);
      assert(notices.length === 1 && notices[0].includes('name'), `${name}: ${notices}`);
    }
    assert(await ask(page, 'itemCount') === 2, 'the model stays');
    await server.stop();
  },

  'a browser without a GPU may ask for pictures of the server': async ({ browser, program, models, picture, note }) => {
    const server = await serve(program, [join(models, 'humanoid.xml'), '--paused']);
    const page = await open(browser, server.url, { width: 800, height: 600 });
    const act = page.getByRole('button', { name: 'Let the server draw' });
    await act.click();
    await until(async () => await ask(page, 'serverPictures') > 0, 'a picture comes');
    const size = await page.evaluate(() => { const { width, height, hidden } = document.querySelector('.served'); return { width, height, hidden }; });
    const wanted = await page.evaluate(() => { const { clientWidth, clientHeight } = document.querySelector('.picture'); return { width: clientWidth, height: clientHeight }; });
    assert(!size.hidden && size.width === wanted.width && size.height === wanted.height, JSON.stringify([size, wanted]));
    const colours = await page.evaluate(() => {
      const { data } = document.querySelector('.served').getContext('2d').getImageData(0, 0, 300, 300);
      return new Set(Array.from({ length: data.length / 4 }, (_, k) => `${data[4 * k]},${data[4 * k + 1]},${data[4 * k + 2]}`)).size;
    });
    assert(colours > 10, `${colours} colours`);
    await page.screenshot({ path: picture('served') });
    // it follows the camera, the size and the time
    const shown = await ask(page, 'serverPictures');
    await page.evaluate(() => window.cortenforge.setCamera({ azimuth: 10 }));
    await until(async () => await ask(page, 'serverPictures') > shown, 'it follows the camera');
    await page.setViewportSize({ width: 700, height: 500 });
    await until(async () => await page.evaluate(() => document.querySelector('.served').width === document.querySelector('.picture').clientWidth), 'it follows the size');
    await page.evaluate(() => window.cortenforge.send({ do: 'play' }));
    const [first, began] = [await ask(page, 'serverPictures'), Date.now()];
    await until(async () => await ask(page, 'serverPictures') > first + 5, 'it follows the time');
    note(`${(1000 * (await ask(page, 'serverPictures') - first) / (Date.now() - began)).toFixed(1)} pictures a second`);
    await page.getByRole('button', { name: 'Draw here' }).click();
    await until(() => page.evaluate(() => document.querySelector('.served').hidden), 'the page draws again');
    assert(page.faults.length === 0, page.faults.join('; '));
    await page.close();
    await server.stop();
  },
};
