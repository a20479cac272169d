// What a user sees first: the scene without a model, the whole model in view, time that waits; and a grid of worlds.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, folder, open, serve, sleep, socket, until } from './harness.mjs';

const ask = (page, what) => page.evaluate((what) => window.cortenforge[what], what);
const call = (page, name, ...args) => page.evaluate(([name, args]) => window.cortenforge[name](...args), [name, args]);
const tell = (page, message) => page.evaluate((message) => window.cortenforge.send(message), message);

/** Shares of the picture, from the left and from the top, between which moving things lie, and whether some touch the edge. */
function framed(page) {
  return page.evaluate(() => {
    const { clientWidth, clientHeight } = document.querySelector('canvas.picture');
    const [width, height] = [clientWidth >> 1, clientHeight >> 1];
    const ids = window.cortenforge.segmentation(width, height);
    const corners = [ids[0], ids[width - 1], ids[width * height - 1], ids[width * (height - 1)]];
    const box = [1, 1, 0, 0];
    let count = 0;
    ids.forEach((id, k) => {
      if (id < 0 || corners.includes(id)) return;
      const [x, y] = [(k % width) / width, Math.floor(k / width) / height];
      count += 1;
      [box[0], box[1], box[2], box[3]] = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
    });
    return { box, share: count / (width * height) };
  });
}

/** The page's picture as pixels of these rows and columns. */
async function pixels(page, width, height) {
  const shot = (await page.locator('canvas.picture').screenshot()).toString('base64');
  return page.evaluate(async ([bytes, width, height]) => {
    const file = new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], { type: 'image/png' });
    const canvas = new OffscreenCanvas(width, height).getContext('2d');
    canvas.drawImage(await createImageBitmap(file), 0, 0, width, height);
    return [...canvas.getImageData(0, 0, width, height).data];
  }, [shot, width, height]);
}

/** Nine balls on sticks, lit by the headlight alone, so that no light moves with the selected world. */
const BALLS = `<mujoco model="balls">
  <statistic extent="1" center="0 0 0"/>
  <option gravity="0 0 0"/>
  <asset><texture name="t" type="2d" builtin="checker" rgb1="0.2 0.3 0.2" rgb2="0.3 0.4 0.3" width="64" height="64"/>
    <material name="m" texture="t" texrepeat="3 3" texuniform="true"/></asset>
  <worldbody>
    <geom type="plane" size="1 1 0.1" material="m"/>
    <geom type="cylinder" size="0.03 0.2" pos="0 0 0.2" rgba="0.5 0.5 0.5 1"/>
    <body pos="0 0 0.5"><freejoint/><geom name="ball" size="0.2" rgba="0.2 0.4 0.9 1"/></body>
  </worldbody>
</mujoco>
`;

export const tests = {
  'without a model a robot stands in a scene, whole in the picture': async ({ browser, program, picture, note }) => {
    const server = await serve(program, []);
    await sleep(0.7);
    const page = await open(browser, server.url, { width: 1280, height: 800 });
    const name = await page.title();
    assert(/strider/.test(name), `the title names the model: ${name}`);
    assert((await ask(page, 'time')) < 0.6, `time waited for the page: it is ${await ask(page, 'time')} s`);
    const { box, share } = await framed(page);
    note(`the robot fills ${box.map((x) => x.toFixed(2))}, ${(100 * share).toFixed(1)} % of the picture`);
    assert(box[0] > 0.02 && box[1] > 0.02 && box[2] < 0.98 && box[3] < 0.98, `the whole robot is in the picture: ${box}`);
    assert(box[3] - box[1] > 0.4 || box[2] - box[0] > 0.4, `it is not small: ${box}`);
    await page.screenshot({ path: picture('first') });
    await until(async () => (await ask(page, 'time')) > 0.1, 'time runs');
    const before = await call(page, 'qpos');
    await tell(page, { do: 'speed', value: 16 });
    await until(async () => (await ask(page, 'time')) > 4, 'some seconds pass');
    const after = await call(page, 'qpos');
    assert(Math.abs(after[2] - before[2]) < 0.05 && Math.abs(after[3]) > 0.99, `it stands: ${after.slice(0, 7)}`);
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },

  'time waits for the first page, unless the user says otherwise': async ({ browser, program, models }) => {
    const server = await serve(program, [join(models, 'pendulum_hinge.xml')]);
    await sleep(1.5);
    const page = await open(browser, server.url, { width: 300, height: 200 });
    const bare = await socket(page, true);
    const first = await until(bare.status, 'a status');
    assert(first.time < 1, `nobody missed anything: the time is ${first.time} s`);
    await until(async () => (await bare.status()).time > first.time, 'time runs when the page is there');
    await server.stop();
    const paused = await serve(program, [join(models, 'pendulum_hinge.xml'), '--paused']);
    const other = await open(browser, paused.url, { width: 300, height: 200 });
    await sleep(1);
    assert(await ask(other, 'time') === 0, 'a paused viewer waits for its user');
    await paused.stop();
  },

  'the whole model is in the first picture, whatever its statistics say': async ({ browser, program, models, note }) => {
    const far = join(folder, 'far.xml');
    writeFileSync(far, `<mujoco model="far away"><statistic extent="0.4" center="3 2 1"/><worldbody><light pos="0 0 4"/><geom type="plane" size="0 0 1"/>
      <body pos="0 0 1"><freejoint/><geom type="box" size="0.2 0.2 0.9" rgba="0.8 0.3 0.2 1"/></body></worldbody></mujoco>`);
    for (const [path, size] of [[far, [600, 300]], [far, [300, 600]], [join(models, 'quadruped.xml'), [600, 400]]]) {
      const server = await serve(program, [path, '--paused']);
      const page = await open(browser, server.url, { width: size[0], height: size[1] });
      const { box, share } = await framed(page);
      note(`${path.split('/').at(-1)}: ${box.map((x) => x.toFixed(2))}, ${(100 * share).toFixed(1)} % of the picture`);
      assert(share > 0.02 && box[0] > 0.01 && box[1] > 0.01 && box[2] < 0.99 && box[3] < 0.99, `${path}: ${box}`);
      assert(box[3] - box[1] > 0.45 || box[2] - box[0] > 0.45, `${path} is small: ${box}`);
      await page.close();
      await server.stop();
    }
  },

  'a grid of worlds fills the first picture': async ({ browser, program, models, picture, note }) => {
    for (const [size, name] of [[[640, 400], 'wide'], [[500, 500], 'square']]) {
      const server = await serve(program, [join(models, 'quadruped.xml'), '--worlds', '100', '--paused', '--vary', 'none']);
      const page = await open(browser, server.url, { width: size[0], height: size[1] });
      const { box } = await framed(page);
      note(`${size.join(' x ')}: ${box.map((x) => x.toFixed(2))}`);
      await page.screenshot({ path: picture(`grid-${name}`) });
      assert(box[0] > 0 && box[1] > 0 && box[2] < 1 && box[3] < 1, `all worlds are in the picture: ${box}`);
      assert(box[2] - box[0] > 0.6 && box[3] - box[1] > 0.5, `they fill it: ${box}`);
      assert(Math.abs(box[1] - (1 - box[3])) < 0.2, `no third of it is empty: ${box}`);
      assert(page.faults.length === 0, page.faults.join('; '));
      await page.close();
      await server.stop();
    }
  },

  'worlds differ, and a seed repeats them': async ({ browser, program, models }) => {
    const states = async (args) => {
      const server = await serve(program, [join(models, 'cartpole.xml'), '--worlds', '5', '--paused', ...args]);
      const page = await open(browser, server.url, { width: 200, height: 150 });
      const all = [];
      for (let id = 0; id < 5; id += 1) {
        await tell(page, { do: 'world', id });
        await until(async () => await ask(page, 'selectedWorld') === id, `world ${id}`);
        all.push((await call(page, 'qpos')).join());
      }
      if (args.includes('controls')) await tell(page, { do: 'step', count: 200 });
      if (args.includes('controls')) await until(async () => Math.abs((await call(page, 'ctrl'))[0]) > 1e-3, 'a control is given');
      await page.close();
      await server.stop();
      return all;
    };
    const [noise, again, other, none, controls] = [await states([]), await states(['--vary', 'noise']), await states(['--seed', '1']), await states(['--vary', 'none']), await states(['--vary', 'controls'])];
    assert(new Set(noise).size === 5, `worlds differ: ${noise}`);
    assert(noise.join() === again.join() && noise.join() !== other.join(), 'a seed repeats them, and another does not');
    assert(new Set([...none, ...controls]).size === 1, 'without noise they begin alike');
  },

  'another selected world moves nothing, is marked, and each world keeps its history': async ({ browser, program, picture, note }) => {
    const path = join(folder, 'balls.xml');
    writeFileSync(path, BALLS);
    const server = await serve(program, [path, '--worlds', '9', '--paused', '--vary', 'none']);
    const page = await open(browser, server.url, { width: 1100, height: 700 });
    const bare = await socket(page, true);
    const { worlds } = await bare.model();
    await until(bare.status, 'a status');
    await sleep(0.5);
    const [width, height] = [110, 70];
    const before = await pixels(page, width, height);
    const markBefore = await ask(page, 'mark');
    await page.screenshot({ path: picture('selected-0') });
    await tell(page, { do: 'world', id: 4 });
    await until(async () => await ask(page, 'selectedWorld') === 4, 'world 4 is selected');
    await sleep(0.5);
    const after = await pixels(page, width, height);
    const mark = await ask(page, 'mark');
    await page.screenshot({ path: picture('selected-4') });
    // the selected world stands at the origin, and the camera has moved with the ground
    assert(Math.hypot(mark[0] - markBefore[0], mark[1] - markBefore[1]) < 1e-6, `the mark is below the selected world: ${markBefore}, ${mark}`);
    let changed = 0;
    for (let k = 0; k < width * height; k += 1) if ([0, 1, 2].some((c) => Math.abs(before[4 * k + c] - after[4 * k + c]) > 24)) changed += 1;
    note(`${(100 * changed / (width * height)).toFixed(2)} % of the picture changed: two marks`);
    assert(changed > 0, 'the mark moves');
    // rings and their faint discs at two of nine places; without the ground's shift the floor and all balls would change
    assert(changed < 0.12 * width * height, `${changed} of ${width * height} pixels changed`);
    assert(worlds.geoms.some(({ body }) => body === -1), 'the sticks stand in every world');
    // a double click selects the world that it hits
    const place = await page.evaluate(() => {
      const { clientWidth: w, clientHeight: h } = document.querySelector('canvas.picture');
      const own = [...window.cortenforge.segmentation(w, h).entries()].filter(([, id]) => id === (1 << 23)).map(([at]) => at);
      const at = own[Math.floor(own.length / 2)];
      return [(at % w) / w, Math.floor(at / w) / h];
    });
    const canvas = await page.locator('canvas.picture').boundingBox();
    await page.mouse.dblclick(canvas.x + place[0] * canvas.width, canvas.y + place[1] * canvas.height);
    await until(async () => await ask(page, 'selectedWorld') === 0, 'a double click selects world 0');
    await tell(page, { do: 'world', id: 4 });
    await until(async () => await ask(page, 'selectedWorld') === 4, 'world 4 is selected');
    // a few pixels beside its lowest pixel, where the floor is
    const beside = await page.evaluate(() => {
      const { clientWidth: w, clientHeight: h } = document.querySelector('canvas.picture');
      const own = [...window.cortenforge.segmentation(w, h).entries()].filter(([, id]) => id === (1 << 23)).map(([at]) => at);
      const at = own.at(-1);
      return [(at % w) + 0.5, Math.floor(at / w) + 4.5];
    });
    await page.mouse.dblclick(canvas.x + beside[0], canvas.y + beside[1]);
    await until(async () => await ask(page, 'selectedWorld') === 0, 'a double click just beside world 0 selects it');
    await tell(page, { do: 'world', id: 4 });
    await until(async () => await ask(page, 'selectedWorld') === 4, 'world 4 is selected');
    // histories
    await bare.send({ do: 'step', count: 30 });
    const first = await until(async () => { const now = await bare.status(); return now.history.count === 31 ? now : null; }, 'thirty states of world 4');
    await bare.send({ do: 'world', id: 7 });
    await until(async () => await ask(page, 'selectedWorld') === 7 && (await bare.status()).history.count === 31, 'world 7 has its own history');
    await bare.send({ do: 'seek', index: 3 });
    await until(async () => (await bare.status()).history.index === 3, 'world 7 goes back');
    await bare.send({ do: 'world', id: 4 });
    const back = await until(async () => { const now = await bare.status(); return now.history.index === 30 ? now : null; }, 'world 4 has kept its history');
    assert(back.history.count === 31 && back.time === first.time, JSON.stringify(back.history));
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },
};
