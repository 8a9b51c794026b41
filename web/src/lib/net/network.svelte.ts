import { backoff } from './backoff.ts';
import { release } from '../pwa/release.svelte.ts';

const TIMEOUT_MS = 8_000;
/** When the page becomes visible again, its release is compared at most this often. */
const COMPARE_INTERVAL_MS = 60_000;
/** A page that was just reloaded is not reloaded again before this. */
const RELOAD_INTERVAL_MS = 5_000;

/** Whether the server answers; while it does not, it is retried with a backoff. */
class Network {
  lost = $state(false);
  /** Answers received so far. */
  answers = $state(0);
  /** Parts of the page that failed to load so far. */
  misses = $state(0);
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = performance.now();

  constructor() {
    addEventListener('online', () => this.retryNow());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return;
      if (this.lost) this.retryNow();
      else if (performance.now() - this.#heard > COMPARE_INTERVAL_MS) void this.checkServer();
    });
    globalThis.navigator.serviceWorker?.addEventListener('controllerchange', () => void this.checkServer());
  }

  answered(): void {
    this.answers += 1;
    this.#attempt = 0;
    clearTimeout(this.#timer);
    if (this.misses > 0) this.#reload();
    else this.lost = false;
  }

  failed(): void {
    if (this.lost) return;
    this.lost = true;
    this.#wait();
  }

  /** Try now instead of waiting. */
  retryNow(): void {
    if (!this.lost) return;
    clearTimeout(this.#timer);
    this.#attempt = 0;
    void this.#try();
  }

  /** Asks for the server's release: whether it answers, and whether this page is outdated. */
  async checkServer(): Promise<boolean> {
    try {
      const answer = await fetch('/release.txt', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!answer.ok) return false;
      this.#heard = performance.now();
      release.compare(await answer.text());
    } catch {
      return false;
    }
    this.answered();
    return true;
  }

  /** Loads a part of the page on demand; without a network the promise never settles. */
  async loadPart<Part>(part: Promise<Part>): Promise<Part> {
    try {
      return await part;
    } catch {
      this.misses += 1;
      if (!(await this.checkServer())) this.failed();
      return new Promise(() => undefined);
    }
  }

  /** Most browsers retry a failed import only after a reload, which also picks up a newer release. */
  #reload(): void {
    const pause = this.#reloaded() ? RELOAD_INTERVAL_MS - performance.now() : 0;
    if (pause <= 0) return location.reload();
    this.lost = true;
    this.#timer = setTimeout(() => location.reload(), pause);
  }

  #reloaded(): boolean {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return entry?.type === 'reload';
  }

  async #try(): Promise<void> {
    if (!(await this.checkServer())) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#try(), backoff(this.#attempt));
    this.#attempt += 1;
  }
}

export const network = new Network();
