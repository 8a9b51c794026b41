import { at, brush, type Curve, edged, line, type Point, polar, shape, short } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

const LOBES: readonly (readonly [angle: number, length: number])[] = [
  [-132, 0.46], [-86, 0.8], [-42, 0.98], [0, 1.06], [42, 0.98], [86, 0.8], [132, 0.46],
];

/** A maple leaf: seven pointed lobes with toothed sides. */
function mapleLeaf(radius: number, ink: string, vein: string = INK.straw): string {
  const points: Point[] = [];
  const put = (angle: number, part: number) => {
    const [x, y] = polar(angle, radius * part);
    points.push([x, y]);
  };
  put(180, 0.12);
  LOBES.forEach(([angle, length], index) => {
    put(angle - 15 / length ** 0.5, length * 0.56);
    put(angle - 11 / length ** 0.5, length * 0.64);
    put(angle, length);
    put(angle + 11 / length ** 0.5, length * 0.64);
    put(angle + 15 / length ** 0.5, length * 0.56);
    const next = LOBES[index + 1];
    if (next) put((angle + next[0]) / 2, 0.3);
  });
  const d = `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}Z`;
  const veins = LOBES.map(([angle, length]) => {
    const [x, y] = polar(angle, radius * length * 0.74);
    return `M0 0L${short(x)} ${short(y)}`;
  }).join('');
  return (
    line(`M0 0Q${short(radius * 0.06)} ${short(radius * 0.4)} ${short(-radius * 0.06)} ${short(radius * 0.66)}`, ink, radius * 0.075) +
    edged(d, ink, INK.paper, radius * 0.045) +
    line(veins, vein, radius * 0.032)
  );
}

type Leaf = readonly [x: number, y: number, radius: number, turn: number, ink?: 'gold' | 'crimson'];
const VEINS = { gold: INK.vermilion, crimson: INK.rose } as const;
const leaves = (all: readonly Leaf[]) =>
  all
    .map(([x, y, radius, turn, ink]) =>
      at(x, y, ink ? mapleLeaf(radius, INK[ink], VEINS[ink]) : mapleLeaf(radius, INK.vermilion), { turn }),
    )
    .join('');
const branch = (curve: Curve, widths: readonly number[]) => shape(brush(curve, widths), INK.sumi);

export function rising(): string {
  return (
    branch([[30, 330], [60, 240], [90, 220], [140, 90]], [24, 15, 12, 4]) +
    branch([[74, 248], [110, 240], [140, 220], [176, 210]], [9, 6, 3]) +
    branch([[66, 260], [56, 220], [50, 190], [40, 150]], [9, 6, 3]) +
    leaves([
      [140, 78, 53, 20], [70, 128, 49, -24, 'gold'], [150, 160, 49, 60], [40, 190, 46, -50, 'crimson'],
      [104, 204, 51, 8], [164, 232, 51, 100, 'gold'], [50, 262, 49, -80], [118, 276, 53, 150, 'crimson'],
      [172, 300, 39, 40],
    ])
  );
}

export function falling(): string {
  return (
    branch([[206, 250], [160, 220], [120, 180], [30, 110]], [20, 14, 10, 3]) +
    branch([[150, 212], [140, 170], [150, 130], [150, 90]], [10, 7, 3]) +
    branch([[110, 180], [90, 200], [70, 220], [34, 226]], [8, 6, 3]) +
    leaves([
      [150, 84, 51, 8, 'gold'], [92, 104, 49, -20], [34, 120, 44, -60, 'crimson'], [164, 150, 49, 40],
      [100, 170, 46, 170, 'gold'], [46, 214, 51, -110], [140, 224, 53, 140], [96, 262, 51, 190, 'crimson'],
      [36, 288, 44, 20, 'gold'], [164, 290, 49, 96],
    ])
  );
}

/** A canopy over the deer. */
export function canopy(): string {
  return (
    branch([[206, 190], [190, 110], [120, 80], [20, 46]], [18, 12, 8, 3]) +
    branch([[160, 96], [156, 66], [146, 54], [130, 36]], [8, 5, 3]) +
    leaves([
      [128, 42, 38, -10, 'gold'], [172, 56, 42, 24], [82, 42, 38, -30], [34, 54, 38, -70, 'crimson'],
      [112, 98, 40, 176], [162, 112, 43, 130, 'crimson'], [172, 164, 38, 100, 'gold'], [122, 148, 34, 160],
    ])
  );
}

export function beside(): string {
  return (
    branch([[-6, 300], [50, 250], [110, 240], [186, 150]], [22, 15, 12, 4]) +
    branch([[70, 250], [66, 210], [50, 190], [40, 150]], [9, 6, 3]) +
    leaves([
      [176, 144, 49, 40], [42, 146, 49, -16, 'gold'], [150, 206, 49, 90, 'crimson'], [48, 206, 46, -80],
      [96, 224, 49, 0, 'gold'], [152, 270, 53, 130], [90, 288, 49, 190, 'crimson'], [34, 270, 46, -110],
      [186, 304, 35, 60, 'gold'],
    ])
  );
}
