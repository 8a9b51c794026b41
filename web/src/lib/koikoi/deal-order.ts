import type { KoiKoiCard, LogEntry } from '../net/messages.ts';

export type DealOrder = {
  /** The packet of each card that was dealt face up, from 0. */
  packetOf: Map<KoiKoiCard, number>;
  /** By seat, the packet of each card of the hand. */
  hands: [number[], number[]];
};

/** The order in which this round was dealt, as far as the log tells. */
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
