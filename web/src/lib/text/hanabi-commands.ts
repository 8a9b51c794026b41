import { moveTo } from '../hanabi/hand-order.ts';
import { faceName } from '../i18n/card-names.ts';
import { readFace } from '../cards/suits.ts';
import type { CluePreview, HanabiAction, HanabiCard } from '../net/messages.ts';
import { type HanabiDesk, refuse, type Reply, tell } from './context.ts';
import { type Candidate, find, placeIn } from './name-match.ts';
import { clueWord, tellClues, tellDiscards, tellFireworks, tellHand, tellHeld, tellScore } from './hanabi-descriptions.ts';
import type { Verb } from './lexicon.ts';

/** What a command means at a Hanabi table; nothing for those that are not of this game. */
export function readHanabi(desk: HanabiDesk, verb: Verb, rest: readonly string[]): Reply | undefined {
  switch (verb) {
    case 'clue':
      return readClue(desk, rest);
    case 'play':
      return desk.lexicon.isDeck(rest) ? playDeck(desk) : readPlace(desk, 'play', rest);
    case 'discard':
      return readPlace(desk, 'discard', rest);
    case 'move':
      return readMove(desk, rest);
    case 'note':
      return undefined;
    case 'return':
      return readFaceOf(desk, 'return-card', rest);
    case 'recover':
      return readFaceOf(desk, 'recover-card', rest);
    case 'hands':
      return tell(...others(desk).map((seat) => tellHand(desk, seat)));
    case 'hand':
      return readHand(desk, rest);
    case 'fireworks':
      return tell(tellFireworks(desk));
    case 'discards':
      return tell(...tellDiscards(desk));
    case 'clues':
      return readClues(desk, rest);
    case 'score':
      return tell(...tellScore(desk));
    default:
      return undefined;
  }
}

/** What could be typed now. */
export function hanabiCommands(desk: HanabiDesk): string[] {
  const { lexicon } = desk;
  const { usage } = lexicon.own;
  const types = new Set(desk.position.legal.map((action) => action.type));
  const commands: string[] = [];
  if (types.has('colour-clue') || types.has('value-clue')) commands.push(usage.clue(lexicon.say('clue')));
  if (types.has('play')) commands.push(usage.play(lexicon.say('play')));
  if (types.has('play-from-deck')) commands.push(usage.playDeck(lexicon.say('play'), lexicon.own.deck[0]));
  if (types.has('discard')) commands.push(usage.discard(lexicon.say('discard')));
  if (types.has('return-card')) commands.push(usage.face(lexicon.say('return')));
  if (types.has('recover-card')) commands.push(usage.face(lexicon.say('recover')));
  return commands;
}

function others({ position, seat }: HanabiDesk): number[] {
  const players = position.view.hands.length;
  const around = Array.from({ length: players }, (_, step) => ((seat ?? -1) + 1 + step) % players);
  return around.filter((other) => other !== seat);
}

function people(desk: HanabiDesk, seats: readonly number[]): Candidate<number>[] {
  return seats.map((seat) => ({ item: seat, names: [desk.name(seat)] }));
}

/** "Ana red", "red Ana", or only "red" where there is nobody else: the last or the first word is the clue. */
function readClue(desk: HanabiDesk, rest: readonly string[]): Reply {
  const { lexicon, position, t, name } = desk;
  const { own } = lexicon;
  const clues = position.aids.clues;
  if (!clues.length) return refuse(t.hanabi.noClues + '.', own.canType(hanabiCommands(desk)));
  const seats = others(desk);
  const splits = rest.flatMap((_, at) => [
    { who: rest.slice(0, at), what: rest.slice(at) },
    { who: rest.slice(at + 1), what: rest.slice(0, at + 1) },
  ]);
  for (const { who, what } of splits) {
    const heard = who.length ? find(who, people(desk, seats)) : seats;
    if (heard.length !== 1) continue;
    const offered = clues.filter(({ clue }) => clue.target === heard[0]);
    const meant = find(what, offered.map((preview) => ({ item: preview, names: clueNames(desk, preview) })));
    if (meant.length === 1) return { kind: 'move', action: meant[0]!.clue };
  }
  return explainClue(desk, rest, seats, name);
}

function clueNames({ t, english }: HanabiDesk, { clue }: CluePreview): string[] {
  if (clue.type === 'value-clue') return [String(clue.value)];
  const inEnglish = english.hanabi.suit[clue.colour];
  return [t.words.hanabi.suit[clue.colour], inEnglish, t.hanabi.letter[clue.colour]];
}

function explainClue(desk: HanabiDesk, rest: readonly string[], seats: readonly number[], name: (seat: number) => string): Reply {
  const { own } = desk.lexicon;
  const example = own.usage.clue(desk.lexicon.say('clue'));
  if (!rest.length) return refuse(own.whichPlayer(seats.map(name)), own.canType([example]));
  const heard = rest.flatMap((_, at) => find(rest.slice(0, at + 1), people(desk, seats)));
  const target = [...new Set(heard)];
  if (target.length !== 1 && seats.length > 1) return refuse(own.noPlayer(rest.join(' '), seats.map(name)), own.canType([example]));
  const to = target[0] ?? seats[0]!;
  const offered = desk.position.aids.clues.filter(({ clue }) => clue.target === to).map((preview) => clueWord(desk, preview));
  return refuse(own.noSuchClue(rest.join(' '), offered), own.canType([example]));
}

function readPlace(desk: HanabiDesk, type: 'play' | 'discard', rest: readonly string[]): Reply {
  const { position, t, seat, lexicon } = desk;
  const hand = (seat === null ? undefined : position.view.hands[seat]) ?? [];
  const allowed = position.legal.filter((action) => action.type === type);
  if (!allowed.length) {
    const reason = type === 'discard' ? `${t.hanabi.discardFull}.` : t.hanabi.onlyClue;
    return refuse(reason, lexicon.own.canType(hanabiCommands(desk)));
  }
  const place = placeIn(rest, hand.length);
  if (!place) return refuse(lexicon.own.whichPlace(hand.length), lexicon.own.canType([lexicon.own.usage[type](lexicon.say(type))]));
  return { kind: 'move', action: { type, card: hand[place - 1]!.id } };
}

function playDeck(desk: HanabiDesk): Reply {
  const may = desk.position.legal.some((action) => action.type === 'play-from-deck');
  if (!may) return refuse(desk.lexicon.own.canType(hanabiCommands(desk)));
  return { kind: 'move', action: { type: 'play-from-deck' } };
}

function readMove(desk: HanabiDesk, rest: readonly string[]): Reply {
  const { position, seat, lexicon } = desk;
  const hand = (seat === null ? undefined : position.view.hands[seat]) ?? [];
  const [from, to] = rest.filter((word) => /^\d+$/.test(word)).map((word) => placeIn([word], hand.length));
  if (!from || !to) return refuse(lexicon.own.whichPlace(hand.length), lexicon.own.canType([lexicon.own.usage.move(lexicon.say('move'))]));
  const action: HanabiAction = { type: 'rearrange', cards: moveTo(hand, hand[from - 1]!.id, to - 1) };
  return { kind: 'gesture', action, lines: [lexicon.own.moved(from, to)] };
}

/** A discarded card that a bonus tile lets one choose: "red 3". */
function readFaceOf(desk: HanabiDesk, type: 'return-card' | 'recover-card', rest: readonly string[]): Reply {
  const { lexicon, t, english } = desk;
  const faces = desk.position.legal.flatMap((action) => (action.type === type ? [action.card] : []));
  if (!faces.length) return refuse(lexicon.own.canType(hanabiCommands(desk)));
  const candidates = faces.map((face) => ({ item: face, names: faceNames(face, t, english) }));
  const found = find(rest, candidates);
  if (found.length === 1) return { kind: 'move', action: { type, card: found[0]! } as HanabiAction };
  return refuse(lexicon.own.noFace(rest.join(' '), faces.map((face) => faceName(t, face))));
}

function faceNames(face: HanabiCard, t: HanabiDesk['t'], english: HanabiDesk['english']): string[] {
  const { suit, number } = readFace(face);
  const inEnglish = english.hanabi.card[suit].replace('{number}', String(number));
  return [faceName(t, face), inEnglish, `${t.words.hanabi.suit[suit]} ${number}`, `${t.hanabi.letter[suit]}${number}`];
}

/** One's own hand, somebody's hand, or a single card of one's own. */
function readHand(desk: HanabiDesk, rest: readonly string[]): Reply {
  const { position, seat, lexicon, name } = desk;
  if (!rest.length) return tell(...(seat === null ? others(desk) : [seat]).map((one) => tellHand(desk, one)));
  const place = seat === null ? undefined : placeIn(rest, position.view.hands[seat]?.length ?? 0);
  if (place && seat !== null) return tell(`${tellHeld(desk, seat, place)}.`);
  const found = find(rest, people(desk, position.view.hands.map((_, one) => one)));
  if (found.length === 1) return tell(tellHand(desk, found[0]!));
  return refuse(lexicon.own.noPlayer(rest.join(' '), others(desk).map(name)));
}

function readClues(desk: HanabiDesk, rest: readonly string[]): Reply {
  const seats = others(desk);
  const found = rest.length ? find(rest, people(desk, seats)) : seats;
  if (!found.length) return refuse(desk.lexicon.own.noPlayer(rest.join(' '), seats.map(desk.name)));
  return tell(...found.map((seat) => tellClues(desk, seat)));
}
