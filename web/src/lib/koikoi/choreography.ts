import { mount, unmount } from 'svelte';

import type { KoiKoiCard, KoiKoiEvent } from '../net/messages.ts';
import { type Box, type Scene, within } from '../motion/scene.ts';
import { near, type Prop, type Stage } from '../motion/stage.ts';
import CardBack from './CardBack.svelte';
import type { DealOrder } from './deal-order.ts';
import FlowerCard from './FlowerCard.svelte';

const STEP_DELAY_MS = 210;
const PACKET_DELAY_MS = 70;

type Journey = { path: Box[]; delay: number; turned: boolean; seat: number };

/** Animates the events between two positions: captured cards meet first, then fly together. */
export function showEvents(events: readonly KoiKoiEvent[], before: Scene, now: Scene, stage: Stage): void {
  const journeys = new Map<KoiKoiCard, Journey>();
  let delay = 0;
  let from: Box | undefined;

  /** A card flies from where it was, by way of the cards it captures, together with them. */
  const take = (
    seat: number,
    card: KoiKoiCard,
    out: Box | undefined,
    taken: readonly KoiKoiCard[],
    turned: boolean,
  ) => {
    const meeting = taken[0] ? (journeys.get(taken[0])?.path.at(-1) ?? before.box(taken[0])) : undefined;
    for (const each of [card, ...taken]) {
      const start = each === card ? out : before.box(each);
      if (!start) continue;
      const journey = journeys.get(each) ?? { path: [start], delay, turned, seat };
      if (meeting) journey.path.push(meeting);
      journey.seat = seat;
      journeys.set(each, journey);
    }
    delay += STEP_DELAY_MS;
  };
  /** The box of a hidden card inside a place, as large as the visible cards. */
  const outOf = (place: string, card: KoiKoiCard): Box | undefined => {
    const box = before.place(place);
    const size = now.box(card) ?? before.pieces.values().next().value?.box;
    return box && size && within(box, size);
  };

  for (const event of events) {
    switch (event.type) {
      case 'card-played':
        from = before.box(event.card) ?? outOf(`hand:${event.seat}`, event.card);
        take(event.seat, event.card, from, event.captured ?? [], false);
        break;
      case 'card-turned':
        take(event.seat, event.card, outOf('stock', event.card), event.captured ?? [], true);
        break;
      case 'card-taken':
        take(event.seat, event.card, before.box(event.card), event.captured, false);
        break;
      case 'field-claimed':
        for (const card of event.cards) take(event.seat, card, before.box(card), [], false);
        break;
    }
  }

  for (const [card, { path, delay: after, turned, seat }] of journeys) {
    const piece = now.pieces.get(card);
    const pile = now.place(`pile:${seat}`);
    const goal = piece?.box ?? (pile && within(pile, path.at(-1)!));
    if (!goal) continue;
    stage.fly(flying(card), [...path, goal], { delay: after, hide: piece?.node, turned, vanish: !piece });
  }
  for (const [card, { node, box, home }] of now.pieces) {
    const was = before.pieces.get(card);
    if (!was || was.home !== home || journeys.has(card as KoiKoiCard)) continue;
    if (!near(was.box, box)) stage.shift(node, was.box, box);
  }
}

/** A copy of a card for the animation. */
function flying(piece: string): Prop {
  const element = document.createElement('div');
  const shown = piece.startsWith('back:')
    ? mount(CardBack, { target: element })
    : mount(FlowerCard, { target: element, props: { card: piece as KoiKoiCard } });
  return { element, piece, discard: () => void unmount(shown) };
}

/** Deals a round packet by packet, in the order of the booklet. */
export function showDeal(dealing: DealOrder, now: Scene, stage: Stage): void {
  const stock = now.place('stock');
  if (!stock) return;
  for (const [name, { node, box }] of now.pieces) {
    const [, seat, index] = /^back:(\d):(\d+)$/.exec(name) ?? [];
    const packet = seat
      ? dealing.hands[Number(seat) as 0 | 1][Number(index)]
      : dealing.packetOf.get(name as KoiKoiCard);
    if (packet === undefined) continue;
    stage.fly(flying(name), [within(stock, box), box], {
      delay: packet * PACKET_DELAY_MS,
      hide: node,
      turned: !seat,
      emerge: true,
    });
  }
}
