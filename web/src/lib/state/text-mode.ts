/** Text mode: off, next to the board, or instead of it. */
export const TEXT_MODES = ['off', 'beside', 'alone'] as const;

export type TextMode = (typeof TEXT_MODES)[number];

export function isTextMode(mode: string): mode is TextMode {
  return (TEXT_MODES as readonly string[]).includes(mode);
}
