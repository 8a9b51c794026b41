import { askedLanguage, isLanguage, type Language } from '../i18n/languages.ts';
import { isTextMode, type TextMode } from './text-mode.ts';

/** Settings from the address, for this visit only: a shared link must not change stored settings. */
export type Visit = { language: Language | null; text: TextMode | null };

const KEY = 'hanamichi.visit';
const MODES: Record<string, TextMode> = { text: 'alone', both: 'beside', board: 'off' };

/** The settings of this visit, updated from the address (`?lang=de`, `?mode=text`). */
export function readVisit(search: string): Visit & { unknownLanguage: string | null } {
  const asked = askedLanguage(search);
  const begun = remembered();
  const visit = {
    language: asked.known ?? begun.language,
    text: MODES[new URLSearchParams(search).get('mode') ?? ''] ?? begun.text,
  };
  rememberVisit(visit);
  return { ...visit, unknownLanguage: asked.unknown };
}

export function rememberVisit(visit: Visit): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(visit));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

function remembered(): Visit {
  try {
    const { language, text } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Visit, string>>;
    return {
      language: language && isLanguage(language) ? language : null,
      text: text && isTextMode(text) ? text : null,
    };
  } catch {
    return { language: null, text: null };
  }
}
