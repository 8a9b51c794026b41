/** The languages the table speaks, each by its own name. Another one is a line here and a file beside. */
export const LANGUAGES = { en: 'English', fr: 'Français' } as const;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code);
}

/** The first language the browser asks for that we have. */
export function preferredLanguage(
  asked: readonly string[] = globalThis.navigator?.languages ?? [],
): Language {
  const known = asked.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage);
  return known ?? 'en';
}
