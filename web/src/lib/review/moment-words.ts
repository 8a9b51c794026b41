import type { Catalogue } from '../i18n/en.ts';
import type { GameId } from '../net/messages.ts';
import { describeRemark } from '../sentences/reason.ts';
import type { Cast } from '../i18n/actor.ts';
import type { Formats } from './formats.ts';
import type { Highlight } from './highlights.ts';
import type { Fact, Moment } from '../net/messages.ts';
import type { ReviewWords } from './words/en.ts';

export type Telling = { game: GameId; cast: Cast; t: Catalogue; words: ReviewWords; formats: Formats };

/** Why a move matters, one sentence each. */
export function sentencesOf({ reasons = [] }: Moment, { game, cast, t }: Telling): string[] {
  return reasons.flatMap((reason) => describeRemark('review', reason, game, cast, t) ?? []);
}

/** They say no more than the verdict and the cost; what follows them says what was better. */
const PLAIN_COSTS = ['cost-play', 'cost-discard', 'cost-clue', 'cost-tile'];

/** The sentence that tells most, where the verdict and the cost stand beside it. */
export function mainSentence(moment: Moment, telling: Telling): string {
  const [first = '', second = first] = sentencesOf(moment, telling);
  return PLAIN_COSTS.includes(moment.reasons?.[0]?.code ?? '') ? second : first;
}

/** The sentence of a fact; nothing if this release has none. */
export function factSentences(facts: readonly Fact[], { game, cast, t }: Telling): string[] {
  return facts.flatMap(({ reason }) => describeRemark('review', reason, game, cast, t) ?? []);
}

/** The verdict and what the move cost: "Mistake · −6.2% of the match". */
export function verdictOf(moment: Moment, { game, words, formats }: Telling): string | undefined {
  if (!moment.verdict) return undefined;
  const name = words.verdict[moment.verdict];
  return moment.loss ? `${name} · ${words.cost[game](formats.loss(moment.loss))}` : name;
}

/** All that is said about a decision, in one line each. */
export function tell({ moment, facts }: Highlight, telling: Telling): string[] {
  const verdict = moment && verdictOf(moment, telling);
  return [
    ...(verdict ? [`${verdict}.`] : []),
    ...(moment ? sentencesOf(moment, telling) : []),
    ...factSentences(facts, telling),
  ];
}
