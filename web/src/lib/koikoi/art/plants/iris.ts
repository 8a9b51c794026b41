import { at, blade, brush, type Curve, edged, line, shape, smooth, sweep } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

/** An iris in full bloom: standards up, falls down, a gold tongue on each fall. */
function irisBloom(): string {
  const fall = smooth([[0, -6, 'corner'], [13, 8], [21, 26], [17, 42], [0, 50], [-17, 42], [-21, 26], [-13, 8]]);
  const side = smooth([
    [0, -4, 'corner'], [20, -12], [38, -6], [47, 12], [46, 30], [36, 38], [26, 28], [22, 14], [10, 8],
  ]);
  const tongue = smooth([[0, 4, 'corner'], [4.5, 18], [0, 33, 'corner'], [-4.5, 18]]);
  const standards =
    at(-5, -4, edged(blade(50, 27, 0.55), INK.iris, INK.paper, 2.2), { turn: -27 }) +
    at(5, -4, edged(blade(50, 27, 0.55), INK.iris, INK.paper, 2.2), { turn: 27 }) +
    at(0, 0, edged(blade(56, 24, 0.58), INK.lilac, INK.paper, 2.2));
  const wing =
    edged(side, INK.indigo, INK.paper, 2.2) + line('M14 0Q32 0 38 18', INK.gold, 3);
  return (
    standards +
    wing +
    `<g transform="scale(-1 1)">${wing}</g>` +
    edged(fall, INK.indigo, INK.paper, 2.2) +
    shape(tongue, INK.gold) +
    line('M-8 16Q-9 28 -7 36M8 16Q9 28 7 36', INK.lilac, 1.6)
  );
}

/** A bud still rolled up. */
function irisBud(): string {
  return (
    shape(blade(40, 15, 0.45), INK.indigo) +
    line('M0 -6Q5 -20 0 -34', INK.lilac, 2) +
    shape('M-6 6Q-8 -12 -3 -20Q0 -8 0 -4Q1 -10 5 -16Q8 -6 6 6Z', INK.pine)
  );
}

function sword(x: number, height: number, lean: number, width = 12): string {
  const curve: Curve = [
    [x, 330], [x, 330 - height * 0.4], [x + lean * 0.3, 330 - height * 0.75], [x + lean, 330 - height],
  ];
  const rib: Curve = [[x, 320], [x, 320 - height * 0.4], [x + lean * 0.25, 330 - height * 0.6], [x + lean * 0.6, 330 - height * 0.86]];
  return shape(brush(curve, [width, width, width * 0.75, 0.5]), INK.pine) + line(sweep(rib), INK.sage, 1.3);
}

const stem = (x: number, from: number, top: number) =>
  shape(brush([[x, from], [x + 3, from - 40], [x - 3, top + 40], [x, top]], [6, 5]), INK.pine);

/** Still water in a few lines. */
export function water(y: number, ground = INK.indigo): string {
  return (
    shape(`M0 ${y}Q30 ${y - 8} 60 ${y}T120 ${y}T180 ${y}T240 ${y}V330H0Z`, ground) +
    line(`M14 ${y + 13}q16 -6 32 0t32 0M104 ${y + 20}q16 -6 32 0t32 0M40 ${y + 29}q14 -5 28 0`, INK.lilac, 2.2)
  );
}

export function pair(): string {
  return (
    sword(18, 180, -12) +
    sword(38, 236, 8, 13) +
    sword(98, 210, -10, 13) +
    sword(168, 226, 12, 13) +
    sword(186, 160, 8) +
    stem(66, 330, 150) +
    stem(136, 330, 220) +
    at(66, 116, irisBloom()) +
    at(138, 202, irisBloom(), { size: 0.96 }) +
    at(112, 96, irisBud(), { turn: 8 }) +
    stem(112, 200, 96) +
    sword(84, 130, -6) +
    sword(52, 112, -8, 13) +
    sword(120, 98, 6) +
    sword(156, 84, 6) +
    water(286)
  );
}

export function tall(): string {
  return (
    sword(20, 200, 6, 13) +
    sword(54, 160, -14) +
    sword(150, 250, -8, 13) +
    sword(182, 190, 6) +
    stem(126, 330, 130) +
    stem(62, 330, 230) +
    at(126, 98, irisBloom()) +
    at(60, 196, irisBloom(), { size: 0.96 }) +
    at(46, 114, irisBud(), { turn: -8 }) +
    stem(46, 200, 112) +
    sword(98, 156, 6, 13) +
    sword(36, 96, -8) +
    sword(82, 88, 6) +
    sword(140, 120, 10, 13) +
    sword(168, 92, 6) +
    water(286)
  );
}

/** Irises above, water below: the bridge goes between. */
export function behindTheBridge(): string {
  return (
    sword(20, 270, -8, 12) +
    sword(60, 220, 8, 12) +
    sword(112, 264, -6, 12) +
    sword(180, 236, 8, 12) +
    stem(52, 300, 100) +
    stem(146, 300, 120) +
    at(50, 78, irisBloom(), { size: 0.86 }) +
    at(146, 92, irisBloom(), { size: 0.86 }) +
    sword(84, 196, -8, 12) +
    sword(158, 170, 10, 12) +
    sword(30, 176, 6, 12)
  );
}

export function beside(): string {
  return (
    sword(22, 216, -10, 13) +
    sword(60, 250, 6, 12) +
    sword(152, 196, 10, 13) +
    sword(180, 236, 6, 12) +
    stem(150, 330, 150) +
    stem(52, 330, 226) +
    at(150, 116, irisBloom(), { size: 0.92 }) +
    at(54, 204, irisBloom(), { size: 0.92 }) +
    sword(120, 150, -6, 13) +
    sword(32, 98, -8) +
    sword(84, 110, 8, 13) +
    sword(166, 120, 8, 13) +
    water(286)
  );
}
