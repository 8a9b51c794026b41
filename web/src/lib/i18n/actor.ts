/** Who a sentence is about: the reader, or a player by name. */
export type Actor = { name: string; me: boolean };

/** The player in each seat, as a sentence names them. */
export type Cast = (seat: number) => Actor;
