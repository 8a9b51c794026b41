import { along, at, blade, brush, type Curve, edged, line, scaled, shape, short, sweep, times } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

const BANNER =
  'M0 .5C-.9 .5 -1.1 -.7 -.3 -.7Q0 -.66 0 -.4Q0 -.66 .3 -.7C1.1 -.7 .9 .5 0 .5Z';

/** One floret seen from the front: a raised banner over a dark keel. */
function floret(size: number, banner: string, keel: string): string {
  return (
    edged(scaled(BANNER, size), banner, INK.paper, size * 0.12) +
    shape(scaled('M-.34 -.02Q0 -.3 .34 -.02L0 .62Z', size), keel)
  );
}

/** A raceme that hangs down from the origin, broad above and pointed below. */
function raceme(length: number, width: number): string {
  const size = width / 3.5;
  const row = size * 0.92;
  const rows = Math.round(length / row);
  let drawn = line(`M0 -4V${short(length - row)}`, INK.pine, 2.5);
  for (let index = rows - 1; index >= 0; index -= 1) {
    const t = index / (rows - 1);
    // Full for the upper half, then drawn in to a tip of buds.
    const half = (width / 2) * (t < 0.1 ? 0.72 : t < 0.45 ? 1 : 1 - (t - 0.45) / 0.62);
    const bud = size * (t > 0.8 ? 0.66 : t > 0.6 ? 0.82 : 1);
    const count = Math.max(1, Math.min(3, Math.round((half * 2) / (bud * 1.3))));
    for (let place = 0; place < count; place += 1) {
      const x = count === 1 ? (index % 2 ? 2 : -2) : -half + bud * 0.6 + ((half * 2 - bud * 1.2) * place) / (count - 1);
      const banner = t > 0.62 ? INK.iris : place === 1 && count === 3 ? '#7c84c0' : INK.lilac;
      drawn += at(x, row * index + 6 + (place % 2 ? 3 : 0), floret(bud, banner, INK.indigo));
    }
  }
  return drawn;
}

/** A feathered leaf along a curve. */
function feather(curve: Curve, pairs = 4, length = 30): string {
  const leaflet = (turn: number, size: number, x: number, y: number) =>
    at(x, y, shape(blade(size, size * 0.44), INK.pine) + line(`M0 -3V${short(-size * 0.72)}`, INK.sage, 1.1), { turn });
  const tip = along(curve, 1);
  return (
    line(sweep(curve), INK.pine, 2.2) +
    times(pairs, (index) => {
      const { x, y, heading } = along(curve, (index + 0.6) / (pairs + 0.4));
      const size = length * (1 - 0.1 * index);
      return leaflet(heading - 62, size, x, y) + leaflet(heading + 62, size, x, y);
    }) +
    leaflet(tip.heading, length * 0.85, tip.x, tip.y)
  );
}

const vine = (curve: Curve, widths: readonly number[]) => shape(brush(curve, widths), INK.earth);

export function long(): string {
  return (
    vine([[-6, 26], [50, 4], [130, 50], [206, 20]], [9, 12, 10, 8]) +
    at(150, 58, raceme(156, 50)) +
    at(48, 52, raceme(182, 52)) +
    at(100, 44, raceme(228, 58)) +
    feather([[126, 30], [150, 30], [172, 50], [182, 84]], 3) +
    feather([[66, 20], [44, 22], [24, 40], [18, 70]], 3)
  );
}

export function wide(): string {
  return (
    vine([[-6, 18], [70, 40], [120, 6], [206, 34]], [8, 11, 11, 8]) +
    at(42, 50, raceme(212, 54)) +
    at(100, 56, raceme(148, 48)) +
    at(156, 40, raceme(226, 58)) +
    feather([[64, 26], [80, 36], [94, 52], [98, 84]], 3) +
    feather([[140, 16], [126, 24], [122, 36], [122, 60]], 2, 26)
  );
}

/** Short racemes above, for a card with something below them. */
export function brief(): string {
  return (
    vine([[-6, 30], [60, 4], [120, 46], [206, 14]], [9, 12, 10, 8]) +
    at(34, 38, raceme(180, 48)) +
    at(86, 34, raceme(120, 44)) +
    at(164, 32, raceme(122, 48)) +
    feather([[100, 30], [112, 38], [124, 52], [128, 82]], 3, 27)
  );
}

/** Racemes left and right, a ribbon between them. */
export function beside(): string {
  return (
    vine([[-6, 20], [60, 40], [130, 6], [206, 30]], [8, 11, 11, 8]) +
    at(38, 46, raceme(190, 52)) +
    at(164, 38, raceme(212, 52)) +
    feather([[70, 28], [86, 32], [100, 46], [106, 72]], 3, 28) +
    feather([[140, 16], [128, 22], [122, 32], [120, 52]], 2, 25)
  );
}
