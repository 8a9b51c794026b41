import type { KoiKoiCard, Reason } from '../net/messages.ts';
import { describeReason } from '../sentences/reason.ts';
import type { TextContext } from './context.ts';
import { type Action, asTyped } from './typed-move.ts';

/** A hint: the command to type, the cards it means, and why. */
export function describeAdvice(context: TextContext, action: Action, reason: Reason | null): string[] {
  const { lexicon, position, cast, t } = context;
  const command = asTyped(context, action);
  if (command === undefined) return [lexicon.own.noAdvice];
  const why = reason && describeReason(reason, position.game, cast, t);
  return [lexicon.own.advice(command, cardsIn(context, action)), ...(why ? [why] : [])];
}

/** The names of flower cards, which a command gives by their place only. */
function cardsIn({ t }: TextContext, action: Action): string[] {
  const name = (card: KoiKoiCard) => t.words.koikoi.card[card];
  if (action.type === 'take-card') return [name(action.card)];
  if (action.type !== 'play-card') return [];
  return action.capture ? [name(action.card), name(action.capture)] : [name(action.card)];
}
