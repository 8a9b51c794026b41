import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** Folders of `src/lib`, lowest first. A folder imports only from those listed before it. */
const LAYERS = [
  'drawing',
  'pwa',
  'net',
  'cards',
  'i18n',
  'state',
  'sentences',
  'browser',
  'motion',
  'components',
  'lesson',
  'hanabi',
  'koikoi',
  'text',
  'puzzles',
  'replay',
  'review',
  'my-games',
  'daily',
  'owner',
];

const SOURCES = join(import.meta.dirname, '..', 'src');
const LIB = join(SOURCES, 'lib');
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** The folder of `src/lib` that a file is in; `..` for pages and the application itself. */
const folderOf = (path: string) => relative(LIB, path).split('/')[0]!;

const imports = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|svelte)$/.test(file))
  .flatMap((file) => {
    const path = join(SOURCES, file);
    const targets = [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, target]) => join(dirname(path), target!));
    return targets.map((target) => ({
      from: folderOf(path),
      to: folderOf(target),
      file,
      target: relative(SOURCES, target),
    }));
  });

test('every module of src/lib is in a folder with a layer', () => {
  const folders = readdirSync(LIB);
  expect(folders.toSorted()).toEqual(LAYERS.toSorted());
});

test('folders import only from lower layers, so there are no cycles', () => {
  const upward = imports.filter(
    ({ from, to }) => from !== '..' && from !== to && LAYERS.indexOf(to) >= LAYERS.indexOf(from),
  );
  const outside = imports.filter(({ from, to }) => from !== '..' && to === '..');
  expect(imports.length).toBeGreaterThan(300);
  expect([...upward, ...outside].map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});
