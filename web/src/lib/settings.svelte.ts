import { type Language, preferredLanguage } from './i18n/languages.ts';

export type Theme = 'system' | 'light' | 'dark';
/** What a player's own cards show: nothing, the clues, or what follows from all that is seen. */
export type Knowledge = 'none' | 'clues' | 'deductions';

type Stored = {
  language: Language | null;
  theme: Theme;
  knowledge: Knowledge;
  notifications: boolean;
  sound: boolean;
};

const KEY = 'hanamichi.settings';
const DEFAULTS: Stored = {
  language: null,
  theme: 'system',
  knowledge: 'clues',
  notifications: false,
  sound: false,
};

/** What this browser's user prefers; kept in this browser alone. */
class Settings {
  #stored = $state<Stored>({ ...DEFAULTS, ...read() });

  get language(): Language {
    return this.#stored.language ?? preferredLanguage();
  }
  set language(language: Language) {
    this.#change({ language });
  }

  get theme(): Theme {
    return this.#stored.theme;
  }
  set theme(theme: Theme) {
    this.#change({ theme });
  }

  get knowledge(): Knowledge {
    return this.#stored.knowledge;
  }
  set knowledge(knowledge: Knowledge) {
    this.#change({ knowledge });
  }

  get notifications(): boolean {
    return this.#stored.notifications;
  }
  set notifications(notifications: boolean) {
    this.#change({ notifications });
  }

  get sound(): boolean {
    return this.#stored.sound;
  }
  set sound(sound: boolean) {
    this.#change({ sound });
  }

  #change(change: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#stored));
    } catch {
      // A browser that keeps nothing still plays: the choice lasts until the page is closed.
    }
  }
}

function read(): Partial<Stored> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored>;
  } catch {
    return {};
  }
}

export const settings = new Settings();
