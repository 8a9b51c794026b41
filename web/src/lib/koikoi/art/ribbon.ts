import type { RibbonSort } from '../../cards/flowers.ts';
import { at, edged, line, times } from '../../drawing/pen.ts';
import { INK } from './ink.ts';

const LENGTH = 196;

/** Hiragana as a brush would write them, each in a box of 30 × 30. */
const STROKES = {
  a: 'M6 8H24M14 3Q13 14 15 25M22 12Q16 24 9 24Q4 22 7 17Q12 11 20 13Q27 16 25 21Q23 26 17 27',
  ka: 'M5 11Q14 9 19 9Q24 9 22 18Q20 27 14 25M13 3Q12 16 5 26M23 7Q28 11 28 15',
  yo: 'M15 10L23 9M15 3V20Q15 26 9 26Q5 25 5 22Q7 18 14 20Q20 22 25 26',
  ro: 'M8 5H20Q14 12 7 19Q16 12 22 16Q25 22 19 26Q16 27 12 27',
  shi: 'M10 4V20Q10 27 17 26Q23 24 25 18',
  mi: 'M7 6H15Q12 16 7 23Q4 26 3 22Q6 15 14 19Q20 21 26 24M21 13Q20 22 15 28',
  no: 'M16 7Q14 18 9 23Q5 25 4 18Q6 8 16 7Q25 8 25 17Q24 24 17 27',
} as const;

export type Poem = readonly (keyof typeof STROKES)[];
/** “Oh, how fine”, on pine and plum. */
export const AKAYOROSHI: Poem = ['a', 'ka', 'yo', 'ro', 'shi'];
/** The hills of Yoshino, on the cherry. */
export const MIYOSHINO: Poem = ['mi', 'yo', 'shi', 'no'];

function writing(poem: Poem): string {
  const step = (LENGTH - 24) / poem.length;
  const size = Math.min(1.24, step / 31);
  return `<g data-mark="poem">${poem
    .map((sound, index) => at(-15 * size, 14 + step * (index + 0.5) - 15 * size, line(STROKES[sound], INK.sumi, 3.6), { size }))
    .join('')}</g>`;
}

/** Waves on the blue ribbon, so that it is not blue alone. */
function waves(): string {
  const arc = (x: number, y: number) => `M${x - 8} ${y}a8 8 0 0 1 16 0M${x - 4} ${y}a4 4 0 0 1 8 0`;
  const row = (y: number, shift: number) => times(4, (index) => arc(-24 + shift + index * 16, y));
  const rows = (from: number, count: number) => times(count, (index) => row(from + index * 8, index % 2 ? 8 : 0));
  const bands = line('M-30 16H30M-30 62H30M-30 122H30M-30 168H30', INK.lilac, 2.4);
  return `<g data-mark="waves" clip-path="url(#ribbon)">${line(rows(30, 4) + rows(136, 4), INK.lilac, 1.8)}${bands}</g>`;
}

const STRAIGHT = `M-24 0Q0 6 24 0V${LENGTH}Q0 ${LENGTH - 7} -24 ${LENGTH}Z`;
const FORKED = `M-24 0L0 9L24 0V${LENGTH + 12}L0 ${LENGTH - 20}L-24 ${LENGTH + 12}Z`;

/** A paper strip that hangs from the origin. */
export function ribbon(sort: RibbonSort, poem: Poem = AKAYOROSHI): string {
  if (sort === 'blue') {
    return (
      `<clipPath id="ribbon"><path d="${FORKED}"/></clipPath>` +
      edged(FORKED, INK.indigo, INK.paper, 3) + waves()
    );
  }
  const strip = edged(STRAIGHT, INK.vermilion, INK.paper, 3);
  return sort === 'poem'
    ? strip + line(`M-19 8V${LENGTH - 10}M19 8V${LENGTH - 10}`, INK.straw, 1.8) + writing(poem)
    : strip;
}
