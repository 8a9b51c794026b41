import { counting } from '../../i18n/plural.ts';

const n = counting('en');

/** The texts of the deal of the day. */
export const en = {
  heading: 'Deal of the day',
  headingAt: (box: string) => `Deal of the day: ${box}`,
  text: 'The same cards for everybody here, with the same bots, once. Afterwards you see how the others did.',
  ends: (time: string) => `The cards change in ${time}.`,
  hours: (count: number) => n(count, { one: '# hour', other: '# hours' }),
  minutes: (count: number) => n(count, { one: '# minute', other: '# minutes' }),
  with: (bots: string) => `With ${bots}`,
  against: (bot: string) => `Against ${bot}`,
  play: 'Play',
  playAt: (box: string) => `Play today’s deal: ${box}`,
  goOn: 'Go on',
  goOnAt: (box: string) => `Go on with today’s deal: ${box}`,
  finished: (count: number) =>
    count ? n(count, { one: '# person has played it', other: '# people have played it' }) : 'Nobody has played it yet',
  yours: (result: string) => `You: ${result}`,
  results: 'Results',
  resultsAt: (box: string) => `Results: ${box}`,
  replay: 'Replay',
  you: 'you',
  anonymous: 'somebody',
  hidden: 'You see the results when you have played this deal yourself, or when the day is over.',
  nobody: 'Nobody played this deal to its end.',
  named: 'Show my nickname in this list',
  place: 'Place',
  player: 'Player',
  result: 'Result',
  back: 'Today’s deals',
  yesterday: 'The day before',
  seal: 'Sealed before the day began:',
  key: 'Opened:',
  sealText: 'The hash was published the day before. The key behind it decides every shuffle.',
  off: 'There is no deal of the day on this server.',
  others: (count: number) => n(count, { one: 'One other was here:', other: '# others were here:' }),
  alone: 'Nobody else came to this position.',
  share: (percent: number) => `${percent}%`,
};

export type DailyWords = typeof en;
