import { readFlower } from '../cards/flowers.ts';
import { nameCard } from '../i18n/card-names.ts';
import type { KoiKoiAction, KoiKoiCard, Phase, PlayCard } from '../net/messages.ts';
import { describeRefusal } from '../sentences/reason.ts';
import { type KoiKoiContext, refuse, type Reply, answer } from './context.ts';
import { type Candidate, find, placeIn } from './name-match.ts';
import { describeCaptures, describeField, describeHand, describeScore, describeYaku } from './koikoi-descriptions.ts';
import { numbered, type Verb } from './lexicon.ts';
import { typedMoves } from './typed-move.ts';

/** A card named without its capture: the next line may name it. */
export type Unfinished = { card: KoiKoiCard; targets: KoiKoiCard[] } | null;

/** Reads a Koi-Koi command; `undefined` for commands of no use in Koi-Koi. */
export function readKoiKoi(
  context: KoiKoiContext,
  verb: Verb,
  rest: readonly string[],
  unfinished: Unfinished,
): { reply: Reply; unfinished?: Unfinished } | undefined {
  switch (verb) {
    case 'play':
      return readPlay(context, rest);
    case 'take':
      return { reply: readTake(context, rest, unfinished) };
    case 'stop':
      return { reply: decide(context, 'stop') };
    case 'koi':
      return { reply: decide(context, 'koi-koi') };
    case 'swap':
    case 'keep':
      return { reply: decide(context, verb) };
    case 'hand':
    case 'hands':
      return { reply: answer(describeHand(context)) };
    case 'field':
      return { reply: answer(describeField(context)) };
    case 'captures':
      return { reply: answer(...describeCaptures(context, 0), ...describeCaptures(context, 1)) };
    case 'yaku':
      return { reply: answer(...describeYaku(context)) };
    case 'score':
      return { reply: answer(...describeScore(context)) };
    default:
      return undefined;
  }
}

/** What the rules ask for at this moment: the code of a refusal. */
const ASKED: Partial<Record<Phase, string>> = { swap: 'swap-or-keep', play: 'play-now', decide: 'stop-or-koi' };

function notNow(context: KoiKoiContext): Reply {
  const { cast, lexicon, position, t } = context;
  const code = ASKED[position.view.phase];
  const why = code && [describeRefusal({ code: 'move/illegal', message: '', why: { code } }, 'koikoi', cast, t)];
  return refuse(...(why || []), lexicon.own.canType(typedMoves(context)));
}

function decide(context: KoiKoiContext, type: 'stop' | 'koi-koi' | 'swap' | 'keep'): Reply {
  const may = context.position.legal.some((action) => action.type === type);
  if (!may) return notNow(context);
  return { kind: 'move', action: { type } as KoiKoiAction };
}

/** All names of a card, in the chosen language and in English. */
function namesOf({ t, english }: KoiKoiContext, card: KoiKoiCard): string[] {
  const { month, kind, ribbon } = readFlower(card);
  return [t.words, english].flatMap(({ koikoi }) => [
    koikoi.card[card],
    koikoi.plant[month] ?? '',
    koikoi.month[month] ?? '',
    koikoi.kind[kind],
    ribbon ? koikoi.ribbon[ribbon] : '',
    card,
  ]);
}

const candidates = (context: KoiKoiContext, cards: readonly KoiKoiCard[]): Candidate<KoiKoiCard>[] =>
  cards.map((card) => ({ item: card, names: namesOf(context, card) }));

/** The card that is meant, by its place or by a name; of cards with the same name, the first. */
function meant(context: KoiKoiContext, asked: readonly string[], cards: readonly KoiKoiCard[]): KoiKoiCard[] {
  const place = placeIn(asked, cards.length);
  if (place) return [cards[place - 1]!];
  const found = find(asked, candidates(context, cards));
  const names = new Set(found.map((card) => nameCard(card, context.t)));
  return names.size === 1 ? found.slice(0, 1) : found;
}

const listed = (context: KoiKoiContext, cards: readonly KoiKoiCard[]): string[] =>
  cards.map((card, index) => numbered(index + 1, context.t.words.koikoi.card[card]));

/** "play pine", "play 3", "play 3 take 1", "play crane take plain pine". */
function readPlay(context: KoiKoiContext, rest: readonly string[]): { reply: Reply; unfinished?: Unfinished } {
  const { position, seat, t, lexicon } = context;
  const { own } = lexicon;
  const hand = (seat === null ? null : position.view.hands[seat as 0 | 1]) ?? [];
  const name = (card: KoiKoiCard) => t.words.koikoi.card[card];
  if (position.view.phase !== 'play') return { reply: notNow(context) };
  const cut = rest.findIndex((word) => lexicon.isTake(word));
  const [asked, wanted] = cut < 0 ? [rest, []] : [rest.slice(0, cut), rest.slice(cut + 1)];
  const found = meant(context, asked, hand);
  if (!found.length) return { reply: refuse(own.noCard(asked.join(' '), listed(context, hand))) };
  const plays = position.legal.filter((action): action is PlayCard => action.type === 'play-card');
  // Of several matches, keep those that may be played.
  const able = found.filter((card) => plays.some((play) => play.card === card));
  if (able.length > 1)
    return { reply: refuse(own.whichCard(able.map((card) => numbered(hand.indexOf(card) + 1, name(card))))) };
  const card = able[0];
  if (!card) {
    const others = [...new Set(plays.map((play) => play.card))];
    return { reply: refuse(own.cannotPlay(name(found[0]!), others.map(name))) };
  }
  return choose(
    context,
    card,
    plays.filter((play) => play.card === card),
    wanted,
  );
}

const move = (action: KoiKoiAction): Reply => ({ kind: 'move', action });

function choose(
  context: KoiKoiContext,
  card: KoiKoiCard,
  plays: PlayCard[],
  wanted: readonly string[],
): { reply: Reply; unfinished?: Unfinished } {
  const { lexicon, position, t } = context;
  const { own } = lexicon;
  const targets = plays.flatMap((play) => (play.capture ? [play.capture] : []));
  const bare = plays.find((play) => !play.capture);
  if (wanted.length) {
    const found = meant(context, wanted, targets.length ? targets : (position.aids.matches[card] ?? []));
    const play = plays.find((one) => one.capture === found[0]) ?? (targets.length ? undefined : bare);
    if (found.length === 1 && play) return { reply: move(play) };
  } else if (bare) return { reply: move(bare) };
  const example = own.usage.take(lexicon.say('take'));
  const reply = refuse(own.choose(t.words.koikoi.card[card], listed(context, targets), example));
  return { reply, unfinished: { card, targets } };
}

/** What the turned card captures, or the card named in the line before. */
function readTake(context: KoiKoiContext, rest: readonly string[], unfinished: Unfinished): Reply {
  const { position, lexicon } = context;
  const { own } = lexicon;
  const takes = position.legal.flatMap((action) => (action.type === 'take-card' ? [action.card] : []));
  const targets = takes.length ? takes : (unfinished?.targets ?? []);
  if (!targets.length) return notNow(context);
  const found = meant(context, rest, targets);
  if (found.length !== 1) return refuse(own.noCard(rest.join(' '), listed(context, targets)));
  if (takes.length) return move({ type: 'take-card', card: found[0]! });
  return move({ type: 'play-card', card: unfinished!.card, capture: found[0]! });
}
