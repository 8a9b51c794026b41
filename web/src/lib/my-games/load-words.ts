import type { Language } from '../i18n/languages.ts';
import type { ProgressWords } from './words/en.ts';

/** The texts about progress, loaded with the page. */
export const loadWords: Record<Language, () => Promise<ProgressWords>> = {
  en: async () => (await import('./words/en.ts')).en,
  fr: async () => (await import('./words/fr.ts')).fr,
  es: async () => (await import('./words/es.ts')).es,
  de: async () => (await import('./words/de.ts')).de,
};
