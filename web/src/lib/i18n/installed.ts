import type { Language } from './languages.ts';

/** Texts of the installed app, written into its manifests at build time. */
export const INSTALLED: Record<
  Language,
  { description: string; hanabi: string; koikoi: string; myGames: string; puzzles: string; openRecord: string }
> = {
  en: {
    description: 'Hanabi and Koi-Koi by the rules of your box, with friends or bots.',
    hanabi: 'Play Hanabi',
    koikoi: 'Play Koi-Koi',
    myGames: 'My games',
    puzzles: 'Puzzles',
    openRecord: 'Open a record',
  },
  fr: {
    description: 'Hanabi et Koi-Koi selon les règles de votre boîte, entre amis ou avec des robots.',
    hanabi: 'Jouer à Hanabi',
    koikoi: 'Jouer au Koi-Koi',
    myGames: 'Mes parties',
    puzzles: 'Problèmes',
    openRecord: 'Ouvrir un enregistrement',
  },
  es: {
    description: 'Hanabi y Koi-Koi con las reglas de tu caja, con amigos o con bots.',
    hanabi: 'Jugar a Hanabi',
    koikoi: 'Jugar a Koi-Koi',
    myGames: 'Mis partidas',
    puzzles: 'Problemas',
    openRecord: 'Abrir un registro',
  },
  de: {
    description: 'Hanabi und Koi-Koi nach den Regeln deiner Schachtel, mit Freunden oder Bots.',
    hanabi: 'Hanabi spielen',
    koikoi: 'Koi-Koi spielen',
    myGames: 'Meine Partien',
    puzzles: 'Aufgaben',
    openRecord: 'Eine Aufzeichnung öffnen',
  },
};
