import type { Fact, HanabiAction, KoiKoiAction, Moment, Review, Verdict } from '../net/messages.ts';

/** The verdicts, the best first. */
export const VERDICTS = ['best', 'good', 'slip', 'mistake', 'blunder'] as const satisfies readonly Verdict[];

/** Those that are pointed out. */
export const MARKED: readonly Verdict[] = ['slip', 'mistake', 'blunder'];

/** The two layers of a review: what is true under any convention, and what bots think. */
export type Layer = 'judgement' | 'facts';

/** A move of either game, which a record holds as plain JSON. */
export type Move = HanabiAction | KoiKoiAction;

export const moveOf = ({ action }: Pick<Moment, 'action'>): Move => action as unknown as Move;

/** A decision to look at, or what is to be said about it. */
export type Highlight = {
  ply: number;
  seat: number;
  moment?: Moment;
  facts: readonly Fact[];
};

export const isMarked = (moment: Moment): boolean => MARKED.includes(moment.verdict ?? 'best');

/** The decisions of a layer that are pointed out, in order; of one seat, or of all. */
export function highlights(review: Review, layer: Layer, seat: number | null): Highlight[] {
  const seats = review.seats.filter((each) => seat === null || each.seat === seat);
  const found =
    layer === 'judgement'
      ? seats.flatMap((each) =>
          (each.moments ?? [])
            .filter(isMarked)
            .map((moment) => ({ ply: moment.ply, seat: each.seat, moment, facts: [] as Fact[] })),
        )
      : [...byPly(factsOf(review, seat)).values()].map((facts) => ({
          ply: facts[0]!.ply,
          seat: facts[0]!.seat,
          facts,
        }));
  return found.toSorted((one, other) => one.ply - other.ply);
}

/** The facts about the actions of a seat, or of all, each once. */
export function factsOf(review: Review, seat: number | null): Fact[] {
  const found = new Map<string, Fact>();
  for (const fact of review.seats.flatMap((each) => each.facts ?? [])) {
    if (seat === null || fact.seat === seat) found.set(JSON.stringify([fact.ply, fact.reason]), fact);
  }
  return [...found.values()].toSorted((one, other) => one.ply - other.ply);
}

function byPly(facts: readonly Fact[]): Map<number, Fact[]> {
  const found = new Map<number, Fact[]>();
  for (const fact of facts) found.set(fact.ply, [...(found.get(fact.ply) ?? []), fact]);
  return found;
}

/** All that is said about the decision at a ply, in both layers. */
export function highlightAt(review: Review, ply: number): Highlight | undefined {
  const facts = factsOf(review, null).filter((fact) => fact.ply === ply);
  for (const { seat, moments = [] } of review.seats) {
    const moment = moments.find((each) => each.ply === ply);
    if (moment) return { ply, seat, moment, facts };
  }
  return facts[0] && { ply, seat: facts[0].seat, facts };
}

/** The moments that lost most, the worst first: three of each seat, or three of all. */
export function costliest(review: Review, seat: number | null): Highlight[] {
  return review.seats
    .filter((each) => seat === null || each.seat === seat)
    .flatMap(({ seat: of, moments = [], costliest: plies = [] }) =>
      plies.flatMap((ply) => {
        const moment = moments.find((each) => each.ply === ply);
        return moment ? [{ ply, seat: of, moment, facts: [] }] : [];
      }),
    )
    .toSorted((one, other) => (other.moment.loss ?? 0) - (one.moment.loss ?? 0) || one.ply - other.ply)
    .slice(0, 3);
}

/** How often each verdict was given to a seat. */
export function tally(moments: readonly Moment[] = []): Record<Verdict, number> {
  const counts = { best: 0, good: 0, slip: 0, mistake: 0, blunder: 0 };
  for (const { verdict } of moments) if (verdict) counts[verdict] += 1;
  return counts;
}

/** The next of these after a ply, or the one before it. */
export function following<Item extends { ply: number }>(
  items: readonly Item[],
  ply: number,
  direction: -1 | 1,
): Item | undefined {
  return direction > 0 ? items.find((each) => each.ply > ply) : items.findLast((each) => each.ply < ply);
}

/** The value of a curve at a ply: the last one before it. */
export function valueAt(plies: readonly number[], values: readonly number[], ply: number): number | undefined {
  const place = plies.findLastIndex((each) => each <= ply);
  return values[Math.max(0, place)];
}
