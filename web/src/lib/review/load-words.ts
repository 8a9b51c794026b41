import type { Language } from '../i18n/languages.ts';
import type { ReviewWords } from './words/en.ts';

/** The texts of reviews, loaded with the first one. */
export const loadWords: Record<Language, () => Promise<ReviewWords>> = {
  en: async () => (await import('./words/en.ts')).en,
  fr: async () => (await import('./words/fr.ts')).fr,
  es: async () => (await import('./words/es.ts')).es,
  de: async () => (await import('./words/de.ts')).de,
};
