import { at, edged, line, type Point, short, smooth } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

/** A broad leaf of three points hanging from its stalk, drawn pointing down. */
function paulowniaLeaf(length: number): string {
  const l = (x: number, y: number, corner?: 'corner'): Point => [x * length, y * length, corner];
  const right = [l(0.16, -0.1), l(0.42, -0.06), l(0.54, 0.14), l(0.7, 0.34, 'corner'), l(0.46, 0.46), l(0.4, 0.62), l(0.2, 0.84)];
  const left = right.map(([x, y, corner]): Point => [-x, y, corner]).reverse();
  const v = (x: number, y: number) => `${short(x * length)} ${short(y * length)}`;
  return (
    edged(smooth([l(0, 0, 'corner'), ...right, l(0, 1.04, 'corner'), ...left]), INK.pine, INK.paper, 2) +
    line(
      `M0 0L${v(0, 0.9)}M0 0Q${v(0.3, 0.1)} ${v(0.54, 0.3)}M0 0Q${v(-0.3, 0.1)} ${v(-0.54, 0.3)}` +
        `M0 ${short(length * 0.26)}L${v(0.3, 0.46)}M0 ${short(length * 0.26)}L${v(-0.3, 0.46)}` +
        `M0 ${short(length * 0.5)}L${v(0.2, 0.66)}M0 ${short(length * 0.5)}L${v(-0.2, 0.66)}`,
      INK.sage,
      length * 0.026,
    )
  );
}

/** One bell of the spike. */
function bell(size: number, ink: string): string {
  const s = (x: number, y: number, corner?: 'corner'): Point => [x * size, y * size, corner];
  return (
    edged(
      smooth([s(0, -0.7), s(0.5, -0.55), s(0.62, -0.1), s(0.95, 0.25), s(0.62, 0.62), s(0.34, 0.45, 'corner'), s(0, 0.78), s(-0.34, 0.45, 'corner'), s(-0.62, 0.62), s(-0.95, 0.25), s(-0.62, -0.1), s(-0.5, -0.55)]),
      ink,
      INK.paper,
      size * 0.13,
    ) + line(`M0 ${short(-size * 0.3)}V${short(size * 0.36)}`, INK.straw, size * 0.16)
  );
}

/** An upright spike of bells: five, or seven for the tall one. */
function spike(count: 5 | 7, size: number): string {
  const rows: readonly (readonly [x: number, y: number, size: number, dark?: 'dark'])[] =
    count === 7
      ? [
        [-1.2, -0.7, 1], [1.2, -0.7, 1], [-0.95, -2.3, 0.95], [0.95, -2.3, 0.95], [0, -1.3, 1, 'dark'],
        [0, -3.1, 0.9, 'dark'], [0, -4.6, 0.72],
      ]
      : [[-1.05, -0.7, 0.95], [1.05, -0.7, 0.95], [0, -1.5, 0.95, 'dark'], [0, -3, 0.82], [0, -4.2, 0.62]];
  const tip = rows.at(-1)![1] * size;
  return (
    line(`M0 ${short(size)}V${short(tip)}`, INK.pine, size * 0.24) +
    rows.map(([x, y, part, dark]) => at(x * size, y * size, bell(size * part, dark ? INK.indigo : INK.iris))).join('')
  );
}

/** Three spikes over three leaves, as on the crest. */
export function crest(x: number, y: number, size: number): string {
  return at(
    x,
    y,
    at(-44, -12, spike(5, 17), { turn: -17 }) +
      at(44, -12, spike(5, 17), { turn: 17 }) +
      at(0, -14, spike(7, 20)) +
      at(-14, -2, paulowniaLeaf(74), { turn: 66 }) +
      at(14, -2, paulowniaLeaf(74), { turn: -66 }) +
      at(0, -4, paulowniaLeaf(84)),
    { size },
  );
}

/** A crest that leans, and a young spike behind it. */
export function leaning(): string {
  return (
    at(156, 156, spike(5, 18), { turn: 12 }) +
    at(158, 154, paulowniaLeaf(60), { turn: -40 }) +
    at(86, 222, crest(0, 0, 1), { turn: -5 })
  );
}
