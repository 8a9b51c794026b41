import { disc, edged, line, shape, smooth } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

const DARK_MOSS = '#4d6127';

/** The bush warbler, perched on the origin and singing to the left. */
export function warbler(): string {
  const body = smooth([
    [-41, -50], [-35, -63], [-20, -67], [-4, -57], [16, -40], [38, -20], [76, -2, 'corner'], [70, 8, 'corner'],
    [36, -2], [14, 6], [-10, 5], [-28, -8], [-38, -28],
  ]);
  const belly = smooth([
    [-40, -40, 'corner'], [-30, -38], [-18, -24], [0, -12], [20, -6], [34, -4, 'corner'], [14, 5], [-10, 4],
    [-28, -9], [-37, -27],
  ]);
  const wing = smooth([
    [-12, -44, 'corner'], [6, -46], [26, -34], [48, -12], [58, 2, 'corner'], [30, -6], [6, -14], [-8, -28],
  ]);
  return (
    line('M-6 2L-4 16M8 3L8 15', INK.sumi, 3) +
    edged(body, INK.moss, INK.paper, 2) +
    shape(belly, INK.straw) +
    edged(wing, DARK_MOSS, INK.straw, 1.4) +
    line('M8 -36Q28 -24 42 -8M4 -27Q20 -18 34 -8', INK.moss, 2) +
    shape('M-38 -58L-56 -57L-40 -51L-54 -46L-38 -47Z', INK.gold) +
    line('M-38 -59Q-28 -62 -16 -57', INK.white, 2.4) +
    disc(-29, -54, 3.6, INK.sumi) +
    disc(-30, -55, 1.1, INK.white)
  );
}

/** The cuckoo of the early morning, in flight to the left. */
export function cuckoo(): string {
  const far = smooth([
    [-14, -10, 'corner'], [-22, -40], [-16, -74, 'corner'], [-2, -62], [8, -40], [12, -10, 'corner'],
  ]);
  const near = smooth([
    [-16, -6, 'corner'], [-2, -34], [26, -58], [66, -70, 'corner'], [60, -56, 'corner'], [68, -52, 'corner'],
    [56, -42, 'corner'], [62, -36, 'corner'], [46, -28, 'corner'], [50, -20, 'corner'], [24, -2], [4, 4],
  ]);
  const tail = smooth([
    [28, -4, 'corner'], [62, -2], [96, 4, 'corner'], [92, 14, 'corner'], [98, 20, 'corner'], [84, 24, 'corner'],
    [54, 16], [28, 10, 'corner'],
  ]);
  const body = smooth([
    [-50, -10], [-44, -20], [-30, -22], [-10, -14], [16, -6], [36, 2], [30, 12], [8, 18], [-16, 16], [-38, 6],
    [-50, -2],
  ]);
  const belly = smooth([
    [-48, -3, 'corner'], [-30, -4], [-6, 2], [20, 6], [35, 5, 'corner'], [28, 13], [8, 18], [-16, 16], [-38, 6],
  ]);
  return (
    edged(far, INK.iris, INK.paper, 2) +
    edged(tail, INK.sumi, INK.paper, 2) +
    line('M50 6L56 12M64 8L70 15M78 12L83 18', INK.white, 2.6) +
    edged(body, INK.indigo, INK.paper, 2) +
    shape(belly, INK.white) +
    line('M-26 3L-20 13M-14 5L-8 16M-2 7L4 17M10 9L15 16M21 10L24 13', INK.sumi, 2.2) +
    edged(near, INK.indigo, INK.paper, 2) +
    line('M8 -10Q30 -24 52 -34M4 -16Q28 -36 56 -50M0 -20Q20 -44 54 -62', INK.lilac, 1.6) +
    shape('M-50 -12L-66 -4L-49 -4Z', INK.gold) +
    disc(-40, -12, 4, INK.gold) +
    disc(-40, -12, 2, INK.sumi)
  );
}

/** A goose on its way, in flight to the left. */
export function goose(): string {
  const far = smooth([[-6, -4, 'corner'], [-8, -20], [4, -40, 'corner'], [12, -22], [14, -4, 'corner']]);
  const near = smooth([
    [-8, -2, 'corner'], [4, -20], [24, -34], [50, -40, 'corner'], [42, -28, 'corner'], [46, -22, 'corner'],
    [34, -14, 'corner'], [36, -8, 'corner'], [14, 3],
  ]);
  const body = smooth([
    [-58, -3], [-51, -7], [-42, -4], [-22, -6], [0, -8], [22, -2], [46, 6, 'corner'], [42, 11, 'corner'], [18, 12],
    [-4, 10], [-24, 2], [-44, 2], [-54, 2],
  ]);
  return (
    edged(far, INK.iris, INK.paper, 1.6) +
    edged(body, INK.indigo, INK.paper, 1.6) +
    shape(smooth([[-22, 1, 'corner'], [0, 2], [28, 6, 'corner'], [14, 11], [-6, 9]]), INK.white) +
    edged(near, INK.indigo, INK.paper, 1.6) +
    line('M8 -8Q24 -20 38 -28M4 -12Q22 -28 40 -36', INK.lilac, 1.4) +
    shape('M-57 -4L-70 1L-55 3Z', INK.vermilion) +
    disc(-51, -3, 1.5, INK.white)
  );
}

/** The swallow in a turn, seen from above, heading down to the left. */
export function swallow(): string {
  const left = smooth([
    [-14, 2, 'corner'], [-20, -24], [-44, -50], [-78, -62, 'corner'], [-64, -44], [-48, -18], [-22, 14, 'corner'],
  ]);
  const right = smooth([
    [4, 20, 'corner'], [28, 20], [52, 40], [68, 70, 'corner'], [46, 60], [18, 48], [-8, 32, 'corner'],
  ]);
  const body = smooth([
    [-40, 40], [-42, 26], [-30, 14], [-12, 2], [10, -10], [30, -26], [40, -30, 'corner'], [38, -18], [24, 4], [8, 22],
    [-10, 38], [-26, 46],
  ]);
  const streamer = (d: string) => line(d, INK.indigo, 4.5);
  return (
    streamer('M30 -22Q50 -52 52 -88') +
    streamer('M34 -20Q66 -36 90 -66') +
    edged(left, INK.indigo, INK.paper, 2) +
    line('M-24 -6Q-40 -32 -66 -54M-22 4Q-36 -14 -52 -34', INK.lilac, 1.7) +
    edged(right, INK.indigo, INK.paper, 2) +
    line('M6 32Q34 36 58 62M0 34Q24 46 44 56', INK.lilac, 1.7) +
    edged(body, INK.indigo, INK.paper, 2) +
    shape(smooth([[-42, 30, 'corner'], [-30, 24], [-18, 32], [-20, 44, 'corner'], [-34, 45]]), INK.vermilion) +
    shape(smooth([
      [-17, 33, 'corner'], [0, 14], [20, -4], [33, -16, 'corner'], [22, 4], [8, 21], [-8, 36],
    ]), INK.white) +
    shape('M-41 34L-52 44L-35 43Z', INK.gold) +
    disc(-33, 30, 2.6, INK.white) +
    disc(-33, 30, 1.4, INK.sumi)
  );
}
