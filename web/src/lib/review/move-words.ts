import { faceName } from '../i18n/card-names.ts';
import type { Catalogue } from '../i18n/en.ts';
import type { HanabiPosition, KoiKoiCard, Position } from '../net/messages.ts';
import type { Move } from './highlights.ts';
import type { ReviewWords } from './words/en.ts';

type Naming = { t: Catalogue; words: ReviewWords; name: (seat: number) => string };

/** A move in a few words, as whoever makes it would say: "Play card 2". */
export function describeMove(move: Move, position: Position, seat: number, { t, words, name }: Naming): string {
  const flower = (card: KoiKoiCard) => t.words.koikoi.card[card];
  switch (move.type) {
    case 'play':
    case 'discard':
      return words.moves[move.type](slotOf(position as HanabiPosition, seat, move.card));
    case 'colour-clue':
      return t.hanabi.confirmClue(t.words.hanabi.suit[move.colour], name(move.target));
    case 'value-clue':
      return t.hanabi.confirmClue(String(move.value), name(move.target));
    case 'play-from-deck':
      return t.hanabi.playFromDeck;
    case 'return-card':
    case 'recover-card':
      return words.moves[move.type](faceName(t, move.card));
    case 'rearrange':
      return '';
    case 'play-card':
      return move.capture
        ? words.moves.playTaking(flower(move.card), flower(move.capture))
        : words.moves.playFlower(flower(move.card));
    case 'take-card':
      return t.koikoi.take(flower(move.card));
    case 'swap':
    case 'keep':
      return words.moves[move.type];
    case 'stop':
      return t.keys.stop;
    case 'koi-koi':
      return t.keys.koikoi;
  }
}

/** The place of a card in its hand, from 1. */
function slotOf(position: HanabiPosition, seat: number, card: number): number {
  return (position.view.hands[seat] ?? []).findIndex(({ id }) => id === card) + 1;
}
