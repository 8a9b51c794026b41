import { at, brush, type Curve, disc, line, oval, polar, scaled, shape, short, spots } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

/** A plum blossom from the front: five round petals, a crown of stamens. */
function plumBlossom(radius: number): string {
  const [petal, stamen] = [INK.vermilion, INK.straw];
  const r = radius * 0.46;
  const petals = Array.from({ length: 5 }, (_, index) => polar(72 * index, radius * 0.54));
  const tips = Array.from({ length: 10 }, (_, index) => polar(36 * index, radius * (index % 2 ? 0.46 : 0.6)));
  const stamens = tips.map(([x, y]) => `M0 0L${short(x)} ${short(y)}`).join('');
  return (
    shape(spots(petals, r + radius * 0.07), INK.paper) +
    shape(spots(petals, r) + spots([[0, 0]], radius * 0.3), petal) +
    line(stamens, stamen, radius * 0.05) +
    shape(spots(tips, radius * 0.065) + spots([[0, 0]], radius * 0.17), stamen)
  );
}

/** A bud on its dark calyx, pointing up. */
function plumBud(radius: number): string {
  return (
    disc(0, -radius * 0.7, radius, INK.vermilion) +
    shape(scaled('M-1 -.5Q0 -.9 1 -.5Q.7 .5 0 .5Q-.7 .5 -1 -.5Z', radius), INK.sumi)
  );
}

const branch = (curve: Curve, widths: readonly number[]) => shape(brush(curve, widths), INK.sumi);
const twig = (x: number, y: number, length: number, turn: number) => {
  const [dx, dy] = polar(turn, length);
  return branch([
    [x, y], [x + dx * 0.3, y + dy * 0.35], [x + dx * 0.7, y + dy * 0.7], [x + dx, y + dy],
  ], [5.5, 4, 2.5]);
};
const lichen = (x: number, y: number, turn: number) => oval(x, y, 6, 3, INK.sage, turn);

type Bloom = readonly [x: number, y: number, radius: number, turn: number];
const blossoms = (all: readonly Bloom[]) =>
  all.map(([x, y, radius, turn]) => at(x, y, plumBlossom(radius), { turn })).join('');
const buds = (all: readonly Bloom[]) => all.map(([x, y, radius, turn]) => at(x, y, plumBud(radius), { turn })).join('');

/** An old crooked trunk with young straight shoots. */
export function crooked(): string {
  return (
    branch([[58, 330], [34, 268], [96, 262], [74, 190]], [34, 27, 20, 12]) +
    branch([[76, 204], [62, 150], [126, 150], [150, 92]], [14, 10, 7, 4]) +
    branch([[70, 258], [110, 250], [120, 226], [164, 214]], [15, 10, 5]) +
    twig(74, 196, 96, -20) +
    twig(132, 224, 84, 22) +
    twig(106, 236, 64, 8) +
    twig(150, 94, 44, 10) +
    lichen(62, 284, 60) +
    lichen(80, 216, -70) +
    blossoms([[150, 118, 33, 12], [80, 152, 36, -8], [150, 206, 33, 30], [40, 222, 30, 14], [112, 268, 36, 0]]) +
    buds([[42, 104, 9, -20], [164, 144, 8, 30], [158, 54, 9, 10], [116, 172, 8, 8]])
  );
}

/** A branch across the card, with something perched on it. */
export function arching(): string {
  return (
    branch([[204, 312], [150, 286], [166, 236], [112, 224]], [32, 25, 18, 12]) +
    branch([[122, 228], [84, 214], [66, 232], [18, 196]], [13, 9, 4]) +
    branch([[156, 262], [176, 220], [150, 180], [168, 128]], [14, 9, 6, 3.5]) +
    branch([[150, 282], [108, 292], [80, 282], [44, 292]], [13, 9, 4]) +
    twig(40, 214, 84, -2) +
    twig(168, 130, 60, 4) +
    twig(104, 286, 40, -16) +
    lichen(160, 286, 40)
  );
}

export function archingBlossoms(): string {
  return blossoms([
    [26, 198, 24, 0], [160, 150, 30, 10], [40, 128, 24, 20], [150, 236, 28, 10], [70, 288, 28, 0], [168, 70, 20, 0],
  ]);
}

function stump(): string {
  return (
    branch([[150, 334], [170, 282], [112, 268], [124, 204]], [36, 30, 20, 12]) +
    branch([[122, 268], [84, 256], [70, 222], [34, 206]], [16, 11, 4]) +
    lichen(138, 276, -60)
  );
}

/** Shoots that rise to the sky from a stump below. */
export function rising(): string {
  return (
    stump() +
    branch([[124, 210], [126, 150], [86, 130], [92, 60]], [13, 10, 7, 3.5]) +
    twig(120, 200, 100, 32) +
    twig(58, 218, 88, -6) +
    twig(98, 138, 50, -36) +
    blossoms([
      [92, 80, 32, 0], [44, 150, 30, 10], [150, 130, 33, 10], [60, 214, 33, 20], [140, 240, 36, 0], [84, 290, 30, 8],
    ]) +
    buds([[68, 96, 8, -36], [176, 112, 8, 32]])
  );
}

/** The same stump with its shoots apart, a ribbon between them. */
export function forked(): string {
  return (
    stump() +
    branch([[128, 210], [140, 170], [158, 130], [160, 70]], [13, 9, 6, 3.5]) +
    branch([[60, 222], [40, 180], [40, 130], [34, 80]], [9, 6, 3]) +
    twig(152, 140, 46, 40) +
    blossoms([
      [160, 92, 28, 0], [36, 112, 28, 10], [154, 166, 30, 16], [42, 186, 30, 20], [140, 246, 35, 0], [72, 286, 32, 8],
    ]) +
    buds([[34, 66, 9, -4], [162, 50, 9, 4]])
  );
}
