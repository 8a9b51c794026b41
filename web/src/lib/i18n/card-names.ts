import { readFlower } from '../cards/flowers.ts';
import { readFace } from '../cards/suits.ts';
import type { HanabiCard, KoiKoiCard } from '../net/messages.ts';
import type { Catalogue } from './en.ts';

/** A Hanabi card in words. */
export function faceName(t: Catalogue, face: HanabiCard): string {
  const { suit, number } = readFace(face);
  return t.hanabi.card(suit, number);
}

/** A flower card in words: its name, its month and what it counts as. */
export function nameCard(card: KoiKoiCard, t: Catalogue): string {
  const { month, kind, ribbon } = readFlower(card);
  const sort = ribbon ? t.words.koikoi.ribbon[ribbon] : t.words.koikoi.kind[kind];
  return t.koikoi.cardLabel(t.words.koikoi.card[card], month, sort);
}
