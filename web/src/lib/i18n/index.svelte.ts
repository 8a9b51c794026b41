import type { Catalogue } from './en.ts';
import { type Language, localeOf } from './languages.ts';

const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./en.ts')).en,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  de: async () => (await import('./de.ts')).de,
};

/** The texts in the chosen language: `i18n.t.home.title`. */
class I18n {
  #catalogue = $state.raw<Catalogue>();
  language = $state<Language>('en');

  get ready(): boolean {
    return this.#catalogue !== undefined;
  }

  get t(): Catalogue {
    if (!this.#catalogue) throw new Error('No language is loaded yet');
    return this.#catalogue;
  }

  /** For dates and times. */
  get locale(): string {
    return localeOf(this.language);
  }

  async load(language: Language): Promise<void> {
    this.#catalogue = await CATALOGUES[language]();
    this.language = language;
    document.documentElement.lang = language;
  }
}

export const i18n = new I18n();
