import { faceName } from '../i18n/card-names.ts';
import type { Cast } from '../i18n/actor.ts';
import type { Catalogue } from '../i18n/en.ts';
import type { HanabiCard, HanabiPosition, KoiKoiCard, KoiKoiPosition, PosedPuzzle } from '../net/messages.ts';
import { describeReason, describeRemark } from '../sentences/reason.ts';
import { type Action, type Answer, answerOf, type PuzzleClient } from './puzzle-client.svelte.ts';
import type { PuzzleWords } from './words/en.ts';

/** What is asked. */
export function questionOf(puzzle: PosedPuzzle, words: PuzzleWords, t: Catalogue): string {
  const { kind, game, position, seat, asked_card } = puzzle;
  if (kind === 'what-card') {
    const hand = position.game === 'hanabi' ? (position.view.hands[seat] ?? []) : [];
    return words.whatCard(hand.findIndex(({ id }) => id === asked_card) + 1);
  }
  if (position.game === 'koikoi' && position.view.phase === 'turned' && position.view.turned)
    return t.koikoi.turnedChoice(t.words.koikoi.card[position.view.turned]);
  if (kind !== 'which-card' || game !== 'hanabi') return words.question[kind];
  const types = new Set(puzzle.answers.map(({ action }) => action?.type));
  if (types.size > 1) return words.whichOwn;
  return types.has('discard') ? words.whichDiscard : words.question['which-card'];
}

/** An answer in a few words. */
export function labelOf(answer: Answer, client: PuzzleClient, cast: Cast, words: PuzzleWords, t: Catalogue): string {
  const { position } = client;
  if (answer.action === undefined) return faceName(t, answer.card);
  return position.game === 'hanabi'
    ? ofHanabi(answer.action, position, client.seat, cast, words, t)
    : ofKoiKoi(answer.action, position, t);
}

function ofHanabi(
  action: Action,
  position: HanabiPosition,
  seat: number,
  cast: Cast,
  words: PuzzleWords,
  t: Catalogue,
): string {
  const place = (card: number) => (position.view.hands[seat] ?? []).findIndex(({ id }) => id === card) + 1;
  switch (action.type) {
    case 'play':
      return words.play(place(action.card));
    case 'discard':
      return words.discard(place(action.card));
    case 'colour-clue':
      return t.hanabi.confirmClue(t.words.hanabi.suit[action.colour], cast(action.target).name);
    case 'value-clue':
      return t.hanabi.confirmClue(String(action.value), cast(action.target).name);
    case 'return-card':
      return t.hanabi.returnCard(faceName(t, action.card));
    case 'recover-card':
      return t.hanabi.recoverCard(faceName(t, action.card));
    default:
      return t.hanabi.playFromDeck;
  }
}

/** The flower cards of an action: the one played and those it takes. */
export function cardsOf(action: Action, position: KoiKoiPosition): { played: KoiKoiCard | null; taken: KoiKoiCard[] } {
  if (action.type === 'take-card') return { played: position.view.turned ?? null, taken: [action.card] };
  if (action.type !== 'play-card') return { played: null, taken: [] };
  const taken = action.capture ? [action.capture] : (position.aids.matches[action.card] ?? []);
  return { played: action.card, taken: [...taken] };
}

function ofKoiKoi(action: Action, position: KoiKoiPosition, t: Catalogue): string {
  switch (action.type) {
    case 'stop':
      return t.koikoi.stopPays(position.view.stop?.points ?? 0);
    case 'koi-koi':
      return t.koikoi.call;
    case 'swap':
      return t.koikoi.swap;
    case 'keep':
      return t.koikoi.keep;
    default: {
      const { played, taken } = cardsOf(action, position);
      const names = (cards: readonly KoiKoiCard[]) => cards.map((card) => t.words.koikoi.card[card]).join(' + ');
      return [played ? [played] : [], taken]
        .filter((cards) => cards.length)
        .map(names)
        .join(' → ');
    }
  }
}

/** Why the best answer is the best, in sentences. */
export function explanationOf(puzzle: PosedPuzzle, cast: Cast, t: Catalogue): string[] {
  return puzzle.explanation.flatMap((reason) => {
    const sentence =
      describeRemark('puzzle', reason, puzzle.game, cast, t) ??
      describeRemark('review', reason, puzzle.game, cast, t) ??
      describeReason(reason, puzzle.game, cast, t);
    return sentence ? [sentence] : [];
  });
}

/** Whether answers are worth chances, 0 to 1, or points. */
function areChances({ game, answers }: PosedPuzzle): boolean {
  return game === 'koikoi' || answers.every(({ value }) => value >= 0 && value <= 1);
}

/** What an answer, or a difference between two, is worth. */
export function worthOf(value: number, puzzle: PosedPuzzle, words: PuzzleWords, locale: string): string {
  const chances = areChances(puzzle);
  const digits = chances ? 0 : 1;
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return chances ? words.chance(format.format(value * 100)) : words.points(format.format(value));
}

/** What the values of the answers mean. */
export function meaningOf(puzzle: PosedPuzzle, words: PuzzleWords): string {
  if (puzzle.game === 'koikoi') return words.winChance;
  return areChances(puzzle) ? words.certain : words.expected;
}

/** By how much the best answer is ahead; nothing where there is only right and wrong. */
export function marginOf(puzzle: PosedPuzzle, words: PuzzleWords, locale: string): string {
  const { kind, margin, error } = puzzle;
  if (kind === 'what-card') return '';
  const by = worthOf(margin, puzzle, words, locale);
  return error ? words.aheadAbout(by, worthOf(error, puzzle, words, locale)) : words.ahead(by);
}

/** The verdict on the answer that was given, and why. */
export function verdictOf(client: PuzzleClient, cast: Cast, words: PuzzleWords, t: Catalogue): string[] {
  const { puzzle, given, right, best } = client;
  if (!given) return [];
  const listed = client.choices.some((choice) => client.isGiven(choice));
  return [
    right ? praiseFor(puzzle.id, words) : words.wrong,
    ...(right ? [] : [asSentence(words.bestIs(labelOf(answerOf(best), client, cast, words, t)))]),
    ...(listed ? [] : [words.unlisted]),
    ...explanationOf(puzzle, cast, t),
  ];
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Always the same for a puzzle. */
export function praiseFor(id: string, words: PuzzleWords): string {
  const number = Number(/\d+$/.exec(id)?.[0] ?? 0);
  return words.praise[number % words.praise.length] ?? words.praise[0]!;
}

/** The face that a player typed, by the name or the letters of a card. */
export function faceIn(typed: string, faces: readonly HanabiCard[], names: (face: HanabiCard) => readonly string[]) {
  const plain = (text: string) => text.trim().toLowerCase();
  return faces.find((face) => names(face).some((name) => plain(name) === plain(typed)));
}

/** What each answer is worth, line by line, the best first; nothing where there is only right and wrong. */
export function valuesOf(client: PuzzleClient, cast: Cast, words: PuzzleWords, t: Catalogue, locale: string): string[] {
  const { puzzle } = client;
  if (client.asksCard) return [];
  const lines = puzzle.answers.map((choice) => {
    const label = labelOf(answerOf(choice), client, cast, words, t);
    const yours = client.isGiven(choice) ? ` (${words.yours})` : '';
    return `${worthOf(choice.value, puzzle, words, locale)}${words.typed.colon}${label}${yours}`;
  });
  return [words.values + words.typed.colon.trimEnd(), ...lines, meaningOf(puzzle, words)];
}
