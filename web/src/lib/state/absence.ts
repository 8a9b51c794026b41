import type { Command } from '../net/connection.ts';
import type { SeatInfo, TableInfo } from '../net/messages.ts';

/** The people for whom the match waits, though they are not here; never the reader. */
export function awaited(table: TableInfo | undefined, me: number | null): (SeatInfo & { absent_at: number })[] {
  const seats = table?.seats ?? [];
  return seats.filter(
    (info): info is SeatInfo & { absent_at: number } => info.absent_at !== null && !info.absent && info.seat !== me,
  );
}

/** The absent people without whom the reader may go on now, if the reader has a say. */
export function absentees(table: TableInfo | undefined, me: number | null): SeatInfo[] {
  if (!table || me === null || table.status !== 'playing') return [];
  const { proposal, seats } = table;
  // A question that waits for somebody absent may be replaced by another; any other comes first.
  if (proposal && !proposal.waiting_for.some((seat) => seats[seat]?.absent)) return [];
  return seats.filter((info) => info.absent && !info.bot && info.seat !== me);
}

/** Whether players win or lose against each other here. */
export const rivals = (table: TableInfo): boolean => table.game === 'koikoi';

/** Whether a bot decides for a person. */
export const standsIn = (table: TableInfo | undefined): boolean =>
  table?.seats.some((info) => info.kind === 'person' && info.bot !== null) ?? false;

export const CLAIM_WIN = { type: 'propose', what: 'claim-win' } as const satisfies Command;
export const END_MATCH = { type: 'propose', what: 'end-match' } as const satisfies Command;
