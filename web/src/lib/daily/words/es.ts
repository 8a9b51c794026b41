import { counting } from '../../i18n/plural.ts';
import type { DailyWords } from './en.ts';

const n = counting('es');

export const es: DailyWords = {
  heading: 'Reparto del día',
  headingAt: (box) => `Reparto del día: ${box}`,
  text: 'Las mismas cartas para todo el mundo aquí, con los mismos bots, una sola vez. Después ves cómo les fue a los demás.',
  ends: (time) => `Las cartas cambian dentro de ${time}.`,
  hours: (count) => n(count, { one: '# hora', other: '# horas' }),
  minutes: (count) => n(count, { one: '# minuto', other: '# minutos' }),
  with: (bots) => `Con ${bots}`,
  against: (bot) => `Contra ${bot}`,
  play: 'Jugar',
  playAt: (box) => `Jugar el reparto de hoy: ${box}`,
  goOn: 'Continuar',
  goOnAt: (box) => `Continuar el reparto de hoy: ${box}`,
  finished: (count) =>
    count
      ? n(count, { one: '# persona lo ha jugado', other: '# personas lo han jugado' })
      : 'Todavía no lo ha jugado nadie',
  yours: (result) => `Tú: ${result}`,
  results: 'Resultados',
  resultsAt: (box) => `Resultados: ${box}`,
  replay: 'Repetición',
  you: 'tú',
  anonymous: 'alguien',
  hidden: 'Verás los resultados cuando hayas jugado este reparto, o cuando acabe el día.',
  nobody: 'Nadie jugó este reparto hasta el final.',
  named: 'Mostrar mi apodo en esta lista',
  place: 'Puesto',
  player: 'Jugador',
  result: 'Resultado',
  back: 'Repartos de hoy',
  yesterday: 'El día anterior',
  seal: 'Sellado antes de empezar el día:',
  key: 'Abierto:',
  sealText: 'La huella se publicó el día anterior. La clave que hay detrás decide cada mezcla.',
  off: 'En este servidor no hay reparto del día.',
  others: (count) => n(count, { one: 'Otra persona estuvo aquí:', other: 'Otros # estuvieron aquí:' }),
  alone: 'Nadie más llegó a esta posición.',
  share: (percent) => `${percent} %`,
};
