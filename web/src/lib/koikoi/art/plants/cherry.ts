import {
  at,
  blade,
  brush,
  type Curve,
  disc,
  edged,
  line,
  polar,
  scaled,
  shape,
  short,
  times,
  wreath,
} from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

const PETAL =
  'M0 0C.16 -.1 .6 -.42 .42 -.82Q.32 -1 .16 -1.02L0 -.82L-.16 -1.02Q-.32 -1 -.42 -.82C-.6 -.42 -.16 -.1 0 0Z';

/** A cherry blossom: five petals, each with its notch. */
function cherryBlossom(radius: number, petal: string): string {
  const petals = wreath(5, scaled(PETAL, radius));
  const stamens = times(5, (index) => {
    const [x, y] = polar(72 * index, radius * 0.46);
    const [u, v] = polar(72 * index + 36, radius * 0.3);
    return `M0 0L${short(x)} ${short(y)}M0 0L${short(u)} ${short(v)}`;
  });
  return (
    edged(petals, INK.paper, INK.paper, radius * 0.16) +
    shape(petals, petal) +
    line(wreath(5, scaled('M0 -.2L0 -.78', radius), 36), INK.paper, radius * 0.06) +
    shape(wreath(5, blade(radius * 0.44, radius * 0.26, 0.3)), INK.vermilion) +
    line(stamens, INK.crimson, radius * 0.045) +
    disc(0, 0, radius * 0.13, INK.gold)
  );
}

const leaf = (length: number) =>
  shape(blade(length, length * 0.42), INK.crimson) + line(scaled('M0 -.1L0 -.8', length), INK.rose, 1.4);
const branch = (curve: Curve, widths: readonly number[]) => shape(brush(curve, widths), INK.sumi);

type Bloom = readonly [x: number, y: number, radius: number, turn: number, pale?: 'pale'];

function blooms(all: readonly Bloom[]): string {
  return all
    .map(([x, y, radius, turn, pale]) => at(x, y, cherryBlossom(radius, pale ? INK.blush : INK.rose), { turn }))
    .join('');
}

const leaves = (all: readonly (readonly [x: number, y: number, length: number, turn: number])[]) =>
  all.map(([x, y, length, turn]) => at(x, y, leaf(length), { turn })).join('');

/** Blossoms heaped over the upper part of the card. */
export function overhead(): string {
  return (
    branch([[-6, 44], [50, 30], [90, 84], [206, 60]], [16, 13, 10, 5]) +
    branch([[70, 60], [90, 100], [130, 120], [160, 160]], [9, 6, 3]) +
    leaves([[30, 110, 34, 200], [176, 120, 36, 150], [100, 30, 30, 20]]) +
    blooms([
      [34, 28, 30, 0, 'pale'],
      [166, 30, 30, 20, 'pale'],
      [100, 40, 31, 10],
      [40, 84, 33, 20],
      [160, 92, 34, -4],
      [98, 108, 35, 36, 'pale'],
      [24, 142, 26, 8, 'pale'],
      [62, 154, 29, -12],
      [142, 154, 30, 14],
      [184, 146, 22, 0, 'pale'],
    ])
  );
}

/** A bough that climbs from the lower left. */
export function climbing(): string {
  return (
    branch([[-8, 300], [60, 296], [70, 200], [196, 168]], [30, 24, 16, 6]) +
    branch([[70, 250], [66, 200], [90, 160], [70, 96]], [14, 10, 7, 4]) +
    branch([[120, 200], [120, 160], [140, 140], [140, 104]], [9, 6, 4]) +
    leaves([[70, 100, 40, -18], [150, 110, 38, 24], [182, 172, 34, 60], [112, 262, 40, 110], [40, 250, 36, -60]]) +
    blooms([
      [66, 134, 36, 6],
      [138, 124, 35, 26, 'pale'],
      [102, 186, 38, -10],
      [164, 188, 34, 12],
      [44, 206, 34, 20, 'pale'],
      [140, 252, 40, 0],
      [70, 270, 36, 32],
      [176, 296, 34, -8, 'pale'],
      [28, 298, 28, 0],
      [114, 308, 30, 16, 'pale'],
    ])
  );
}

/** Heaps of blossom round a trunk at the right. */
export function round(): string {
  return (
    branch([[170, 330], [140, 280], [186, 230], [130, 160]], [36, 28, 18, 8]) +
    branch([[148, 224], [110, 230], [70, 216], [36, 176]], [13, 9, 4]) +
    branch([[140, 180], [140, 140], [110, 120], [104, 80]], [9, 6, 3]) +
    leaves([[36, 176, 38, -40], [104, 84, 36, -6], [166, 130, 38, 40], [60, 268, 34, -120], [178, 260, 36, 70]]) +
    blooms([
      [104, 112, 34, 4, 'pale'],
      [150, 146, 36, 20],
      [92, 172, 34, -14],
      [42, 200, 36, 8, 'pale'],
      [162, 214, 33, 30, 'pale'],
      [106, 238, 38, 12],
      [48, 266, 35, -6],
      [154, 284, 36, 8],
      [96, 302, 32, 24, 'pale'],
      [22, 306, 26, 12],
    ])
  );
}

/** Blossoms above and below, room for a ribbon. */
export function beside(): string {
  return (
    branch([[206, 290], [150, 280], [160, 210], [30, 190]], [28, 22, 14, 5]) +
    branch([[130, 222], [144, 180], [150, 140], [170, 110]], [11, 8, 4]) +
    leaves([[170, 114, 38, 26], [34, 192, 36, -40], [60, 286, 36, -110]]) +
    blooms([
      [162, 138, 34, 4, 'pale'],
      [46, 172, 34, 16],
      [166, 204, 34, -10],
      [36, 240, 34, 8, 'pale'],
      [92, 222, 32, 30, 'pale'],
      [152, 268, 38, 12],
      [72, 284, 37, -6],
      [118, 308, 30, 20, 'pale'],
      [22, 304, 26, 0],
      [186, 310, 26, 6],
    ])
  );
}
