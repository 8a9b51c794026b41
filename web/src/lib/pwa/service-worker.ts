import { release } from './release.svelte.ts';

/** Milliseconds to wait, so that the page itself loads first. */
const DELAY_MS = 2_000;

/** Caches the page, its code and the card art, so that the app opens without a network. */
export function registerServiceWorker(): void {
  if (!release.name || !('serviceWorker' in navigator)) return;
  setTimeout(() => void register().catch(() => undefined), DELAY_MS);
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  // A newer worker starts with an empty cache.
  serviceWorker.addEventListener('controllerchange', () => cacheLoaded(serviceWorker.controller));
  await serviceWorker.register('/worker.js', { updateViaCache: 'none' });
  cacheLoaded((await serviceWorker.ready).active);
}

/** Caches what was loaded before the worker started, such as the language. */
function cacheLoaded(worker: ServiceWorker | null): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  worker?.postMessage({ keep: loaded });
}
