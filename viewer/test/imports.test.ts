import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';

/** The most files that may import each other in a circle. */
const LARGEST_CIRCLE = 3;

/**
 * Layers from the bottom up. A file imports from its own layer and from the layers below. Names are paths in `src` without their ending;
 * a folder stands for its files that no layer names.
 */
const LAYERS = {
  values: ['protocol.generated', 'binary', 'vectors', 'canvas', 'glfw', 'shader', 'software', 'title', 'ui/dom', 'ui/icons', 'ui/series'],
  parts: [
    'camera', 'cameraxml', 'connection', 'figure', 'frame', 'lights', 'mark', 'materials', 'mouse', 'options', 'overlays', 'pictures', 'quantised',
    'shapes', 'skin', 'sky', 'solids', 'store', 'surface', 'textures', 'turn',
  ],
  drawing: ['batches', 'clear', 'items', 'segmentation', 'shadows', 'skins', 'view', 'worlds'],
  page: ['page'],
  aroundThePage: ['drop', 'hooks', 'labels', 'record'],
  panels: ['keys', 'ui'],
  start: ['main'],
};

/** Imports of each file of `src`; npm runs tests in the folder of package.json. */
function imports(): Map<string, string[]> {
  const files = readdirSync('src', { recursive: true }).map((file) => join('src', String(file))).filter((file) => file.endsWith('.ts'));
  return new Map(files.map((file) => {
    const found = readFileSync(file, 'utf8').matchAll(/from '(\.[^']*\.ts)'/g);
    return [file, [...found].map((match) => join(dirname(file), match[1] ?? ''))];
  }));
}

/** All files that a file imports, also through others. */
function reached(from: string, all: ReadonlyMap<string, string[]>): Set<string> {
  const seen = new Set<string>();
  const waiting = [from];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const next of all.get(file) ?? []) {
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
    }
  }
  return seen;
}

test('no import circle has more than three files', () => {
  const all = imports();
  assert.ok(all.size > 30, `${all.size} files were found`);
  for (const [file, list] of all) for (const target of list) assert.ok(all.has(target), `${file} imports ${target}`);
  const closure = new Map([...all.keys()].map((file) => [file, reached(file, all)]));
  for (const [file, below] of closure) {
    const circle = [...below].filter((other) => other !== file && closure.get(other)?.has(file));
    assert.ok(circle.length < LARGEST_CIRCLE, `a circle of ${circle.length + 1} files: ${[file, ...circle].join(', ')}`);
  }
});

/** How high the layer of a file lies; -1: it has none. */
function level(file: string): number {
  const name = file.slice('src/'.length, -'.ts'.length);
  const layers = Object.values(LAYERS);
  const named = layers.findIndex((layer) => layer.includes(name));
  return named >= 0 ? named : layers.findIndex((layer) => layer.some((entry) => name.startsWith(`${entry}/`)));
}

test('files import from their own layer and from the layers below', () => {
  for (const [file, list] of imports()) {
    assert.ok(level(file) >= 0, `${file} has no layer: add it to LAYERS`);
    for (const target of list) assert.ok(level(target) <= level(file), `${file} imports ${target} from a layer above`);
  }
});

test('messages and layouts come from the generated file alone', () => {
  for (const file of imports().keys()) {
    if (file.endsWith('protocol.generated.ts')) continue;
    const text = readFileSync(file, 'utf8');
    assert.ok(!/getUint32|getInt32|getFloat32|getFloat64/.test(text) || /(overlays|binary)\.ts$/.test(file), `${file} reads a binary layout itself`);
  }
});
