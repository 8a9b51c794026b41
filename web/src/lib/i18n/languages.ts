/** The languages by their own names. A new one needs a line here and a file in this folder. */
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

/** The first of the browser's languages that exists here. */
export function preferredLanguage(asked: readonly string[] = globalThis.navigator?.languages ?? []): Language {
  return asked.map(languageOf).find((known) => known !== undefined) ?? 'en';
}

/** The locale for dates and times: the browser's region if it has the same language. */
export function localeOf(language: Language, asked: readonly string[] = globalThis.navigator?.languages ?? []): string {
  return asked.find((tag) => languageOf(tag) === language) ?? language;
}

/** The language in `?lang=`, known or unknown. */
export type AskedLanguage = { known: Language | null; unknown: string | null };

export function askedLanguage(search: string): AskedLanguage {
  const tag = new URLSearchParams(search).get('lang')?.trim() ?? '';
  const known = languageOf(tag) ?? null;
  return { known, unknown: tag && !known ? tag.slice(0, 24) : null };
}
