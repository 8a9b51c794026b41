import { describeHeld } from '../hanabi/card-knowledge.ts';
import { countTokens, isLoose, nextClue } from '../hanabi/variants.ts';
import { faceName } from '../i18n/card-names.ts';
import { SUIT_ORDER } from '../cards/suits.ts';
import type { CluePreview } from '../net/messages.ts';
import type { HanabiContext } from './context.ts';
import { numbered } from './lexicon.ts';

/** The counts, the fireworks, and every hand, starting with the next player. */
export function hanabiState(context: HanabiContext): string[] {
  const { seat } = context;
  const players = context.position.view.hands.length;
  const others = Array.from({ length: players }, (_, step) => ((seat ?? -1) + 1 + step) % players);
  return [
    ...describeScore(context),
    describeFireworks(context),
    ...others.map((other) => describeHand(context, other)),
  ];
}

export function describeScore(context: HanabiContext): string[] {
  const { view, aids } = context.position;
  const { t } = context;
  const { colon } = context.lexicon.own;
  const { options } = view;
  const counted = [
    t.hanabi.clueTokens(countTokens(view), options.clue_tokens),
    t.hanabi.errors(view.errors, options.errors),
    t.hanabi.deck(view.deck),
    ...(options.flamboyants ? [t.hanabi.tiles(view.tiles)] : []),
    t.hanabi.score + colon + t.hanabi.scoreOf(aids.score, view.outcome?.maximum ?? aids.maximum),
  ];
  const lines = [`${counted.join('. ')}.`];
  const next = nextClue(view);
  if (next && !view.outcome) lines.push(`${t.hanabi.nextClue[next]}.`);
  if (view.outcome) {
    const { outcome } = view;
    const score = t.hanabi.finalScore(outcome.score, outcome.maximum);
    lines.push(`${t.hanabi.result[outcome.result]} ${outcome.black_powder ? t.hanabi.withPowder(score) : score}.`);
    if (outcome.rating) {
      const rating = t.words.hanabi.rating[outcome.rating];
      lines.push(rating.name + colon + rating.text);
    }
  } else if (view.turns_left !== null) lines.push(`${t.hanabi.lastRound(view.turns_left)}.`);
  else if (options.final_bouquet) lines.push(`${t.hanabi.finalBouquet}.`);
  return lines;
}

export function describeFireworks({ position, t, lexicon }: HanabiContext): string {
  const { colon, semicolon } = lexicon.own;
  const { fireworks, options } = position.view;
  const heights = SUIT_ORDER.filter((suit) => suit in fireworks).map((suit) => {
    const height = fireworks[suit] ?? 0;
    const name = t.words.hanabi.suit[suit];
    return height === options.values ? t.hanabi.fireworkDone(name) : t.hanabi.firework(name, height, options.values);
  });
  return `${t.hanabi.fireworks}${colon}${heights.join(semicolon)}.`;
}

export function describeHand(context: HanabiContext, seat: number): string {
  const { position, t, cast, lexicon } = context;
  const { colon, semicolon } = lexicon.own;
  const hand = position.view.hands[seat] ?? [];
  const cards = hand.map((_, index) => describeHandCard(context, seat, index + 1));
  return `${t.hanabi.handOf(cast(seat))}${colon}${cards.length ? cards.join(semicolon) : t.hanabi.emptyHand}.`;
}

/** A card of a hand, after its number. */
export function describeHandCard(context: HanabiContext, seat: number, place: number): string {
  const { position, t, knowledge, notes, lexicon } = context;
  const held = position.view.hands[seat]?.[place - 1];
  if (!held) return '';
  const own = seat === context.seat;
  const words = describeHeld(
    held,
    position.aids.deductions[held.id] ?? [],
    own ? knowledge : 'clues',
    t,
    isLoose(position.view.options),
  );
  const note = own ? notes[held.id] : undefined;
  return numbered(place, [...words, ...(note ? [t.hanabi.note + lexicon.own.colon + note] : [])].join(', '));
}

export function describeDiscards({ position, t, lexicon }: HanabiContext): string[] {
  const { discards } = position.view;
  if (!discards.length) return [t.hanabi.noDiscards];
  const indispensable = new Set(position.aids.indispensable);
  const order = [...new Set(discards)].toSorted();
  const names = order.map((face) => {
    const count = discards.filter((other) => other === face).length;
    const note = indispensable.has(face) ? ` (${t.hanabi.indispensable})` : '';
    return `${faceName(t, face)}${count > 1 ? ` × ${count}` : ''}${note}`;
  });
  return [`${t.hanabi.discards}${lexicon.own.colon}${names.join(', ')}.`];
}

/** A clue as it is typed after the player's name. */
export function clueWord({ t }: HanabiContext, { clue }: CluePreview): string {
  return clue.type === 'colour-clue' ? t.words.hanabi.suit[clue.colour] : String(clue.value);
}

/** The clues that may be given to a player, and what each would touch. */
export function describeClues(context: HanabiContext, seat: number): string {
  const { position, t, name, lexicon } = context;
  const { colon, semicolon } = lexicon.own;
  const hand = position.view.hands[seat] ?? [];
  const clues = position.aids.clues.filter(({ clue }) => clue.target === seat);
  const each = clues.map((preview) => {
    const places = hand.flatMap((held, index) => (preview.touches.includes(held.id) ? [index + 1] : []));
    return `${clueWord(context, preview)} ${places.length ? t.hanabi.touches(places) : t.hanabi.emptyClue}`;
  });
  return `${t.hanabi.clueTo(name(seat))}${colon}${each.length ? each.join(semicolon) : t.hanabi.noClues}.`;
}
