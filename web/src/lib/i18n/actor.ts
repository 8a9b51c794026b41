/** Somebody a sentence is about: the reader, or a player by name. */
export type Actor = { name: string; me: boolean };
