import { counting } from '../../i18n/plural.ts';
import type { GameId, MistakeKind } from '../../net/messages.ts';

const n = counting('en');

/** The texts about progress. */
export const en = {
  heading: 'Progress',
  text: 'From the reviews of your matches, which judge each move by what you could know.',
  none: 'None of your matches has been reviewed yet.',
  review: (count: number) => n(count, { one: 'Review my last match', other: 'Review my last # matches' }),
  pending: (count: number) =>
    n(count, {
      one: '# review is being made. You may leave: it goes on without you.',
      other: '# reviews are being made. You may leave: they go on without you.',
    }),

  accuracy: 'Accuracy',
  mean: (accuracy: string, count: number) =>
    n(count, { one: `${accuracy} in # match`, other: `${accuracy} on average in # matches` }),
  chart: (game: string) => `Accuracy in ${game}, match by match: the oldest on the left`,

  mistakes: 'Kinds of mistakes',
  noMistakes: 'None so far. Well played!',
  kind: {
    gamble: 'Played a card as a gamble',
    'lost-last-copy': 'Lost a last copy',
    'missed-play': 'Did not play a card known to fit',
    'idle-clue': 'Gave a clue that told nothing',
    'other-clue': 'Another clue was better',
    'other-discard': 'Another discard was better',
    'late-stop': 'Called koi-koi once too often',
    'early-stop': 'Stopped too early',
    'fed-yaku': 'Fed a yaku',
    'missed-yaku': 'Missed a yaku',
    'missed-denial': 'Did not take what the opponent needed',
    'other-card': 'Another card was better',
  } satisfies Record<MistakeKind, string>,
  times: (count: number) => n(count, { one: 'once', other: '# times' }),
  cost: {
    koikoi: (loss: string) => `${loss} of a match in all`,
    hanabi: (loss: string) => `${loss} points in all`,
  } satisfies Record<GameId, (loss: string) => string>,

  openings: 'How you open a round',
  openingsText: 'The first card you play in a round of Koi-Koi, and how these rounds end for you.',
  card: 'Card',
  captured: 'takes a card',
  laid: 'stays on the field',
  rounds: 'Rounds',
  won: 'Won',
  points: 'Points',

  best: 'Went best',
  worst: 'Went worst',
  round: (number: number) => `Round ${number}`,

  table: 'Download as a table',
  json: 'Download as JSON',
};

export type ProgressWords = typeof en;
