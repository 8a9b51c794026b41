import type { KoiKoiCard, KoiKoiEvent, KoiKoiView } from '../net/messages.ts';

type Pair<T> = [T, T];

/** The view at the end of a round, from the view before and the events: no rules are applied. */
export function viewAfterRound(before: KoiKoiView, events: readonly KoiKoiEvent[]): KoiKoiView {
  let view = before;
  for (const event of events) view = after(view, event);
  return { ...view, phase: 'over', to_act: null, turned: null, stop: null };
}

function after(view: KoiKoiView, event: KoiKoiEvent): KoiKoiView {
  switch (event.type) {
    case 'round-started':
      return undealt({ ...view, number: event.number, dealer: event.dealer });
    case 'deal-voided':
      return undealt(view);
    case 'hand-dealt':
      return dealt(view, event.seat, event.count, event.cards ?? []);
    case 'field-dealt':
      return { ...view, stock: view.stock - event.cards.length, field: [...view.field, ...event.cards] };
    case 'hand-seen':
      return event.cards?.length ? { ...view, hands: at(view.hands, event.seat, event.cards) } : view;
    case 'lucky-hand-shown':
      return { ...view, hands: at(view.hands, event.seat, event.cards) };
    case 'card-played':
      return laid(leftHand(view, event.seat, event.card), event.seat, event.card, event.captured ?? []);
    case 'card-turned': {
      const turned = { ...view, stock: Math.max(0, view.stock - 1) };
      if (event.choices?.length) return turned;
      return laid(turned, event.seat, event.card, event.captured ?? []);
    }
    case 'card-taken':
      return laid(view, event.seat, event.card, event.captured);
    case 'field-claimed':
      return captured(view, event.seat, event.cards);
    case 'yaku-made':
      return { ...view, yaku: at(view.yaku, event.seat, event.yaku) };
    case 'round-ended':
      return { ...view, scores: event.scores };
    default:
      return view;
  }
}

const PACK = 48;

/** The table before a deal. */
function undealt(view: KoiKoiView): KoiKoiView {
  return {
    ...view,
    hands: [null, null],
    hand_sizes: [0, 0],
    known: [[], []],
    field: [],
    captures: [[], []],
    stock: PACK,
    yaku: [[], []],
    calls: [0, 0],
    standing_calls: [0, 0],
  };
}

/** A packet for a hand; its cards are known to whoever may look at them. */
function dealt(view: KoiKoiView, seat: number, count: number, cards: readonly KoiKoiCard[]): KoiKoiView {
  const hand = cards.length ? [...(view.hands[seat as 0 | 1] ?? []), ...cards] : view.hands[seat as 0 | 1];
  return {
    ...view,
    stock: view.stock - count,
    hands: at(view.hands, seat, hand),
    hand_sizes: at(view.hand_sizes, seat, view.hand_sizes[seat as 0 | 1] + count),
  };
}

function at<T>(pair: readonly [T, T], seat: number, value: T): Pair<T> {
  return seat === 0 ? [value, pair[1]] : [pair[0], value];
}

function leftHand(view: KoiKoiView, seat: number, card: KoiKoiCard): KoiKoiView {
  const hand = view.hands[seat as 0 | 1]?.filter((held) => held !== card) ?? null;
  const size = Math.max(0, view.hand_sizes[seat as 0 | 1] - 1);
  return { ...view, hands: at(view.hands, seat, hand), hand_sizes: at(view.hand_sizes, seat, size) };
}

/** A card that captured joins the captures; otherwise it stays on the field. */
function laid(view: KoiKoiView, seat: number, card: KoiKoiCard, taken: readonly KoiKoiCard[]): KoiKoiView {
  return taken.length ? captured(view, seat, [card, ...taken]) : { ...view, field: [...view.field, card] };
}

function captured(view: KoiKoiView, seat: number, cards: readonly KoiKoiCard[]): KoiKoiView {
  const pile = [...view.captures[seat as 0 | 1], ...cards];
  return {
    ...view,
    field: view.field.filter((card) => !cards.includes(card)),
    captures: at(view.captures, seat, pile),
  };
}
