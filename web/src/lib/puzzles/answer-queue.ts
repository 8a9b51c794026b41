import type { AnsweredPuzzle, GivenAnswer, Streak } from '../net/messages.ts';

const QUEUE_KEY = 'hanamichi.puzzle-answers';
const PROGRESS_KEY = 'hanamichi.puzzles';
/** The server takes no more at once. */
export const MAX_SENT = 100;

/** What the server last said about the player's answers. */
export type Progress = { answers: AnsweredPuzzle[]; streaks: Streak[] };

/** Answers that the server has not received yet, kept over reloads. */
export class AnswerQueue {
  #waiting: GivenAnswer[] = recall<GivenAnswer[]>(QUEUE_KEY, Array.isArray) ?? [];

  get waiting(): readonly GivenAnswer[] {
    return this.#waiting;
  }

  add(given: GivenAnswer): void {
    this.#waiting = [...this.#waiting, given];
    store(QUEUE_KEY, this.#waiting);
  }

  /** Removes the answers that were sent. */
  remove(sent: readonly GivenAnswer[]): void {
    this.#waiting = this.#waiting.filter((given) => !sent.includes(given));
    store(QUEUE_KEY, this.#waiting);
  }

  clear(): void {
    this.#waiting = [];
    store(QUEUE_KEY, null);
  }
}

const isProgress = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as Progress).answers) &&
  Array.isArray((value as Progress).streaks);

export const recallProgress = (): Progress | undefined => recall<Progress>(PROGRESS_KEY, isProgress);

export const rememberProgress = (progress: Progress | null): void => store(PROGRESS_KEY, progress);

/** Stored values may be outdated or edited. */
function recall<Value>(key: string, fits: (value: unknown) => boolean): Value | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return fits(value) ? (value as Value) : undefined;
  } catch {
    return undefined;
  }
}

function store(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage it lasts until the page is closed.
  }
}
