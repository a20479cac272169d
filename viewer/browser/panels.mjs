// Plots and panels: what a person reads and types there, and what the world does then.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, folder, open, serve, sleep, until } from './harness.mjs';

/** A crate that falls on a floor, an arm with a ball and a hinge, sensors with axes. No energy flag. */
const SHOP = `<mujoco model="shop">
  <option timestep="0.002"/>
  <worldbody>
    <light pos="0 0 3"/>
    <geom name="floor" type="plane" size="2 2 0.1" rgba="0.5 0.6 0.5 1"/>
    <body name="crate" pos="0 0 0.3"><freejoint name="crate_free"/><geom name="crate_box" type="box" size="0.3 0.3 0.3" rgba="0.8 0.4 0.2 1"/><site name="imu"/></body>
    <body name="robot_left_arm" pos="1 0 0.8"><joint name="robot_left_shoulder_joint" type="ball" damping="1"/>
      <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.05" contype="0" conaffinity="0"/>
      <body name="robot_left_hand" pos="0.4 0 0"><joint name="robot_left_wrist_pitch_joint" type="hinge" axis="0 1 0" range="-90 90" damping="1"/>
        <joint name="robot_left_wrist_roll_joint" type="hinge" axis="1 0 0" damping="1"/>
        <geom name="palm" type="sphere" pos="0.1 0 0" size="0.06" contype="0" conaffinity="0"/></body></body>
  </worldbody>
  <actuator><position name="pitch" joint="robot_left_wrist_pitch_joint" kp="20" ctrlrange="-1 1"/></actuator>
  <sensor><accelerometer name="imu" site="imu"/><framequat name="turn" objtype="body" objname="crate"/></sensor>
</mujoco>
`;

const ask = (page, what) => page.evaluate((what) => window.cortenforge[what], what);
const call = (page, name, ...args) => page.evaluate(([name, args]) => window.cortenforge[name](...args), [name, args]);
const tell = (page, message) => page.evaluate((message) => window.cortenforge.send(message), message);

/** Serves the shop and opens its page, with every section open. */
async function shop(browser, program, args = ['--paused'], size = { width: 1280, height: 900 }) {
  const path = join(folder, 'shop.xml');
  writeFileSync(path, SHOP);
  const server = await serve(program, [path, ...args]);
  const page = await open(browser, server.url, size);
  await page.evaluate(() => document.querySelectorAll('details').forEach((part) => { part.open = true; }));
  return { server, page };
}

/** What a button saves. */
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  return readFileSync(await download.path());
}

/** Types a number into the value of this name. */
async function type(page, name, text) {
  await page.getByRole('button', { name: new RegExp(`^${name}: `) }).click();
  const field = page.getByRole('textbox', { name: `Value of ${name}` });
  await field.fill(text);
  await field.press('Enter');
}

/** Chooses what to plot, and adds it. */
async function plot(page, label) {
  await page.getByLabel('What to plot').selectOption({ label });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await until(async () => (await call(page, 'plots')).some((one) => one.label === label), `a plot of ${label}`);
}

export const tests = {
  'plots have a sample of every step, and the first one shows energies': async ({ browser, program, picture }) => {
    const { server, page } = await shop(browser, program);
    // what is offered first, for a model that does not ask for energies
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const lines = async () => (await call(page, 'plots'))[0]?.lines ?? [];
    await until(async () => (await lines())[0]?.times.length === 1, 'the paused state is a sample');
    const potential = (await lines())[0];
    assert(potential.name === 'potential' && potential.values[0] > 10, JSON.stringify(potential));
    await tell(page, { do: 'step', count: 200 });
    await until(async () => (await lines())[0].times.length >= 201, 'a sample for each of 200 steps');
    const [height, kinetic, total] = await lines();
    assert(kinetic.times.length === 201 && kinetic.times.every((time, i) => Math.abs(time - 0.002 * i) < 1e-9), `${kinetic.times.length} samples: ${kinetic.times.slice(0, 5)}`);
    assert(Math.max(...kinetic.values) > 0 && total.values.every((value, i) => Math.abs(value - kinetic.values[i] - height.values[i]) < 1e-9), 'the total is the sum');
    await tell(page, { do: 'play' });
    await until(async () => (await lines())[0].times.length > 600, 'samples go on');
    const { times } = (await lines())[1];
    const gaps = times.slice(1).map((time, i) => time - times[i]);
    assert(gaps.every((gap) => Math.abs(gap - 0.002) < 1e-9), `no step is missing: ${Math.max(...gaps)}`);
    // going back and on drops what came after
    await tell(page, { do: 'seek', index: 10 });
    await until(async () => await ask(page, 'time') < 0.1 && await ask(page, 'historyIndex') === 10, 'the world goes back');
    const before = (await lines())[0].times.length;
    await sleep(0.3);
    assert((await lines())[0].times.length === before, 'going back draws nothing');
    const at = await ask(page, 'time');
    await tell(page, { do: 'step', count: 3 });
    await until(async () => Math.abs((await lines())[0].times.at(-1) - at - 0.006) < 1e-9, 'the plot goes on from there');
    await page.screenshot({ path: picture('plots') });
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },

  'sensors are plotted with the names of their axes, with cursor, ranges, CSV and PNG': async ({ browser, program, picture }) => {
    const { server, page } = await shop(browser, program);
    await plot(page, 'imu');
    await plot(page, 'turn');
    await tell(page, { do: 'step', count: 400 });
    await until(async () => (await call(page, 'plots'))[0].lines[0].times.length > 400, 'samples');
    const box = page.getByRole('group', { name: 'imu', exact: true });
    const text = async () => (await box.innerText()).replaceAll('\n', ' ');
    for (const name of ['x', 'y', 'z']) assert(await box.locator(`.legend [title="imu ${name}"]`).innerText() === name, `${name} in ${await text()}`);
    assert(await page.getByRole('group', { name: 'turn', exact: true }).locator('.legend [title="turn w"]').innerText() === 'w', 'a quaternion has w x y z');
    const field = await box.locator('.plot-field').boundingBox();
    await page.mouse.move(field.x + 60, field.y + 40);
    await until(async () => /at 0\.\d+ s/.test(await text()), 'the cursor says its time');
    const early = await text();
    await page.screenshot({ path: picture('cursor') });
    await page.mouse.move(field.x + field.width - 10, field.y + 40);
    await until(async () => await text() !== early && /at 0\.[78]/.test(await text()), `the cursor moves: ${await text()}`);
    await page.mouse.move(5, 400);
    await until(async () => !/at 0\./.test(await text()), 'the cursor goes');
    await box.locator('.plot-field').focus();
    await page.keyboard.press('Home');
    await until(async () => (await text()).includes('at 0 s'), 'keys move the cursor');
    assert(await ask(page, 'time') > 0.79, 'and nothing else');
    await page.keyboard.press('Escape');
    // the user's range
    const low = page.getByLabel('Lowest value of imu');
    await low.fill('-5');
    await low.press('Enter');
    await low.fill('nonsense');
    await low.press('Enter');
    assert(await low.inputValue() === '', 'a text that is NaN is automatic again');
    await page.getByLabel('Time window of imu').selectOption({ label: '0.5 s' });
    const csv = (await saved(page, 'Save imu as CSV')).toString();
    const rows = csv.trim().split('\n');
    assert(rows[0] === 'time,imu x,imu y,imu z' && rows.length > 400 && rows.every((row) => row.split(',').length === 4), rows.slice(0, 3).join(' | '));
    assert(Math.abs(Number.parseFloat(rows.at(-1)) - 0.8) < 1e-6 && rows.at(-1).split(',').slice(1).every((cell) => Number.isFinite(Number(cell))), rows.at(-1));
    const png = await saved(page, 'Save imu as PNG');
    assert(png.subarray(1, 4).toString() === 'PNG' && png.length > 3000, `${png.length} bytes`);
    await page.getByRole('button', { name: 'Stop plotting turn' }).click();
    assert((await call(page, 'plots')).length === 1, 'a plot closes');
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },

  'values are typed, in radians and in degrees, also of ball and free joints': async ({ browser, program, picture }) => {
    const { server, page } = await shop(browser, program);
    const q = async (k) => (await call(page, 'qpos'))[k];
    const near = (k, value, what) => until(async () => Math.abs(await q(k) - value) < 1e-5, what);
    const wrist = 'robot_left_wrist_pitch_joint';
    await type(page, wrist, '0.5');
    await near(11, 0.5, 'a hinge is typed in radians');
    await page.getByRole('button', { name: 'Angles: radians' }).click();
    await until(() => page.getByRole('button', { name: `${wrist}: 28.6°` }).count(), 'it is shown in degrees');
    await type(page, wrist, '-30');
    await near(11, -Math.PI / 6, 'and typed in degrees');
    await type(page, wrist, '1 rad');
    await near(11, 1, 'with a unit too');
    // NaN changes nothing
    await page.getByRole('button', { name: new RegExp(`^${wrist}: `) }).click();
    const field = page.getByRole('textbox', { name: `Value of ${wrist}` });
    await field.fill('x');
    await field.press('Enter');
    assert(await field.getAttribute('aria-invalid') === 'true', 'the field says so');
    await field.press('Escape');
    assert(await q(11) === 1, 'the value stays');
    await type(page, 'crate_free z', '1.25');
    await near(2, 1.25, 'a free joint has a position');
    await type(page, 'crate_free yaw', '90');
    await near(3, Math.SQRT1_2, 'and angles: w');
    await near(6, Math.SQRT1_2, 'and angles: z');
    await type(page, 'robot_left_shoulder_joint pitch', '60');
    await near(7, Math.cos(Math.PI / 6), 'a ball has angles: w');
    await near(9, 0.5, 'a ball has angles: y');
    const slider = page.getByRole('slider', { name: 'robot_left_shoulder_joint roll' });
    await slider.focus();
    for (let k = 0; k < 5; k += 1) await page.keyboard.press('ArrowRight');
    await until(async () => Math.abs(await q(8)) > 1e-3, 'a slider turns it further');
    await type(page, 'pitch', '5');
    await until(async () => (await call(page, 'ctrl'))[0] === 1, 'a control stays in its range');
    await page.screenshot({ path: picture('joints') });
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },

  'names of joints differ in the panel: common parts are folded, and the panel gets wider': async ({ browser, program }) => {
    const { server, page } = await shop(browser, program);
    const path = join(folder, 'names.xml');
    const joint = (name) => `<body><joint name="${name}"/><geom size="0.1"/></body>`;
    writeFileSync(path, `<mujoco><worldbody>${['hip_pitch', 'hip_roll', 'knee'].map((name) => joint(`robot/left_leg_${name}_joint`)).join('')}</worldbody></mujoco>`);
    await server.stop();
    const other = await serve(program, [path, '--paused']);
    await page.goto(other.url);
    await until(() => page.evaluate(() => window.cortenforge?.ready === true), 'the model');
    const labels = await page.locator('.slider .label').allInnerTexts();
    assert(labels.map((text) => text.replaceAll('\n', '')).join() === 'hip_pitch,hip_roll,knee', labels.join());
    assert((await page.locator('.folded').first().innerText()).includes('robot/left_leg_…_joint'), 'what was folded is named');
    const width = () => page.locator('.left').evaluate((panel) => panel.getBoundingClientRect().width);
    const before = await width();
    const handle = page.getByRole('separator', { name: 'Width of the left panel' });
    const box = await handle.boundingBox();
    await page.mouse.move(box.x + 4, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 104, box.y + 200, { steps: 4 });
    await page.mouse.up();
    assert(Math.abs(await width() - before - 100) < 8, `${before} -> ${await width()}`);
    await handle.focus();
    await page.keyboard.press('ArrowLeft');
    const last = await width();
    assert(last < before + 100 && last > before, `${last} by a key`);
    await page.reload();
    await until(() => page.evaluate(() => window.cortenforge?.ready === true), 'the model again');
    assert(Math.abs(await width() - last) < 1, 'the width is kept');
    await page.getByRole('separator', { name: 'Width of the left panel' }).dblclick();
    assert(Math.abs(await width() - before) < 1, 'a double click gives the usual width');
    await other.stop();
  },

  'the model tree finds, selects and hides bodies': async ({ browser, program, picture }) => {
    const { server, page } = await shop(browser, program);
    await call(page, 'setCamera', { kind: 0, lookat: [0, 0, 0.3], distance: 4, azimuth: 90, elevation: -15 });
    const row = (name) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
    await page.getByLabel('Search the model').fill('palm');
    await until(async () => await page.getByRole('treeitem').count() === 3, 'a geom finds its body, with its parents');
    await row('robot_left_hand').click();
    await until(async () => (await ask(page, 'picked'))?.name === 'robot_left_hand', 'a click selects');
    await page.getByLabel('Search the model').fill('');
    assert(await row('robot_left_hand').getAttribute('aria-selected') === 'true', 'the row is marked');
    // what the mouse selects is marked too
    const canvas = await page.locator('canvas.picture').boundingBox();
    const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
    await until(async () => { await page.mouse.dblclick(x, y); await sleep(0.7); return (await ask(page, 'picked'))?.name === 'crate'; }, 'the crate is selected');
    await until(async () => await row('crate').getAttribute('aria-selected') === 'true', 'the tree follows');
    await page.screenshot({ path: picture('tree') });
    const items = await ask(page, 'itemCount');
    await page.getByRole('button', { name: 'Hide crate' }).click();
    await until(async () => await ask(page, 'itemCount') < items, 'the crate is hidden');
    await until(async () => { await page.mouse.dblclick(x, y); await sleep(0.7); return (await ask(page, 'picked'))?.name !== 'crate'; }, 'and the mouse does not find it');
    await row('robot_left_arm').focus();
    await page.keyboard.press(' ');
    await until(async () => await ask(page, 'itemCount') <= items - 3, 'keys hide a body with its children');
    await page.keyboard.press('ArrowLeft');
    assert(await row('robot_left_hand').count() === 0, 'keys fold');
    await page.getByRole('button', { name: 'Show all' }).click();
    await until(async () => await ask(page, 'itemCount') >= items, 'all are shown again');
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },

  'contacts are listed with pair, force and distance': async ({ browser, program }) => {
    const { server, page } = await shop(browser, program);
    await tell(page, { do: 'step', count: 900 });
    const rows = page.locator('.contacts tbody tr');
    await until(async () => await rows.count() === 4, 'four corners touch');
    const cells = async () => Promise.all((await rows.all()).map(async (one) => (await one.innerText()).split(/[\n\t]+/)));
    const mass = 8 * 0.027 * 1000;
    await until(async () => {
      const forces = (await cells()).map((cell) => Number(cell.at(-2)));
      return Math.abs(forces.reduce((sum, force) => sum + force, 0) - mass * 9.81) < 0.02 * mass * 9.81;
    }, 'the forces carry the weight');
    const [first] = await cells();
    assert(first.join(' ').includes('floor') && first.join(' ').includes('crate_box'), first.join('|'));
    assert(Number(first.at(-1)) < 0 && Number(first.at(-1)) > -10, `a distance of ${first.at(-1)} mm`);
    await rows.first().getByRole('button').click();
    await until(async () => (await ask(page, 'picked'))?.name === 'crate', 'a click selects the body that moves');
    await type(page, 'crate_free z', '2');
    await until(async () => (await page.locator('body').innerText()).includes('Nothing touches.'), 'a paused world is followed');
    await server.stop();
  },

  'settings of the simulation are shown and changed': async ({ browser, program }) => {
    const { server, page } = await shop(browser, program);
    const gravity = page.getByLabel('gravity z');
    await until(async () => await gravity.inputValue() === '-9.81', 'gravity is shown');
    assert(await page.getByLabel('timestep').inputValue() === '0.002', 'the time step is shown');
    await gravity.fill('2');
    await gravity.press('Enter');
    await tell(page, { do: 'step', count: 200 });
    await until(async () => (await call(page, 'qpos'))[2] > 0.31, 'the crate rises');
    await page.getByLabel('integrator').selectOption({ label: 'implicitfast' });
    await until(async () => await page.getByLabel('integrator').evaluate((select) => select.selectedOptions[0].text) === 'implicitfast', 'a choice');
    await page.getByLabel('disableflags contact').check();
    await type(page, 'crate_free z', '0.3');
    await tell(page, { do: 'step', count: 1 });
    await until(async () => (await page.locator('body').innerText()).includes('Nothing touches.'), 'a flag switches contacts off');
    await page.getByLabel('timestep').fill('-1');
    await page.getByLabel('timestep').press('Enter');
    await until(async () => (await page.locator('.toasts').innerText()).includes('timestep is -1'), 'a wrong value is named');
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },

  'the state is copied as a keyframe, the view as a camera, and both load': async ({ browser, program, run }) => {
    const { server, page } = await shop(browser, program);
    await tell(page, { do: 'step', count: 77 });
    await until(async () => await ask(page, 'time') > 0.15, 'steps');
    await page.getByRole('button', { name: 'State as keyframe' }).click();
    const dialog = page.getByRole('dialog', { name: 'State as keyframe' });
    await dialog.getByLabel('Name').fill('mid<air');
    const key = await dialog.getByRole('textbox', { name: 'State as keyframe' }).inputValue();
    assert(/^<key name="mid&lt;air" time="0\.15\d*" qpos="[^"]+" qvel="[^"]+" ctrl="0"\/>$/.test(key), key);
    assert((await saved(page, 'Save')).toString().trim() === key, 'it is saved as it is shown');
    await page.keyboard.press('Escape');
    await call(page, 'setCamera', { kind: 0, lookat: [0.2, 0, 0.3], distance: 3, azimuth: 120, elevation: -20 });
    await page.getByRole('button', { name: 'Camera as XML' }).click();
    const camera = await page.getByRole('dialog', { name: 'Camera as XML' }).getByRole('textbox', { name: 'Camera as XML' }).inputValue();
    assert(/^<camera name="view" mode="fixed" pos="[^"]+" xyaxes="[^"]+" fovy="45"\/>$/.test(camera), camera);
    await page.keyboard.press('Escape');
    const qpos = await call(page, 'qpos');
    const kept = join(folder, 'kept.xml');
    writeFileSync(kept, SHOP.replace('<worldbody>', `<worldbody>${camera}`).replace('</mujoco>', `<keyframe>${key}</keyframe></mujoco>`));
    const ours = await page.evaluate(() => window.cortenforge.colour(0.5, 0.5));
    await server.stop();
    run(['check', kept]);
    const again = await serve(program, [kept, '--paused']);
    await page.goto(again.url);
    await until(() => page.evaluate(() => window.cortenforge?.ready === true), 'the model');
    await tell(page, { do: 'key', id: 0 });
    await until(async () => (await call(page, 'qpos')).join() === qpos.join(), 'the keyframe is the state');
    await call(page, 'setCamera', { kind: 2, fixed: 0 });
    await sleep(0.5);
    const theirs = await page.evaluate(() => window.cortenforge.colour(0.5, 0.5));
    assert(ours.every((value, k) => Math.abs(value - theirs[k]) <= 3), `${ours} and ${theirs}`);
    await again.stop();
  },

  'a dropped folder is a model with its files': async ({ browser, program }) => {
    const { server, page } = await shop(browser, program);
    const robot = join(folder, 'robot');
    mkdirSync(join(robot, 'assets', '.hidden'), { recursive: true });
    writeFileSync(join(robot, 'assets', 'tip.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n');
    writeFileSync(join(robot, 'robot.xml'), '<mujoco model="robot"><compiler meshdir="assets"/><asset><mesh name="tip" file="tip.obj"/></asset><worldbody><body name="tip"><freejoint/><geom type="mesh" mesh="tip"/></body></worldbody></mujoco>');
    writeFileSync(join(robot, 'scene.xml'), '<mujoco model="scene"><include file="robot.xml"/><worldbody><geom type="plane" size="3 3 1"/></worldbody></mujoco>');
    const session = await page.context().newCDPSession(page);
    const canvas = await page.locator('canvas.picture').boundingBox();
    const data = { items: [], files: [robot], dragOperationsMask: 1 };
    for (const kind of ['dragEnter', 'dragOver', 'drop']) {
      await session.send('Input.dispatchDragEvent', { type: kind, x: canvas.x + 100, y: canvas.y + 100, data });
    }
    const choice = page.getByRole('dialog', { name: 'Choose the model' });
    await choice.waitFor();
    assert((await choice.getByRole('button').allInnerTexts()).join() === '×,scene.xml,robot.xml', 'a scene comes first');
    await choice.getByRole('button', { name: 'scene.xml' }).click();
    await until(async () => await ask(page, 'itemCount') === 2 && await ask(page, 'ready'), 'the dropped model is shown with its mesh');
    assert(await ask(page, 'error') === null, 'it loads without an error');
    await server.stop();
  },

  'scalars, buttons and sliders of a program are shown': async ({ browser, program }) => {
    const { server, page } = await shop(browser, program);
    await page.evaluate(() => {
      window.sent = [];
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function record(message) { if (typeof message === 'string') window.sent.push(JSON.parse(message)); return send.call(this, message); };
      window.cortenforge.receive({ is: 'widgets', scalars: ['reward'], widgets: [
        { id: 0, name: 'Throw', kind: 'button', low: 0, high: 0, value: 0 }, { id: 1, name: 'gain', kind: 'slider', low: 0, high: 4, value: 1 }] });
    });
    const sent = (what) => page.evaluate((what) => window.sent.filter((message) => message.do === what), what);
    await until(async () => (await call(page, 'plots')).some(({ label }) => label === 'reward'), 'a scalar is plotted without a click');
    assert((await sent('watch')).at(-1).values.join() === 'user.reward', JSON.stringify(await sent('watch')));
    await page.getByRole('button', { name: 'Throw' }).click();
    await type(page, 'gain', '9');
    await until(async () => (await sent('widget')).length === 2, 'both are sent');
    assert(JSON.stringify(await sent('widget')) === '[{"do":"widget","id":0,"value":1},{"do":"widget","id":1,"value":4}]', JSON.stringify(await sent('widget')));
    await page.getByRole('button', { name: 'Stop plotting reward' }).click();
    await page.evaluate(() => window.cortenforge.receive({ is: 'widgets', scalars: ['reward'], widgets: [] }));
    assert((await call(page, 'plots')).length === 0, 'a closed plot stays closed');
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },

  'the panels fit a small screen, in light and dark': async ({ browser, program, picture }) => {
    const { server, page } = await shop(browser, program, [], { width: 400, height: 780 });
    await plotSmall(page);
    for (const scheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const [name, button] of [['left', 'Options panel'], ['right', 'Values panel']]) {
        await page.getByRole('button', { name: button }).click();
        await sleep(0.3);
        const { width, scroll } = await page.locator(`.${name}`).evaluate((panel) => ({ width: panel.clientWidth, scroll: panel.scrollWidth }));
        assert(width <= 350 && scroll <= width, `the ${name} panel has ${scroll} pixels in ${width}`);
        await page.screenshot({ path: picture(`small-${name}-${scheme}`) });
        await page.getByRole('button', { name: button }).click();
      }
    }
    assert(page.faults.length === 0, page.faults.join('; '));
    await server.stop();
  },
};

/** Adds a plot on a small screen, where the panel is opened first. */
async function plotSmall(page) {
  await page.getByRole('button', { name: 'Values panel' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Values panel' }).click();
}
