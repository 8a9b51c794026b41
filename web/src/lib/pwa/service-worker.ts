import { release } from './release.svelte.ts';

/** First everything that somebody waits for. */
const PATIENCE = 2_000;

/** Has the browser keep the page, its code and the card art, so that it opens without a network. */
export function registerServiceWorker(): void {
  if (!release.name || !('serviceWorker' in navigator)) return;
  setTimeout(() => void register().catch(() => undefined), PATIENCE);
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  // A newer worker begins with a cache of its own.
  serviceWorker.addEventListener('controllerchange', () => keepLoaded(serviceWorker.controller));
  await serviceWorker.register('/worker.js', { updateViaCache: 'none' });
  keepLoaded((await serviceWorker.ready).active);
}

/** What came before the worker did, the words of this language among it. */
function keepLoaded(worker: ServiceWorker | null): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  worker?.postMessage({ keep: loaded });
}
