import type { Kind, RibbonSort } from '../cards/flowers.ts';
import type { FactorName, GameId, KoiKoiCard, Rating, Suit, Tile, Yaku } from '../net/messages.ts';

type Named = { name: string; text: string };

/** With `{placeholders}`; two forms if it is about a player who may be the reader. */
export type WhySentence = string | { you: string; they: string };

/** Names of cards, yaku and so on, from `src/hanamichi/words/messages/*.toml`. */
export type Words = {
  hanabi: {
    suit: Record<Suit, string>;
    /** With `{number}`. */
    card: Record<Suit, string>;
    tile: Record<Tile, Named>;
    rating: Record<Rating, Named>;
  };
  koikoi: {
    month: Record<number, string>;
    plant: Record<number, string>;
    kind: Record<Kind, string>;
    ribbon: Record<RibbonSort, string>;
    card: Record<KoiKoiCard, string>;
    yaku: Record<Yaku, string>;
    factor: Record<FactorName, string>;
  };
  /** Why bots moved, by the code of the reason. */
  why: Record<GameId, Record<string, WhySentence>>;
  /** Why the rules refuse a move, by the code of the reason. */
  refusal: Record<GameId, Record<string, string>>;
  /** What is said of a move when looking back, by the code of the reason. */
  review: Record<GameId, Record<string, WhySentence>>;
  /** Questions and explanations of puzzles, by the code of the reason. */
  puzzle: Record<GameId, Record<string, WhySentence>>;
};
