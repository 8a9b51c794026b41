import type { Language } from '../i18n/languages.ts';
import type { PuzzleWords } from './words/en.ts';

/** The texts of the puzzles, loaded with their page. */
export const loadWords: Record<Language, () => Promise<PuzzleWords>> = {
  en: async () => (await import('./words/en.ts')).en,
  fr: async () => (await import('./words/fr.ts')).fr,
  es: async () => (await import('./words/es.ts')).es,
  de: async () => (await import('./words/de.ts')).de,
};
