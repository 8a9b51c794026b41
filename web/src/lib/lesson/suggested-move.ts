import type { HanabiAction, HanabiPosition, KoiKoiAction, KoiKoiCard } from '../net/messages.ts';

type Pointing = HanabiAction | KoiKoiAction | null;

/** Whether a lesson or a hint is about this card of Hanabi: one to play or discard, or told of. */
export function isAboutHeld(pointing: Pointing, position: HanabiPosition, seat: number, card: number): boolean {
  switch (pointing?.type) {
    case 'play':
    case 'discard':
      return pointing.card === card;
    case 'colour-clue':
    case 'value-clue':
      return (
        pointing.target === seat &&
        position.aids.clues.some(({ clue, touches }) => isSame(clue, pointing) && touches.includes(card))
      );
    default:
      return false;
  }
}

/** Whether it is about this flower card. */
export function isAboutFlower(pointing: Pointing, card: KoiKoiCard): boolean {
  switch (pointing?.type) {
    case 'play-card':
      return pointing.card === card || pointing.capture === card;
    case 'take-card':
      return pointing.card === card;
    default:
      return false;
  }
}

/** Whether two moves are the same, whatever the order of their fields. */
export function isSame(one: object, other: object | null): boolean {
  const sorted = (move: object) => JSON.stringify(Object.entries(move).filter(([, value]) => value !== null).sort());
  return other !== null && sorted(one) === sorted(other);
}
