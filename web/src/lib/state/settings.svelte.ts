import { isLanguage, type Language, preferredLanguage } from '../i18n/languages.ts';
import { isTextMode, type TextMode } from './text-mode.ts';
import { readVisit, rememberVisit, type Visit } from './visit-settings.ts';

export type Theme = 'system' | 'light' | 'dark';
/** What the player's own cards show: nothing, the clues, or all deductions. */
export type Knowledge = 'none' | 'clues' | 'deductions';

type Stored = {
  language: Language | null;
  theme: Theme;
  knowledge: Knowledge;
  notifications: boolean;
  sound: boolean;
  cardLabels: boolean;
  motion: boolean;
  text: TextMode;
};

const KEY = 'hanamichi.settings';
const DEFAULTS: Stored = {
  language: null,
  theme: 'system',
  knowledge: 'clues',
  notifications: false,
  sound: false,
  cardLabels: false,
  motion: true,
  text: 'off',
};

/** The user's preferences, stored in this browser. */
class Settings {
  #stored = $state<Stored>({ ...DEFAULTS, ...read() });
  /** Settings from the address override stored ones until the user changes them. */
  #visit = $state<Visit>({ language: null, text: null });
  /** An unknown language from the address. */
  unknownLanguage = $state<string | null>(null);

  constructor() {
    const { unknownLanguage, ...visit } = readVisit(globalThis.location?.search ?? '');
    this.unknownLanguage = unknownLanguage;
    this.#visit = visit;
  }

  get language(): Language {
    return this.#visit.language ?? chosen(this.#stored.language) ?? preferredLanguage();
  }
  set language(language: Language) {
    this.unknownLanguage = null;
    this.#decide({ language: null });
    this.#change({ language });
  }

  /** Text mode. */
  get text(): TextMode {
    return this.#visit.text ?? (isTextMode(this.#stored.text) ? this.#stored.text : 'off');
  }
  set text(text: TextMode) {
    this.#decide({ text: null });
    this.#change({ text });
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

  /** Show month and kind on every flower card. */
  get cardLabels(): boolean {
    return this.#stored.cardLabels;
  }
  set cardLabels(cardLabels: boolean) {
    this.#change({ cardLabels });
  }

  /** Animations; the system may still ask for reduced motion. */
  get motion(): boolean {
    return this.#stored.motion;
  }
  set motion(motion: boolean) {
    this.#change({ motion });
  }

  /** The user chose something: it overrides the address. */
  #decide(choice: Partial<Visit>): void {
    this.#visit = { ...this.#visit, ...choice };
    rememberVisit(this.#visit);
  }

  #change(change: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#stored));
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  }
}

/** Stored values may be outdated or edited. */
function chosen(language: string | null): Language | null {
  return language && isLanguage(language) ? language : null;
}

function read(): Partial<Stored> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored>;
  } catch {
    return {};
  }
}

export const settings = new Settings();
