import type { Language } from '../i18n/languages.ts';
import type { Words } from '../i18n/words.ts';
import { Lexicon, type TextWords } from './lexicon.ts';

const LANGUAGES: Record<Language, () => Promise<TextWords>> = {
  en: async () => (await import('./words/en.ts')).en,
  fr: async () => (await import('./words/fr.ts')).fr,
  es: async () => (await import('./words/es.ts')).es,
  de: async () => (await import('./words/de.ts')).de,
};

/** The commands of a language and of English, and the English names of cards. */
export async function loadLexicon(language: Language): Promise<{ lexicon: Lexicon; english: Words }> {
  const [own, english, names] = await Promise.all([LANGUAGES[language](), LANGUAGES.en(), import('words:en')]);
  return { lexicon: new Lexicon(own, english), english: names.default };
}
