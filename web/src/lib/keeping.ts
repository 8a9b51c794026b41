import { release } from './release.svelte.ts';

/** First everything that somebody waits for. */
const PATIENCE = 2_000;

/** Has the browser keep the page, its code and the card art, so that it opens without a network. */
export function keepForOffline(): void {
  if (!release.name || !('serviceWorker' in navigator)) return;
  setTimeout(() => void register().catch(() => undefined), PATIENCE);
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  // What came before the worker did, the words of this language among it.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active?.postMessage({ keep: loaded });
}
