/** The languages the table speaks, each by its own name. Another one is a line here and a file beside. */
export const LANGUAGES = { en: 'English', fr: 'Français', es: 'Español', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code);
}

/** `de-AT` is German. */
function languageOf(tag: string): Language | undefined {
  const code = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return isLanguage(code) ? code : undefined;
}

/** The first language the browser asks for that we have. */
export function preferredLanguage(asked: readonly string[] = globalThis.navigator?.languages ?? []): Language {
  return asked.map(languageOf).find((known) => known !== undefined) ?? 'en';
}

/** How dates and hours are written: as the browser's own region does where it speaks this language. */
export function localeOf(language: Language, asked: readonly string[] = globalThis.navigator?.languages ?? []): string {
  return asked.find((tag) => languageOf(tag) === language) ?? language;
}

/** What an address asks for with `?lang=`: a language we have, or the words of one we have not. */
export type AskedLanguage = { known: Language | null; unknown: string | null };

export function askedLanguage(search: string): AskedLanguage {
  const tag = new URLSearchParams(search).get('lang')?.trim() ?? '';
  const known = languageOf(tag) ?? null;
  return { known, unknown: tag && !known ? tag.slice(0, 24) : null };
}
