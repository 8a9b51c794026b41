import { around, brush, disc, edged, line, oval, shape, smooth } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

const HIDE = '#4b3325';
const FAWN = '#b9762f';

/** The boar, going left with its head down; its feet stand on the origin's line. */
export function boar(): string {
  const leg = (x: number, lean: number) =>
    shape(brush([
      [x, -30], [x, -18], [x + lean, -12], [x + lean, 0],
    ], [22, 17, 11, 11]), HIDE) + shape(`M${x + lean - 7} -6h13l2 7h-17Z`, INK.sumi);
  const body = smooth([
    [-84, -22], [-82, -34], [-68, -42], [-56, -56], [-44, -66], [-22, -84], [8, -92], [40, -84], [64, -64], [72, -40],
    [66, -20], [40, -16], [6, -14], [-24, -16], [-44, -20], [-58, -14], [-74, -14],
  ]);
  const bristles = [[-34, -76], [-20, -85], [-6, -90], [9, -93], [24, -90], [38, -86]]
    .map(([x, y]) => `M${x! - 6} ${y! + 6}l${8} ${-15}l${7} ${14}Z`)
    .join('');
  return (
    line('M70 -52Q84 -54 80 -38Q78 -32 84 -28', HIDE, 4.5) +
    leg(-22, -6) + leg(52, 4) +
    shape(bristles, INK.sumi) +
    edged(body, HIDE, INK.paper, 2) +
    leg(-40, -4) + leg(34, 6) +
    shape(smooth([[-48, -20], [-10, -26], [30, -24], [62, -26], [40, -15], [6, -13], [-24, -15]]), '#7a5638') +
    line(
      'M-20 -66q8 -6 14 -6M2 -72q8 -4 14 -3M26 -68q8 0 12 4M-6 -52q8 -5 14 -4M18 -54q8 -2 14 2' +
      'M42 -50q6 2 10 8M-26 -48q6 -5 10 -6',
      '#8f6a48', 2.4,
    ) +
    edged(smooth([[-52, -58, 'corner'], [-42, -82, 'corner'], [-30, -64], [-36, -54]]), HIDE, INK.paper, 1.6) +
    edged(smooth([[-90, -30], [-84, -36], [-79, -28], [-80, -18], [-87, -17]]), INK.rose, INK.sumi, 1.6) +
    disc(-85, -28, 1.5, INK.sumi) + disc(-84, -22, 1.5, INK.sumi) +
    shape('M-74 -20Q-66 -22 -64 -36Q-74 -34 -78 -24Z', INK.white) +
    line('M-78 -16Q-68 -18 -60 -26', INK.sumi, 2) +
    oval(-61, -42, 4.4, 4, INK.straw) + disc(-62, -42, 2.2, INK.sumi)
  );
}

/** The deer, going left and looking back; its feet stand on the origin's line. */
export function deer(): string {
  const leg = (x: number, lean: number, back = false) =>
    shape(brush([
      [x, -62], [x + (back ? 6 : -1), -42], [x + lean, -26], [x + lean, 0],
    ], [back ? 22 : 15, 9, 6, 6]), FAWN) + shape(`M${x + lean - 4} -5h8l1 6h-10Z`, INK.sumi);
  const body = smooth([
    [-50, -80], [-34, -96], [-10, -92], [24, -96], [46, -88], [54, -68], [44, -52], [16, -48], [-16, -46], [-38, -54],
    [-50, -66],
  ]);
  const neck = brush([[-36, -66], [-58, -90], [-48, -112], [-40, -130]], [38, 28, 18, 17]);
  const head = smooth([
    [-54, -134], [-46, -146], [-32, -146], [-14, -134], [-2, -126], [-4, -118], [-18, -118], [-34, -120], [-48, -122],
  ]);
  const spot = (x: number, y: number) => oval(x, y, 3.6, 3, INK.white);
  return (
    leg(-24, 4) + leg(28, 8, true) +
    shape(smooth([[50, -84, 'corner'], [62, -92], [66, -78], [56, -64, 'corner']]), INK.white) +
    edged(body, FAWN, INK.paper, 2) +
    leg(-38, -4) + leg(40, 10, true) +
    edged(neck, FAWN, INK.paper, 2) +
    shape(smooth([[-54, -82], [-36, -94], [-16, -86], [-22, -62], [-44, -60]]), FAWN) +
    shape(smooth([[-36, -49], [-16, -56], [16, -56], [40, -56], [16, -47], [-16, -45]]), INK.straw) +
    [
      [-22, -82], [-6, -84], [10, -86], [26, -88], [40, -80], [-14, -70], [2, -72], [18, -74], [34, -70],
    ].map(([x, y]) => spot(x!, y!)).join('') +
    line(
      'M-46 -144Q-58 -160 -50 -180M-54 -160Q-66 -166 -68 -178M-53 -170Q-46 -176 -44 -188' +
      'M-36 -146Q-34 -164 -20 -176M-32 -160Q-38 -172 -34 -184M-26 -170Q-16 -172 -12 -184',
      INK.sumi, 4,
    ) +
    edged(smooth([[-52, -140, 'corner'], [-68, -146], [-74, -140, 'corner'], [-62, -134]]), FAWN, INK.paper, 1.6) +
    edged(head, FAWN, INK.paper, 2) +
    shape(smooth([[-20, -119, 'corner'], [-8, -124], [-2, -124], [-4, -118]]), INK.white) +
    oval(-3, -125, 3.4, 2.8, INK.sumi) +
    oval(-32, -134, 3.4, 3, INK.sumi) + disc(-31, -135, 1, INK.white)
  );
}

/** A butterfly with open wings, its head up. */
export function butterfly(wing: string = INK.gold, spot: string = INK.vermilion): string {
  const fore = smooth([[2, -4, 'corner'], [14, -30], [38, -42], [48, -28], [40, -6], [18, 2]]);
  const hind = smooth([[2, 0, 'corner'], [22, 2], [36, 12], [34, 28], [24, 40, 'corner'], [20, 30], [8, 20]]);
  const side =
    edged(hind, spot, INK.sumi, 2.4) + disc(24, 16, 5, INK.straw) +
    edged(fore, wing, INK.sumi, 2.4) +
    shape(smooth([[40, -38, 'corner'], [48, -28], [40, -8, 'corner'], [36, -24]]), INK.sumi) +
    disc(26, -22, 6, spot) + disc(26, -22, 2.6, INK.white) +
    line('M10 -10L18 -16M12 -4L24 -6', INK.sumi, 1.6);
  return (
    side + `<g transform="scale(-1 1)">${side}</g>` +
    line('M1 -16Q6 -28 13 -33M-1 -16Q-6 -28 -13 -33', INK.sumi, 1.8) +
    shape(smooth([[0, -18], [4, -8], [3.6, 8], [0, 24, 'corner'], [-3.6, 8], [-4, -8]]), INK.sumi)
  );
}

/** The frog that would not give up, leaping to the right. */
export function frog(): string {
  return (
    shape(brush([[-12, 8], [-34, 2], [-30, 22], [-46, 22]], [11, 9, 6, 4]), '#5d7a32') +
    edged(smooth([[-20, 8], [-8, -10], [8, -18], [20, -16], [24, -6], [14, 4], [-2, 12]]), INK.moss, INK.paper, 1.6) +
    shape(smooth([[-14, 10, 'corner'], [4, 2], [23, -5, 'corner'], [14, 5], [-2, 13]]), INK.straw) +
    line('M10 4L20 14L28 12M-6 10L-16 22L-8 26', INK.moss, 4.5) +
    disc(15, -17, 4.6, INK.moss) + disc(16, -18, 2, INK.sumi) +
    line('M-8 -4Q4 -12 12 -12', '#4d6127', 2)
  );
}

/** The thunder's drum with its three commas. */
export function drum(radius: number): string {
  const r = radius * 0.68;
  const tail = brush([
    [r * 0.06, -r * 0.74], [r * 0.62, -r * 0.78], [r * 1.0, -r * 0.24], [r * 0.8, r * 0.42],
  ], [r * 0.4, r * 0.34, r * 0.2, 0.5]);
  return (
    disc(0, 0, radius, INK.sumi) +
    disc(0, 0, radius * 0.92, INK.gold) +
    disc(0, 0, radius * 0.76, INK.paper) +
    around(16, disc(0, -radius * 0.84, radius * 0.05, INK.sumi)) +
    around(3, disc(0, -r * 0.56, r * 0.34, INK.sumi) + shape(tail, INK.sumi))
  );
}
