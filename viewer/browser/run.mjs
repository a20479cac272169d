// `node browser/run.mjs --program cortenforge --models FOLDER --out FOLDER [--filter WORD]`: the page in a real browser.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { folder, gallery, launch } from './harness.mjs';
import { tests as attack } from './attack.mjs';
import { tests as fetched } from './fetched.mjs';
import { tests as first } from './first.mjs';
import { tests as mouse } from './mouse.mjs';
import { tests as panels } from './panels.mjs';
import { tests as pictures } from './pictures.mjs';
import { tests as reading } from './reading.mjs';
import { tests as world } from './world.mjs';

const { values } = parseArgs({ options: { program: { type: 'string' }, models: { type: 'string' }, out: { type: 'string' }, filter: { type: 'string', default: '' } } });
const all = Object.entries({ ...world, ...first, ...mouse, ...attack, ...fetched, ...panels, ...pictures, ...reading }).filter(([name]) => name.includes(values.filter));
const browser = await launch();
let [passed, failed] = [0, 0];
for (const [name, test] of all) {
  const began = Date.now();
  const notes = [];
  const run = (args) => execFileSync(values.program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    await test({ browser, program: values.program, models: values.models, picture: gallery(values.out), note: (text) => notes.push(text), run });
    passed += 1;
    console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}: ${error.stack}`);
  }
  notes.forEach((text) => console.log(`        ${text}`));
  for (const context of browser.contexts()) await context.close();
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
