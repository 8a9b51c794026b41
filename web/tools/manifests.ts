import type { Plugin } from 'vite';

import { INSTALLED } from '../src/lib/i18n/installed.ts';
import { type Language, LANGUAGES } from '../src/lib/i18n/languages.ts';

const PAPER = '#f4eee2';
const SKY = '#1b2747';

/** `/app.fr.webmanifest`: the web app manifest, one per language. */
export function manifests(): Plugin {
  return {
    name: 'manifests',
    apply: 'build',
    generateBundle() {
      for (const language of Object.keys(LANGUAGES) as Language[]) {
        const source = JSON.stringify(manifest(language), null, 2);
        this.emitFile({ type: 'asset', fileName: `app.${language}.webmanifest`, source });
      }
    },
  };
}

function manifest(language: Language): object {
  const words = INSTALLED[language];
  return {
    // The same app in every language.
    id: '/',
    start_url: '/',
    scope: '/',
    lang: language,
    dir: 'ltr',
    name: 'Hanamichi',
    short_name: 'Hanamichi',
    description: words.description,
    display: 'standalone',
    background_color: PAPER,
    theme_color: SKY,
    categories: ['games', 'entertainment'],
    icons: [
      icon('/icon.svg', 'any', 'any'),
      icon('/icon-192.png', '192x192', 'any'),
      icon('/icon-512.png', '512x512', 'any'),
      icon('/icon-maskable.svg', 'any', 'maskable'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: [
      shortcut(words.hanabi, '/new?preset=hanabi/cocktail'),
      shortcut(words.koikoi, '/new?preset=koikoi/nintendo'),
      shortcut(words.myGames, '/me'),
      shortcut(words.puzzles, '/puzzles'),
      shortcut(words.openRecord, '/replay'),
    ],
  };
}

const icon = (src: string, sizes: string, purpose: string) => ({
  src,
  sizes,
  type: src.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
  purpose,
});

const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('/icon-192.png', '192x192', 'any')] });
