import type { HeldCard } from '../net/messages.ts';

/** The ids of a hand with one card moved to another place. */
export function moveTo(hand: readonly HeldCard[], card: number, place: number): number[] {
  const ids = hand.map((held) => held.id).filter((id) => id !== card);
  ids.splice(Math.max(0, Math.min(ids.length, place)), 0, card);
  return ids;
}

/** The ids of a hand with one card a step to the left or to the right. */
export function nudge(hand: readonly HeldCard[], card: number, step: -1 | 1): number[] {
  return moveTo(hand, card, hand.findIndex((held) => held.id === card) + step);
}
