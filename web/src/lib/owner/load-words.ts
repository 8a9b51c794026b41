import type { Language } from '../i18n/languages.ts';
import type { OwnerWords } from './words/en.ts';

/** The texts of the owner's page, which players never load. */
export const loadWords: Record<Language, () => Promise<OwnerWords>> = {
  en: async () => (await import('./words/en.ts')).en,
  fr: async () => (await import('./words/fr.ts')).fr,
  es: async () => (await import('./words/es.ts')).es,
  de: async () => (await import('./words/de.ts')).de,
};
