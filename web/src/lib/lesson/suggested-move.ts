import type { HanabiAction, HanabiPosition, KoiKoiAction, KoiKoiCard } from '../net/messages.ts';

type SuggestedMove = HanabiAction | KoiKoiAction | null;

/** Whether a suggested move, or one that was made, plays, discards or clues this card. */
export function suggestsHeldCard(
  suggestedMove: SuggestedMove,
  position: HanabiPosition,
  seat: number,
  card: number,
): boolean {
  switch (suggestedMove?.type) {
    case 'play':
    case 'discard':
      return suggestedMove.card === card;
    case 'colour-clue':
    case 'value-clue':
      return (
        suggestedMove.target === seat &&
        position.aids.clues.some(({ clue, touches }) => isSame(clue, suggestedMove) && touches.includes(card))
      );
    default:
      return false;
  }
}

/** Whether a suggested move is a clue to this player that touches no card. */
export function suggestsEmptyClue(suggestedMove: SuggestedMove, position: HanabiPosition, seat: number): boolean {
  if (suggestedMove?.type !== 'colour-clue' && suggestedMove?.type !== 'value-clue') return false;
  const hand = position.view.hands[seat] ?? [];
  return suggestedMove.target === seat && !hand.some(({ id }) => suggestsHeldCard(suggestedMove, position, seat, id));
}

/** Whether a suggested move, or one that was made, is about this flower card. */
export function suggestsFlowerCard(suggestedMove: SuggestedMove, card: KoiKoiCard): boolean {
  switch (suggestedMove?.type) {
    case 'play-card':
      return suggestedMove.card === card || suggestedMove.capture === card;
    case 'take-card':
      return suggestedMove.card === card;
    default:
      return false;
  }
}

/** Whether two moves are equal, in any order of fields. */
export function isSame(one: object, other: object | null): boolean {
  const sorted = (move: object) =>
    JSON.stringify(
      Object.entries(move)
        .filter(([, value]) => value !== null)
        .sort(),
    );
  return other !== null && sorted(one) === sorted(other);
}
