import type { HanabiOptions, HanabiView } from '../net/messages.ts';

const ORDINARY = 'ordinary';

/** Whether a clue may touch cards that are not what it names, or leave out some that are. */
export function isLoose(options: HanabiOptions): boolean {
  // Positions of older puzzles do not have these options.
  const { special_suits = [], ones, fives, colour_clues, value_clues } = options;
  return (
    special_suits.length > 0 || [ones, fives, colour_clues, value_clues].some((rule = ORDINARY) => rule !== ORDINARY)
  );
}

/** The clue tokens as they are counted: `7½` where half of one is back. */
export function countTokens({ clue_tokens, half_token }: HanabiView): string {
  return half_token ? `${clue_tokens || ''}½` : String(clue_tokens);
}

/** The kind of clue that comes next, where clues alternate. */
export function nextClue({ last_clue }: HanabiView): 'colour' | 'value' | undefined {
  if (!last_clue) return undefined;
  return last_clue === 'colour' ? 'value' : 'colour';
}
