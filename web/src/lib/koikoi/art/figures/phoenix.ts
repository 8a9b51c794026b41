import { at, blade, brush, type Curve, along, disc, edged, line, oval, shape, short, smooth, sweep } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

/** A tail feather: a long quill that ends in an eye. */
const plume = (curve: Curve, ink: string, eye: string) => {
  const { x, y, heading } = along(curve, 1);
  return (
    edged(brush(curve, [8, 12, 13, 13]), ink, INK.paper, 1.8) +
    line(sweep(curve), INK.straw, 1.6) +
    at(x, y, edged(smooth([
      [0, -20, 'corner'], [11, -4], [12, 8], [0, 18], [-12, 8], [-11, -4],
    ]), ink, INK.paper, 1.8) + disc(0, 3, 8, INK.straw) + disc(0, 4, 4.4, eye), { turn: heading + 180 })
  );
};

function wing(feathers: readonly (readonly [turn: number, length: number, ink: string])[]): string {
  return feathers
    .map(([turn, length, ink]) =>
      `<g transform="rotate(${turn})">${edged(blade(length, length * 0.31, 0.66), ink, INK.paper, 1.8)}${line(`M0 ${short(-length * 0.3)}V${short(-length * 0.86)}`, INK.paper, 1.4)}</g>`,
    )
    .join('');
}

/** The phoenix, which comes only to the paulownia. */
export function phoenix(): string {
  const left = wing([
    [-104, 70, INK.indigo], [-88, 82, INK.pine], [-72, 90, INK.gold], [-56, 94, INK.vermilion], [-40, 92, INK.indigo],
    [-25, 84, INK.gold],
  ]);
  const right = wing([
    [104, 70, INK.indigo], [88, 82, INK.pine], [72, 90, INK.gold], [56, 94, INK.vermilion], [40, 92, INK.indigo],
    [25, 84, INK.gold],
  ]);
  const coverts = (side: 1 | -1) => wing([
    [96 * side, 40, INK.vermilion], [74 * side, 46, INK.gold], [52 * side, 46, INK.vermilion],
    [30 * side, 42, INK.gold],
  ]);
  return (
    plume([[94, 132], [76, 156], [40, 142], [28, 196]], INK.indigo, INK.vermilion) +
    plume([[108, 132], [126, 156], [162, 142], [174, 196]], INK.indigo, INK.vermilion) +
    plume([[100, 138], [88, 170], [62, 166], [60, 222]], INK.pine, INK.vermilion) +
    plume([[104, 138], [116, 170], [142, 166], [142, 222]], INK.pine, INK.vermilion) +
    at(88, 108, left) + at(114, 108, right) +
    at(88, 108, coverts(-1)) + at(114, 108, coverts(1)) +
    edged(smooth([
      [80, 98, 'corner'], [100, 84], [122, 98], [127, 120], [116, 146], [102, 162, 'corner'], [88, 146], [75, 120],
    ]), INK.vermilion, INK.paper, 2) +
    edged(brush([[100, 112], [128, 92], [92, 80], [98, 54]], [40, 27, 17, 15]), INK.vermilion, INK.paper, 1.8) +
    shape(smooth([[84, 104], [100, 92], [118, 104], [116, 124], [102, 138], [88, 124]]), INK.vermilion) +
    line(
      'M90 112q5 6 10 1q5 6 10 1M94 124q4 5 8 1q4 5 8 0M98 134q3 4 7 0M100 98q4 4 9 0M100 84q5 0 8 -5',
      INK.straw, 2,
    ) +
    edged(smooth([[84, 52], [88, 42], [99, 38], [108, 44], [106, 56], [94, 61]]), INK.gold, INK.paper, 1.6) +
    shape('M86 48Q76 48 68 58Q78 60 88 58Z', INK.sumi) +
    [
      [97, 40, -34], [103, 40, -6], [108, 45, 22],
    ].map(([x, y, turn]) => at(x!, y!, line('M0 0V-11', INK.vermilion, 2.6) + oval(0, -14, 3.6, 5.2, INK.vermilion), { turn: turn! })).join('') +
    shape(smooth([[90, 58, 'corner'], [95, 69], [90, 75], [85, 65]]), INK.crimson) +
    disc(94, 49, 2.8, INK.sumi) + disc(93.4, 48.2, 1, INK.white)
  );
}
