import { at, disc, edged, line, oval, shape, smooth, times, wreath } from '../../../drawing/pen.ts';
import { INK } from '../ink.ts';

const CREST = 'M0 0C5 -2 8 -8 5 -12L0 -9.5L-5 -12C-8 -8 -5 -2 0 0Z';

/** The curtain of a party under the blossoms, hung along a rope. */
export function curtain(top: number): string {
  const stripes = times(6, (index) => {
    const x = -6 + index * 38;
    const down = `M${x} ${top - 6}C${x - 6} ${top + 60} ${x + 6} ${top + 100} ${x} 330`;
    const up = `H${x + 19}C${x + 25} ${top + 100} ${x + 13} ${top + 60} ${x + 19} ${top - 6}Z`;
    return shape(down + up, INK.vermilion);
  });
  const swag = (x: number, width: number) => `Q${x + width / 2} ${top + 22} ${x + width} ${top}`;
  const edge = `M-4 ${top}${swag(-4, 70)}${swag(66, 68)}${swag(134, 70)}`;
  const crest = (x: number, y: number) =>
    at(x, y, disc(0, 0, 15, INK.paper) + shape(wreath(5, CREST), INK.indigo) + disc(0, 0, 2, INK.paper));
  const band = `${edge}V${top + 44}Q170 ${top + 62} 134 ${top + 44}Q100 ${top + 62} 66 ${top + 44}Q30 ${top + 62} -4 ${top + 44}Z`;
  const tassel = (x: number) =>
    line(`M${x} ${top - 2}V${top + 18}`, INK.gold, 4) +
    shape(`M${x - 5} ${top + 14}h10l3 26h-16Z`, INK.gold) +
    line(`M${x - 2} ${top + 20}v18M${x + 3} ${top + 20}v18`, INK.earth, 1.4);
  return (
    shape(`${edge}V330H-4Z`, INK.white) +
    `<clipPath id="curtain"><path d="${edge}V330H-4Z"/></clipPath><g clip-path="url(#curtain)">${stripes}</g>` +
    shape(band, INK.indigo) +
    line(`M-4 ${top + 44}Q30 ${top + 62} 66 ${top + 44}Q100 ${top + 62} 134 ${top + 44}Q170 ${top + 62} 204 ${top + 44}`, INK.gold, 3) +
    line(edge, INK.sumi, 5) +
    crest(31, top + 31) + crest(100, top + 31) + crest(169, top + 31) +
    tassel(66) + tassel(134)
  );
}

/** A crescent, its back to the left. */
export function crescent(radius: number, ink: string): string {
  const r = radius;
  return shape(`M${r * 0.3} ${-r * 0.95}A${r} ${r} 0 1 0 ${r * 0.3} ${r * 0.95}A${r * 1.12} ${r * 1.12} 0 0 1 ${r * 0.3} ${-r * 0.95}Z`, ink);
}

/** Eight planks in a zigzag over the marsh. */
export function bridge(): string {
  const joints = [[216, 178], [42, 200], [160, 232], [36, 262], [216, 298]] as const;
  const post = (x: number, y: number) => edged(`M${x - 5} ${y}h10v34h-10Z`, INK.sumi, INK.paper, 1.2);
  const section = (index: number) => {
    const [ax, ay] = joints[index]!;
    const [bx, by] = joints[index + 1]!;
    const step = ax > bx ? -1 : 1;
    const [sx, ex] = [ax - 14 * step, bx + 14 * step];
    const plank = (down: number, ink: string) => edged(`M${sx} ${ay + down}L${ex} ${by + down}v12L${sx} ${ay + down + 12}Z`, ink, INK.sumi, 2);
    return plank(0, INK.straw) + plank(12, INK.gold) + shape(`M${sx} ${ay + 24}L${ex} ${by + 24}v5L${sx} ${ay + 29}Z`, INK.sumi);
  };
  return (
    post(172, 206) + section(0) +
    post(44, 226) + post(140, 246) + section(1) +
    post(162, 256) + post(60, 272) + section(2) +
    post(36, 288) + post(170, 306) + section(3)
  );
}

/** A lacquer cup with the character for long life. */
export function sakeCup(): string {
  const life = 'M-14 -15H14M-18 -8H18M-14 -1H14M0 -21Q-2 6 -20 18M-8 7H16M9 2V16Q9 20 3 19M-3 11L1 15';
  return (
    shape(smooth([
      [-30, 40, 'corner'], [-26, 62], [-34, 70, 'corner'], [34, 70, 'corner'], [26, 62], [30, 40, 'corner'],
    ]), INK.crimson) +
    line('M-33 68H33', INK.gold, 3.5) +
    shape(smooth([
      [-74, 0, 'corner'], [-60, 34], [-26, 52], [26, 52], [60, 34], [74, 0, 'corner'], [0, -10],
    ]), INK.crimson) +
    oval(0, 0, 75, 37, INK.gold) +
    oval(0, 0, 71, 34, INK.vermilion) +
    oval(0, 3, 60, 27, '#d5513a') +
    `<g transform="translate(0 3) scale(1.25 1.05)">${line(life, INK.straw, 3)}</g>`
  );
}

/** A bolt out of the clouds. */
export function bolt(): string {
  return edged('M26 -96L-30 -6L0 -8L-34 58L-8 54L-36 116L44 26L14 30L48 -36L14 -32L52 -96Z', INK.gold, INK.paper, 4);
}

type Bar = readonly [y: number, length: number];

/** Bars of cloud from either side: they mark the cards with an animal. */
export function clouds(left: readonly Bar[], right: readonly Bar[]): string {
  const bar = (x: number, y: number, width: number) =>
    `<rect x="${x}" y="${y}" width="${width}" height="16" rx="8" fill="${INK.vermilion}"/>`;
  return (
    left.map(([y, length]) => bar(-16, y, length + 16)).join('') +
    right.map(([y, length]) => bar(200 - length, y, length + 16)).join('')
  );
}

/** Water that runs in long bands. */
export function stream(): string {
  return (
    shape('M-10 330C40 300 60 290 110 284S180 262 210 236V330Z', INK.indigo) +
    line('M40 316Q90 296 130 292T210 262M80 326Q130 312 160 306T210 288M0 326Q20 316 36 310', INK.lilac, 3)
  );
}

/** Rain in slanting lines. */
export function rain(ink: string): string {
  const drops = (index: number) =>
    `M${12 + index * 20} ${20 + (index % 3) * 60}l-10 44M${4 + index * 20} ${130 + (index % 4) * 34}l-9 40`;
  return line(times(11, drops), ink, 1.6);
}
