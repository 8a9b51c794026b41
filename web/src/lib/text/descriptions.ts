import { withoutTakenBack, sinceMyMove } from '../state/log.ts';
import { describeEntry } from '../sentences/log-entry.ts';
import { describeReason } from '../sentences/reason.ts';
import { type TextContext, type HanabiContext, type KoiKoiContext, mine } from './context.ts';
import { hanabiState, describeScore as scoreOfHanabi } from './hanabi-descriptions.ts';
import { koikoiState, describeScore as scoreOfKoiKoi } from './koikoi-descriptions.ts';

export function isHanabi(context: TextContext): context is HanabiContext {
  return context.position.game === 'hanabi';
}

export function isKoiKoi(context: TextContext): context is KoiKoiContext {
  return context.position.game === 'koikoi';
}

/** The whole table in a few lines, ending with whose turn it is. */
export function describeState(context: TextContext): string[] {
  if (isHanabi(context)) return [...hanabiState(context), ...describeTurn(context)];
  return isKoiKoi(context) ? [...koikoiState(context), ...describeTurn(context)] : [];
}

/** Whose turn it is; nothing after the end. */
export function describeTurn(context: TextContext): string[] {
  const { position, t, cast, seat, lexicon } = context;
  if (context.table.status === 'over' || position.to_act === null) return [];
  if (mine(context)) return [t.table.yourTurn];
  return seat === null
    ? [lexicon.own.watching, t.table.turnOf(cast(position.to_act))]
    : [t.table.turnOf(cast(position.to_act))];
}

/** How the match ended, and what can be typed now. */
export function describeEnd(context: TextContext): string[] {
  const { lexicon, seat } = context;
  const lines = isKoiKoi(context)
    ? scoreOfKoiKoi(context)
    : isHanabi(context) && context.position.view.outcome
      ? scoreOfHanabi(context).slice(1)
      : [];
  return [...lines, ...(seat === null ? [] : [lexicon.own.canType([lexicon.say('again')])])];
}

/** What happened since the player's last move, in order. */
export function describeLast(context: TextContext): string[] {
  const { log, seat, cast, botName, t } = context;
  const lines = sinceMyMove(log, seat).flatMap((entry) => describeEntry(entry, cast, botName, t));
  return lines.length ? lines : [t.table.nothingYet];
}

/** The reasons that bots gave for their moves since then. */
export function describeReasons(context: TextContext): string[] {
  const { log, seat, cast, t, name, lexicon } = context;
  const lines = sinceMyMove(withoutTakenBack(log), seat).flatMap((entry) => {
    const sentence = entry.why && describeReason(entry.why, entry.game, cast, t);
    return sentence && entry.seat !== null ? [name(entry.seat) + lexicon.own.colon + sentence] : [];
  });
  return lines.length ? lines : [lexicon.own.nothingSaid];
}
