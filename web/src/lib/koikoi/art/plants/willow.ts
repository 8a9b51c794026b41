import { along, at, blade, type Curve, line, shape, sweep, times } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

/** A hanging strand with leaves that fall away from it in turn. */
function strand(curve: Curve, leaves = 9, ink: string = INK.pine, size = 30): string {
  return (
    line(sweep(curve), INK.earth, 2) +
    times(leaves, (index) => {
      const { x, y, heading } = along(curve, 0.1 + (index / leaves) * 0.9);
      return at(x, y, shape(blade(size, size * 0.27, 0.4), ink), { turn: heading + (index % 2 ? 26 : -26) });
    }) +
    (() => {
      const { x, y, heading } = along(curve, 1);
      return at(x, y, shape(blade(size, size * 0.27, 0.4), ink), { turn: heading });
    })()
  );
}

const hang = (x: number, length: number, sway: number): Curve => [
  [x, -4],
  [x + sway * 0.1, length * 0.35],
  [x + sway, length * 0.62],
  [x + sway * 0.8, length],
];

/** Strands from the top edge, the light and the dark in turn. */
export function strands(all: readonly (readonly [x: number, length: number, sway: number])[]): string {
  return all
    .map(([x, length, sway], index) => strand(hang(x, length, sway), Math.round(length / 17), index % 2 ? INK.moss : INK.pine))
    .join('');
}
