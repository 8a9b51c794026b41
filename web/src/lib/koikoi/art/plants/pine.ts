import { at, brush, type Curve, disc, edged, line, polar, shape, short, times } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

const SPREAD = 104;
const FLAT = 0.86;

/** One tuft of needles, opened like a fan upon its twig. */
function tuft(radius: number, needles = 17): string {
  const step = (SPREAD * 2) / (needles - 1);
  const reach = (angle: number, part: number) => {
    const [x, y] = polar(angle, radius * part);
    return `${short(x)} ${short(y * FLAT)}`;
  };
  let edge = `M0 ${short(radius * 0.16)}`;
  for (let index = 0; index < needles; index += 1) {
    const angle = -SPREAD + step * index;
    edge += `L${reach(angle, index % 2 ? 0.95 : 1)}`;
    if (index < needles - 1) edge += `L${reach(angle + step / 2, 0.84)}`;
  }
  const lines = times(needles - 2, (index) => {
    const angle = -SPREAD + step * (index + 1);
    return `M${reach(angle, index % 2 ? 0.34 : 0.2)}L${reach(angle, 0.84)}`;
  });
  return (
    edged(`${edge}Z`, INK.pine, INK.paper, radius * 0.07) +
    line(lines, INK.sage, radius * 0.035) +
    disc(0, radius * 0.04, radius * 0.12, INK.vermilion)
  );
}

/** A bough of old red bark. */
function bough(curve: Curve, widths: readonly number[]): string {
  return shape(brush(curve, widths), INK.crimson);
}

type Tuft = readonly [x: number, y: number, radius: number, turn: number];

const tufts = (all: readonly Tuft[]) =>
  all.map(([x, y, radius, turn]) => at(x, y, tuft(radius), { turn })).join('');

/** A pine that leans from the left corner over the card. */
export function leaning(): string {
  return (
    bough([[12, 330], [40, 250], [96, 262], [118, 150]], [34, 22, 16, 7]) +
    bough([[66, 266], [100, 262], [130, 256], [168, 236]], [11, 8, 4]) +
    bough([[46, 278], [36, 240], [42, 220], [36, 190]], [10, 6, 4]) +
    tufts([
      [38, 196, 46, -14],
      [118, 156, 57, 6],
      [160, 236, 50, 14],
      [84, 236, 46, -8],
      [140, 306, 52, 6],
      [36, 300, 50, -8],
    ])
  );
}

/** A pine that rises at the right edge. */
export function standing(): string {
  return (
    bough([[176, 330], [140, 270], [176, 200], [134, 112]], [34, 24, 17, 8]) +
    bough([[152, 210], [120, 214], [90, 208], [58, 190]], [12, 8, 4]) +
    bough([[152, 268], [120, 276], [96, 276], [64, 268]], [12, 8, 4]) +
    tufts([
      [134, 118, 52, -6],
      [58, 194, 48, -10],
      [166, 194, 48, 12],
      [112, 238, 41, -4],
      [52, 276, 48, -8],
      [160, 276, 52, 10],
      [104, 316, 48, 0],
    ])
  );
}

/** Young pines along the ground, for a card with something above them. */
export function low(): string {
  return (
    bough([[-6, 296], [40, 270], [60, 282], [92, 258]], [18, 12, 6]) +
    bough([[206, 300], [170, 262], [160, 262], [140, 246]], [18, 12, 6]) +
    tufts([
      [42, 266, 48, -12],
      [164, 262, 46, 12],
      [98, 286, 43, 2],
      [30, 314, 48, -6],
      [156, 316, 52, 8],
    ])
  );
}

/** Pine from both sides, leaving room for a ribbon between. */
export function beside(): string {
  return (
    bough([[8, 330], [60, 268], [26, 226], [52, 148]], [30, 18, 12, 6]) +
    bough([[42, 258], [90, 262], [120, 250], [160, 226]], [12, 9, 4]) +
    tufts([
      [52, 154, 50, -6],
      [158, 226, 50, 12],
      [36, 226, 43, -12],
      [96, 262, 41, 0],
      [34, 300, 48, -8],
      [152, 304, 55, 6],
    ])
  );
}
