import { around, at, disc, edged, line, polar, type Point, shape, short, smooth, times } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

/** One frilled petal standing on the origin. */
function petal(length: number, width: number): string {
  const w = width / 2;
  const outline: Point[] = [
    [0, 0, 'corner'],
    [w * 0.72, -length * 0.34],
    [w, -length * 0.7],
    [w * 0.66, -length * 0.93],
    [w * 0.34, -length * 0.9],
    [0, -length],
    [-w * 0.34, -length * 0.9],
    [-w * 0.66, -length * 0.93],
    [-w, -length * 0.7],
    [-w * 0.72, -length * 0.34],
  ];
  return smooth(outline);
}

/** The king of flowers, full open. */
function peonyBloom(radius: number, outer: string = INK.vermilion, inner: string = INK.crimson): string {
  const edge = radius * 0.035;
  const stamens = times(9, (index) => {
    const [x, y] = polar(40 * index, radius * 0.17);
    return disc(x, y, radius * 0.045, INK.gold);
  });
  return (
    around(7, edged(petal(radius, radius * 0.98), outer, INK.paper, edge)) +
    around(6, edged(petal(radius * 0.76, radius * 0.76), inner, INK.blush, edge * 0.8), 22) +
    around(5, edged(petal(radius * 0.53, radius * 0.6), outer, INK.blush, edge * 0.8), 8) +
    around(5, edged(petal(radius * 0.33, radius * 0.4), inner, INK.blush, edge * 0.7), 40) +
    disc(0, 0, radius * 0.13, INK.gold) +
    stamens
  );
}

/** A bud, half wrapped in green. */
function peonyBud(radius: number): string {
  const r = radius;
  return (
    edged(smooth([
      [0, -r * 1.5], [r * 0.9, -r * 0.9], [r, 0], [0, r * 0.6], [-r, 0], [-r * 0.9, -r * 0.9],
    ]), INK.vermilion, INK.paper, 2) +
    line(`M0 ${short(-r * 1.3)}Q${short(r * 0.5)} ${short(-r * 0.6)} ${short(r * 0.2)} ${short(r * 0.1)}`, INK.blush, 1.6) +
    shape(smooth([
      [-r * 1.1, -r * 0.5, 'corner'], [-r * 0.6, r * 0.5], [0, r * 0.9], [r * 0.6, r * 0.5],
      [r * 1.1, -r * 0.5, 'corner'], [r * 0.45, r * 0.05], [0, -r * 0.55, 'corner'], [-r * 0.45, r * 0.05],
    ]), INK.pine)
  );
}

/** A leaf of three pointed lobes. */
function peonyLeaf(length: number): string {
  const l = (x: number, y: number, corner?: 'corner'): Point => [x * length, -y * length, corner];
  const outline = smooth([
    l(0, 0, 'corner'), l(0.14, 0.2), l(0.3, 0.3), l(0.56, 0.5, 'corner'), l(0.3, 0.52), l(0.17, 0.5, 'corner'),
    l(0.2, 0.72), l(0, 1, 'corner'), l(-0.2, 0.72), l(-0.17, 0.5, 'corner'), l(-0.3, 0.52), l(-0.56, 0.5, 'corner'),
    l(-0.3, 0.3), l(-0.14, 0.2),
  ]);
  const vein = (x: number, y: number) => `L${short(x * length)} ${short(-y * length)}`;
  return (
    edged(outline, INK.pine, INK.paper, 1.8) +
    line(`M0 0${vein(0, 0.86)}M0 ${short(-length * 0.22)}${vein(0.4, 0.46)}M0 ${short(-length * 0.22)}${vein(-0.4, 0.46)}`, INK.sage, 1.5)
  );
}

const leaves = (all: readonly (readonly [x: number, y: number, length: number, turn: number])[]) =>
  all.map(([x, y, length, turn]) => at(x, y, peonyLeaf(length), { turn })).join('');
const stalk = (d: string) => line(d, INK.pine, 5);

export function grand(): string {
  return (
    stalk('M100 330Q92 260 100 190M96 280Q168 250 158 92') +
    leaves([
      [98, 262, 78, -70], [104, 262, 78, 72], [96, 300, 80, -110], [106, 300, 80, 108], [100, 262, 64, 176],
      [158, 176, 46, 60],
    ]) +
    at(94, 176, peonyBloom(80)) +
    at(158, 78, peonyBud(19), { turn: 14 })
  );
}

export function twin(): string {
  return (
    stalk('M110 330Q120 250 130 130M110 320Q70 280 58 240') +
    leaves([
      [120, 216, 66, -80], [126, 200, 66, 84], [112, 262, 70, 76], [60, 170, 52, -20], [90, 296, 66, -128],
      [124, 300, 70, 120],
    ]) +
    at(126, 132, peonyBloom(62)) +
    at(62, 240, peonyBloom(56, INK.blush, INK.rose))
  );
}

/** The bloom low, room above it for what flies there. */
export function low(): string {
  return (
    stalk('M84 330Q90 290 92 250M90 310Q156 280 166 202') +
    leaves([
      [40, 262, 60, -76], [140, 270, 62, 84], [164, 240, 46, 34], [70, 296, 60, -110], [128, 300, 64, 116],
      [60, 190, 54, -34],
    ]) +
    at(90, 236, peonyBloom(72)) +
    at(166, 190, peonyBud(17), { turn: 16 })
  );
}

export function beside(): string {
  return (
    stalk('M110 330Q118 290 118 250M112 320Q52 270 42 172') +
    leaves([
      [60, 262, 62, -82], [160, 262, 60, 74], [48, 220, 50, -60], [90, 300, 60, -116], [144, 300, 60, 112],
      [150, 186, 56, 34],
    ]) +
    at(116, 234, peonyBloom(68)) +
    at(40, 158, peonyBud(17), { turn: -12 })
  );
}
