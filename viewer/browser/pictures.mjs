// The page beside the offscreen renderer: the same objects at the same pixels.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { assert, folder, open, serve } from './harness.mjs';

const [WIDTH, HEIGHT] = [640, 480];

/** Least share of pixels that show the same object. */
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
      const share = await page.evaluate(async ([bytes, width, height]) => {
        const file = new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], { type: 'image/png' });
        const picture = await createImageBitmap(file, { colorSpaceConversion: 'none' });
        const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
        canvas.drawImage(picture, 0, 0);
        const theirs = canvas.getImageData(0, 0, width, height).data;
        const ours = window.cortenforge.segmentation(width, height);
        // colours stand for objects: what matters is that both tell the same pixels apart
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
};

async function base64(path) {
  const { readFile } = await import('node:fs/promises');
  return (await readFile(path)).toString('base64');
}
