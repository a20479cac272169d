// The page and its world: the effect of a user's actions.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, folder, open, serve, sleep, socket, until, usage } from './harness.mjs';

const BENCH = `<mujoco model="bench">
  <option><flag energy="enable"/></option>
  <worldbody>
    <light pos="0 0 3"/>
    <geom type="plane" size="2 2 0.1" rgba="0.5 0.6 0.5 1"/>
    <body name="crate" pos="0 0 0.3"><freejoint/><geom name="crate" type="box" size="0.3 0.3 0.3" rgba="0.8 0.4 0.2 1"/></body>
    <body name="arm" pos="1 0 0.5"><joint name="elbow" type="hinge" axis="0 1 0" range="-90 90" damping="1"/>
      <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.05"/></body>
  </worldbody>
  <actuator><position name="drive" joint="elbow" kp="20" ctrlrange="-1 1"/></actuator>
  <sensor><jointpos name="angle" joint="elbow"/></sensor>
  <keyframe><key name="home" qpos="0 0 1 1 0 0 0 0.5"/></keyframe>
</mujoco>
`;

const ask = (page, what) => page.evaluate((what) => window.cortenforge[what], what);
const call = (page, name, ...args) => page.evaluate(([name, args]) => window.cortenforge[name](...args), [name, args]);
const tell = (page, message) => page.evaluate((message) => window.cortenforge.send(message), message);

export const tests = {
  'the page shows a humanoid': async ({ browser, program, models, picture, note }) => {
    const server = await serve(program, [join(models, 'humanoid.xml')]);
    const began = Date.now();
    const page = await open(browser, server.url, { width: 1280, height: 800 });
    note(`address after ${server.seconds.toFixed(2)} s, model drawn after ${((Date.now() - began) / 1000).toFixed(2)} s more`);
    assert(await ask(page, 'itemCount') >= 20, 'there are too few things to see');
    const before = await ask(page, 'time');
    await until(async () => await ask(page, 'time') > before, 'time runs');
    const ids = await page.evaluate(() => new Set(window.cortenforge.segmentation(320, 240)).size);
    assert(ids >= 10, `${ids} different things are drawn`);
    await page.screenshot({ path: picture('humanoid') });
    assert(page.faults.length === 0, page.faults.join('; '));
    note(`${(await ask(page, 'pictureRate')).toFixed(1)} pictures a second, ${await ask(page, 'drawCalls')} draw calls (drawn by the processor)`);
    await page.close();
    assert(await server.stop() === 0, 'Ctrl-C ends the viewer well');
  },

  'sixty states a simulated second are offered, and dropped rather than queued': async ({ browser, program, models }) => {
    const server = await serve(program, [join(models, 'humanoid.xml')]);
    const page = await open(browser, server.url, { width: 200, height: 150 });
    const silent = await socket(page, false);
    const first = await until(silent.status, 'a status');
    await sleep(3);
    const last = await silent.status();
    const rate = (last.published - first.published) / (last.time - first.time);
    assert(last.time - first.time > 0.5, 'time runs');
    assert(rate >= 59, `${rate} states a simulated second`);
    const { frames } = await silent.state();
    assert(frames <= 2, `a page that does not answer got ${frames} frames`);
    await silent.send({ do: 'seen', frame: 2 });
    await until(async () => (await silent.state()).frames > 2, 'frames go on with an answer');
    const { last: frame } = await silent.state();
    assert(Math.abs(frame.time - (await silent.status()).time) < 0.5, 'the newest state comes, not an old one');
    await server.stop();
  },

  'dragging a body moves it': async ({ browser, program, picture }) => {
    const path = join(folder, 'bench.xml');
    writeFileSync(path, BENCH);
    const server = await serve(program, [path]);
    const page = await open(browser, server.url, { width: 1000, height: 700 });
    await call(page, 'setCamera', { kind: 0, lookat: [0, 0, 0.3], distance: 4, azimuth: 90, elevation: -15 });
    const canvas = await page.locator('canvas').first().boundingBox();
    const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
    await until(async () => {
      await page.mouse.dblclick(x, y);
      await sleep(1);
      return (await ask(page, 'picked'))?.name === 'crate';
    }, 'the crate is selected');
    const before = await call(page, 'qpos');
    await page.keyboard.down('Control');
    await page.mouse.move(x, y);
    await page.mouse.down({ button: 'right' });
    for (let k = 1; k <= 10; k += 1) {
      await page.mouse.move(x + 12 * k, y - 12 * k);
      await sleep(0.1);
    }
    await until(async () => {
      const now = await call(page, 'qpos');
      return Math.hypot(now[0] - before[0], now[1] - before[1], now[2] - before[2]) > 0.1;
    }, 'the crate follows the mouse');
    await page.screenshot({ path: picture('drag') });
    await page.mouse.up({ button: 'right' });
    await page.keyboard.up('Control');
    await server.stop();
  },

  'a right double click looks at a point, and with Ctrl follows a body': async ({ browser, program }) => {
    const path = join(folder, 'bench.xml');
    writeFileSync(path, BENCH);
    const server = await serve(program, [path, '--paused']);
    const page = await open(browser, server.url, { width: 800, height: 600 });
    await call(page, 'setCamera', { kind: 0, lookat: [0, 0, 0.3], distance: 4, azimuth: 90, elevation: -15 });
    const canvas = await page.locator('canvas').first().boundingBox();
    const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
    // the front of the box is 0.3 before its centre
    const looked = await until(async () => {
      await call(page, 'setCamera', { lookat: [0, 0, 0.3] });
      // the server must see each click, and clicks must not merge into a double click
      await sleep(0.7);
      await page.mouse.dblclick(x, y, { button: 'right' });
      await sleep(0.7);
      const { lookat } = await ask(page, 'camera');
      return lookat[1] < -0.2 ? lookat : null;
    }, 'the camera looks at the crate');
    assert(Math.abs(looked[1] + 0.3) < 0.01 && Math.abs(looked[0]) < 0.05, `at ${looked}`);
    assert((await ask(page, 'camera')).kind === 0 && await ask(page, 'picked') === null, 'nothing is selected or followed');
    await sleep(0.7);
    await page.keyboard.down('Control');
    await page.mouse.dblclick(x, y, { button: 'right' });
    await page.keyboard.up('Control');
    const { track } = await until(async () => { const camera = await ask(page, 'camera'); return camera.kind === 1 ? camera : null; }, 'the camera follows');
    assert(track === 1, `it follows body ${track}`);
    assert(await page.getByLabel('Camera', { exact: true }).first().evaluate((select) => select.selectedIndex) === 1, 'the panel says so');
    await page.mouse.dblclick(x, canvas.y + 4, { button: 'right' });
    await sleep(0.5);
    assert((await ask(page, 'camera')).kind === 1, 'nothing is there: nothing changes');
    await server.stop();
  },

  'fingers turn, move, zoom and select': async ({ browser, program }) => {
    const path = join(folder, 'bench.xml');
    writeFileSync(path, BENCH);
    const server = await serve(program, [path, '--paused']);
    const page = await open(browser, server.url, { width: 800, height: 600 });
    const start = { kind: 0, lookat: [0, 0, 0.3], distance: 4, azimuth: 90, elevation: -15 };
    await call(page, 'setCamera', start);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
    const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const canvas = await page.locator('canvas').first().boundingBox();
    const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
    await touch('touchStart', [x, y]);
    for (let k = 1; k <= 5; k += 1) await touch('touchMove', [x + 20 * k, y]);
    await touch('touchEnd');
    const turned = await until(async () => { const camera = await ask(page, 'camera'); return camera.azimuth !== 90 ? camera : null; }, 'one finger turns');
    assert(Math.abs(turned.azimuth - (90 - (180 * 100) / canvas.height)) < 3 && turned.distance === 4, `${turned.azimuth} degrees`);
    assert(await ask(page, 'picked') === null, 'a drag selects nothing');
    await call(page, 'setCamera', start);
    await touch('touchStart', [x - 50, y]);
    await touch('touchStart', [x - 50, y], [x + 50, y]);
    for (let k = 1; k <= 5; k += 1) await touch('touchMove', [x - 50 - 10 * k, y], [x + 50 + 10 * k, y]);
    await touch('touchEnd');
    const zoomed = await until(async () => { const camera = await ask(page, 'camera'); return camera.distance < 3.9 ? camera : null; }, 'two fingers that part zoom in');
    assert(Math.abs(zoomed.lookat[0]) < 0.05 && zoomed.azimuth === 90, 'and nothing else');
    assert(await ask(page, 'picked') === null, 'two fingers select nothing');
    await call(page, 'setCamera', start);
    await touch('touchStart', [x - 50, y]);
    await touch('touchStart', [x - 50, y], [x + 50, y]);
    for (let k = 1; k <= 5; k += 1) await touch('touchMove', [x - 50 + 20 * k, y], [x + 50 + 20 * k, y]);
    await touch('touchEnd');
    const moved = await until(async () => { const camera = await ask(page, 'camera'); return camera.lookat[0] < -0.2 ? camera : null; }, 'two fingers move the picture');
    assert(Math.abs(moved.distance - 4) < 0.2 && moved.azimuth === 90, `distance ${moved.distance}`);
    await call(page, 'setCamera', start);
    await sleep(0.3);
    const tap = async (at) => { await touch('touchStart', at); await touch('touchEnd'); await sleep(0.5); };
    await until(async () => { await tap([x, y]); return (await ask(page, 'picked'))?.name === 'crate'; }, 'a tap selects');
    await until(async () => { await tap([x, canvas.y + 5]); return await ask(page, 'picked') === null; }, 'a tap on nothing selects nothing');
    await server.stop();
  },

  'sliders drive their joint and their actuator': async ({ browser, program, picture }) => {
    const path = join(folder, 'bench.xml');
    writeFileSync(path, BENCH);
    const server = await serve(program, [path, '--paused']);
    const page = await open(browser, server.url, { width: 1280, height: 800 });
    const joint = page.getByRole('slider', { name: /elbow/ }).first();
    await joint.focus();
    for (let k = 0; k < 10; k += 1) await page.keyboard.press('ArrowRight');
    await until(async () => (await call(page, 'qpos'))[7] > 0.01, 'the joint follows its slider');
    const drive = page.getByRole('slider', { name: /drive/ }).first();
    await drive.focus();
    await page.keyboard.press('End');
    await until(async () => Math.abs((await call(page, 'ctrl'))[0] - 1) < 1e-6, 'the control follows its slider');
    await tell(page, { do: 'play' });
    await until(async () => (await call(page, 'qpos'))[7] > 0.5, 'the actuator drives the joint');
    await page.screenshot({ path: picture('sliders') });
    await tell(page, { do: 'key', id: 0 });
    await server.stop();
  },

  'a slider keeps what was chosen until the world has it': async ({ browser, program }) => {
    const path = join(folder, 'bench.xml');
    writeFileSync(path, BENCH);
    const server = await serve(program, [path]);
    const page = await open(browser, server.url, { width: 1280, height: 800 });
    // late pictures, as on a slow machine: many states of the world come before each
    await page.evaluate(() => {
      const soon = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (draw) => soon(() => setTimeout(draw, 500));
    });
    await until(async () => {
      const before = await ask(page, 'time');
      await sleep(0.2);
      return await ask(page, 'time') > before;
    }, 'states come');
    const drive = page.getByRole('slider', { name: /drive/ }).first();
    await drive.focus();
    await page.keyboard.press('End');
    await until(async () => Math.abs((await call(page, 'ctrl'))[0] - 1) < 1e-6, 'the control follows its slider');
    // the slider follows controls from elsewhere
    await tell(page, { do: 'ctrl', id: 0, value: -0.5 });
    await until(async () => Math.abs(Number(await drive.inputValue()) + 0.5) < 1e-6, 'the slider follows the control');
    await server.stop();
  },

  'scrubbing goes back to the same state bit for bit': async ({ browser, program, models }) => {
    const server = await serve(program, [join(models, 'humanoid.xml')]);
    const page = await open(browser, server.url, { width: 200, height: 150 });
    const bare = await socket(page, true);
    const { fields } = await bare.model();
    const count = (name) => fields.find((field) => field.name === name).count;
    const names = ['qpos', 'qvel'].flatMap((name) => Array.from({ length: count(name) }, (_, k) => `${name}[${k}]`));
    await bare.send({ do: 'watch', values: names });
    await sleep(1);
    await bare.send({ do: 'pause' });
    const start = await until(async () => { const status = await bare.status(); return status?.playing === false ? status : null; }, 'the world rests');
    /** The state at which the world rests, when its frame has come. */
    const settle = (arrived, what) => until(async () => {
      const [status, { last, values }] = [await bare.status(), await bare.state()];
      return arrived(status) && Math.abs(last.time - status.time) < 1e-9 ? { ...status, values } : null;
    }, what);
    await bare.send({ do: 'step', count: 1 });
    const there = await settle(({ time }) => time > start.time, 'a step');
    assert(there.values.length === names.length, `${there.values.length} of ${names.length} values`);
    const end = there.time + 200 * (there.time - start.time);
    const atEnd = ({ time }) => Math.abs(time - end) < 1e-6;
    await bare.send({ do: 'step', count: 200 });
    const later = await settle(atEnd, '200 steps');
    assert(later.values.join() !== there.values.join(), 'the world moved');
    await bare.send({ do: 'seek', index: there.history.index });
    const back = await settle(({ time }) => Math.abs(time - there.time) < 1e-9, 'the world goes back');
    assert(back.values.join() === there.values.join(), 'the state is the same');
    await bare.send({ do: 'step', count: 200 });
    const again = await settle(atEnd, '200 steps again');
    assert(again.values.join() === later.values.join(), 'going on from there gives the same state');
    // by the page's own timeline
    const timeline = page.getByRole('slider', { name: /time|history|past/i }).first();
    await timeline.focus();
    await page.keyboard.press('Home');
    await until(async () => (await bare.status()).history.index === 0, 'the timeline goes to its beginning');
    await server.stop();
  },

  'a broken edit shows its error, and the repaired one loads': async ({ browser, program, picture }) => {
    const [path, part] = [join(folder, 'edited.xml'), join(folder, 'part.xml')];
    writeFileSync(part, '<mujoco><worldbody><geom name="extra" size="0.2" pos="0 1 1"/></worldbody></mujoco>');
    writeFileSync(path, BENCH.replace('<worldbody>', '<include file="part.xml"/>\n  <worldbody>'));
    const server = await serve(program, [path]);
    const page = await open(browser, server.url, { width: 1000, height: 700 });
    const items = await ask(page, 'itemCount');
    writeFileSync(part, '<mujoco><worldbody>\n<geom name="extra" size="big"/></worldbody></mujoco>');
    const error = await until(() => ask(page, 'error'), 'the error is shown');
    assert(/part\.xml/.test(error.file) && error.line === 2 && error.lines.some((line) => line.marked), JSON.stringify(error));
    const time = await ask(page, 'time');
    await until(async () => await ask(page, 'time') > time, 'the last good model keeps running');
    await page.screenshot({ path: picture('error') });
    writeFileSync(part, '<mujoco><worldbody><geom size="0.2" pos="0 1 1"/><geom size="0.1" pos="0 1 2"/></worldbody></mujoco>');
    await until(async () => !(await ask(page, 'error')) && await ask(page, 'itemCount') === items + 1, 'the repaired model is shown');
    // a file dropped on the page replaces the model
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.xml'));
      document.querySelector('canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, '<mujoco><worldbody><geom size="0.2"/></worldbody></mujoco>');
    await until(async () => await ask(page, 'itemCount') === 1, 'the dropped model is shown');
    await server.stop();
  },

  'a model that is loaded again and again leaves nothing behind': async ({ browser, program, models, note }) => {
    const server = await serve(program, [join(models, 'humanoid.xml'), '--worlds', '3', '--paused']);
    const context = await browser.newContext();
    await context.addInitScript(() => {
      window.held = { Buffer: 0, Texture: 0 };
      for (const kind of Object.keys(window.held)) {
        const { prototype } = WebGL2RenderingContext;
        const [make, end] = [prototype[`create${kind}`], prototype[`delete${kind}`]];
        prototype[`create${kind}`] = function create() { window.held[kind] += 1; return make.call(this); };
        prototype[`delete${kind}`] = function remove(what) { if (what) window.held[kind] -= 1; return end.call(this, what); };
      }
    });
    const page = await open(context, server.url);
    const again = async () => {
      const version = await ask(page, 'modelVersion');
      await tell(page, { do: 'reload' });
      await until(async () => await ask(page, 'modelVersion') > version && await ask(page, 'ready'), 'the model is there again');
      return page.evaluate(() => ({ ...window.held }));
    };
    const first = await again();
    let last = first;
    for (let i = 0; i < 5; i++) last = await again();
    note(`buffers and textures on the GPU: ${JSON.stringify(first)}, then ${JSON.stringify(last)}`);
    assert(last.Buffer <= first.Buffer && last.Texture <= first.Texture, `${JSON.stringify(last)} after ${JSON.stringify(first)}`);
    assert(page.faults.length === 0, page.faults.join('; '));
    await page.close();
    await server.stop();
  },

  'two pages see one world, and closing one changes nothing': async ({ browser, program, models }) => {
    const server = await serve(program, [join(models, 'humanoid.xml')]);
    const [one, two] = [await open(browser, server.url, { width: 200, height: 150 }), await open(browser, server.url, { width: 200, height: 150 })];
    await tell(one, { do: 'pause' });
    await until(async () => !(await ask(one, 'playing')) && !(await ask(two, 'playing')), 'both know that the world rests');
    await until(async () => {
      const [a, b] = [await call(one, 'qpos'), await call(two, 'qpos')];
      return a.length > 0 && a.join() === b.join();
    }, 'both show the same state');
    await one.close();
    await tell(two, { do: 'play' });
    const time = await ask(two, 'time');
    await until(async () => await ask(two, 'time') > time + 0.2, 'the other goes on');
    await server.stop();
  },

  'a recorded run is shown and scrubbed': async ({ browser, program, models, run }) => {
    const recording = join(folder, 'run.npz');
    run(['run', join(models, 'cartpole.xml'), '--time', '2', '--out', recording]);
    const server = await serve(program, [recording, '--paused']);
    const page = await open(browser, server.url, { width: 200, height: 150 });
    const bare = await socket(page, true);
    const { is_recording: recorded } = await bare.model();
    assert(recorded, 'the page knows that the run is a recording');
    const { history } = await until(bare.status, 'a status');
    assert(history.count > 50, `${history.count} states`);
    await bare.send({ do: 'seek', index: history.count - 1 });
    await until(async () => Math.abs(await ask(page, 'time') - 2) < 0.05, 'its end is shown');
    await server.stop();
  },

  'a hundred humanoids take few draw calls and few bytes': async ({ browser, program, models, picture, note }) => {
    const server = await serve(program, [join(models, 'humanoid.xml'), '--worlds', '100', '--paused']);
    const page = await open(browser, server.url, { width: 800, height: 600 });
    await sleep(1);
    const calls = await ask(page, 'drawCalls');
    const bare = await socket(page, true);
    await until(async () => (await bare.state()).frames > 0, 'a frame');
    const before = await bare.state();
    for (let k = 0; k < 5; k += 1) { await bare.send({ do: 'step', count: 1 }); await sleep(0.3); }
    const after = await bare.state();
    const each = (after.bytes - before.bytes) / (after.frames - before.frames);
    note(`${calls} draw calls, ${Math.round(each)} bytes a state, ${(60 * each / 1e6).toFixed(3)} MB a second at 60 states`);
    assert(calls <= 200, `${calls} draw calls`);
    assert(60 * each <= 1e6, `${60 * each} bytes a second`);
    await page.screenshot({ path: picture('worlds') });
    await server.stop();
  },

  'of ten thousand worlds a part is shown, and any of them can be selected': async ({ browser, program, models, note }) => {
    const server = await serve(program, [join(models, 'cartpole.xml'), '--worlds', '10000', '--shown', '100']);
    const page = await open(browser, server.url, { width: 1280, height: 800 });
    const bare = await socket(page, true);
    const { worlds } = await bare.model();
    assert(worlds.count === 10_000 && worlds.shown === 100 && worlds.columns === 10, JSON.stringify({ ...worlds, geoms: [] }));
    await until(async () => (await page.locator('body').innerText()).includes('100 around the selected one are shown'), 'the page says so');
    await until(async () => (await bare.status())?.time > 0, 'time runs');
    await bare.send({ do: 'world', id: 9_950 });
    await until(async () => await page.getByLabel('World', { exact: true }).inputValue() === '9950', 'the last part is reached');
    await sleep(0.5);
    const before = await bare.state();
    assert(before.last.bytes < 20_000, `${before.last.bytes} bytes a state`);
    const { kilobytes } = usage(server.pid);
    note(`${before.last.bytes} bytes a state, ${Math.round(kilobytes / 1024)} MB, ${Math.round((await bare.status()).steps_per_second * 10_000)} steps of a world a second`);
    assert(kilobytes < 1024 * 1024, `${kilobytes} kB`);
    const field = page.getByLabel('Worlds shown');
    await field.fill('400');
    await field.press('Enter');
    await until(async () => (await bare.model()).worlds.shown === 400, 'more are shown on demand');
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },

  'texts, figures and images of a program lie over the picture': async ({ browser, program, picture }) => {
    const path = join(folder, 'bench.xml');
    writeFileSync(path, BENCH);
    const server = await serve(program, [path, '--paused']);
    const page = await open(browser, server.url, { width: 900, height: 600 });
    await page.evaluate(() => {
      const { overlays } = window.cortenforge;
      const rect = [200, 100, 200, 120];
      const colours = { grid: [0.4, 0.4, 0.4], figure: [0.1, 0, 0, 1], pane: [0, 0, 0.2, 1], legend: [0, 0, 0, 0.5], text: [1, 1, 1] };
      const lines = [{ id: 0, rgb: [0, 1, 0], points: [0, 0, 1, 1, 2, null, 3, 0] }];
      overlays.set({ kind: 'figures', list: [{ rect, title: 'height', xlabel: 'time', ranges: [[0, 3], [0, 1]], grid: [3, 3], ticks: [['0', '1.5', '3'], ['0', '0.5', '1']], widths: [3, 1], colours,
        bars: false, selection: 1.5, highlight: -1, legend: [{ name: 'ball', rgb: [0, 1, 0] }], lines }] });
      overlays.set({ kind: 'images', list: [{ rect: [20, 30, 8, 4], pixels: new Uint8ClampedArray(8 * 4 * 4).map((_, i) => [255, 0, 255, 255][i % 4]) }] });
      overlays.set({ kind: 'texts', list: [{ font: 200, grid: 3, left: 'name', right: 'value\nanother' }, { font: 100, grid: 4, left: 'top', right: '' }] });
      window.cortenforge.setCamera({});
    });
    const look = () => page.evaluate(() => {
      const rect = [200, 100, 200, 120];
      const canvas = document.querySelector('canvas.labels');
      const [width, height] = [canvas.clientWidth, canvas.clientHeight];
      const scale = canvas.width / width;
      const part = (left, bottom, wide, high) => canvas.getContext('2d').getImageData(left * scale, (height - bottom - high) * scale, wide * scale, high * scale).data;
      const count = (data, is) => { let n = 0; for (let i = 0; i < data.length; i += 4) if (is(data[i], data[i + 1], data[i + 2], data[i + 3])) n += 1; return n; };
      return {
        image: count(part(20, 30, 8, 4), (r, g, b) => r === 255 && g === 0 && b === 255),
        beside: count(part(30, 30, 8, 4), (r, g, b, a) => a > 0),
        line: count(part(...rect), (r, g, b) => g > 200 && r < 80 && b < 80),
        pane: count(part(...rect), (r, g, b) => r === 0 && g === 0 && b === 51),
        corner: count(part(width - 40, 2, 30, 20), (r, g, b, a) => a > 90),
        top: count(part(width / 2 - 10, height - 12, 20, 8), (r, g, b, a) => a > 90),
        empty: count(part(0, height - 40, 40, 20), (r, g, b, a) => a > 0),
      };
    });
    const seen = await until(async () => { const now = await look(); return now.image > 0 ? now : null; }, 'the image is drawn');
    await page.screenshot({ path: picture('overlays') });
    assert(seen.image === 32 && seen.beside === 0, `the image: ${JSON.stringify(seen)}`);
    assert(seen.line > 50 && seen.pane > 1000, `the figure: ${JSON.stringify(seen)}`);
    assert(seen.corner > 100 && seen.top > 50 && seen.empty === 0, `the texts: ${JSON.stringify(seen)}`);
    await server.stop();
  },

  'every panel has a picture': async ({ browser, program, picture }) => {
    const path = join(folder, 'panels.xml');
    writeFileSync(path, BENCH);
    const server = await serve(program, [path]);
    const page = await open(browser, server.url, { width: 1280, height: 900 });
    await page.evaluate(() => document.querySelectorAll('details').forEach((part) => { part.open = true; }));
    await sleep(1);
    await page.screenshot({ path: picture('panels') });
    await page.keyboard.press('F1');
    await sleep(0.3);
    await page.screenshot({ path: picture('help') });
    await page.keyboard.press('Escape');
    await page.emulateMedia({ colorScheme: 'dark' });
    await sleep(0.3);
    await page.screenshot({ path: picture('dark') });
    await page.setViewportSize({ width: 390, height: 780 });
    await sleep(0.5);
    await page.screenshot({ path: picture('small') });
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },
};
