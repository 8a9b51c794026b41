import { counting } from '../../i18n/plural.ts';
import type { ReviewWords } from './en.ts';

const n = counting('fr');

export const fr: ReviewWords = {
  heading: 'Analyse',
  close: 'Fermer l’analyse',
  expand: 'Toute l’analyse',
  collapse: 'Retour au plateau',

  about:
    'Chaque décision est jugée d’après ce que le joueur pouvait savoir à ce moment, jamais d’après les cartes cachées.',
  ask: 'Analyser cette partie',
  askAgain: 'Réessayer',
  switchedOff: 'Ce serveur ne fait pas d’analyses. « hanamichi review » en fait une d’une partie téléchargée.',
  waiting: (place) => (place === 1 ? 'Prochaine de la file' : `Numéro ${place} de la file`),
  running: (percent) => `Faite à ${percent} %`,
  progress: 'Où en est l’analyse',
  stays: 'Vous pouvez partir : elle continue sans vous et reste avec la relecture.',
  notYours: 'Quelqu’un d’autre l’a déjà demandée.',
  cancel: 'L’annuler',
  failed: 'L’analyse n’a pas pu être faite.',
  done: 'L’analyse est prête.',
  depth: { standard: 'standard', deep: 'approfondie' },
  deeper: 'Approfondir',
  deeperText: 'C’est plus long ; les marges d’erreur diminuent.',

  moveOf: (ply, who) => `Coup ${ply} · ${who}`,
  nobody: 'Personne ne décide ici.',
  forced: 'Il n’y avait rien à choisir.',
  notJudged: 'Cette décision n’a pas été comparée à d’autres.',
  made: 'Joué',
  better: 'Mieux',
  betterMove: (move) => `Mieux : ${move}.`,
  best: 'Rien de mieux n’a été trouvé.',
  verdict: { best: 'Meilleur', good: 'Bon', slip: 'Imprécision', mistake: 'Erreur', blunder: 'Gaffe' },
  counted: {
    best: (count) => n(count, { one: '# meilleur', other: '# meilleurs' }),
    good: (count) => n(count, { one: '# bon', other: '# bons' }),
    slip: (count) => n(count, { one: '# imprécision', other: '# imprécisions' }),
    mistake: (count) => n(count, { one: '# erreur', other: '# erreurs' }),
    blunder: (count) => n(count, { one: '# gaffe', other: '# gaffes' }),
  },
  fact: 'Fait',
  cost: { koikoi: (loss) => `${loss} de la partie`, hanabi: (loss) => `${loss} point` },
  options: 'Tout ce qui était possible',
  option: 'Coup',
  worth: { koikoi: 'Chances de gagner', hanabi: 'Score attendu' },
  points: 'Points',
  error: 'Marge',
  isMade: 'joué',

  players: 'Joueurs',
  player: 'Joueur',
  accuracy: 'Précision',
  whose: 'Moments de',
  everyone: 'tous les joueurs',
  noneBefore: 'Il n’y a pas d’erreur avant celle-ci.',
  noneAfter: 'Il n’y a pas d’erreur après celle-ci.',
  costliest: 'Les moments les plus chers',
  marked: 'Tous les moments marqués',
  nothingMarked: 'Rien à signaler. Bien joué !',
  layers: 'Niveaux de l’analyse',
  layer: { judgement: 'Jugement', facts: 'Faits' },
  layerText: {
    judgement:
      'Le score final à attendre de chaque coup, joué de nombreuses fois à partir de ce que le joueur savait. Seuls les écarts au-delà de la marge d’erreur sont marqués.',
    facts: 'Vrais quelle que soit la convention, d’après ce que le joueur voyait.',
  },
  judgementText: 'Les chances de gagner la partie après chaque coup, d’après ce que le joueur savait.',

  curve: {
    win: 'Chances de gagner la partie',
    expected: 'Score attendu',
    maximum: 'Maximum encore possible',
    pace: 'Marge : les défausses que l’équipe peut se permettre',
  },
  curveShort: { win: 'Chances', expected: 'Attendu', maximum: 'Maximum', pace: 'Marge' },
  curveHow: 'Les flèches ou un clic mènent à un coup.',
  round: (number) => `Manche ${number}`,
  asTable: 'La courbe en tableau',
  ply: 'Coup',

  moves: {
    play: (place) => `Jouer la carte ${place}`,
    discard: (place) => `Défausser la carte ${place}`,
    'return-card': (card) => `Remélanger : ${card}`,
    'recover-card': (card) => `Jouer depuis la défausse : ${card}`,
    playFlower: (card) => `Jouer « ${card} »`,
    playTaking: (card, taken) => `Jouer « ${card} », prendre « ${taken} »`,
    swap: 'Échanger les mains',
    keep: 'Garder la main',
  },

  inWords: 'La position en mots',
};
