/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { manifests } from './tools/manifests.ts';
import { precompress } from './tools/precompress.ts';
import { release } from './tools/release.ts';
import { words } from './tools/words.ts';

// Where `hanamichi serve` listens during development with `npm run dev`.
const SERVER = process.env.HANAMICHI_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), words(), manifests(), release(), precompress()],
  build: {
    outDir: '../src/hanamichi/server/static',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
    },
  },
  test: { include: ['tests/**/*.test.ts'] },
});
