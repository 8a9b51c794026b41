import { KINDS, sortPile } from '../cards/flowers.ts';
import { nameCard } from '../i18n/card-names.ts';
import { worthOf, yakuNames } from '../sentences/koikoi.ts';
import type { KoiKoiCard } from '../net/messages.ts';
import type { KoiKoiContext } from './context.ts';
import { numbered } from './lexicon.ts';

type Side = 0 | 1;

/** The round and the scores, the field, both piles, the hand. */
export function koikoiState(context: KoiKoiContext): string[] {
  const near = (context.seat ?? 0) as Side;
  return [
    ...describeScore(context),
    ...describeCaptures(context, (1 - near) as Side),
    ...describeCaptures(context, near),
    describeField(context),
    describeHand(context),
    ...describeQuestion(context),
  ];
}

export function describeScore({ position, t, name, cast, table }: KoiKoiContext): string[] {
  const { view } = position;
  const points = view.scores.map((score, seat) => `${name(seat)} ${t.common.points(score)}`);
  const lines = [
    `${t.koikoi.round(view.number, view.options.rounds)}. ${points.join(', ')}. ${t.koikoi.stock(view.stock)}.`,
  ];
  if (table.status === 'over') {
    const { winners = [], reason = 'rules' } = table.ending ?? {};
    if (winners.length === 1) lines.push(t.koikoi.matchWon(cast(winners[0]!)));
    else if (reason === 'rules') lines.push(t.koikoi.matchDrawn);
  }
  return lines;
}

export function describeField({ position, t, lexicon }: KoiKoiContext): string {
  const { colon, semicolon } = lexicon.own;
  const cards = position.view.field.map((card, index) => numbered(index + 1, nameCard(card, t)));
  return `${t.koikoi.field}${colon}${cards.length ? cards.join(semicolon) : t.koikoi.noCaptures}.`;
}

/** The player's hand, with what each card would capture. */
export function describeHand(context: KoiKoiContext): string {
  const { position, t, cast, seat, lexicon } = context;
  const near = (seat ?? 0) as Side;
  const { view, aids } = position;
  const hand = view.hands[near];
  const label = t.koikoi.handOf(cast(near), view.hand_sizes[near]);
  if (!hand?.length) return `${label}.`;
  const cards = hand.map((card, index) => {
    const matches = aids.matches[card] ?? [];
    const meets = matches.length ? ` (${lexicon.own.meets(matches.map((mate) => t.words.koikoi.card[mate]))})` : '';
    return numbered(index + 1, nameCard(card, t) + meets);
  });
  return `${label}${lexicon.own.colon}${cards.join(lexicon.own.semicolon)}.`;
}

/** A seat's captures by kind, and the yaku they make. */
export function describeCaptures({ position, t, cast, lexicon }: KoiKoiContext, seat: Side): string[] {
  const { colon } = lexicon.own;
  const cards = position.view.captures[seat];
  const label = t.koikoi.captures(cast(seat));
  if (!cards.length) return [`${label}${colon}${t.koikoi.noCaptures}.`];
  const piles = sortPile(cards) as Record<(typeof KINDS)[number], KoiKoiCard[]>;
  const kinds = KINDS.filter((kind) => piles[kind].length).map(
    (kind) => `${t.koikoi.kinds[kind]}${colon}${piles[kind].map((card) => t.words.koikoi.card[card]).join(', ')}`,
  );
  const yaku = position.view.yaku[seat];
  return [
    `${label}. ${kinds.join('. ')}.`,
    ...(yaku.length ? [`${t.koikoi.yaku}${colon}${yakuNames(t, yaku).join(', ')}.`] : []),
  ];
}

/** Made yaku, and those one or two cards away. */
export function describeYaku({ position, t, name, lexicon }: KoiKoiContext): string[] {
  const { colon } = lexicon.own;
  const near = 2;
  return ([0, 1] as const).map((seat) => {
    const made = position.view.yaku[seat];
    const open = position.aids.outlook[seat].filter((entry) => entry.status === 'open' && (entry.missing ?? 9) <= near);
    const reach = open.map(
      (entry) => `${t.words.koikoi.yaku[entry.yaku]} (${t.koikoi.yakuMissing(entry.missing ?? 0)})`,
    );
    const parts = [made.length ? yakuNames(t, made).join(', ') : t.koikoi.yakuNone];
    if (reach.length) parts.push(t.koikoi.yakuOpen + colon + reach.join(', '));
    return `${name(seat)}${colon}${parts.join('. ')}.`;
  });
}

/** The decision to make, unless it is simply to play a card. */
export function describeQuestion({ position, t, seat, lexicon }: KoiKoiContext): string[] {
  const { view } = position;
  if (seat === null || position.to_act !== seat) return [];
  const name = (card: KoiKoiCard) => t.words.koikoi.card[card];
  if (view.phase === 'swap') return [t.koikoi.swapQuestion];
  if (view.phase === 'turned' && view.turned) {
    const takes = position.legal.flatMap((action) => (action.type === 'take-card' ? [name(action.card)] : []));
    const choices = takes.map((card, index) => numbered(index + 1, card));
    return [`${t.koikoi.turnedChoice(name(view.turned))} ${choices.join(lexicon.own.semicolon)}.`];
  }
  if (view.phase === 'decide' && view.stop) {
    const worth = worthOf(t, view.stop);
    const [first = '', ...rest] = worth;
    return [
      `${t.koikoi.decision} ${t.koikoi.stopPays(view.stop.points)}. ${first.toLocaleUpperCase()}${rest.join('')}.`,
      t.koikoi.callShort(view.hand_sizes[seat as Side]),
    ];
  }
  return [];
}
