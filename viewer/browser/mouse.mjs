// The mouse on bodies: paused or running, one world or several, something selected or nothing, floating or on a hinge.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, folder, open, serve, sleep, until } from './harness.mjs';

/** A robot of a floating trunk with an arm, and a door on a hinge, without gravity. */
const HUNG = `<mujoco model="hung">
  <option gravity="0 0 0"/>
  <worldbody>
    <light pos="0 0 3"/>
    <geom type="plane" size="4 4 0.1" pos="0 0 -1"/>
    <body name="trunk" pos="-0.8 0 0.3"><freejoint/><geom type="box" size="0.3 0.3 0.3" rgba="0.8 0.4 0.2 1"/>
      <body name="hand" pos="0 0 0.6"><joint name="wrist" axis="0 1 0" pos="0 0 -0.2" damping="1"/><geom type="box" size="0.2 0.2 0.2"/></body></body>
    <body name="door" pos="0.8 0 0.3"><joint name="hinge" axis="0 1 0" pos="0 0 -0.3" damping="1"/><geom type="box" size="0.3 0.3 0.3" rgba="0.2 0.4 0.8 1"/></body>
  </worldbody>
</mujoco>
`;

const ask = (page, what) => page.evaluate((what) => window.cortenforge[what], what);
const call = (page, name, ...args) => page.evaluate(([name, args]) => window.cortenforge[name](...args), [name, args]);
const tell = (page, message) => page.evaluate((message) => window.cortenforge.send(message), message);

const VIEW = { kind: 0, lookat: [0, 0, 0.3], distance: 4, azimuth: 90, elevation: 0 };
/** Where a point of the plane y = -0.3, the front of all bodies, lies on the page. */
function place(canvas, [x, z]) {
  const scale = canvas.height / (2 * Math.tan(Math.PI / 8) * (VIEW.distance - 0.3));
  return [canvas.x + canvas.width / 2 + scale * x, canvas.y + canvas.height / 2 - scale * (z - 0.3)];
}

const FLOATING = { name: 'trunk', at: [-0.8, 0.3] };
const CARRIED = { name: 'hand', at: [-0.8, 0.9] };
const HINGED = { name: 'door', at: [0.8, 0.3] };

/** Selects a body by a double click, or nothing. */
async function select(page, canvas, body) {
  const [x, y] = body ? place(canvas, body.at) : [canvas.x + 5, canvas.y + 5];
  await until(async () => {
    await page.mouse.dblclick(x, y);
    await sleep(0.25);
    return ((await ask(page, 'picked'))?.name ?? null) === (body?.name ?? null);
  }, `${body?.name ?? 'nothing'} is selected`);
}

/** Drags with Ctrl from a body to the right and up, then calls `held`, and lets go. */
async function drag(page, canvas, body, button, held) {
  const [x, y] = place(canvas, body.at);
  await page.keyboard.down('Control');
  await page.mouse.move(x, y);
  await page.mouse.down({ button });
  for (let k = 1; k <= 8; k += 1) await page.mouse.move(x + 4 * k, y - 3 * k);
  await held();
  await page.mouse.up({ button });
  await page.keyboard.up('Control');
}

const moved = (a, b) => Math.max(...a.map((x, k) => Math.abs(x - b[k])));

/** Waits until the mouse's moves have arrived: the state is the same in three answers. */
async function settled(page) {
  let [last, same] = ['', 0];
  await until(async () => {
    const now = (await call(page, 'qpos')).join();
    same = now === last ? same + 1 : 0;
    last = now;
    await sleep(0.07);
    return same >= 3;
  }, 'the world rests');
}

async function pausedDrags(page, canvas, note) {
  const heights = canvas.height;
  const metres = 2 * Math.tan(Math.PI / 8) * (VIEW.distance - 0.3) / heights;
  for (const body of [FLOATING, CARRIED, HINGED]) {
    for (const button of body === HINGED ? ['right'] : ['right', 'left']) {
      await tell(page, { do: 'reset' });
      await settled(page);
      if (button === 'right') await select(page, canvas, body);
      const before = await call(page, 'qpos');
      let after;
      await drag(page, canvas, body, button, async () => {
        await settled(page);
        after = await call(page, 'qpos');
        // a held body stays where the mouse is, however long it is held
        await sleep(0.35);
        assert(moved(after, await call(page, 'qpos')) < 1e-6, `${body.name} flies away: ${after} and then ${await call(page, 'qpos')}`);
      });
      await settled(page);
      assert(moved(after, await call(page, 'qpos')) < 1e-6, `${body.name} stays where it was let go`);
      assert(Math.abs(after[7] - before[7]) < 1e-6 && Math.abs(after[8] - before[8]) < 1e-6, 'hinges keep their angles');
      if (body === HINGED) {
        assert(moved(after, before) < 1e-6, 'what hangs on a hinge stays');
      } else if (button === 'right') {
        const [dx, dz] = [after[0] - before[0], after[2] - before[2]];
        note(`${body.name}: ${dx.toFixed(3)} and ${dz.toFixed(3)} m of ${(32 * metres).toFixed(3)} and ${(24 * metres).toFixed(3)}`);
        assert(Math.abs(dx - 32 * metres) < 0.02 && Math.abs(dz - 24 * metres) < 0.02 && Math.abs(after[1] - before[1]) < 1e-3, 'it follows the mouse');
      } else {
        assert(Math.abs(after[3]) < 0.9999, `${body.name} is turned: ${after.slice(3, 7)}`);
      }
    }
  }
  // nothing is selected: the mouse moves the camera, and no body
  await tell(page, { do: 'reset' });
  await select(page, canvas, null);
  const before = await call(page, 'qpos');
  await drag(page, canvas, FLOATING, 'right', () => sleep(0.3));
  assert(moved(before, await call(page, 'qpos')) < 1e-9, 'nothing is selected: nothing moves');
  await until(async () => moved((await ask(page, 'camera')).lookat, VIEW.lookat) > 0.1, 'the camera moves instead');
  await call(page, 'setCamera', VIEW);
}

async function runningDrags(page, canvas) {
  for (const [body, of] of [[FLOATING, 0], [CARRIED, 0], [HINGED, 8]]) {
    await tell(page, { do: 'pause' });
    await tell(page, { do: 'reset' });
    await settled(page);
    await select(page, canvas, body);
    await tell(page, { do: 'play' });
    const before = await call(page, 'qpos');
    await drag(page, canvas, body, 'right', () => until(async () => Math.abs((await call(page, 'qpos'))[of] - before[of]) > 0.05, `${body.name} is pulled`));
    await tell(page, { do: 'pause' });
    const now = await call(page, 'qpos');
    assert(now.every((x) => Number.isFinite(x) && Math.abs(x) < 20), `${body.name} flies away: ${now}`);
  }
  await tell(page, { do: 'reset' });
  await settled(page);
  await select(page, canvas, null);
  await tell(page, { do: 'play' });
  const before = await call(page, 'qpos');
  await drag(page, canvas, FLOATING, 'right', () => sleep(0.3));
  assert(moved(before, await call(page, 'qpos')) < 1e-6, 'nothing is selected: nothing moves');
  await tell(page, { do: 'pause' });
}

async function all({ browser, program, note }, worlds) {
  const path = join(folder, 'hung.xml');
  writeFileSync(path, HUNG);
  const server = await serve(program, [path, '--paused', '--worlds', String(worlds), '--vary', 'none', '--shown', '1']);
  const page = await open(browser, server.url, { width: 560, height: 400 });
  await call(page, 'setCamera', VIEW);
  const canvas = await page.locator('canvas').first().boundingBox();
  if (worlds > 1) {
    await tell(page, { do: 'world', id: worlds - 1 });
    await until(async () => await ask(page, 'selectedWorld') === worlds - 1, 'another world is selected');
    await call(page, 'setCamera', VIEW);
  }
  await sleep(0.3);
  await pausedDrags(page, canvas, note);
  await call(page, 'setCamera', VIEW);
  await runningDrags(page, canvas);
  if (worlds > 1) {
    await tell(page, { do: 'world', id: 0 });
    await until(async () => await ask(page, 'selectedWorld') === 0, 'the first world is selected');
    assert(moved(await call(page, 'qpos'), [-0.8, 0, 0.3, 1, 0, 0, 0, 0, 0]) < 1e-6, 'the mouse moved nothing in other worlds');
  }
  assert(page.faults.length === 0, page.faults.join('; '));
  await server.stop();
}

export const tests = {
  'a drag with Ctrl moves what MuJoCo moves, paused and running, in one world': (context) => all(context, 1),
  'a drag with Ctrl moves what MuJoCo moves, paused and running, among worlds': (context) => all(context, 4),
};
