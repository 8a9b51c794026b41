/** `import words from 'words:fr'` (see `tools/words.ts`). */
declare module 'words:*' {
  const words: import('./words.ts').Words;
  export default words;
}
