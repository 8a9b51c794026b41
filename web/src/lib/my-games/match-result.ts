import type { Catalogue } from '../i18n/en.ts';
import type { PlayedMatch } from '../net/messages.ts';

/** How a match ended for the player whose list it is in. */
export function resultOf(
  { result, seat }: Pick<PlayedMatch, 'result' | 'seat'>,
  t: Catalogue,
): { text: string; mood: 'good' | 'bad' | 'plain' } {
  if (['vote', 'idle', 'owner'].includes(result.reason)) return { text: t.games.brokenOff, mood: 'plain' };
  if (result.game === 'hanabi') {
    if (result.reason === 'timeout') return { text: t.games.outOfTime, mood: 'bad' };
    if (result.result === 'lost') return { text: t.games.lost, mood: 'bad' };
    const text = t.games.score(result.score, result.maximum);
    return { text, mood: result.result === 'won' ? 'good' : 'plain' };
  }
  const won = result.winners.includes(seat);
  const word = won ? t.games.won : result.winners.length ? t.games.lost : t.games.drawn;
  const [own, other] = seat === 0 ? result.scores : [result.scores[1], result.scores[0]];
  const score = `${word} ${own}–${other}`;
  const text = result.reason === 'absence' ? t.games.byAbsence(score) : score;
  return { text, mood: won ? 'good' : result.winners.length ? 'bad' : 'plain' };
}
