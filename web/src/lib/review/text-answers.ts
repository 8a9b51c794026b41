import type { Seating } from '../state/seating.svelte.ts';
import type { Position, Review } from '../net/messages.ts';
import { costliest, factsOf, type Highlight, moveOf, tally, VERDICTS } from './highlights.ts';
import { factSentences, tell, type Telling } from './moment-words.ts';
import { describeMove } from './move-words.ts';

/** How well each played, a line each. */
export function describePlayers(review: Review, { words, formats }: Telling, seating: Seating): string[] {
  return review.seats.map(({ seat, accuracy, moments }) => {
    const counts = tally(moments);
    const verdicts = VERDICTS.filter((verdict) => counts[verdict]).map((verdict) =>
      words.counted[verdict](counts[verdict]),
    );
    return words.typed.accuracy(seating.name(seat), formats.accuracy(accuracy), verdicts);
  });
}

/** What is said about the decision at the current ply, with the better move. */
export function describeHere(
  here: Highlight,
  better: Parameters<typeof describeMove>[0] | null,
  position: Position,
  telling: Telling,
  seating: Seating,
): string[] {
  const { t, words } = telling;
  const lines = tell(here, telling);
  if (!lines.length) return [];
  const move = better && describeMove(better, position, here.seat, { t, words, name: seating.name });
  return [`${seating.name(here.seat)}. ${lines.join(' ')}`, ...(move ? [words.betterMove(move)] : [])];
}

/** The moves that were compared, the best first, with their worth. */
export function describeAlternatives(
  here: Highlight,
  position: Position,
  { t, words, formats }: Telling,
  seating: Seating,
  colon: string,
): string[] {
  return (here.moment?.alternatives ?? []).map((each, place) => {
    const move = describeMove(moveOf(each), position, here.seat, { t, words, name: seating.name });
    return `${place + 1}) ${move}${colon}${formats.value(each.value)} ${formats.error(each.error ?? 0)}`.trim();
  });
}

/** The moments that lost most. */
export function describeCostliest(review: Review, telling: Telling, seating: Seating, colon: string): string[] {
  return costliest(review, null).map((item) => {
    const said = tell(item, telling).join(' ');
    return `${telling.words.moveOf(item.ply, seating.name(item.seat))}${colon}${said}`;
  });
}

/** Every fact of the match. */
export function describeFacts(review: Review, telling: Telling, seating: Seating, colon: string): string[] {
  return factsOf(review, null).flatMap((fact) =>
    factSentences([fact], telling).map(
      (sentence) => `${telling.words.moveOf(fact.ply, seating.name(fact.seat))}${colon}${sentence}`,
    ),
  );
}
