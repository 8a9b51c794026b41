import './app.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { i18n } from './lib/i18n/index.svelte.ts';
import { type Language, LANGUAGES } from './lib/i18n/languages.ts';
import './lib/pwa/install.svelte.ts';
import { registerServiceWorker } from './lib/pwa/service-worker.ts';
import { settings } from './lib/state/settings.svelte.ts';

const target = document.getElementById('app');
if (!target) throw new Error('The page has no place for the application');

await speak();
target.replaceChildren();
mount(App, { target });
registerServiceWorker();

/** Without a network, falls back to any language that is cached. */
async function speak(): Promise<void> {
  const others = Object.keys(LANGUAGES) as Language[];
  for (const language of [settings.language, ...others]) {
    try {
      return await i18n.load(language);
    } catch {
      // Try the next one.
    }
  }
}
