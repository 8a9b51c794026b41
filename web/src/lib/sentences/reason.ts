import type { Cast } from '../i18n/actor.ts';
import { faceName } from '../i18n/card-names.ts';
import type { Catalogue } from '../i18n/en.ts';
import type { GameId, HanabiCard, KoiKoiCard, Reason, Suit, Yaku } from '../net/messages.ts';

/** Why a bot moved; `null` if this release has no sentence for the reason. */
export function describeReason(reason: Reason, game: GameId, cast: Cast, t: Catalogue): string | null {
  const sentence = t.words.why[game][reason.code];
  if (sentence === undefined) return null;
  const facts = reason.facts ?? {};
  const form = typeof sentence === 'string' ? sentence : sentence[isReader(facts.seat, cast) ? 'you' : 'they'];
  let whole = true;
  const text = form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const word = facts[name] === undefined ? undefined : inWords(facts[name], game, cast, t);
    whole &&= word !== undefined;
    return word ?? '';
  });
  return whole ? text : null;
}

function isReader(fact: string | number | undefined, cast: Cast): boolean {
  const seat = typeof fact === 'string' && /^seat:(\d+)$/.exec(fact)?.[1];
  return seat ? cast(Number(seat)).me : false;
}

/** A number as it is, `card:r3` as a card, `card:r3,r4` as two of them. */
function inWords(fact: string | number, game: GameId, cast: Cast, t: Catalogue): string | undefined {
  if (typeof fact === 'number') return String(fact);
  const [kind = '', inside = ''] = fact.split(':', 2);
  const words = inside.split(',').map((word) => inWord(kind, word, game, cast, t));
  return words.every((word) => word !== undefined) ? t.and(words) : undefined;
}

function inWord(kind: string, word: string, game: GameId, cast: Cast, t: Catalogue): string | undefined {
  const { hanabi, koikoi } = t.words;
  switch (kind) {
    case 'seat':
      return cast(Number(word)).name;
    case 'card':
      return game === 'hanabi' ? faceName(t, word as HanabiCard) : koikoi.card[word as KoiKoiCard];
    case 'colour':
      return hanabi.suit[word as Suit];
    case 'yaku':
      return koikoi.yaku[word as Yaku];
    case 'month':
      return koikoi.month[Number(word)];
    case 'plant':
      return koikoi.plant[Number(word)];
    case 'number':
      return t.number(Number(word));
    default:
      return word;
  }
}
