import { withoutTakenBack, sinceMyMove } from '../state/log.ts';
import { describeEntry } from '../sentences/log-entry.ts';
import { describeProposal } from '../sentences/proposal.ts';
import { describeReason } from '../sentences/reason.ts';
import { absentees, awaited, rivals } from '../state/absence.ts';
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
  const table = [...describeTurn(context), ...describeProposed(context), ...describeAbsence(context)];
  if (isHanabi(context)) return [...hanabiState(context), ...table];
  return isKoiKoi(context) ? [...koikoiState(context), ...table] : [];
}

/** The open proposal, and how to answer it. */
export function describeProposed({ table, seat, cast, botName, t, lexicon }: TextContext): string[] {
  const { proposal } = table;
  if (!proposal) return [];
  const answers = seat !== null && proposal.waiting_for.includes(seat) ? [lexicon.say('yes'), lexicon.say('no')] : [];
  return [describeProposal(proposal, cast, botName, t), ...(answers.length ? [lexicon.own.canType(answers)] : [])];
}

/** Who is away and how long the match waits, or how to go on without them. */
export function describeAbsence({ table, seat, cast, secondsUntil, t, lexicon }: TextContext): string[] {
  const away = awaited(table, seat).map((info) =>
    t.table.waitsFor(cast(info.seat), Math.ceil(secondsUntil(info.absent_at))),
  );
  const gone = absentees(table, seat).map((info) => t.table.absent(cast(info.seat)));
  if (!gone.length) return away;
  const verbs = rivals(table) ? (['claim', 'end', 'bot'] as const) : (['end', 'bot'] as const);
  return [...away, ...gone, lexicon.own.canType(verbs.map((verb) => lexicon.say(verb)))];
}

/** Whose turn it is; nothing after the end. */
export function describeTurn(context: TextContext): string[] {
  const { position, t, cast, seat, lexicon } = context;
  if (context.table.status === 'over' || position.to_act === null) return [];
  if (mine(context)) return [t.table.yourTurn];
  const who = cast(position.to_act);
  if (context.replayed) return [who.me ? t.table.yourTurn : lexicon.own.theirTurn(who.name)];
  return [...(seat === null ? [lexicon.own.watching] : []), t.table.turnOf(who)];
}

/** How the match ended, and what can be typed now. */
export function describeEnd(context: TextContext): string[] {
  const { lexicon, seat } = context;
  const lines = isKoiKoi(context)
    ? scoreOfKoiKoi(context)
    : isHanabi(context) && context.position.view.outcome
      ? scoreOfHanabi(context).slice(1)
      : [];
  const { unrated } = context.table;
  return [
    ...lines,
    ...(unrated ? [context.t.table.unrated[unrated]] : []),
    ...(seat === null ? [] : [lexicon.own.canType([lexicon.say('again')])]),
  ];
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
