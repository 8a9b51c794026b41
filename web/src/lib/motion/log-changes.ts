import type { LogEntry } from '../net/messages.ts';

// With more new entries than this, the match jumped: nothing is animated.
const MAX_ADDED = 6;

/** Finds the new entries of a growing log. */
export class LogChanges {
  /** Whether the last read was the first. */
  first = false;
  #seen: number | undefined;

  /** The entries added since the last read; `undefined` if the log went back or jumped. */
  read(log: readonly LogEntry[]): LogEntry[] | undefined {
    const last = log.at(-1)?.seq ?? 0;
    const seen = this.#seen;
    this.first = seen === undefined;
    this.#seen = last;
    if (seen === undefined) return [];
    const added = log.filter((entry) => entry.seq > seen);
    const leapt = last < seen || added.length > MAX_ADDED;
    return leapt || added.some((entry) => entry.table?.type === 'taken-back') ? undefined : added;
  }
}
