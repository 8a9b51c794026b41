import type { LogEntry, Reason } from '../net/messages.ts';

// Entries shown if the player has no last move.
const SPECTATOR_ENTRIES = 4;

/** The log with new entries, each once. */
export function merge(log: readonly LogEntry[], news: readonly LogEntry[]): LogEntry[] {
  const last = log.at(-1)?.seq ?? -1;
  return [...log, ...news.filter((entry) => entry.seq > last)];
}

/** The log with the reasons that bots have given for their moves. */
export function explain(log: readonly LogEntry[], reasons: Record<number, Reason>): LogEntry[] {
  return log.map((entry) => ({ ...entry, why: reasons[entry.seq] ?? entry.why }));
}

/** The numbers of the entries that were taken back. */
export function removedFrom(log: readonly LogEntry[]): Set<number> {
  return new Set(log.flatMap(({ table }) => (table?.type === 'taken-back' ? table.removed : [])));
}

/** The entries that were not taken back. */
export function withoutTakenBack(log: readonly LogEntry[]): LogEntry[] {
  const removed = removedFrom(log);
  return log.filter((entry) => !removed.has(entry.seq));
}

/** What happened since a player's last move, that move first; for a spectator, the last few entries. */
export function sinceMyMove(log: readonly LogEntry[], seat: number | null): LogEntry[] {
  const counted = withoutTakenBack(log);
  const last = counted.findLastIndex((entry) => entry.seat === seat && isMove(entry));
  return counted.slice(seat === null || last < 0 ? -SPECTATOR_ENTRIES : last);
}

/** Rearranging a hand is a gesture, not a move. */
function isMove(entry: LogEntry): boolean {
  return entry.events.some((event) => event.type !== 'hand-rearranged');
}
