// Compares the page with the offscreen renderer: equal objects at equal pixels.
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { assert, folder, open, serve, sleep, until } from './harness.mjs';

const [WIDTH, HEIGHT] = [640, 480];

/** Smallest share of pixels with equal objects. */
const SHARE = 0.97;

export const tests = {
  'the page draws the same objects at the same pixels as the offscreen renderer': async ({ browser, program, models, run, note }) => {
    const files = readdirSync(models).filter((name) => name.endsWith('.xml')).sort();
    assert(files.length >= 20, `${files.length} models`);
    const shares = [];
    for (const name of files) {
      const path = join(models, name);
      const out = join(folder, `${basename(name, '.xml')}.png`);
      run(['render', path, '-o', out, '--segmentation', '--size', `${WIDTH}x${HEIGHT}`]);
      const server = await serve(program, [path, '--paused']);
      const page = await open(browser, server.url, { width: WIDTH, height: HEIGHT });
      await lookAsRenderer(page);
      const share = await compare(page, out);
      shares.push({ name, ...share });
      await page.close();
      await server.stop();
    }
    shares.sort((a, b) => a.share - b.share);
    const median = shares[Math.floor(shares.length / 2)].share;
    note(`${shares.length} models: at least ${(100 * shares[0].share).toFixed(2)} % (${shares[0].name}), median ${(100 * median).toFixed(2)} %`);
    const low = shares.filter(({ share }) => share < SHARE);
    assert(low.length === 0, low.map(({ name, share, objects }) => `${name}: ${(100 * share).toFixed(2)} % of ${objects} objects`).join('; '));
  },

  'cameras of the model see through the page what the offscreen renderer sees through them': async ({ browser, program, run, note }) => {
    const path = join(folder, 'cameras.xml');
    writeFileSync(path, CAMERAS);
    const server = await serve(program, [path, '--paused']);
    const page = await open(browser, server.url, { width: WIDTH, height: HEIGHT });
    for (const [fixed, name] of ['focal', 'pixels', 'parallel'].entries()) {
      const out = join(folder, `camera-${name}.png`);
      run(['render', path, '-o', out, '--segmentation', '--size', `${WIDTH}x${HEIGHT}`, '--camera', name]);
      await page.evaluate((fixed) => window.cortenforge.setCamera({ kind: 2, fixed }), fixed);
      const { share, objects } = await compare(page, out);
      note(`${name}: ${(100 * share).toFixed(2)} % of ${objects} objects`);
      assert(share >= 0.99 && objects >= 5, `${name}: ${share} of ${objects} objects`);
    }
    await server.stop();
  },

  'clear things lie over each other as the offscreen renderer draws them, from both sides': async ({ browser, program, run, note }) => {
    const path = join(folder, 'clear.xml');
    writeFileSync(path, CLEAR);
    const server = await serve(program, [path, '--paused']);
    const page = await open(browser, server.url, { width: WIDTH, height: HEIGHT });
    for (const [fixed, name] of ['front', 'back'].entries()) {
      const out = join(folder, `clear-${name}.png`);
      run(['render', path, '-o', out, '--size', `${WIDTH}x${HEIGHT}`, '--camera', name]);
      await page.evaluate((fixed) => window.cortenforge.setCamera({ kind: 2, fixed }), fixed);
      const theirs = await page.evaluate(async ([bytes, width, height]) => {
        const file = new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], { type: 'image/png' });
        const canvas = new OffscreenCanvas(width, height).getContext('2d');
        canvas.drawImage(await createImageBitmap(file), 0, 0);
        return [...canvas.getImageData(width / 2, height / 2, 1, 1).data].slice(0, 3);
      }, [await base64(out), WIDTH, HEIGHT]);
      let ours;
      await until(async () => {
        ours = await page.evaluate(() => window.cortenforge.colour(0.5, 0.5));
        return theirs.every((value, k) => Math.abs(value - ours[k]) <= 3);
      }, `the ${name} looks like ${theirs}`).catch((error) => { throw new Error(`${error.message}, not ${ours}`); });
      note(`${name}: ${ours} here, ${theirs} there`);
    }
    await server.stop();
  },

  'a skin is where the offscreen renderer draws it, before and after its bones move': async ({ browser, program, run, note }) => {
    const path = join(folder, 'skin.xml');
    writeFileSync(path, SKIN);
    const recording = join(folder, 'skin.npz');
    run(['run', path, '--time', '0.4', '--out', recording]);
    const server = await serve(program, [recording, '--paused']);
    const page = await open(browser, server.url, { width: WIDTH, height: HEIGHT });
    const last = await until(() => page.evaluate(() => window.cortenforge.historyCount), 'the recording') - 1;
    await lookAsRenderer(page);
    for (const [index, time] of [[0, 0], [last, 0.4]]) {
      const out = join(folder, `skin-${time}.png`);
      run(['render', path, '-o', out, '--segmentation', '--size', `${WIDTH}x${HEIGHT}`, '--time', `${time}`]);
      await page.evaluate((index) => window.cortenforge.send({ do: 'seek', index }), index);
      await until(async () => Math.abs(await page.evaluate(() => window.cortenforge.time) - time) < 0.01, 'the state is shown');
      await sleep(0.3);
      const { share, objects } = await compare(page, out);
      note(`after ${time} s: ${(100 * share).toFixed(2)} % of ${objects} objects`);
      assert(share >= SHARE && objects >= 2, `after ${time} s: ${share} of ${objects} objects`);
    }
    await server.stop();
  },
};

/** Cameras with an off-centre lens, with different focal lengths, and with parallel projection. */
const CAMERAS = `<mujoco model="cameras">
  <worldbody>
    <light pos="0 0 3"/>
    <camera name="focal" pos="0 -3 1" xyaxes="1 0 0 0 0.3 1" resolution="640 480" sensorsize="0.032 0.018" focal="0.03 0.02" principal="0.004 -0.003"/>
    <camera name="pixels" pos="0 -3 1" xyaxes="1 0 0 0 0.3 1" resolution="400 480" sensorsize="0.02 0.024" focalpixel="500 400" principalpixel="-60 40"/>
    <camera name="parallel" pos="1 -3 2" xyaxes="1 0.3 0 0 0.6 1" projection="orthographic" fovy="2.2"/>
    <geom type="plane" size="2 2 0.1"/>
    <geom type="box" size="0.3 0.2 0.1" pos="0 0 0.4"/>
    <geom type="sphere" size="0.2" pos="0.6 0.4 0.4"/>
    <geom type="capsule" size="0.1 0.3" pos="-0.7 0.2 0.5" euler="30 40 0"/>
    <geom type="cylinder" size="0.1 0.2" pos="-0.3 -0.6 0.3"/>
  </worldbody>
</mujoco>
`;

/** A red box, a green sphere and a blue ellipsoid behind each other, all transparent. */
const CLEAR = `<mujoco model="clear">
  <visual><headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/></visual>
  <worldbody>
    <camera name="front" pos="0 -4 0" xyaxes="1 0 0 0 0 1"/>
    <camera name="back" pos="0 4 0" xyaxes="-1 0 0 0 0 1"/>
    <geom type="ellipsoid" size="0.6 0.1 0.6" pos="0 1 0" rgba="0 0 1 0.5"/>
    <geom type="box" size="0.5 0.1 0.5" pos="0 -1 0" rgba="1 0 0 0.5"/>
    <geom type="sphere" size="0.4" rgba="0 1 0 0.5"/>
  </worldbody>
</mujoco>
`;

/** A sheet on three bones, the last two of which fall. */
const SKIN = `<mujoco model="skin">
  <statistic center="0.5 0 0" extent="1.5"/>
  <worldbody>
    <light pos="0 0 3"/>
    <body name="a"><geom size="0.05"/>
      <body name="b" pos="0.5 0 0"><joint axis="0 1 0"/><geom type="capsule" size="0.03" fromto="0 0 0 0.5 0 0"/>
        <body name="c" pos="0.5 0 0"><joint axis="0 0.8 0.6"/><geom type="capsule" size="0.03" fromto="0 0 0 0.3 0 0"/></body></body></body>
  </worldbody>
  <deformable><skin name="s" inflate="0.05" vertex="0 -0.3 0  0 0.3 0  0.5 -0.3 0  0.5 0.3 0  1 -0.3 0  1 0.3 0" face="0 2 1  1 2 3  2 4 3  3 4 5">
    <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2 3" vertweight="1 1 0.5 0.5"/>
    <bone body="b" bindpos="0.5 0 0" bindquat="1 0 0 0" vertid="2 3 4 5" vertweight="0.5 0.5 0.3 0.3"/>
    <bone body="c" bindpos="1 0 0" bindquat="1 0 0 0" vertid="4 5" vertweight="0.7 0.7"/>
  </skin></deformable>
</mujoco>
`;

/** Looks from where the renderer looks by default: from MuJoCo's free camera, which does not fit the model into the picture. */
function lookAsRenderer(page) {
  return page.evaluate(() => {
    const { center, extent } = window.cortenforge.visual;
    window.cortenforge.setCamera({ lookat: center, distance: 1.5 * extent });
  });
}

async function base64(path) {
  const { readFile } = await import('node:fs/promises');
  return (await readFile(path)).toString('base64');
}

/** The share of pixels at which the page and a picture of the renderer show equal objects. */
async function compare(page, out) {
  return page.evaluate(async ([bytes, width, height]) => {
    const file = new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], { type: 'image/png' });
    const picture = await createImageBitmap(file, { colorSpaceConversion: 'none' });
    const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    canvas.drawImage(picture, 0, 0);
    const theirs = canvas.getImageData(0, 0, width, height).data;
    const ours = window.cortenforge.segmentation(width, height);
    // colours stand for objects: both must distinguish the same pixels
    const votes = new Map();
    const color = (k) => theirs[4 * k] << 16 | theirs[4 * k + 1] << 8 | theirs[4 * k + 2];
    for (let k = 0; k < width * height; k += 1) {
      const key = `${color(k)}`;
      const counts = votes.get(key) ?? new Map();
      counts.set(ours[k], (counts.get(ours[k]) ?? 0) + 1);
      votes.set(key, counts);
    }
    const taken = new Set();
    let same = 0;
    const ranked = [...votes.values()].flatMap((counts) => { const best = [...counts].sort((a, b) => b[1] - a[1])[0]; return [best]; }).sort((a, b) => b[1] - a[1]);
    for (const [id, count] of ranked) {
      if (taken.has(id)) continue;
      taken.add(id);
      same += count;
    }
    return { share: same / (width * height), objects: votes.size };
  }, [await base64(out), WIDTH, HEIGHT]);
}
