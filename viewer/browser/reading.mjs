// What people read: names in narrow columns, ranges, errors; and what they save of what they see.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, folder, open, serve, until } from './harness.mjs';

const ask = (page, what) => page.evaluate((what) => window.cortenforge[what], what);
const tell = (page, message) => page.evaluate((message) => window.cortenforge.send(message), message);

const PARTS = ['hip_pitch', 'hip_roll', 'hip_yaw', 'knee', 'ankle_pitch', 'ankle_roll', 'shoulder_pitch', 'wrist_yaw'];

/** Two legs with long names, whose feet stand on the floor, far from the place that the model's statistics name. */
function walker() {
  const leg = (side, y) => PARTS.reduceRight((inner, part, i) => `<body name="${side}_${part}_link" pos="${i === 0 ? `0 ${y} 0` : '0 0 -0.1'}"><joint name="${side}_${part}_joint" damping="9" stiffness="99"/>
    <geom size="0.04"/>${inner}</body>`, '');
  return `<mujoco model="two long legs"><statistic center="9 9 1" extent="1"/><worldbody><light pos="0 0 3"/><geom name="floor" type="plane" size="9 9 1"/>
    <body name="pelvis" pos="0 0 0.74"><freejoint name="floating_base_joint"/><geom size="0.1"/>${leg('left', 0.15)}${leg('right', -0.15)}
    <geom type="box" size="0.1 0.3 0.02" pos="0 0 -0.72"/></body></worldbody></mujoco>`;
}

/** A page of the walker. */
async function walk(browser, program, size = { width: 1280, height: 900 }) {
  const path = join(folder, 'walker.xml');
  writeFileSync(path, walker());
  const server = await serve(program, [path, '--paused']);
  return { server, page: await open(browser, server.url, size) };
}

/** Texts and titles of all labels inside an element. */
const labels = (page, inside) => page.locator(`${inside} .label`).evaluateAll((list) => list.filter((one) => one.clientWidth > 0).map((one) => ({ text: one.textContent, title: one.title, isCut: one.scrollWidth > one.clientWidth })));

/** Pixels of a saved picture of the page that differ from its first one. */
async function colours(page, bytes) {
  return page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], { type: 'image/png' }));
    const g = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    g.drawImage(picture, 0, 0);
    const { data } = g.getImageData(0, 0, picture.width, picture.height);
    return { width: picture.width, count: new Set(Array.from({ length: data.length / 4 }, (_, k) => data[4 * k] * 65536 + data[4 * k + 1] * 256 + data[4 * k + 2])).size };
  }, bytes.toString('base64'));
}

/** Presses a button and returns the saved file and its name. */
async function save(page, name) {
  const path = join(folder, 'saved');
  rmSync(path, { force: true });
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  await download.saveAs(path);
  return { name: download.suggestedFilename(), bytes: existsSync(path) ? readFileSync(path) : Buffer.alloc(0) };
}

export const tests = {
  'names that are shown together are different and whole, or shortened to fit': async ({ browser, program, picture, note }) => {
    const { server, page } = await walk(browser, program);
    for (const name of ['Model', 'Contacts', 'Simulation']) await page.locator('summary', { hasText: new RegExp(`^${name}$`) }).click();
    await tell(page, { do: 'step', count: 300 });
    await page.locator('.tree .node').nth(10).waitFor();
    for (const inside of ['.tree', '.left']) {
      const all = await until(async () => { const found = await labels(page, inside); return found.length > 10 ? found : null; }, `names in ${inside}`);
      const texts = new Map(all.map(({ text, title }) => [text, title]));
      note(`${inside}: ${all.filter(({ text }) => text.includes('…')).length} of ${all.length} shortened, such as ${all.filter(({ text }) => text.includes('…')).slice(0, 4).map(({ text }) => text).join(', ')}`);
      for (const { text, title, isCut } of all) {
        assert(/^(x|y|z|roll|pitch|yaw)$/.test(text) || texts.get(text) === title, `${text} is ${title} and ${texts.get(text)}`);
        assert(!isCut, `${text} does not fit`);
      }
    }
    await until(async () => (await labels(page, '.contacts')).length > 1, 'contacts are listed');
    await page.screenshot({ path: picture('names') });
    // a settings' name breaks at its underscores only
    const broken = await page.locator('.setting .hint').evaluateAll((list) => list.map((one) => ({ text: one.textContent, height: one.clientHeight })));
    assert(broken.every(({ text, height }) => text.includes('_') || height < 24), JSON.stringify(broken.filter(({ height }) => height > 24)));
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },

  'sliders of a free joint have its place in their range': async ({ browser, program }) => {
    const { server, page } = await walk(browser, program);
    const range = (axis) => page.getByRole('slider', { name: `floating_base_joint ${axis}`, exact: true }).evaluate(({ min, max, value }) => [min, value, max].map(Number));
    for (const [axis, place] of [['x', 0], ['y', 0], ['z', 0.74]]) {
      const [min, value, max] = await range(axis);
      assert(min < place - 0.5 && max > place + 0.5 && Math.abs(value - place) < 0.02, `${axis}: ${min} ${value} ${max}`);
    }
    await tell(page, { do: 'qpos', first: 0, values: [40] });
    await until(async () => { const [min, value, max] = await range('x'); return Math.abs(value - 40) < 0.2 && min < 0 && max > 41; }, 'the range reaches to another place');
    await server.stop();
  },

  'a list of missing files is short, beside the offer of pictures, and says what helps': async ({ browser, program, picture }) => {
    const { server, page } = await walk(browser, program, { width: 1000, height: 700 });
    const meshes = Array.from({ length: 35 }, (_, k) => `  <mesh name="m${k}" file="part_${k}.stl"/>`).join('\n');
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'alone.xml'));
      document.querySelector('canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, `<mujoco>\n<asset>\n${meshes}\n</asset>\n</mujoco>`);
    const box = page.getByRole('alert', { name: 'Error in the model' });
    await box.waitFor();
    assert(await box.locator('.entry').count() === 9 && (await box.locator('.entry').last().innerText()).includes('and 27 more'), await box.innerText());
    assert((await box.innerText()).includes('Drop the whole folder'), await box.innerText());
    await page.screenshot({ path: picture('missing-files') });
    const [error, code, offer, stage] = await Promise.all(['.error', '.error pre', '.offer', '.stage'].map((part) => page.locator(part).boundingBox()));
    assert(code && code.y + code.height < stage.y + stage.height, `the lines of code are in sight: ${JSON.stringify(code)}`);
    assert(!offer || offer.y + offer.height <= error.y, `${JSON.stringify(offer)} above ${JSON.stringify(error)}`);
    await server.stop();
  },

  'screenshots and films show what is seen, also when the server draws': async ({ browser, program, note }) => {
    const { server, page } = await walk(browser, program, { width: 800, height: 600 });
    for (const drawer of ['this page', 'the server']) {
      if (drawer === 'the server') {
        await page.getByRole('button', { name: 'Let the server draw' }).click();
        await until(async () => await ask(page, 'serverPictures') > 0, 'a picture of the server');
      }
      const shot = await save(page, 'Screenshot');
      const found = await colours(page, shot.bytes);
      assert(/^two_long_legs-[\d.]+s\.png$/.test(shot.name), shot.name);
      assert(found.count > 50, `${drawer}: ${found.count} colours in a picture of ${found.width} pixels`);
      await page.getByRole('button', { name: 'Film' }).click();
      const began = Date.now();
      await until(() => Date.now() - began > 1500, 'some time');
      const film = await save(page, 'Film');
      note(`${drawer}: ${found.count} colours, a film of ${film.bytes.length} bytes`);
      assert(film.bytes.length > 2000 && film.name.endsWith('.webm'), `${drawer}: a film of ${film.bytes.length} bytes`);
    }
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },

  'the picture has a focus mark for the keyboard only': async ({ browser, program }) => {
    const { server, page } = await walk(browser, program, { width: 600, height: 400 });
    const outline = () => page.locator('canvas.picture').evaluate((canvas) => ({ style: getComputedStyle(canvas).outlineStyle, isFocused: document.activeElement === canvas }));
    const at = async (style, when) => { const now = await outline(); assert(now.isFocused && now.style === style, `${when}: ${JSON.stringify(now)}`); };
    await at('none', 'at the start');
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await at('none', 'after keys of the viewer');
    do await page.keyboard.press('F6'); while (!(await outline()).isFocused);
    await at('solid', 'after the F6 key');
    await page.mouse.click(300, 250);
    await at('none', 'after a click');
    await server.stop();
  },
};
