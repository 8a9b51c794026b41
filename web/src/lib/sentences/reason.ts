import type { Cast } from '../i18n/actor.ts';
import { faceName } from '../i18n/card-names.ts';
import type { Catalogue } from '../i18n/en.ts';
import type { WhySentence } from '../i18n/words.ts';
import type { GameId, HanabiCard, KoiKoiCard, Reason, Refusal, Suit, Tile, Yaku } from '../net/messages.ts';
import { refusedSentence } from '../i18n/refused.ts';

/** Why a bot moved; `null` if this release has no sentence for the reason. */
export function describeReason(reason: Reason, game: GameId, cast: Cast, t: Catalogue): string | null {
  return describe(t.words.why[game][reason.code], reason, game, cast, t);
}

/** What a review or a puzzle says; `null` if this release has no sentence for it. */
export function describeRemark(
  section: 'review' | 'puzzle',
  reason: Reason,
  game: GameId,
  cast: Cast,
  t: Catalogue,
): string | null {
  return describe(t.words[section][game][reason.code], reason, game, cast, t);
}

/** Why a command was refused: by the rules where they say so, otherwise by its code. */
export function describeRefusal(
  refusal: Pick<Refusal, 'code' | 'message' | 'why' | 'retry_after'>,
  game: GameId | undefined,
  cast: Cast,
  t: Catalogue,
): string {
  const { why } = refusal;
  const sentence = why && game ? describe(t.words.refusal[game][why.code], why, game, cast, t) : null;
  return sentence ?? refusedSentence(t, refusal);
}

function describe(
  sentence: WhySentence | undefined,
  reason: Reason,
  game: GameId,
  cast: Cast,
  t: Catalogue,
): string | null {
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

/** A number as it is, `card:r3` as a card, `card:r3,r4` as two of them, `card:r3|r4` as one of two. */
function inWords(fact: string | number, game: GameId, cast: Cast, t: Catalogue): string | undefined {
  if (typeof fact === 'number') return String(fact);
  const [kind = '', inside = ''] = fact.split(':', 2);
  const either = inside.includes('|');
  const words = inside.split(either ? '|' : ',').map((word) => inWord(kind, word, game, cast, t));
  if (!words.every((word) => word !== undefined)) return undefined;
  return either ? t.or(words) : t.and(words);
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
    case 'tile':
      return hanabi.tile[word as Tile]?.name;
    case 'yaku':
      return koikoi.yaku[word as Yaku];
    case 'month':
      return koikoi.month[Number(word)];
    case 'plant':
      return koikoi.plant[Number(word)];
    case 'number':
      return t.number(Number(word), word.split('.')[1]?.length);
    default:
      return word;
  }
}
