import { along, at, blade, brush, type Curve, line, shape, short, times } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

/** One floret seen from the front: a raised banner over a dark keel. */
function floret(size: number, banner: string, keel: string): string {
  const s = (v: number) => short(v * size);
  return (
    `<path d="M0 ${s(0.5)}C${s(-0.9)} ${s(0.5)} ${s(-1.1)} ${s(-0.7)} ${s(-0.3)} ${s(-0.7)}Q0 ${s(-0.66)} 0 ${s(-0.4)}Q0 ${s(-0.66)} ${s(0.3)} ${s(-0.7)}C${s(1.1)} ${s(-0.7)} ${s(0.9)} ${s(0.5)} 0 ${s(0.5)}Z" fill="${banner}" stroke="${INK.paper}" stroke-width="${short(size * 0.12)}"/>` +
    shape(`M${s(-0.34)} ${s(-0.02)}Q0 ${s(-0.3)} ${s(0.34)} ${s(-0.02)}L0 ${s(0.62)}Z`, keel)
  );
}

/** A raceme that hangs down from the origin, broad above and pointed below. */
function raceme(length: number, width: number): string {
  const rows = Math.max(5, Math.round(length / 15));
  const row = length / (rows + 0.5);
  const size = Math.min(width / 3.4, row * 0.95);
  let drawn = line(`M0 -4V${short(length)}`, INK.pine, 2.5);
  for (let index = rows; index >= 0; index -= 1) {
    const t = index / rows;
    const half = (width / 2) * Math.sin(Math.PI * (0.32 + 0.68 * t)) * (t < 0.12 ? 0.8 : 1);
    const count = Math.max(1, Math.min(4, Math.round((half * 2) / (size * 1.25))));
    const bud = size * (t > 0.75 ? 0.62 : t > 0.5 ? 0.84 : 1);
    const dark = t > 0.55;
    for (let place = 0; place < count; place += 1) {
      const x = count === 1 ? 0 : -half + size * 0.5 + ((half * 2 - size) * place) / (count - 1);
      const outer = place === 0 || place === count - 1;
      drawn += at(x, row * index + 6 + (index % 2 ? 1.5 : 0), floret(bud, dark ? INK.iris : outer ? INK.lilac : '#7c84c0', INK.indigo));
    }
  }
  return drawn;
}

/** A feathered leaf along a curve. */
function feather(curve: Curve, pairs = 4, length = 26): string {
  const leaflet = (turn: number, size: number, x: number, y: number) =>
    at(x, y, shape(blade(size, size * 0.44), INK.pine) + line(`M0 -3V${short(-size * 0.72)}`, INK.sage, 1.1), { turn });
  const tip = along(curve, 1);
  return (
    line(`M${short(curve[0][0])} ${short(curve[0][1])}C${curve.slice(1).map(([x, y]) => `${short(x)} ${short(y)}`).join(' ')}`, INK.pine, 2.2) +
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
    feather([[120, 30], [146, 40], [164, 60], [176, 96]]) +
    feather([[50, 26], [30, 50], [24, 70], [24, 104]], 3) +
    at(148, 66, raceme(150, 50)) +
    at(50, 62, raceme(170, 52)) +
    at(100, 40, raceme(226, 58))
  );
}

export function wide(): string {
  return (
    vine([[-6, 18], [70, 40], [120, 6], [206, 34]], [8, 11, 11, 8]) +
    feather([[70, 26], [56, 50], [44, 70], [24, 88]]) +
    feather([[130, 20], [120, 50], [104, 80], [100, 106]], 3) +
    at(42, 58, raceme(208, 54)) +
    at(100, 62, raceme(140, 48)) +
    at(156, 40, raceme(224, 58))
  );
}

/** Short racemes above, for a card with something below them. */
export function brief(): string {
  return (
    vine([[-6, 30], [60, 4], [120, 46], [206, 14]], [9, 12, 10, 8]) +
    feather([[74, 22], [90, 40], [104, 52], [118, 84]], 3, 24) +
    at(38, 38, raceme(190, 50)) +
    at(88, 40, raceme(110, 42)) +
    at(162, 34, raceme(128, 48))
  );
}

export function beside(): string {
  return (
    vine([[-6, 20], [60, 40], [130, 6], [206, 30]], [8, 11, 11, 8]) +
    feather([[60, 26], [80, 44], [92, 60], [98, 92]], 3, 25) +
    at(40, 46, raceme(178, 50)) +
    at(98, 70, raceme(160, 46)) +
    at(158, 40, raceme(206, 54))
  );
}
