/**
 * Caches the page, its code and the card art, so that the app opens without a network.
 * Requests to `/api` are never handled or cached here.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

// Filled in by `tools/release.ts` at build time.
declare const __RELEASE__: string;
declare const __CACHED__: string[];
const RELEASE = __RELEASE__;
const CACHED_FILES = __CACHED__;

const CACHE_PREFIX = 'hanamichi-';
const CACHE = CACHE_PREFIX + RELEASE;
const PAGE = '/';
const ASSETS = '/assets/';
/** Server routes that are not pages of the client. */
const SERVER_ROUTES = /^\/(api\/|api$|health$|ready$|metrics$)/;
/** Milliseconds after which a silent connection counts as offline. */
const TIMEOUT_MS = 6_000;
const TOO_MANY = 429;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', answer);
worker.addEventListener('message', (event) => {
  const { keep } = event.data as { keep?: readonly string[] };
  if (Array.isArray(keep)) event.waitUntil(cacheAlso(keep));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(focusTable(event.notification.data as string));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE, { cache: 'no-store' });
  // During a deployment the page may be of another release: fail, and install later as a whole.
  if (!page.ok || !(await page.clone().text()).includes(RELEASE)) throw new Error('The page is of another release');
  await Promise.all([cache.put(PAGE, page), cache.addAll(CACHED_FILES)]);
  // The page checks its own release, so there is no need to wait until all tabs are closed.
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

function answer(event: FetchEvent): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (!SERVER_ROUTES.test(pathname)) event.respondWith(openPage(request));
  } else if (pathname.startsWith(ASSETS) || CACHED_FILES.includes(pathname)) {
    event.respondWith(fromCache(request));
  }
}

/** The server's page if it answers, so that it is never outdated; otherwise the cached one. */
async function openPage(request: Request): Promise<Response> {
  const asked = fetch(request);
  const answered = await Promise.race([asked.catch(() => undefined), timeout()]);
  // A proxy answers 502, 503 or 504 if the server is down; a page that was too much at once is here already.
  if (answered && answered.status < 502 && answered.status !== TOO_MANY) return answered;
  return (await caches.match(PAGE, { cacheName: CACHE })) ?? asked;
}

function timeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS, undefined));
}

/** Asset names contain a hash of their content: a cached one is always right. */
async function fromCache(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: CACHE });
  if (kept) return kept;
  const fetched = await fetch(request);
  if (fetched.ok) await (await currentCache())?.put(request, fetched.clone());
  return fetched;
}

/** Caches what the page loaded before the worker started, such as its language. */
async function cacheAlso(paths: readonly string[]): Promise<void> {
  const cache = await currentCache();
  if (!cache) return;
  const assets = paths.filter((path) => path.startsWith(ASSETS));
  const missing = await Promise.all(assets.map(async (path) => ((await cache.match(path)) ? [] : [path])));
  await cache.addAll(missing.flat());
}

/** The cache of this release, unless a newer release deleted it. */
async function currentCache(): Promise<Cache | undefined> {
  return (await caches.has(CACHE)) ? caches.open(CACHE) : undefined;
}

async function focusTable(address: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' });
  const there = pages.find(({ url }) => url === address) ?? pages[0];
  if (there) await there.focus();
  else await worker.clients.openWindow(address);
}
