import { backoff } from './backoff.ts';
import { release } from '../pwa/release.svelte.ts';

const PATIENCE = 8_000;
/** When the page becomes visible again, its release is compared at most this often. */
const GLANCE = 60_000;
/** A page that was just reloaded is not reloaded again before this. */
const PAUSE = 5_000;

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
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return;
      if (this.lost) this.hurry();
      else if (performance.now() - this.#heard > GLANCE) void this.reach();
    });
    globalThis.navigator.serviceWorker?.addEventListener('controllerchange', () => void this.reach());
  }

  answered(): void {
    this.answers += 1;
    this.#attempt = 0;
    clearTimeout(this.#timer);
    if (this.misses > 0) this.#renew();
    else this.lost = false;
  }

  failed(): void {
    if (this.lost) return;
    this.lost = true;
    this.#wait();
  }

  /** Try now instead of waiting. */
  hurry(): void {
    if (!this.lost) return;
    clearTimeout(this.#timer);
    this.#attempt = 0;
    void this.#try();
  }

  /** Asks for the server's release: whether it answers, and whether this page is outdated. */
  async reach(): Promise<boolean> {
    try {
      const answer = await fetch('/release.txt', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
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
  async part<Part>(part: Promise<Part>): Promise<Part> {
    try {
      return await part;
    } catch {
      this.misses += 1;
      if (!(await this.reach())) this.failed();
      return new Promise(() => undefined);
    }
  }

  /** Most browsers retry a failed import only after a reload, which also picks up a newer release. */
  #renew(): void {
    const pause = this.#reloaded() ? PAUSE - performance.now() : 0;
    if (pause <= 0) return location.reload();
    this.lost = true;
    this.#timer = setTimeout(() => location.reload(), pause);
  }

  #reloaded(): boolean {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return entry?.type === 'reload';
  }

  async #try(): Promise<void> {
    if (!(await this.reach())) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#try(), backoff(this.#attempt));
    this.#attempt += 1;
  }
}

export const network = new Network();
