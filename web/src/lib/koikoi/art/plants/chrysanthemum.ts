import { around, at, edged, line, type Point, disc, scaled, shape, short, smooth } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

/** A strap-like petal, round at its end. */
function strap(from: number, to: number, width: number): string {
  const w = width / 2;
  const round = `A${short(w)} ${short(w)} 0 0 1 ${short(w)} ${short(-to + w)}`;
  const side = `M${short(-w * 0.35)} ${short(-from)}L${short(-w)} ${short(-to + w)}`;
  return `${side}${round}L${short(w * 0.35)} ${short(-from)}Z`;
}

type ChrysanthemumInks = { outer: string; inner: string; edge: string };
const GOLDEN: ChrysanthemumInks = { outer: INK.gold, inner: INK.straw, edge: '#8a5a14' };
const RED: ChrysanthemumInks = { outer: INK.vermilion, inner: '#dd6a4b', edge: INK.paper };

/** Sixteen petals and eight and eight, as on the crest. */
function chrysanthemum(radius: number, { outer, inner, edge }: ChrysanthemumInks = GOLDEN): string {
  const width = radius * 0.4;
  const thin = Math.max(0.9, radius * 0.026);
  return (
    around(16, edged(strap(radius * 0.2, radius, width), outer, edge, thin)) +
    around(12, edged(strap(radius * 0.12, radius * 0.7, width * 0.86), inner, edge, thin), 11) +
    around(8, edged(strap(radius * 0.06, radius * 0.42, width * 0.78), outer, edge, thin)) +
    disc(0, 0, radius * 0.15, INK.crimson)
  );
}

/** A bud seen from the side. */
function chrysanthemumBud(radius: number, { outer, edge }: ChrysanthemumInks = GOLDEN): string {
  const petal = strap(0, radius * 1.5, radius * 0.62);
  return (
    [-48, 48, -24, 24, 0].map((turn) => `<g transform="rotate(${turn})">${edged(petal, outer, edge, 1.2)}</g>`).join('') +
    shape(scaled('M-.6 -.3Q0 -.6 .6 -.3Q.5 .4 0 .4Q-.5 .4 -.6 -.3Z', radius), INK.pine)
  );
}

const VEINS = 'M0 0L0 -.86M0 -.1L.28 -.2M0 -.1L-.28 -.2M0 -.38L.32 -.52M0 -.38L-.32 -.52';

/** A leaf with deep round lobes. */
function chrysanthemumLeaf(length: number): string {
  const l = (x: number, y: number, corner?: 'corner'): Point => [x * length, -y * length, corner];
  const right = [
    l(0.1, 0.06), l(0.34, 0.08), l(0.42, 0.24), l(0.22, 0.34, 'corner'), l(0.44, 0.4),
    l(0.46, 0.6), l(0.22, 0.64, 'corner'), l(0.3, 0.8), l(0.16, 0.96),
  ];
  const left = right.map(([x, y, corner]): Point => [-x, y, corner]).reverse();
  return (
    edged(smooth([l(0, 0, 'corner'), ...right, l(0, 1), ...left]), INK.pine, INK.paper, 1.8) +
    line(scaled(VEINS, length), INK.sage, 1.5)
  );
}

const leaves = (all: readonly (readonly [x: number, y: number, length: number, turn: number])[]) =>
  all.map(([x, y, length, turn]) => at(x, y, chrysanthemumLeaf(length), { turn })).join('');
const stalk = (d: string) => line(d, INK.pine, 5);

export function grand(): string {
  return (
    stalk('M104 330Q110 230 88 150M104 300Q150 250 152 200') +
    leaves([
      [104, 250, 62, -76], [106, 290, 60, -108], [120, 282, 58, 100], [150, 236, 54, 120], [96, 200, 50, 60],
      [50, 190, 44, -120],
    ]) +
    at(84, 132, chrysanthemum(64)) +
    at(146, 226, chrysanthemum(44, RED)) +
    at(48, 256, chrysanthemumBud(16), { turn: -24 })
  );
}

export function three(): string {
  return (
    stalk('M100 330Q90 250 134 120M96 310Q60 270 58 220M100 320Q140 290 150 270') +
    leaves([
      [110, 200, 58, -84], [120, 190, 54, 96], [84, 280, 54, -100], [110, 290, 54, 20], [40, 160, 46, -20],
      [172, 230, 46, 40], [40, 292, 46, -60],
    ]) +
    at(134, 118, chrysanthemum(54, RED)) +
    at(58, 202, chrysanthemum(50)) +
    at(144, 262, chrysanthemum(44))
  );
}

/** Flowers above, room below for the cup. */
export function high(): string {
  return (
    stalk('M60 330Q40 240 60 150M60 320Q130 240 146 160') +
    leaves([
      [56, 190, 56, -70], [140, 190, 56, 76], [98, 180, 52, 4], [24, 250, 50, -20], [178, 250, 50, 24],
      [28, 300, 50, -70],
    ]) +
    at(62, 112, chrysanthemum(52)) +
    at(148, 138, chrysanthemum(42, RED))
  );
}

export function beside(): string {
  return (
    stalk('M96 330Q150 260 140 170M96 330Q70 280 58 250') +
    leaves([
      [136, 220, 56, 84], [110, 240, 54, -60], [84, 290, 54, -104], [120, 296, 56, 96], [30, 210, 44, -30],
      [164, 120, 46, 20],
    ]) +
    at(140, 162, chrysanthemum(52)) +
    at(62, 244, chrysanthemum(48, RED)) +
    at(160, 286, chrysanthemumBud(15), { turn: 40 })
  );
}
