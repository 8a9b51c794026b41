import type { Catalogue } from '../i18n/en.ts';
import type { HanabiCard, HeldCard, Suit } from '../net/messages.ts';
import type { Knowledge } from '../state/settings.svelte.ts';
import { faceName } from '../i18n/card-names.ts';
import { readFace, SUIT_ORDER } from '../cards/suits.ts';

const MAX_NAMED = 6;

/** A card in words: its face if visible, and its clues. */
export function describeHeld(
  held: HeldCard,
  possible: readonly HanabiCard[],
  knowledge: Knowledge,
  t: Catalogue,
  loose: boolean,
): string[] {
  const words = [held.face ? faceName(t, held.face) : t.hanabi.unknownCard];
  if (knowledge === 'none') return words;
  const suit = (name: Suit) => t.words.hanabi.suit[name];
  const is = [...(held.colours ?? []).map(suit), ...(held.values ?? []).map(String)];
  const isNot = [...(held.not_colours ?? []).map(suit), ...(held.not_values ?? []).map(String)];
  if (is.length) words.push(t.hanabi.told(is));
  if (isNot.length) words.push(loose ? t.hanabi.notTouchedBy(isNot) : t.hanabi.not(isNot));
  if (knowledge === 'deductions' && possible.length) words.push(describePossible(possible, t));
  return words;
}

/** What a card can be, in words. */
export function describePossible(possible: readonly HanabiCard[], t: Catalogue): string {
  const names = possible.map((face) => faceName(t, face));
  if (names.length === 1) return t.hanabi.mustBe(names[0]!);
  return names.length > MAX_NAMED ? t.hanabi.couldBeMany(names.length) : t.hanabi.couldBe(names);
}

/** The suits and the numbers of some faces. */
export function spread(faces: readonly HanabiCard[]): { suits: Suit[]; numbers: number[] } {
  const read = faces.map(readFace);
  const suits = new Set(read.map(({ suit }) => suit));
  const numbers = new Set(read.map(({ number }) => number));
  return {
    suits: SUIT_ORDER.filter((suit) => suits.has(suit)),
    numbers: [1, 2, 3, 4, 5].filter((number) => numbers.has(number)),
  };
}
