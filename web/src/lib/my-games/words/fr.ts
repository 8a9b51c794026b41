import { counting } from '../../i18n/plural.ts';
import type { ProgressWords } from './en.ts';

const n = counting('fr');

export const fr: ProgressWords = {
  heading: 'Progrès',
  text: 'D’après les analyses de vos parties, qui jugent chaque coup selon ce que vous pouviez savoir.',
  none: 'Aucune de vos parties n’a encore été analysée.',
  review: (count) => n(count, { one: 'Analyser ma dernière partie', other: 'Analyser mes # dernières parties' }),
  pending: (count) =>
    n(count, {
      one: '# analyse est en cours. Vous pouvez partir : elle continue sans vous.',
      other: '# analyses sont en cours. Vous pouvez partir : elles continuent sans vous.',
    }),

  accuracy: 'Précision',
  mean: (accuracy, count) =>
    n(count, { one: `${accuracy} en # partie`, other: `${accuracy} en moyenne sur # parties` }),
  chart: (game) => `Précision (${game}), partie par partie : la plus ancienne à gauche`,

  mistakes: 'Types d’erreurs',
  noMistakes: 'Aucune pour l’instant. Bien joué !',
  kind: {
    gamble: 'Carte jouée au hasard',
    'lost-last-copy': 'Dernier exemplaire perdu',
    'missed-play': 'Carte sûre non jouée',
    'idle-clue': 'Indice qui n’apprend rien',
    'other-clue': 'Un autre indice valait mieux',
    'other-discard': 'Une autre défausse valait mieux',
    'late-stop': 'Un koi-koi de trop',
    'early-stop': 'Arrêt trop tôt',
    'fed-yaku': 'Yaku offert',
    'missed-yaku': 'Yaku manqué',
    'missed-denial': 'Carte utile laissée à l’adversaire',
    'other-card': 'Une autre carte valait mieux',
  },
  times: (count) => n(count, { one: '# fois', other: '# fois' }),
  cost: {
    koikoi: (loss) => `${loss} d’une partie en tout`,
    hanabi: (loss) => `${loss} points en tout`,
  },

  openings: 'Comment vous ouvrez une manche',
  openingsText:
    'La première carte que vous jouez dans une manche de Koi-Koi, et comment ces manches finissent pour vous.',
  card: 'Carte',
  captured: 'prend une carte',
  laid: 'reste dans la rivière',
  rounds: 'Manches',
  won: 'Gagnées',
  points: 'Points',

  best: 'Les meilleures donnes',
  worst: 'Les pires donnes',
  round: (number) => `Manche ${number}`,

  table: 'Télécharger en tableau',
  json: 'Télécharger en JSON',
};
