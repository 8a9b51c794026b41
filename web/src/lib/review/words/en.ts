import { counting, listing } from '../../i18n/plural.ts';
import type { Layer } from '../highlights.ts';
import type { ReviewVerb, VerbWords } from '../typed-commands.ts';
import type { CurveName, Depth, GameId, Verdict } from '../../net/messages.ts';

const n = counting('en');
const or = listing('en', 'disjunction');

/** The texts of reviews. */
export const en = {
  heading: 'Review',
  close: 'Close the review',
  expand: 'The whole review',
  collapse: 'Back to the board',

  about: 'Every decision is judged by what its player could know at that moment, never by hidden cards.',
  ask: 'Review this match',
  askAgain: 'Try again',
  switchedOff: 'This server makes no reviews. “hanamichi review” makes one from a downloaded record.',
  waiting: (place: number) => (place === 1 ? 'Next in the queue' : `Number ${place} in the queue`),
  running: (percent: number) => `${percent}% done`,
  stays: 'You may leave: it goes on without you and is kept with the replay.',
  notYours: 'Somebody else asked for it already.',
  cancel: 'Cancel it',
  failed: 'The review could not be made.',
  done: 'The review is done.',
  depth: { standard: 'standard', deep: 'deep' } satisfies Record<Depth, string>,
  deeper: 'Look deeper',
  deeperText: 'Takes longer; the errors get smaller.',

  moveOf: (ply: number, who: string) => `Ply ${ply} · ${who}`,
  nobody: 'Nobody decides here.',
  forced: 'There was nothing to choose.',
  notJudged: 'This decision was not compared with others.',
  made: 'Played',
  better: 'Better',
  betterMove: (move: string) => `Better: ${move}.`,
  verdict: {
    best: 'Best',
    good: 'Good',
    slip: 'Slip',
    mistake: 'Mistake',
    blunder: 'Blunder',
  } satisfies Record<Verdict, string>,
  counted: {
    best: (count: number) => `${count} best`,
    good: (count: number) => `${count} good`,
    slip: (count: number) => n(count, { one: '# slip', other: '# slips' }),
    mistake: (count: number) => n(count, { one: '# mistake', other: '# mistakes' }),
    blunder: (count: number) => n(count, { one: '# blunder', other: '# blunders' }),
  } satisfies Record<Verdict, (count: number) => string>,
  fact: 'Fact',
  cost: {
    koikoi: (loss: string) => `${loss} of the match`,
    hanabi: (loss: string) => `${loss} points`,
  } satisfies Record<GameId, (loss: string) => string>,
  options: 'The moves compared',
  option: 'Move',
  worth: { koikoi: 'Chance to win', hanabi: 'Expected score' } satisfies Record<GameId, string>,
  points: 'Points',
  isMade: 'played',

  players: 'Players',
  player: 'Player',
  accuracy: 'Accuracy',
  whose: 'Moments of',
  everyone: 'all players',
  noneBefore: 'There is no mistake before this one.',
  noneAfter: 'There is no mistake after this one.',
  costliest: 'The costliest moments',
  marked: 'All marked moments',
  nothingMarked: 'Nothing stands out. Well played!',
  layers: 'Layers of the review',
  layer: { judgement: 'Judgement', facts: 'Facts' } satisfies Record<Layer, string>,
  layerText: {
    judgement:
      'The final score to expect of each move, played out many times from what the player knew. Only differences beyond the error are marked.',
    facts: 'True under any convention, by what the player saw.',
  } satisfies Record<Layer, string>,
  judgementText: 'The chance of winning the match after each move, from what the player knew.',

  curve: {
    win: 'Chance to win the match',
    expected: 'Expected score',
    maximum: 'Reachable maximum',
    pace: 'Pace: discards that the team can afford',
  } satisfies Record<CurveName, string>,
  curveShort: { win: 'Chance', expected: 'Expected', maximum: 'Maximum', pace: 'Pace' } satisfies Record<
    CurveName,
    string
  >,
  efficiency: (cards: string, needed: string) =>
    `Each clue brought the table ${cards} cards; a perfect game needs ${needed}.`,
  curveHow: 'Arrow keys or a click go to a ply.',
  round: (number: number) => `Round ${number}`,
  asTable: 'The curve as a table',
  ply: 'Ply',

  moves: {
    play: (place: number) => `Play card ${place}`,
    discard: (place: number) => `Discard card ${place}`,
    'return-card': (card: string) => `Shuffle back: ${card}`,
    'recover-card': (card: string) => `Play from the discards: ${card}`,
    playFlower: (card: string) => `Play the ${card}`,
    playTaking: (card: string, taken: string) => `Play the ${card}, take the ${taken}`,
    swap: 'Swap the hands',
    keep: 'Keep the hand',
  },

  typed: {
    verbs: {
      next: ['next', 'on', 'forward', 'n'],
      back: ['back', 'b'],
      ply: ['ply', 'go to', 'go'],
      start: ['start', 'deal', 'first'],
      end: ['end'],
      view: ['view', 'eyes'],
      review: ['review'],
      mistake: ['mistake', 'next mistake', 'm'],
      previous: ['previous mistake', 'previous'],
      moves: ['moves', 'options', 'alternatives'],
      costliest: ['costliest', 'worst'],
      facts: ['facts'],
      players: ['players', 'accuracy'],
      deeper: ['deeper', 'look deeper'],
      cancel: ['cancel'],
      playOn: ['play on', 'branch'],
      help: ['help', 'commands'],
    } as VerbWords,
    about: {
      next: 'one ply on',
      back: 'one ply back',
      ply: 'to a ply, as in “ply 12”',
      start: 'to the deal',
      end: 'to the end',
      view: 'the view of a player, or “view all”',
      review: 'have the match reviewed, or hear how it stands',
      mistake: 'to the next mistake',
      previous: 'to the previous mistake',
      moves: 'the moves that were compared here, and what each was worth',
      costliest: 'the costliest moments',
      facts: 'what is true under any convention',
      players: 'how well each played',
      deeper: 'have it reviewed more deeply',
      cancel: 'cancel the review that is being made',
      playOn: 'play on from here',
      help: 'this list',
    } satisfies Record<ReviewVerb, string>,
    welcome: (help: string) => `A replay in words. “${help}” lists all commands.`,
    unknown: (typed: string, help: string) => `“${typed}” is not a command here. “${help}” lists them all.`,
    here: (ply: number, plies: number) => `Ply ${ply} of ${plies}.`,
    everything: ['all', 'everything'] as readonly string[],
    viewOf: (who: string) => `You see what ${who} saw.`,
    viewOpen: 'All hands are open.',
    whose: (names: readonly string[]) => `Whose view: ${or(names)}?`,
    noReview: (review: string) => `This match has not been reviewed. Type “${review}”.`,
    noFacts: 'There is nothing to tell.',
    nothingRuns: 'No review is being made.',
    cancelled: 'You are not waiting for the review any more.',
    accuracy: (who: string, accuracy: string, verdicts: readonly string[]) =>
      `${who}: accuracy ${accuracy}; ${verdicts.join(', ')}.`,
  },
};

export type ReviewWords = typeof en;
