import { release } from './release.svelte.ts';

/** Milliseconds to wait, so that the page itself loads first. */
const PATIENCE = 2_000;

/** Caches the page, its code and the card art, so that the app opens without a network. */
export function registerServiceWorker(): void {
  if (!release.name || !('serviceWorker' in navigator)) return;
  setTimeout(() => void register().catch(() => undefined), PATIENCE);
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  // A newer worker starts with an empty cache.
  serviceWorker.addEventListener('controllerchange', () => keepLoaded(serviceWorker.controller));
  await serviceWorker.register('/worker.js', { updateViaCache: 'none' });
  keepLoaded((await serviceWorker.ready).active);
}

/** Caches what was loaded before the worker started, such as the language. */
function keepLoaded(worker: ServiceWorker | null): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  worker?.postMessage({ keep: loaded });
}
