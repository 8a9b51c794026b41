/** What a mark says about a move: a verdict, or that a fact is known about it. */
export type MarkKind = 'best' | 'good' | 'slip' | 'mistake' | 'blunder' | 'fact';

/** A mark on the line of plies. */
export type PlyMark = { ply: number; kind: MarkKind };

/** A shape of its own for each, around the origin, so that nothing depends on colour. */
export const MARK_SHAPES: Record<MarkKind, string> = {
  best: 'M0-6.4 1.9-2.1 6.6-1.7 3 1.4 4.1 6 0 3.5-4.1 6-3 1.4-6.6-1.7-1.9-2.1Z',
  good: 'M-5 .4-1.6 3.8 5-3.8',
  slip: 'M0-4.4a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8Z',
  mistake: 'M0-5.6 5.8 4.6H-5.8Z',
  blunder: 'M-4.4-4.4 4.4 4.4M4.4-4.4-4.4 4.4',
  fact: 'M-4.2-4.2H4.2V4.2H-4.2Z',
};
