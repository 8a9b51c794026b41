import { askedLanguage, isLanguage, type Language, preferredLanguage } from './i18n/languages.ts';

export type Theme = 'system' | 'light' | 'dark';
/** What a player's own cards show: nothing, the clues, or what follows from all that is seen. */
export type Knowledge = 'none' | 'clues' | 'deductions';

type Stored = {
  language: Language | null;
  theme: Theme;
  knowledge: Knowledge;
  notifications: boolean;
  sound: boolean;
  cardLabels: boolean;
  motion: boolean;
};

const KEY = 'hanamichi.settings';
const VISIT_KEY = 'hanamichi.visit-language';
const DEFAULTS: Stored = {
  language: null,
  theme: 'system',
  knowledge: 'clues',
  notifications: false,
  sound: false,
  cardLabels: false,
  motion: true,
};

/** What this browser's user prefers; kept in this browser alone. */
class Settings {
  #stored = $state<Stored>({ ...DEFAULTS, ...read() });
  /** Asked for by a link, for this visit: somebody else's link changes nobody's settings. */
  #visiting = $state<Language | null>(null);
  /** A language some link asked for and nobody here speaks. */
  unknownLanguage = $state<string | null>(null);

  constructor() {
    const asked = askedLanguage(globalThis.location?.search ?? '');
    this.unknownLanguage = asked.unknown;
    this.#visiting = asked.known ?? visitLanguage();
    keepForVisit(this.#visiting);
  }

  get language(): Language {
    return this.#visiting ?? chosen(this.#stored.language) ?? preferredLanguage();
  }
  set language(language: Language) {
    this.#visiting = null;
    this.unknownLanguage = null;
    keepForVisit(null);
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

  /** The month and the kind written on every flower card. */
  get cardLabels(): boolean {
    return this.#stored.cardLabels;
  }
  set cardLabels(cardLabels: boolean) {
    this.#change({ cardLabels });
  }

  /** Things move to show what happened; the system may still ask for less. */
  get motion(): boolean {
    return this.#stored.motion;
  }
  set motion(motion: boolean) {
    this.#change({ motion });
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

/** What was stored may be of another time, or of another hand. */
function chosen(language: string | null): Language | null {
  return language && isLanguage(language) ? language : null;
}

function visitLanguage(): Language | null {
  try {
    return chosen(sessionStorage.getItem(VISIT_KEY));
  } catch {
    return null;
  }
}

function keepForVisit(language: Language | null): void {
  try {
    if (language) sessionStorage.setItem(VISIT_KEY, language);
    else sessionStorage.removeItem(VISIT_KEY);
  } catch {
    // Then it lasts as long as the page.
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
