import { backoff } from './backoff.ts';
import { release } from '../pwa/release.svelte.ts';

const PATIENCE = 8_000;
/** Whoever looks at the page again has it compared with the server's, at most so often. */
const GLANCE = 60_000;
/** A page that was loaded anew, and in vain, is not loaded anew before this. */
const PAUSE = 5_000;

/** Whether the server answers. While it does not, it is asked again and again. */
class Network {
  lost = $state(false);
  /** Whoever remembers this number knows later whether an answer came since. */
  answers = $state(0);
  /** And whether a part of the page was asked for since, and did not come. */
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

  /** Whether the server answers plain requests; and is this page still the one it has? */
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

  /** A part of the page that is fetched when it is needed; it never comes where there is no network. */
  async part<Part>(part: Promise<Part>): Promise<Part> {
    try {
      return await part;
    } catch {
      this.misses += 1;
      if (!(await this.reach())) this.failed();
      return new Promise(() => undefined);
    }
  }

  /** Code that did not come is asked for anew by a new page only, in most browsers; of a newer release, if there is one. */
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
