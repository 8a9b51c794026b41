import { standing, sinceMyMove } from '../state/log.ts';
import { tell as tellEntry } from '../sentences/log-entry.ts';
import { tellWhy } from '../sentences/reason.ts';
import { type Desk, type HanabiDesk, type KoiKoiDesk, mine } from './context.ts';
import { hanabiState, tellScore as scoreOfHanabi } from './hanabi-descriptions.ts';
import { koikoiState, tellScore as scoreOfKoiKoi } from './koikoi-descriptions.ts';

export function isHanabi(desk: Desk): desk is HanabiDesk {
  return desk.position.game === 'hanabi';
}

export function isKoiKoi(desk: Desk): desk is KoiKoiDesk {
  return desk.position.game === 'koikoi';
}

/** The whole table in a few lines, whose turn it is last. */
export function tellState(desk: Desk): string[] {
  if (isHanabi(desk)) return [...hanabiState(desk), ...tellTurn(desk)];
  return isKoiKoi(desk) ? [...koikoiState(desk), ...tellTurn(desk)] : [];
}

/** Whose decision is awaited; nothing once it is all over. */
export function tellTurn(desk: Desk): string[] {
  const { position, t, cast, seat, lexicon } = desk;
  if (desk.table.status === 'over' || position.to_act === null) return [];
  if (mine(desk)) return [t.table.yourTurn];
  return seat === null ? [lexicon.own.watching, t.table.turnOf(cast(position.to_act))] : [t.table.turnOf(cast(position.to_act))];
}

/** How it ended, and what can be typed then. */
export function tellEnd(desk: Desk): string[] {
  const { lexicon, seat } = desk;
  const lines = isKoiKoi(desk) ? scoreOfKoiKoi(desk) : isHanabi(desk) && desk.position.view.outcome ? scoreOfHanabi(desk).slice(1) : [];
  return [...lines, ...(seat === null ? [] : [lexicon.own.canType([lexicon.say('again')])])];
}

/** What happened since one's own last move, in order. */
export function tellLast(desk: Desk): string[] {
  const { log, seat, cast, botName, t } = desk;
  const lines = sinceMyMove(log, seat).flatMap((entry) => tellEntry(entry, cast, botName, t));
  return lines.length ? lines : [t.table.nothingYet];
}

/** Why the bots moved as they did since then, as far as they say. */
export function tellReasons(desk: Desk): string[] {
  const { log, seat, cast, t, name, lexicon } = desk;
  const lines = sinceMyMove(standing(log), seat).flatMap((entry) => {
    const sentence = entry.why && tellWhy(entry.why, entry.game, cast, t);
    return sentence && entry.seat !== null ? [name(entry.seat) + lexicon.own.colon + sentence] : [];
  });
  return lines.length ? lines : [lexicon.own.nothingSaid];
}
