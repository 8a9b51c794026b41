import { brush, disc, edged, line, shape, smooth, times } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

const SKIN = '#f4dcb6';

/** The umbrella of oiled paper, seen from the side; its top at the origin. */
function umbrella(): string {
  const dome = 'M-84 56C-78 14 -42 -4 0 -8C42 -4 78 14 84 56Q70 46 56 56Q42 46 28 56Q14 46 0 56Q-14 46 -28 56Q-42 46 -56 56Q-70 46 -84 56Z';
  const ribs = times(5, (index) => {
    const x = -56 + index * 28;
    return `M0 -8C${x * 0.6} ${2} ${x * 0.95} ${22} ${x} 56`;
  });
  return (
    edged(dome, INK.gold, INK.sumi, 2.4) +
    `<path d="M-78 38Q0 10 78 38" fill="none" stroke="${INK.vermilion}" stroke-width="9"/>` +
    line(ribs, INK.sumi, 1.8) +
    shape('M-6 -6h12l-3 -12h-6Z', INK.sumi)
  );
}

/** Ono no Michikaze on his way along the stream, looking down to the left. */
export function rainMan(): string {
  const trousers = smooth([
    [72, 236, 'corner'], [62, 286, 'corner'], [84, 294], [100, 288, 'corner'], [112, 296], [136, 290, 'corner'],
    [132, 236, 'corner'],
  ]);
  const robe = smooth([
    [86, 156, 'corner'], [76, 190], [68, 250, 'corner'], [100, 258], [138, 250, 'corner'], [134, 196],
    [124, 158, 'corner'], [104, 150],
  ]);
  const leftSleeve = smooth([
    [90, 160, 'corner'], [64, 176], [50, 204], [44, 238, 'corner'], [66, 244], [82, 234, 'corner'], [86, 206],
  ]);
  const rightSleeve = smooth([
    [120, 158, 'corner'], [140, 172], [150, 204], [156, 240, 'corner'], [138, 248], [122, 236, 'corner'], [116, 200],
  ]);
  return (
    line('M96 70L84 214', INK.sumi, 4) +
    shape('M66 288h30l2 10h-38ZM104 292h32l4 9h-38Z', INK.sumi) +
    edged(trousers, INK.vermilion, INK.paper, 2) +
    line('M86 256Q84 276 88 290M116 256Q116 276 114 292', INK.crimson, 2.4) +
    edged(rightSleeve, INK.indigo, INK.paper, 2) +
    edged(robe, INK.indigo, INK.paper, 2) +
    edged(leftSleeve, INK.indigo, INK.paper, 2) +
    shape('M47 226L45 238Q56 246 66 244L82 234L83 222Q64 236 47 226ZM153 228L156 240Q146 248 138 248L122 236L121 224Q138 240 153 228Z', INK.gold) +
    line('M104 160Q98 200 102 250', INK.lilac, 2) +
    disc(60, 208, 5, INK.lilac) + disc(140, 206, 5, INK.lilac) + disc(94, 222, 5, INK.lilac) + disc(118, 184, 5, INK.lilac) +
    shape('M92 152L104 172L116 152Z', INK.vermilion) +
    line('M90 152L104 172L118 152', INK.white, 3) +
    shape(brush([[74, 208], [80, 206], [86, 206], [92, 210]], [9, 11, 8]), SKIN) +
    edged(smooth([
      [90, 132], [96, 120], [110, 118], [118, 128], [116, 144], [106, 154], [95, 150],
    ]), SKIN, INK.sumi, 1.8) +
    line('M96 138l5 -2M97 147q3 1 6 0', INK.sumi, 2) +
    line('M92 130q4 -3 8 -2', INK.sumi, 1.6) +
    shape(smooth([
      [93, 126, 'corner'], [100, 118], [112, 118], [120, 128], [118, 140, 'corner'], [112, 128],
    ]), INK.sumi) +
    shape(smooth([[98, 120, 'corner'], [100, 98], [112, 92], [118, 104], [116, 122, 'corner']]), INK.sumi) +
    shape(brush([[116, 118], [134, 114], [140, 128], [138, 146]], [5, 6, 5, 3]), INK.sumi) +
    `<g transform="translate(97 44)rotate(-6)">${umbrella()}</g>`
  );
}
