import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

const PREFIX = 'words:';
const MESSAGES = new URL('../../src/hanamichi/words/messages/', import.meta.url);

// Names and reasons that the client shows. Other texts (rules, options) come from the server.
const HANABI = ['suit', 'card', 'tile', 'rating'] as const;
const KOIKOI = ['month', 'plant', 'kind', 'ribbon', 'card', 'yaku', 'factor'] as const;

type Tree = Record<string, unknown>;

/** `import words from 'words:fr'`: the names of cards and yaku, from the server's files. */
export function words(): Plugin {
  return {
    name: 'words',
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined;
    },
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const file = new URL(`${id.slice(PREFIX.length + 1)}.toml`, MESSAGES);
      this.addWatchFile(fileURLToPath(file));
      const tree = parse(await readFile(file, 'utf-8')) as Record<string, Tree>;
      const names = {
        hanabi: pick(tree.hanabi, HANABI),
        koikoi: pick(tree.koikoi, KOIKOI),
        why: pick(tree.why, ['hanabi', 'koikoi']),
        refusal: pick(tree.refusal, ['hanabi', 'koikoi']),
        review: pick(tree.review, ['hanabi', 'koikoi']),
        puzzle: pick(tree.puzzle, ['hanabi', 'koikoi']),
      };
      return `export default ${JSON.stringify(names)};`;
    },
  };
}

function pick(tree: Tree | undefined, keys: readonly string[]): Tree {
  return Object.fromEntries(
    keys.map((key) => {
      if (tree?.[key] === undefined) throw new Error(`The words have no table “${key}”`);
      return [key, tree[key]];
    }),
  );
}
