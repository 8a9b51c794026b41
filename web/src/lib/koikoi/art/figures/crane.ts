import { brush, disc, edged, line, oval, shape, smooth } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

/** A red-crowned crane that stands and looks to the left. */
export function crane(): string {
  const body = smooth([
    [74, 158], [60, 176], [62, 200], [80, 222], [108, 230], [138, 224], [158, 212, 'corner'], [150, 192], [128, 170],
    [104, 156],
  ]);
  const plumes = [
    brush([[120, 182], [150, 186], [178, 204], [180, 240]], [14, 16, 10, 1]),
    brush([[116, 190], [146, 196], [168, 214], [166, 250]], [14, 16, 10, 1]),
    brush([[112, 200], [138, 206], [154, 224], [148, 254]], [12, 15, 9, 1]),
  ];
  const neck = brush([[84, 186], [46, 152], [104, 128], [88, 86]], [40, 26, 17, 17]);
  return (
    line(
      'M94 224L92 258L96 296M112 226L114 258L122 292M96 296l-13 3M96 296l10 4M122 292l-12 4' +
      'M122 292l10 3',
      INK.sumi, 3.6,
    ) +
    plumes.map((d) => edged(d, INK.sumi, INK.white, 1.4)).join('') +
    edged(body, INK.white, INK.sumi, 2) +
    line('M92 190Q108 206 132 204M88 202Q104 216 126 214M96 178Q114 192 138 192', '#b5a88f', 2) +
    edged(neck, INK.white, INK.sumi, 2) +
    disc(86, 184, 17, INK.white) +
    shape(brush([[64, 160], [60, 142], [92, 124], [80, 98]], [2, 12, 10, 9]), INK.sumi) +
    shape(smooth([[74, 84], [84, 76], [95, 80], [97, 90], [88, 100], [78, 100], [72, 92]]), INK.sumi) +
    shape(smooth([[98, 84, 'corner'], [96, 98], [92, 112], [88, 104], [88, 92]]), INK.white) +
    shape('M74 86L40 93L75 96Z', INK.earth) +
    shape(smooth([[74, 83, 'corner'], [82, 71], [93, 74], [97, 82, 'corner'], [86, 80]]), INK.vermilion) +
    oval(82, 88, 2.6, 2.4, INK.straw) +
    disc(82, 88, 1.3, INK.sumi)
  );
}
