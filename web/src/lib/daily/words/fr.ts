import { counting } from '../../i18n/plural.ts';
import type { DailyWords } from './en.ts';

const n = counting('fr');

export const fr: DailyWords = {
  heading: 'Donne du jour',
  headingAt: (box) => `Donne du jour : ${box}`,
  text: 'Les mêmes cartes pour tout le monde ici, avec les mêmes robots, une seule fois. Ensuite, vous voyez ce qu’ont fait les autres.',
  ends: (time) => `Les cartes changent dans ${time}.`,
  hours: (count) => n(count, { one: '# heure', other: '# heures' }),
  minutes: (count) => n(count, { one: '# minute', other: '# minutes' }),
  with: (bots) => `Avec ${bots}`,
  against: (bot) => `Contre ${bot}`,
  play: 'Jouer',
  playAt: (box) => `Jouer la donne du jour : ${box}`,
  goOn: 'Continuer',
  goOnAt: (box) => `Continuer la donne du jour : ${box}`,
  finished: (count) =>
    count
      ? n(count, { one: '# personne l’a jouée', other: '# personnes l’ont jouée' })
      : 'Personne ne l’a encore jouée',
  yours: (result) => `Vous : ${result}`,
  results: 'Résultats',
  resultsAt: (box) => `Résultats : ${box}`,
  replay: 'Revoir',
  you: 'vous',
  anonymous: 'quelqu’un',
  hidden: 'Vous verrez les résultats après avoir joué cette donne, ou une fois la journée finie.',
  nobody: 'Personne n’a joué cette donne jusqu’au bout.',
  named: 'Montrer mon surnom dans cette liste',
  place: 'Place',
  player: 'Joueur',
  result: 'Résultat',
  back: 'Donnes du jour',
  yesterday: 'La veille',
  seal: 'Scellé avant le début de la journée :',
  key: 'Ouvert :',
  sealText: 'L’empreinte a été publiée la veille. La clé qu’elle cache décide de chaque mélange.',
  off: 'Ce serveur ne propose pas de donne du jour.',
  others: (count) =>
    n(count, { one: 'Une autre personne est passée ici :', other: '# autres personnes sont passées ici :' }),
  alone: 'Personne d’autre n’est arrivé à cette position.',
  share: (percent) => `${percent} %`,
};
