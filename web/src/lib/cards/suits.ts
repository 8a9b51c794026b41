import type { HanabiCard, HanabiOptions, Suit } from '../net/messages.ts';

/** How each suit looks: always a shape and a letter, never a colour alone. */
export type SuitLook = {
  /** Drawn in a box of 24 × 24. */
  shape: string;
  fill: string;
  ink: string;
};

export const SUIT_LOOKS = {
  white: {
    shape: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 5.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6Z',
    fill: '#fbf7ec',
    ink: '#2a2521',
  },
  red: { shape: 'M12 1.5 20.5 12 12 22.5 3.5 12Z', fill: '#b8371f', ink: '#ffffff' },
  blue: {
    shape: 'M12 1.5c4 5.4 7.5 8.9 7.5 13.2a7.5 7.5 0 0 1-15 0C4.5 10.4 8 6.9 12 1.5Z',
    fill: '#27539c',
    ink: '#ffffff',
  },
  yellow: {
    shape: 'm12 1.5 3.2 6.9 7.5.9-5.5 5.2 1.4 7.5-6.6-3.7L5.4 22l1.4-7.5L1.3 9.3l7.5-.9Z',
    fill: '#e2b13a',
    ink: '#2a2116',
  },
  green: {
    shape: 'M12 2.5 22 20.5H2Z',
    fill: '#2c7350',
    ink: '#ffffff',
  },
  black: { shape: 'M3.5 3.5h17v17h-17Z', fill: '#3a3532', ink: '#ffffff' },
  multicolour: {
    shape:
      'M12 1.5a4.2 4.2 0 0 1 4 5.4 4.2 4.2 0 1 1 2.6 7.9 4.2 4.2 0 1 1-6.6 5 4.2 4.2 0 1 1-6.6-5A4.2 4.2 0 1 1 8 6.9a4.2 4.2 0 0 1 4-5.4Z',
    fill: 'linear-gradient(135deg, #b8371f, #c98a1b 32%, #2c7350 62%, #27539c)',
    ink: '#ffffff',
  },
  powder: {
    shape:
      'M10 7.5a7.3 7.3 0 1 0 0 14.6 7.3 7.3 0 0 0 0-14.6Zm5.2 1.3 2.3-2.3 1.7.6 2.3-3-1.5-1.1-1.5 2-1.6-.6-3.2 3.2Z',
    fill: 'repeating-linear-gradient(135deg, #17151a 0 6px, #25222a 6px 12px)',
    ink: '#f0c75e',
  },
  pink: {
    shape: 'M12 21.5 3.4 12.6a5.6 5.6 0 0 1 7.9-7.9l.7.7.7-.7a5.6 5.6 0 0 1 7.9 7.9Z',
    fill: '#b8357a',
    ink: '#ffffff',
  },
  brown: { shape: 'M7 3h10l5.2 9L17 21H7l-5.2-9Z', fill: '#6b4423', ink: '#ffffff' },
  clear: {
    shape: 'M15.6 2.2a10 10 0 1 0 6.2 13.2A8.2 8.2 0 0 1 15.6 2.2Z',
    fill: '#d3dce2',
    ink: '#1d262d',
  },
  omni: {
    shape:
      'm12 1.2 2 6.2 5.7-3.1-3.1 5.7 6.2 2-6.2 2 3.1 5.7-5.7-3.1-2 6.2-2-6.2-5.7 3.1 3.1-5.7-6.2-2 6.2-2-3.1-5.7 5.7 3.1Z',
    fill: 'linear-gradient(135deg, #5b2a86, #a32f3a 38%, #8a6412 66%, #2c7350)',
    ink: '#ffffff',
  },
  null: {
    shape:
      'M19.4 2.5 21.5 4.6 19.6 6.6A9.5 9.5 0 0 1 6.6 19.6L4.6 21.5 2.5 19.4 4.4 17.4A9.5 9.5 0 0 1 17.4 4.4ZM15.3 6.5A6.5 6.5 0 0 0 6.5 15.3ZM17.5 8.7 8.7 17.5A6.5 6.5 0 0 0 17.5 8.7Z',
    fill: 'repeating-linear-gradient(135deg, #ffffff 0 5px, #e2e2e2 5px 10px)',
    ink: '#1f1f1f',
  },
  muddy: {
    shape: 'M1.5 19.5a10.5 10.5 0 0 1 21 0h-4.2a6.3 6.3 0 0 0-12.6 0Zm7.3 0a3.2 3.2 0 0 1 6.4 0Z',
    fill: 'linear-gradient(135deg, #7a3a22, #6b5a18 40%, #4d5f2a 65%, #46506e)',
    ink: '#ffffff',
  },
  light: {
    shape:
      'M12 21.5 3.4 12.6a5.6 5.6 0 0 1 7.9-7.9l.7.7.7-.7a5.6 5.6 0 0 1 7.9 7.9Zm0-4.3 6.5-6.7a2.6 2.6 0 0 0-3.7-3.7L12 9.7 9.2 6.8a2.6 2.6 0 0 0-3.7 3.7Z',
    fill: '#f3c6dc',
    ink: '#4a1030',
  },
  prism: {
    shape: 'M6 3h12l4.5 6.5L12 22 1.5 9.5ZM8.2 6 5.6 9.5h12.8L15.8 6Z',
    fill: 'linear-gradient(135deg, #9fd3e6, #c9b7ec 50%, #f0c9b0)',
    ink: '#1d262d',
  },
} as const satisfies Record<string, SuitLook>;

export type SuitName = keyof typeof SUIT_LOOKS;

export const SUIT_ORDER = Object.keys(SUIT_LOOKS) as SuitName[];

const SUIT_OF_LETTER: Record<string, SuitName> = {
  w: 'white',
  r: 'red',
  b: 'blue',
  y: 'yellow',
  g: 'green',
  k: 'black',
  m: 'multicolour',
  p: 'powder',
  i: 'pink',
  n: 'brown',
  c: 'clear',
  o: 'omni',
  u: 'null',
  d: 'muddy',
  l: 'light',
  x: 'prism',
};

/** Reads a face as the server writes it: `r3` is the red 3. */
export function readFace(face: string): { suit: SuitName; number: number } {
  return { suit: SUIT_OF_LETTER[face[0] ?? ''] ?? 'white', number: Number(face.slice(1)) };
}

const LETTER_OF_SUIT = Object.fromEntries(
  Object.entries(SUIT_OF_LETTER).map(([letter, suit]) => [suit, letter]),
) as Record<SuitName, string>;

export function writeFace(suit: SuitName, number: number): HanabiCard {
  return `${LETTER_OF_SUIT[suit]}${number}` as HanabiCard;
}

/** The card that lies at a height of a firework; black powder is drawn from 5 down to 1. */
export function faceAt(suit: SuitName, height: number): HanabiCard {
  return writeFace(suit, suit === 'powder' ? 6 - height : height);
}

/** The suits that a clue may name at a table. */
export function namedSuits({ colours, avalanche, special_suits = [] }: HanabiOptions): Suit[] {
  const special = special_suits.filter((suit) => suit === 'pink' || suit === 'brown');
  return [...colours, ...(avalanche === 'sixth' ? (['multicolour'] as const) : []), ...special];
}
