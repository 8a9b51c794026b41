import { backoff } from './backoff.ts';
import { release } from './release.svelte.ts';

const PATIENCE = 8_000;
/** Whoever looks at the page again has it compared with the server's, at most so often. */
const GLANCE = 60_000;

/** Whether the server answers. While it does not, it is asked again and again. */
class Network {
  lost = $state(false);
  /** Whoever remembers this number knows later whether an answer came since. */
  answers = $state(0);
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = performance.now();
  /** Code that did not come is asked for anew by a new page only, in most browsers. */
  #incomplete = false;

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
    if (this.lost && this.#incomplete) location.reload();
    this.lost = false;
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
      this.#incomplete = true;
      // A part of an older release is there no more: the newer one is loaded instead, though not for ever.
      if (!(await this.reach())) this.failed();
      else if (performance.now() > GLANCE || !this.#reloaded()) location.reload();
      return new Promise(() => undefined);
    }
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
