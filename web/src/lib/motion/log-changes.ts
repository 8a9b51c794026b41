import type { LogEntry } from '../net/messages.ts';

// More than this at once is no longer something that happens, but somewhere else in the match.
const MOST = 6;

/** Reads a log as it grows. */
export class LogChanges {
  /** Whether what was read last was the first reading. */
  first = false;
  #seen: number | undefined;

  /** What was added since the last reading; nothing that could be told when the log went back or leapt. */
  read(log: readonly LogEntry[]): LogEntry[] | undefined {
    const last = log.at(-1)?.seq ?? 0;
    const seen = this.#seen;
    this.first = seen === undefined;
    this.#seen = last;
    if (seen === undefined) return [];
    const added = log.filter((entry) => entry.seq > seen);
    const leapt = last < seen || added.length > MOST;
    return leapt || added.some((entry) => entry.table?.type === 'taken-back') ? undefined : added;
  }
}
