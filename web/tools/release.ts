import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Plugin, Rollup } from 'vite';

const WORKER = 'worker/worker.ts';
/** What is available offline: the page, its imports, and the cards. */
const SHELL = ['index.html', 'src/pages/Cards.svelte', 'src/lib/koikoi/art/deck.ts'];
const PUBLIC = ['/icon.svg'];

/**
 * Names the release by a hash of its content, in three places: in the page, in `release.txt`, by which a
 * page learns of a newer release, and in the service worker, with the list of files to cache.
 */
export function release(): Plugin {
  let publicFolder = '';
  return {
    name: 'release',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: WORKER, fileName: 'worker.js' });
    },
    async generateBundle(_, bundle) {
      const page = bundle['index.html'];
      const worker = bundle['worker.js'];
      if (page?.type !== 'asset' || worker?.type !== 'chunk') this.error('The page or the worker is missing');
      if (worker.imports.length || worker.dynamicImports.length) this.error('The worker has to be a single file');
      const name = nameOf([worker.code, page.source, ...Object.keys(bundle).sort(), ...(await contents(publicFolder))]);
      const kept = [...PUBLIC, ...[...closure(bundle)].sort().map((file) => `/${file}`)];
      worker.code = worker.code
        .replaceAll('__RELEASE__', JSON.stringify(name))
        .replaceAll('__CACHED__', JSON.stringify(kept));
      page.source = String(page.source).replace('</title>', `</title>\n    <meta name="release" content="${name}" />`);
      this.emitFile({ type: 'asset', fileName: 'release.txt', source: name });
    },
  };
}

function nameOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}

async function contents(folder: string): Promise<Buffer[]> {
  const names = await readdir(folder);
  return Promise.all(names.sort().map((name) => readFile(join(folder, name))));
}

/** The files of the shell: what is imported at once, code and style. */
function closure(bundle: Rollup.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    const output = bundle[file];
    if (output?.type !== 'chunk') return;
    output.imports.forEach(add);
    output.viteMetadata?.importedCss.forEach(add);
  };
  for (const module of SHELL) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (!chunk) throw new Error(`The shell has lost ${module}`);
    add(chunk.fileName);
  }
  return files;
}
