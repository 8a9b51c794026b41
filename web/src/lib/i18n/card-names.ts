import type { Catalogue } from '../i18n/en.ts';
import type { KoiKoiCard } from '../messages.ts';
import { readFlower } from './cards.ts';

/** A flower card in words: its name, its month and what it counts as. */
export function nameCard(card: KoiKoiCard, t: Catalogue): string {
  const { month, kind, ribbon } = readFlower(card);
  const sort = ribbon ? t.words.koikoi.ribbon[ribbon] : t.words.koikoi.kind[kind];
  return t.koikoi.cardLabel(t.words.koikoi.card[card], month, sort);
}
