import {
  around,
  at,
  blade,
  type Curve,
  disc,
  line,
  polar,
  scaled,
  shape,
  short,
  sweep,
  times,
  wreath,
} from '../drawing/pen.ts';
import type { SuitName } from '../cards/suits.ts';

const WIDTH = 100;
const HEIGHT = 140;
const CENTRE = { x: 50, y: 58 };

export type Night = {
  /** The sky, from top to bottom. */
  sky: readonly [string, string];
  spark: string;
  ember: string;
  /** The colour of the number. */
  ink: string;
};

/** The sky of each suit: daylight for black, night for the others. */
export const NIGHTS: Record<SuitName, Night> = {
  white: { sky: ['#1d2233', '#454c66'], spark: '#ffffff', ember: '#cdd5ec', ink: '#ffffff' },
  red: { sky: ['#30080a', '#7a1710'], spark: '#ff5b3d', ember: '#ffb59f', ink: '#fff6ee' },
  blue: { sky: ['#071436', '#123a86'], spark: '#5ba4ff', ember: '#bfdcff', ink: '#f4f9ff' },
  yellow: { sky: ['#3a2402', '#9a6604'], spark: '#ffd23c', ember: '#fff0b0', ink: '#fffbe8' },
  green: { sky: ['#04241a', '#0d5c3a'], spark: '#3fd48b', ember: '#b9f3d5', ink: '#f1fff8' },
  black: { sky: ['#f1ede2', '#cfc7b8'], spark: '#17141a', ember: '#6d6672', ink: '#17141a' },
  multicolour: { sky: ['#170d2c', '#432363'], spark: '#ffffff', ember: '#e7d7ff', ink: '#ffffff' },
  powder: { sky: ['#0b0908', '#2d251c'], spark: '#f0b23f', ember: '#ffe0a0', ink: '#ffe9bd' },
  pink: { sky: ['#34061f', '#8a1f5c'], spark: '#ff7fbf', ember: '#ffd0e6', ink: '#fff4fa' },
  brown: { sky: ['#1f1209', '#5a3a1c'], spark: '#d39a5c', ember: '#f0d2a8', ink: '#fff6e8' },
  clear: { sky: ['#22303a', '#5d7686'], spark: '#eef6fb', ember: '#bcd0dc', ink: '#ffffff' },
  omni: { sky: ['#1c0b34', '#1d4a4a'], spark: '#ffffff', ember: '#ffd23c', ink: '#ffffff' },
  null: { sky: ['#eceae4', '#c3c1bb'], spark: '#55524d', ember: '#8b8781', ink: '#1f1d1a' },
  muddy: { sky: ['#241509', '#3d4432'], spark: '#d8b36a', ember: '#a8b48a', ink: '#fff8e6' },
  light: { sky: ['#4a1a34', '#a8668a'], spark: '#ffd9ea', ember: '#fff0f7', ink: '#ffffff' },
  prism: { sky: ['#0e2433', '#41386b'], spark: '#b9ecff', ember: '#f6d3ff', ink: '#ffffff' },
};

const RAINBOW = ['#ff5b3d', '#ffd23c', '#3fd48b', '#5ba4ff', '#ffffff'] as const;

type Burst = (radius: number, rings: number, night: Night) => string;

function ray(from: number, to: number, width: number, ink: string): string {
  const w = width / 2;
  const outline = `M${short(-w)} ${short(-to)}L0 ${short(-from)}L${short(w)} ${short(-to)}`;
  return shape(`${outline}Q0 ${short(-to - width)} ${short(-w)} ${short(-to)}Z`, ink);
}

/** A sphere of fine rays, as round as a chrysanthemum. */
const chrysanthemum: Burst = (radius, rings, { spark, ember }) =>
  around(24, ray(radius * 0.3, radius * 0.9, 2.6, spark)) +
  around(24, disc(0, -radius, 1.9, spark)) +
  (rings > 1 ? around(24, ray(radius * 0.24, radius * 0.62, 1.8, ember), 7.5) : '') +
  (rings > 2 ? around(24, disc(0, -radius * 0.76, 1.3, ember), 7.5) : '');

/** Diamonds in a wreath. */
const diamonds: Burst = (radius, rings, { spark, ember }) => {
  const stones = (d: string, ink: string, from = 0) => shape(wreath(10, scaled(d, radius), from), ink);
  return (
    stones('M0 -.51L.13 -.76L0 -1.01L-.13 -.76Z', spark) +
    (rings > 1 ? stones('M0 -.27L.07 -.44L0 -.61L-.07 -.44Z', ember, 18) : '') +
    (rings > 2 ? stones('M0 -.9L.05 -.98L0 -1.06L-.05 -.98Z', ember, 18) : '')
  );
};

/** A willow: trails that fall, each to its drop. */
const willow: Burst = (radius, rings, { spark, ember }) => {
  const trail = (part: number, reach: number, fall: number, ink: string, width: number) => {
    const x = part * reach;
    const y = fall - Math.abs(part) * reach * 0.12;
    const drop = at(x, y, shape(scaled('M0 -1.6Q1.5 .6 0 1.6Q-1.5 .6 0 -1.6Z', width), ink));
    const path: Curve = [
      [0, -radius * 0.16],
      [x * 0.4, -radius * 1.1],
      [x, -radius * 0.7],
      [x, y - width],
    ];
    return line(sweep(path), ink, width) + drop;
  };
  const spread = [-1, -0.62, -0.28, 0.28, 0.62, 1];
  const inner = [-0.84, -0.44, 0.44, 0.84];
  return (
    spread.map((part) => trail(part, radius, radius * 0.94, spark, 3)).join('') +
    (rings > 1 ? inner.map((part) => trail(part, radius * 0.9, radius * 0.5, ember, 1.9)).join('') : '') +
    (rings > 2 ? [-0.5, 0, 0.5].map((part) => disc(part * radius * 1.2, radius * 1.16, 1.7, ember)).join('') : '')
  );
};

const STAR = 'M0 -5L1.5 -1.6L5 -1.4L2.3 .9L3.2 4.4L0 2.5L-3.2 4.4L-2.3 .9L-5 -1.4L-1.5 -1.6Z';

/** A great star, and stars flying from it. */
const stars: Burst = (radius, rings, { spark, ember }) => {
  const point = (index: number) => {
    const [x, y] = polar(36 * index, radius * (index % 2 ? 0.42 : 0.86));
    return `${short(x)} ${short(y)}`;
  };
  const star = `<g transform="scale(${short(radius / 26)})"><path d="${STAR}" fill="${ember}"/></g>`;
  const great = `M${Array.from({ length: 10 }, (_, index) => point(index)).join('L')}Z`;
  return (
    line(great, spark, 3.4) +
    around(5, at(0, -radius * 0.86, star, { turn: 36 }), 36) +
    (rings > 1 ? around(5, ray(radius * 0.5, radius * 0.74, 2.4, ember)) : '') +
    (rings > 2 ? around(10, disc(0, -radius * 1.02, 1.9, spark), 18) : '')
  );
};

const FROND = 'M0 -.22C.3 -.4 .34 -.8 .1 -1L.02 -.8L-.14 -.86C.06 -.66 .1 -.46 0 -.22Z';

/** A palm: broad fronds with pointed tips. */
const palm: Burst = (radius, rings, { spark, ember }) => {
  return (
    shape(wreath(8, scaled(FROND, radius)), spark) +
    (rings > 1 ? shape(wreath(8, blade(radius * 0.6, radius * 0.12, 0.6), 26), ember) : '') +
    (rings > 2 ? around(8, at(0, -radius * 0.88, shape('M0 -3L2.8 2H-2.8Z', ember)), 34) : '')
  );
};

/** Crossettes: every arm breaks into a square cross. */
const crossettes: Burst = (radius, rings, { spark, ember }) => {
  const cross = `M-2 -7H2V-2H7V2H2V7H-2V2H-7V-2H-2Z`;
  const size = radius / 44;
  const arm =
    line(scaled('M0 -.36L0 -.5', radius), ember, 2.4) + at(0, -radius * 0.6, shape('M-2.6 -2.6H2.6V2.6H-2.6Z', ember));
  return (
    around(8, line(`M0 ${short(-radius * 0.34)}V${short(-radius * 0.66)}`, spark, 3)) +
    around(8, at(0, -radius * 0.84, shape(cross, spark), { size, turn: 45 })) +
    (rings > 1 ? around(8, arm, 22.5) : '') +
    (rings > 2 ? around(8, at(0, -radius * 0.96, shape('M-2 -2H2V2H-2Z', ember)), 22.5) : '')
  );
};

/** All colours at once, a bead at the end of each ray. */
const rainbow: Burst = (radius, rings, { ember }) => {
  const each = (draw: (ink: string) => string, turn = 0) =>
    times(15, (index) => `<g transform="rotate(${24 * index + turn})">${draw(RAINBOW[index % RAINBOW.length]!)}</g>`);
  return (
    each((ink) => ray(radius * 0.32, radius * 0.76, 3.2, ink) + disc(0, -radius * 0.92, radius * 0.095, ink)) +
    (rings > 1 ? each((ink) => disc(0, -radius * 0.58, radius * 0.05, ink), 12) : '') +
    (rings > 2 ? around(15, disc(0, -radius * 1.04, 1.2, ember), 12) : '')
  );
};

/** Black powder: it crackles before it ever flies. */
const crackle: Burst = (radius, rings, { spark, ember }) => {
  const flash = 'M0 -4.4L.9 -.9L4.4 0L.9 .9L0 4.4L-.9 .9L-4.4 0L-.9 -.9Z';
  const spot = (angle: number, part: number, size: number, ink: string) => {
    const [x, y] = polar(angle, radius * part);
    return at(x, y, shape(flash, ink), { size: Number(short(size)) });
  };
  return (
    disc(-14, 14, 13, '#3a3129') +
    disc(12, 16, 15, '#332b24') +
    disc(0, 4, 15, '#40362d') +
    around(9, line(`M0 ${short(-radius * 0.36)}l3 -6l-5 -3l4 ${short(-radius * 0.2)}`, spark, 2)) +
    times(9, (index) => spot(40 * index + 20, 0.9, 1.5, spark)) +
    (rings > 1 ? times(9, (index) => spot(40 * index + 4, 0.66, 1, ember)) : '') +
    (rings > 2 ? times(9, (index) => spot(40 * index, 1.08, 0.8, ember)) : '')
  );
};

/** A garland of one shape, which hangs above the origin and is one radius away from it. */
const garland =
  (count: number, outer: string, inner: string): Burst =>
  (radius, rings, { spark, ember }) =>
    shape(wreath(count, scaled(outer, radius)), spark) +
    (rings > 1 ? shape(wreath(count, scaled(inner, radius), 180 / count), ember) : '') +
    (rings > 2 ? around(count, disc(0, -radius * 1.05, 1.5, ember), 180 / count) : '');

const HEART = 'M0 -.6L-.16 -.78C-.24 -.9 -.08 -1 0 -.88C.08 -1 .24 -.9 .16 -.78Z';
const HEXAGON = 'M-.08 -.98L.08 -.98L.16 -.84L.08 -.7L-.08 -.7L-.16 -.84Z';
const CRESCENT = 'M-.14 -.7C-.2 -.9 -.04 -1.04 .12 -.98C0 -.94 -.04 -.82 .02 -.7C-.04 -.66 -.1 -.66 -.14 -.7Z';
const SPIKE = 'M0 -.3L.05 -.62L.12 -.78L.05 -.86L0 -1.06L-.05 -.86L-.12 -.78L-.05 -.62Z';
const BAR = 'M-.05 -.5L.05 -.5L.05 -.94L-.05 -.94Z';
const ARC = 'M-.18 -.7C-.18 -1.02 .18 -1.02 .18 -.7L.1 -.7C.1 -.9 -.1 -.9 -.1 -.7Z';
const PETAL = 'M0 -.44C.14 -.6 .14 -.84 0 -1C-.14 -.84 -.14 -.6 0 -.44Z';
const GEM = 'M-.1 -.98L.1 -.98L.17 -.88L0 -.64L-.17 -.88Z';
const CHIP = 'M0 -.42L.05 -.5L0 -.58L-.05 -.5Z';

const BURSTS: Record<SuitName, Burst> = {
  white: chrysanthemum,
  red: diamonds,
  blue: willow,
  yellow: stars,
  green: palm,
  black: crossettes,
  multicolour: rainbow,
  powder: crackle,
  pink: garland(9, HEART, CHIP),
  brown: garland(8, HEXAGON, CHIP),
  clear: garland(9, CRESCENT, CHIP),
  omni: (radius, rings, night) => rainbow(radius, 1, night) + garland(10, SPIKE, CHIP)(radius, rings, night),
  null: garland(12, BAR, CHIP),
  muddy: garland(7, ARC, CHIP),
  light: garland(8, PETAL, CHIP),
  prism: garland(9, GEM, CHIP),
};

/** The burst alone, around the origin: the higher the value, the greater it is. */
function burst(suit: SuitName, value: number, night: Night = NIGHTS[suit]): string {
  return BURSTS[suit](35 + 2.8 * value, value < 3 ? 1 : value < 5 ? 2 : 3, night);
}

/** A sky to fill with: `url(#sky)`. */
function skyFrom([above, below]: readonly [string, string]): string {
  const stops = `<stop stop-color="${above}"/><stop offset="1" stop-color="${below}"/>`;
  return `<linearGradient id="sky" x2="0" y2="1">${stops}</linearGradient>`;
}

/** A light that fades outwards, from a part of its radius on. */
function fading(id: string, ink: string, strength: number, from: number): string {
  const stop = (offset: number, opacity: number) =>
    `<stop offset="${offset}" stop-color="${ink}" stop-opacity="${opacity}"/>`;
  return `<radialGradient id="${id}">${stop(from, strength)}${stop(1, 0)}</radialGradient>`;
}

/** The picture of a card without its number, as an SVG file. */
export function drawFirework(suit: SuitName, value: number): string {
  const { sky, spark, ember } = NIGHTS[suit];
  const { x, y } = CENTRE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    skyFrom(sky) +
    fading('glow', spark, 0.5, 0.2) +
    fading('calm', sky[0], 0.86, 0.45) +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>` +
    line(`M${x} ${HEIGHT}Q${x - 5} 116 ${x} ${y + 30}`, ember, 1.6) +
    `<circle cx="${x}" cy="${y}" r="${short(34 + 4 * value)}" fill="url(#glow)"/>` +
    at(x, y, burst(suit, value)) +
    `<circle cx="${x}" cy="${y}" r="34" fill="url(#calm)"/></svg>`
  );
}

/** Black is drawn against daylight; on a night sky it is drawn as smoke. */
function byNight(suit: SuitName): Night {
  return suit === 'black' ? { ...NIGHTS.black, spark: '#b3acc4', ember: '#79728f' } : NIGHTS[suit];
}

const LID: readonly (readonly [x: number, y: number, size: number, value: number])[] = [
  [40, 40, 0.66, 5],
  [92, 26, 0.44, 3],
  [134, 44, 0.6, 4],
  [184, 28, 0.5, 5],
  [224, 46, 0.48, 3],
];

/** A night over the lid of a box, with one burst of each of its suits. */
export function drawLid(suits: readonly SuitName[]): string {
  const bursts = LID.map(([x, y, size, value], index) => {
    const suit = suits[index % suits.length]!;
    const night = byNight(suit);
    return (
      line(`M${x} 80Q${x - 4} 66 ${x} ${y + 12}`, night.ember, 0.8) + at(x, y, burst(suit, value, night), { size })
    );
  });
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 80" width="256" height="80">' +
    skyFrom(['#0d1530', '#2a3a70']) +
    `<rect width="256" height="80" fill="url(#sky)"/>${bursts.join('')}</svg>`
  );
}

/** A firework in the night sky, without a card behind it. */
export function drawBurst(suit: SuitName, value: number): string {
  const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-54 -54 108 108" width="108" height="108">';
  return `${head}${burst(suit, value, byNight(suit))}</svg>`;
}

/** The back of a Hanabi card: a quiet night with small lights far off. */
export function drawBack(): string {
  const far = around(8, line('M0 -2.6V-5', '#8fa3d8', 1.1));
  const lights = [
    [16, 18],
    [50, 10],
    [84, 18],
    [33, 36],
    [67, 36],
    [16, 54],
    [84, 54],
    [50, 62],
    [33, 82],
    [67, 82],
    [16, 100],
    [84, 100],
    [50, 112],
    [20, 130],
    [80, 130],
  ] as const;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    skyFrom(['#1c2a55', '#33488a']) +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><g opacity=".6">` +
    lights.map(([x, y]) => at(x, y, far)).join('') +
    `</g><rect x="4.5" y="4.5" width="91" height="131" rx="7" fill="none" stroke="#c9a44a" stroke-width="1.6"/></svg>`
  );
}
