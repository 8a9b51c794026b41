import type { KoiKoiCard, LogEntry } from '../net/messages.ts';

export type DealOrder = {
  /** By face, for cards that one saw being dealt: which packet they came in, from 0. */
  packetOf: Map<KoiKoiCard, number>;
  /** By seat: the packet each card of the hand came in. */
  hands: [number[], number[]];
};

/** In which order the cards of the present round were dealt, as far as this reader saw it. */
export function lastDealOrder(log: readonly LogEntry[]): DealOrder {
  let dealing: DealOrder = { packetOf: new Map(), hands: [[], []] };
  let packet = 0;
  for (const entry of log) {
    if (entry.game !== 'koikoi') continue;
    for (const event of entry.events) {
      if (event.type === 'round-started' || event.type === 'deal-voided') {
        dealing = { packetOf: new Map(), hands: [[], []] };
        packet = 0;
      } else if (event.type === 'hand-dealt') {
        for (const card of event.cards ?? []) dealing.packetOf.set(card, packet);
        dealing.hands[event.seat as 0 | 1].push(...Array<number>(event.count).fill(packet));
        packet += 1;
      } else if (event.type === 'field-dealt') {
        for (const card of event.cards) dealing.packetOf.set(card, packet);
        packet += 1;
      }
    }
  }
  return dealing;
}
