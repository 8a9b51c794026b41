/** Whether a table is shown as a board, as a board with words beside it, or in words alone. */
export const TEXT_MODES = ['off', 'beside', 'alone'] as const;

export type TextMode = (typeof TEXT_MODES)[number];

export function isTextMode(mode: string): mode is TextMode {
  return (TEXT_MODES as readonly string[]).includes(mode);
}
