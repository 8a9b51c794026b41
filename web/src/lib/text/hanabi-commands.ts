import { moveTo } from '../hanabi/hand-order.ts';
import { faceName } from '../i18n/card-names.ts';
import { readFace } from '../cards/suits.ts';
import type { CluePreview, HanabiAction, HanabiCard } from '../net/messages.ts';
import { describeRefusal } from '../sentences/reason.ts';
import { type HanabiContext, refuse, type Reply, answer } from './context.ts';
import { type Candidate, find, placeIn } from './name-match.ts';
import {
  clueWord,
  describeClues,
  describeDiscards,
  describeFireworks,
  describeHand,
  describeHandCard,
  describeScore,
} from './hanabi-descriptions.ts';
import type { Verb } from './lexicon.ts';
import { asTyped, typedMove, typedMoves } from './typed-move.ts';

/** Reads a Hanabi command; `undefined` for commands of no use in Hanabi. */
export function readHanabi(context: HanabiContext, verb: Verb, rest: readonly string[]): Reply | undefined {
  switch (verb) {
    case 'clue':
      return readClue(context, rest);
    case 'play':
      return context.lexicon.isDeck(rest) ? playDeck(context) : readPlace(context, 'play', rest);
    case 'discard':
      return readPlace(context, 'discard', rest);
    case 'move':
      return readMove(context, rest);
    case 'note':
      return undefined;
    case 'return':
      return readFaceOf(context, 'return-card', rest);
    case 'recover':
      return readFaceOf(context, 'recover-card', rest);
    case 'hands':
      return answer(...others(context).map((seat) => describeHand(context, seat)));
    case 'hand':
      return readHand(context, rest);
    case 'fireworks':
      return answer(describeFireworks(context));
    case 'discards':
      return answer(...describeDiscards(context));
    case 'clues':
      return readClues(context, rest);
    case 'score':
      return answer(...describeScore(context));
    default:
      return undefined;
  }
}

function others({ position, seat }: HanabiContext): number[] {
  const players = position.view.hands.length;
  const around = Array.from({ length: players }, (_, step) => ((seat ?? -1) + 1 + step) % players);
  return around.filter((other) => other !== seat);
}

function people(context: HanabiContext, seats: readonly number[]): Candidate<number>[] {
  return seats.map((seat) => ({ item: seat, names: [context.name(seat)] }));
}

/** "Ana red", "red Ana", or only "red" with one other player: the first or the last words are the clue. */
function readClue(context: HanabiContext, rest: readonly string[]): Reply {
  const { lexicon, position, t, name } = context;
  const { own } = lexicon;
  const clues = position.aids.clues;
  if (!clues.length) return refuse(t.hanabi.noClues + '.', own.canType(typedMoves(context)));
  const seats = others(context);
  const splits = rest.flatMap((_, at) => [
    { who: rest.slice(0, at), what: rest.slice(at) },
    { who: rest.slice(at + 1), what: rest.slice(0, at + 1) },
  ]);
  for (const { who, what } of splits) {
    const heard = who.length ? find(who, people(context, seats)) : seats;
    if (heard.length !== 1) continue;
    const offered = clues.filter(({ clue }) => clue.target === heard[0]);
    const meant = find(
      what,
      offered.map((preview) => ({ item: preview, names: clueNames(context, preview) })),
    );
    if (meant.length === 1) return { kind: 'move', action: meant[0]!.clue };
  }
  return explainClue(context, rest, seats, name);
}

function clueNames({ t, english }: HanabiContext, { clue }: CluePreview): string[] {
  if (clue.type === 'value-clue') return [String(clue.value)];
  const inEnglish = english.hanabi.suit[clue.colour];
  return [t.words.hanabi.suit[clue.colour], inEnglish, t.hanabi.letter[clue.colour]];
}

function explainClue(
  context: HanabiContext,
  rest: readonly string[],
  seats: readonly number[],
  name: (seat: number) => string,
): Reply {
  const { own } = context.lexicon;
  const { clues } = context.position.aids;
  const examples = (to?: number) => {
    const clue = (clues.find(({ clue }) => clue.target === to) ?? clues[0])?.clue;
    return own.canType(clue ? [asTyped(context, clue) ?? ''] : []);
  };
  if (!rest.length) return refuse(own.whichPlayer(seats.map(name)), examples());
  const heard = rest.flatMap((_, at) => find(rest.slice(0, at + 1), people(context, seats)));
  const target = [...new Set(heard)];
  if (target.length !== 1 && seats.length > 1) return refuse(own.noPlayer(rest.join(' '), seats.map(name)), examples());
  const to = target[0] ?? seats[0]!;
  const offered = clues.filter(({ clue }) => clue.target === to).map((preview) => clueWord(context, preview));
  return refuse(own.noSuchClue(rest.join(' '), offered), examples(to));
}

function readPlace(context: HanabiContext, type: 'play' | 'discard', rest: readonly string[]): Reply {
  const { position, t, seat, lexicon } = context;
  const hand = (seat === null ? undefined : position.view.hands[seat]) ?? [];
  const allowed = position.legal.filter((action) => action.type === type);
  if (!allowed.length) {
    const reason = type === 'discard' ? `${t.hanabi.discardFull}.` : t.hanabi.onlyClue;
    return refuse(reason, lexicon.own.canType(typedMoves(context)));
  }
  const place = placeIn(rest, hand.length);
  if (!place) return refuse(lexicon.own.whichPlace(hand.length), lexicon.own.canType([typedMove(context, type) ?? '']));
  return { kind: 'move', action: { type, card: hand[place - 1]!.id } };
}

/** Why the rules do not allow a command, and what they allow. */
function notAllowed(context: HanabiContext, code: string): Reply {
  const { cast, lexicon, t } = context;
  const why = describeRefusal({ code: 'move/illegal', message: '', why: { code } }, 'hanabi', cast, t);
  return refuse(why, lexicon.own.canType(typedMoves(context)));
}

function playDeck(context: HanabiContext): Reply {
  const may = context.position.legal.some((action) => action.type === 'play-from-deck');
  if (!may) {
    const { deck_play } = context.position.view.options;
    return notAllowed(context, deck_play ? 'deck-too-soon' : 'no-deck-play');
  }
  return { kind: 'move', action: { type: 'play-from-deck' } };
}

function readMove(context: HanabiContext, rest: readonly string[]): Reply {
  const { position, seat, lexicon } = context;
  const hand = (seat === null ? undefined : position.view.hands[seat]) ?? [];
  const [from, to] = rest.filter((word) => /^\d+$/.test(word)).map((word) => placeIn([word], hand.length));
  if (!from || !to)
    return refuse(
      lexicon.own.whichPlace(hand.length),
      lexicon.own.canType([lexicon.own.usage.move(lexicon.say('move'))]),
    );
  const action: HanabiAction = { type: 'rearrange', cards: moveTo(hand, hand[from - 1]!.id, to - 1) };
  return { kind: 'gesture', action, lines: [lexicon.own.moved(from, to)] };
}

/** A discarded card chosen by a bonus tile: "red 3". */
function readFaceOf(context: HanabiContext, type: 'return-card' | 'recover-card', rest: readonly string[]): Reply {
  const { lexicon, t, english } = context;
  const faces = context.position.legal.flatMap((action) => (action.type === type ? [action.card] : []));
  if (!faces.length) return notAllowed(context, context.position.view.options.flamboyants ? 'no-tile' : 'no-tiles');
  const candidates = faces.map((face) => ({ item: face, names: faceNames(face, t, english) }));
  const found = find(rest, candidates);
  if (found.length === 1) return { kind: 'move', action: { type, card: found[0]! } as HanabiAction };
  return refuse(
    lexicon.own.noFace(
      rest.join(' '),
      faces.map((face) => faceName(t, face)),
    ),
  );
}

function faceNames(face: HanabiCard, t: HanabiContext['t'], english: HanabiContext['english']): string[] {
  const { suit, number } = readFace(face);
  const inEnglish = english.hanabi.card[suit].replace('{number}', String(number));
  return [faceName(t, face), inEnglish, `${t.words.hanabi.suit[suit]} ${number}`, `${t.hanabi.letter[suit]}${number}`];
}

/** The player's own hand, another hand, or one card of the own hand. */
function readHand(context: HanabiContext, rest: readonly string[]): Reply {
  const { position, seat, lexicon, name } = context;
  if (!rest.length)
    return answer(...(seat === null ? others(context) : [seat]).map((one) => describeHand(context, one)));
  const place = seat === null ? undefined : placeIn(rest, position.view.hands[seat]?.length ?? 0);
  if (place && seat !== null) return answer(`${describeHandCard(context, seat, place)}.`);
  const found = find(
    rest,
    people(
      context,
      position.view.hands.map((_, one) => one),
    ),
  );
  if (found.length === 1) return answer(describeHand(context, found[0]!));
  return refuse(lexicon.own.noPlayer(rest.join(' '), others(context).map(name)));
}

function readClues(context: HanabiContext, rest: readonly string[]): Reply {
  const seats = others(context);
  const found = rest.length ? find(rest, people(context, seats)) : seats;
  if (!found.length) return refuse(context.lexicon.own.noPlayer(rest.join(' '), seats.map(context.name)));
  return answer(...found.map((seat) => describeClues(context, seat)));
}
