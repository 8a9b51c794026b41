/** The edges of a chart: numbers of the axis on the left, of rounds below. */
export const LEFT = 38;
export const RIGHT = 10;
export const TOP = 12;
export const BOTTOM = 16;

/** A line of a chart. */
export type Line = {
  plies: readonly number[];
  values: readonly number[];
  look: 'solid' | 'dashed';
  /** The value holds until the next one. */
  stepped?: boolean;
};

type Scale = (value: number) => number;
type Points = Pick<Line, 'plies' | 'values'>;

/** A path from point to point. */
export function flatPath({ plies, values }: Points, x: Scale, y: Scale): string {
  return plies.map((ply, place) => `${place ? 'L' : 'M'}${round(x(ply))} ${round(y(values[place]!))}`).join('');
}

/** A path like stairs. */
export function steppedPath({ plies, values }: Points, x: Scale, y: Scale): string {
  return plies
    .map((ply, place) =>
      place ? `H${round(x(ply))}V${round(y(values[place]!))}` : `M${round(x(ply))} ${round(y(values[place]!))}`,
    )
    .join('');
}

/** Where rounds begin, and their numbers: several at one ply, if a lucky hand won one at once. */
export function roundMarks(rounds: readonly number[]): { ply: number; numbers: string }[] {
  return [...new Set(rounds)].map((ply) => {
    const first = rounds.indexOf(ply) + 1;
    const last = rounds.lastIndexOf(ply) + 1;
    return { ply, numbers: first === last ? String(first) : `${first}–${last}` };
  });
}

const round = (value: number) => Math.round(value * 10) / 10;
