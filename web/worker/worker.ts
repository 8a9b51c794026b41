/**
 * Keeps the page, its code and the card art in the browser, so that the app opens without a network.
 * What the server knows stays with the server: nothing of `/api` ever passes through here.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

// Written here by `tools/release.ts` when the client is built.
declare const __RELEASE__: string;
declare const __KEPT__: string[];
const RELEASE = __RELEASE__;
const KEPT = __KEPT__;

const FAMILY = 'hanamichi-';
const CACHE = FAMILY + RELEASE;
const PAGE = '/';
const ASSETS = '/assets/';
/** Addresses of the server itself, which have no page of ours. */
const NO_PAGE = /^\/(api\/|api$|health$|ready$|metrics$)/;
/** Milliseconds after which a line that says nothing counts as none. */
const PATIENCE = 6_000;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', answer);
worker.addEventListener('message', (event) => {
  const { keep } = event.data as { keep?: readonly string[] };
  if (Array.isArray(keep)) event.waitUntil(keepAlso(keep));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(toTable(event.notification.data as string));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE, { cache: 'no-store' });
  // In the middle of a change of releases the page may be another's: then later, and all at once.
  if (!page.ok || !(await page.clone().text()).includes(RELEASE)) throw new Error('The page is of another release');
  await Promise.all([cache.put(PAGE, page), cache.addAll(KEPT)]);
  // The page itself looks whether it is of this release, so nobody has to wait for every tab to close.
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(FAMILY) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

function answer(event: FetchEvent): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (!NO_PAGE.test(pathname)) event.respondWith(openPage(request));
  } else if (pathname.startsWith(ASSETS) || KEPT.includes(pathname)) {
    event.respondWith(fromCache(request));
  }
}

/** The server's page while there is a server, so that nobody sees an old one; otherwise the kept one. */
async function openPage(request: Request): Promise<Response> {
  const asked = fetch(request);
  const answered = await Promise.race([asked.catch(() => undefined), silence()]);
  // A proxy whose server is away says so with a 502, 503 or 504.
  if (answered && answered.status < 502) return answered;
  return (await caches.match(PAGE, { cacheName: CACHE })) ?? asked;
}

function silence(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE, undefined));
}

/** Names of assets change with what is in them: what is there is right. */
async function fromCache(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: CACHE });
  if (kept) return kept;
  const fetched = await fetch(request);
  if (fetched.ok) await (await ours())?.put(request, fetched.clone());
  return fetched;
}

/** What the page had loaded before anybody could look: its language above all. */
async function keepAlso(paths: readonly string[]): Promise<void> {
  const cache = await ours();
  if (!cache) return;
  const assets = paths.filter((path) => path.startsWith(ASSETS));
  const missing = await Promise.all(assets.map(async (path) => ((await cache.match(path)) ? [] : [path])));
  await cache.addAll(missing.flat());
}

/** Where this release keeps things, unless a newer one has cleared it away: then nothing is kept any more. */
async function ours(): Promise<Cache | undefined> {
  return (await caches.has(CACHE)) ? caches.open(CACHE) : undefined;
}

async function toTable(address: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' });
  const there = pages.find(({ url }) => url === address) ?? pages[0];
  if (there) await there.focus();
  else await worker.clients.openWindow(address);
}
