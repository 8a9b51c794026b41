import { counting } from '../../i18n/plural.ts';
import type { ReviewWords } from './en.ts';

const n = counting('de');

export const de: ReviewWords = {
  heading: 'Besprechung',
  close: 'Besprechung schließen',
  expand: 'Die ganze Besprechung',
  collapse: 'Zurück zum Tisch',

  about:
    'Jede Entscheidung wird nach dem beurteilt, was man in diesem Augenblick wissen konnte, nie nach verdeckten Karten.',
  ask: 'Diese Partie besprechen',
  askAgain: 'Noch einmal versuchen',
  switchedOff:
    'Dieser Server bietet keine Besprechungen an. „hanamichi review“ bespricht eine heruntergeladene Aufzeichnung.',
  waiting: (place) => (place === 1 ? 'Als Nächstes an der Reihe' : `Nummer ${place} in der Warteschlange`),
  running: (percent) => `${percent} % fertig`,
  progress: 'Wie weit die Besprechung ist',
  stays: 'Du kannst gehen: Sie wird ohne dich fertig und bleibt bei der Wiederholung.',
  notYours: 'Jemand anders hat schon darum gebeten.',
  cancel: 'Abbrechen',
  failed: 'Die Besprechung ist nicht gelungen.',
  done: 'Die Besprechung ist fertig.',
  depth: { standard: 'normal', deep: 'gründlich' },
  deeper: 'Gründlicher hinsehen',
  deeperText: 'Dauert länger; die Fehlergrenzen werden kleiner.',

  moveOf: (ply, who) => `Zug ${ply} · ${who}`,
  nobody: 'Hier entscheidet niemand.',
  forced: 'Es gab nichts zu wählen.',
  notJudged: 'Diese Entscheidung wurde nicht mit anderen verglichen.',
  made: 'Gespielt',
  better: 'Besser',
  betterMove: (move) => `Besser: ${move}.`,
  best: 'Nichts Besseres gefunden.',
  verdict: { best: 'Bester Zug', good: 'Gut', slip: 'Ungenau', mistake: 'Fehler', blunder: 'Grober Fehler' },
  counted: {
    best: (count) => n(count, { one: '# bester Zug', other: '# beste Züge' }),
    good: (count) => `${count} gut`,
    slip: (count) => `${count} ungenau`,
    mistake: (count) => `${count} Fehler`,
    blunder: (count) => n(count, { one: '# grober Fehler', other: '# grobe Fehler' }),
  },
  fact: 'Tatsache',
  cost: { koikoi: (loss) => `${loss} der Partie`, hanabi: (loss) => `${loss} Punkte` },
  options: 'Alles, was möglich war',
  option: 'Zug',
  worth: { koikoi: 'Gewinnchance', hanabi: 'Erwartete Punkte' },
  points: 'Punkte',
  error: 'Fehlergrenze',
  isMade: 'gespielt',

  players: 'Spieler',
  player: 'Spieler',
  accuracy: 'Genauigkeit',
  whose: 'Augenblicke von',
  everyone: 'allen Spielern',
  noneBefore: 'Davor gibt es keinen Fehler.',
  noneAfter: 'Danach gibt es keinen Fehler.',
  costliest: 'Die teuersten Augenblicke',
  marked: 'Alle markierten Augenblicke',
  nothingMarked: 'Nichts auszusetzen. Gut gespielt!',
  layers: 'Ebenen der Besprechung',
  layer: { judgement: 'Urteil', facts: 'Tatsachen' },
  layerText: {
    judgement:
      'Das Endergebnis, das von jedem Zug zu erwarten ist: viele Male zu Ende gespielt mit dem, was man wissen konnte. Markiert sind nur Unterschiede jenseits der Fehlergrenze.',
    facts: 'Wahr unter jeder Konvention, nach dem, was man sehen konnte.',
  },
  judgementText: 'Die Chance auf den Sieg nach jedem Zug, nach dem, was man wissen konnte.',

  curve: {
    win: 'Chance auf den Sieg',
    expected: 'Erwartete Punkte',
    maximum: 'Noch erreichbar',
    pace: 'Spielraum: Karten, die sich noch ablegen lassen',
  },
  curveShort: { win: 'Chance', expected: 'Erwartet', maximum: 'Erreichbar', pace: 'Spielraum' },
  curveHow: 'Pfeiltasten oder ein Klick führen zu einem Zug.',
  round: (number) => `Runde ${number}`,
  asTable: 'Die Kurve als Tabelle',
  ply: 'Zug',

  moves: {
    play: (place) => `Karte ${place} spielen`,
    discard: (place) => `Karte ${place} ablegen`,
    'return-card': (card) => `Untermischen: ${card}`,
    'recover-card': (card) => `Aus der Ablage spielen: ${card}`,
    playFlower: (card) => `„${card}“ spielen`,
    playTaking: (card, taken) => `„${card}“ spielen, „${taken}“ nehmen`,
    swap: 'Hände tauschen',
    keep: 'Hand behalten',
  },

  inWords: 'Die Stellung in Worten',
};
