import { counting } from '../../i18n/plural.ts';
import type { DailyWords } from './en.ts';

const n = counting('de');

export const de: DailyWords = {
  heading: 'Partie des Tages',
  headingAt: (box) => `Partie des Tages: ${box}`,
  text: 'Für alle hier dieselben Karten, mit denselben Bots, ein einziges Mal. Danach siehst du, wie es den anderen erging.',
  ends: (time) => `Neue Karten gibt es in ${time}.`,
  hours: (count) => n(count, { one: '# Stunde', other: '# Stunden' }),
  minutes: (count) => n(count, { one: '# Minute', other: '# Minuten' }),
  with: (bots) => `Mit ${bots}`,
  against: (bot) => `Gegen ${bot}`,
  play: 'Spielen',
  playAt: (box) => `Partie des Tages spielen: ${box}`,
  goOn: 'Weiterspielen',
  goOnAt: (box) => `Partie des Tages weiterspielen: ${box}`,
  finished: (count) =>
    count
      ? n(count, { one: '# Person hat sie gespielt', other: '# Leute haben sie gespielt' })
      : 'Noch niemand hat sie gespielt',
  yours: (result) => `Du: ${result}`,
  results: 'Ergebnisse',
  resultsAt: (box) => `Ergebnisse: ${box}`,
  replay: 'Ansehen',
  you: 'du',
  anonymous: 'jemand',
  hidden: 'Du siehst die Ergebnisse, wenn du die Partie selbst gespielt hast oder der Tag vorbei ist.',
  nobody: 'Niemand hat diese Partie zu Ende gespielt.',
  named: 'Meinen Spitznamen in dieser Liste zeigen',
  place: 'Platz',
  player: 'Wer',
  result: 'Ergebnis',
  back: 'Partien des Tages',
  yesterday: 'Der Tag davor',
  seal: 'Versiegelt, bevor der Tag begann:',
  key: 'Geöffnet:',
  sealText: 'Die Prüfsumme wurde am Tag davor veröffentlicht. Der Schlüssel dahinter bestimmt jedes Mischen.',
  off: 'Auf diesem Server gibt es keine Partie des Tages.',
  others: (count) => n(count, { one: 'Jemand anders war auch hier:', other: '# andere waren auch hier:' }),
  alone: 'Sonst kam niemand in diese Lage.',
  share: (percent) => `${percent} %`,
};
