import { faceName } from '../i18n/card-names.ts';
import type { Catalogue } from '../i18n/en.ts';
import { readFace } from '../cards/suits.ts';
import type { HanabiCard } from '../net/messages.ts';
import type { Seating } from '../state/seating.svelte.ts';
import { MOVES } from '../text/command-reader.ts';
import { answer, refuse, type Reply, type TypedPuzzle } from '../text/context.ts';
import type { Verb } from '../text/lexicon.ts';
import { answerOf, type PuzzleClient } from './puzzle-client.svelte.ts';
import { faceIn, labelOf, questionOf, valuesOf, verdictOf } from './puzzle-text.ts';
import type { PuzzleWords } from './words/en.ts';

/** What nobody does at a puzzle: there are no others, and nothing to take back. */
const NO_TABLE: readonly Verb[] = ['move', 'note', 'why', 'hint', 'undo', 'end', 'claim', 'bot', 'yes', 'no', 'again'];

/** A puzzle in text mode. */
export function typedPuzzle(
  client: PuzzleClient,
  seating: Seating,
  words: PuzzleWords,
  t: Catalogue,
  locale: string,
  onnext: () => void,
): TypedPuzzle {
  const { typed } = words;
  const label = (place: number) => labelOf(answerOf(client.choices[place]!), client, seating.cast, words, t);
  const numbered = () => client.choices.map((_, place) => `${place + 1}${typed.colon}${label(place)}`);

  function read(line: string): Reply | undefined {
    const word = line.trim().toLowerCase();
    if ([...typed.next, 'next'].includes(word)) {
      onnext();
      return answer();
    }
    if (client.given) return undefined;
    if (/^\d+$/.test(word)) {
      const choice = client.choices[Number(word) - 1];
      if (!choice) return refuse(typed.noAnswer(word, client.choices.length));
      client.choose(choice);
      return answer();
    }
    const face = client.asksCard ? faceIn(word, faces(client), (card) => namesOf(card, t)) : undefined;
    if (!face) return undefined;
    client.answer({ card: face });
    return answer();
  }

  return {
    intro: [questionOf(client.puzzle, words, t), ...numbered(), client.asksCard ? typed.howCard : typed.how],
    verdict: client.given
      ? [
          ...verdictOf(client, seating.cast, words, t),
          ...valuesOf(client, seating.cast, words, t, locale),
          typed.thenNext(typed.next[0] ?? 'next'),
        ]
      : [],
    without: new Set([...NO_TABLE, ...(client.myTurn ? [] : MOVES)]),
    read,
  };
}

const faces = (client: PuzzleClient) => client.choices.flatMap(({ card }) => (card ? [card as HanabiCard] : []));

function namesOf(face: HanabiCard, t: Catalogue): string[] {
  const { suit, number } = readFace(face);
  return [face, faceName(t, face), `${t.words.hanabi.suit[suit]} ${number}`, `${t.hanabi.letter[suit]}${number}`];
}
