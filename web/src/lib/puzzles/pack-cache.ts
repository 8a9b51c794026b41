import { api } from '../net/api.ts';
import type { PuzzleList, PuzzlePack } from '../net/messages.ts';

/** Not deleted with the cache of a release: see `worker/worker.ts`. */
const CACHE = 'puzzles';
const LIST = '/api/puzzles';
const PACKS = '/api/puzzles/packs/';

/** The list of puzzles: from the server, or, if it does not answer, as it was the last time. */
export async function loadList(): Promise<PuzzleList> {
  try {
    const list = await api.puzzles();
    void keep(LIST, list).then(() => removeOthers(list));
    return list;
  } catch (error) {
    const kept = await find<PuzzleList>(LIST);
    if (kept) return kept;
    throw error;
  }
}

/** A pack never changes: once here, it is never loaded again. */
export async function loadPack(id: string): Promise<PuzzlePack> {
  const address = PACKS + id;
  const kept = await find<PuzzlePack>(address);
  if (kept) return kept;
  const pack = await api.puzzlePack(id);
  void keep(address, pack);
  return pack;
}

export async function forgetPacks(): Promise<void> {
  await globalThis.caches?.delete(CACHE).catch(() => false);
}

/** Browsers have no caches at http addresses: there puzzles work while the page is open. */
async function open(): Promise<Cache | undefined> {
  return globalThis.caches?.open(CACHE).catch(() => undefined);
}

async function find<Value>(address: string): Promise<Value | undefined> {
  try {
    const response = await (await open())?.match(address);
    return response && ((await response.json()) as Value);
  } catch {
    return undefined;
  }
}

async function keep(address: string, value: unknown): Promise<void> {
  try {
    await (await open())?.put(address, Response.json(value));
  } catch {
    // There is no room.
  }
}

/** Removes packs of earlier releases. */
async function removeOthers(list: PuzzleList): Promise<void> {
  const cache = await open();
  if (!cache) return;
  const wanted = new Set([LIST, ...list.games.flatMap(({ packs }) => packs.map((id) => PACKS + id))]);
  const kept = await cache.keys().catch(() => []);
  await Promise.all(kept.filter(({ url }) => !wanted.has(new URL(url).pathname)).map((each) => cache.delete(each)));
}
