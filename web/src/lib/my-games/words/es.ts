import { counting } from '../../i18n/plural.ts';
import type { ProgressWords } from './en.ts';

const n = counting('es');

export const es: ProgressWords = {
  heading: 'Progreso',
  text: 'Según los análisis de tus partidas, que juzgan cada jugada por lo que podías saber.',
  none: 'Ninguna de tus partidas se ha analizado todavía.',
  review: (count) => n(count, { one: 'Analizar mi última partida', other: 'Analizar mis últimas # partidas' }),
  pending: (count) =>
    n(count, {
      one: 'Se está haciendo # análisis. Puedes irte: sigue sin ti.',
      other: 'Se están haciendo # análisis. Puedes irte: siguen sin ti.',
    }),

  accuracy: 'Precisión',
  mean: (accuracy, count) => n(count, { one: `${accuracy} en # partida`, other: `${accuracy} de media en # partidas` }),
  chart: (game) => `Precisión en ${game}, partida a partida: la más antigua a la izquierda`,

  mistakes: 'Tipos de errores',
  noMistakes: 'Ninguno por ahora. ¡Bien jugado!',
  kind: {
    gamble: 'Carta jugada a ciegas',
    'lost-last-copy': 'Última copia perdida',
    'missed-play': 'Carta segura sin jugar',
    'idle-clue': 'Pista que no decía nada',
    'other-clue': 'Otra pista era mejor',
    'other-discard': 'Otro descarte era mejor',
    'late-stop': 'Un koi-koi de más',
    'early-stop': 'Plantarse demasiado pronto',
    'fed-yaku': 'Yaku regalado',
    'missed-yaku': 'Yaku desaprovechado',
    'missed-denial': 'Carta que el rival necesitaba, sin quitársela',
    'other-card': 'Otra carta era mejor',
  },
  times: (count) => n(count, { one: '# vez', other: '# veces' }),
  cost: {
    koikoi: (loss) => `${loss} de una partida en total`,
    hanabi: (loss) => `${loss} puntos en total`,
  },

  openings: 'Cómo abres una ronda',
  openingsText: 'La primera carta que juegas en una ronda de Koi-Koi, y cómo te van esas rondas.',
  card: 'Carta',
  captured: 'captura una carta',
  laid: 'se queda en el campo',
  rounds: 'Rondas',
  won: 'Ganadas',
  points: 'Puntos',

  best: 'Los mejores repartos',
  worst: 'Los peores repartos',
  round: (number) => `Ronda ${number}`,

  table: 'Descargar como tabla',
  json: 'Descargar como JSON',
};
