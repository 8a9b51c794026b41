import { counting } from '../../i18n/plural.ts';
import type { ProgressWords } from './en.ts';

const n = counting('de');

export const de: ProgressWords = {
  heading: 'Fortschritt',
  text: 'Aus den Besprechungen deiner Partien, die jeden Zug nach dem beurteilen, was du wissen konntest.',
  none: 'Noch keine deiner Partien wurde besprochen.',
  review: (count) => n(count, { one: 'Meine letzte Partie besprechen', other: 'Meine letzten # Partien besprechen' }),
  pending: (count) =>
    n(count, {
      one: '# Besprechung ist in Arbeit. Du kannst gehen: Sie wird ohne dich fertig.',
      other: '# Besprechungen sind in Arbeit. Du kannst gehen: Sie werden ohne dich fertig.',
    }),

  accuracy: 'Genauigkeit',
  mean: (accuracy, count) => n(count, { one: `${accuracy} in # Partie`, other: `${accuracy} im Mittel aus # Partien` }),
  chart: (game) => `Genauigkeit in ${game}, Partie für Partie: die älteste links`,

  mistakes: 'Arten von Fehlern',
  noMistakes: 'Bisher keine. Gut gespielt!',
  kind: {
    gamble: 'Auf gut Glück gespielt',
    'lost-last-copy': 'Letztes Exemplar verloren',
    'missed-play': 'Sichere Karte nicht gespielt',
    'idle-clue': 'Hinweis, der nichts Neues sagt',
    'other-clue': 'Ein anderer Hinweis war besser',
    'other-discard': 'Die falsche Karte abgelegt',
    'late-stop': 'Ein Koi-Koi zu viel',
    'early-stop': 'Zu früh aufgehört',
    'fed-yaku': 'Ein Yaku zugespielt',
    'missed-yaku': 'Ein Yaku verpasst',
    'missed-denial': 'Dem Gegner eine wichtige Karte gelassen',
    'other-card': 'Eine andere Karte war besser',
  },
  times: (count) => n(count, { one: '#-mal', other: '#-mal' }),
  cost: {
    koikoi: (loss) => `zusammen ${loss} einer Partie`,
    hanabi: (loss) => `zusammen ${loss} Punkte`,
  },

  openings: 'Wie du eine Runde eröffnest',
  openingsText: 'Die erste Karte, die du in einer Runde Koi-Koi spielst, und wie diese Runden für dich ausgehen.',
  card: 'Karte',
  captured: 'nimmt eine Karte',
  laid: 'bleibt in der Auslage',
  rounds: 'Runden',
  won: 'Gewonnen',
  points: 'Punkte',

  best: 'Am besten gelaufen',
  worst: 'Am schlechtesten gelaufen',
  round: (number) => `Runde ${number}`,

  table: 'Als Tabelle herunterladen',
  json: 'Als JSON herunterladen',
};
