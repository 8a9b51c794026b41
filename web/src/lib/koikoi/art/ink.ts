/** The inks of the deck: a few strong ones, and tints of them. */
export const INK = {
  paper: '#f6eedb',
  white: '#fffaee',
  sumi: '#231e1c',
  vermilion: '#c93a22',
  crimson: '#9a2418',
  rose: '#e9a08f',
  blush: '#f5cfc1',
  indigo: '#2a3d7c',
  iris: '#4f5ba6',
  lilac: '#9a9fd0',
  gold: '#dba32b',
  straw: '#f1d382',
  pine: '#28583f',
  moss: '#71893a',
  sage: '#86a878',
  earth: '#8a5a34',
} as const;
