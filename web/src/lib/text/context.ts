import type { Command } from '../net/connection.ts';
import type { Actor } from '../i18n/actor.ts';
import type { Catalogue } from '../i18n/en.ts';
import type { Words } from '../i18n/words.ts';
import type {
  HanabiAction,
  HanabiPosition,
  KoiKoiAction,
  KoiKoiPosition,
  LogEntry,
  Position,
  TableInfo,
} from '../net/messages.ts';
import type { Knowledge } from '../state/settings.svelte.ts';
import type { Lexicon, Verb } from './lexicon.ts';

/** What reading commands and describing the table need. */
export type TextContext<Where extends Position = Position> = {
  position: Where;
  table: TableInfo;
  /** The player's seat; `null` for a spectator. */
  seat: number | null;
  log: readonly LogEntry[];
  notes: Readonly<Record<string, string>>;
  knowledge: Knowledge;
  name: (seat: number) => string;
  cast: (seat: number) => Actor;
  botName: (bot: string) => string;
  /** The bot that plays for an absent player. */
  defaultBot: string | undefined;
  /** Seconds until a time of the server. */
  secondsUntil: (at: number) => number;
  t: Catalogue;
  /** The names of cards in English, which are understood in every language. */
  english: Words;
  lexicon: Lexicon;
  /** Whether this is a replay, where nobody is waited for. */
  replayed?: boolean;
  /** The commands that make no sense here. */
  without?: ReadonlySet<Verb> | undefined;
};

/** A puzzle in text mode: what is written first and after the answer, and what else can be typed. */
export type TypedPuzzle = {
  intro: readonly string[];
  /** Empty until it is answered. */
  verdict: readonly string[];
  without: ReadonlySet<Verb>;
  read: (line: string) => Reply | undefined;
};

export type HanabiContext = TextContext<HanabiPosition>;
export type KoiKoiContext = TextContext<KoiKoiPosition>;

/** The result of a typed line. */
export type Reply =
  | { kind: 'move'; action: HanabiAction | KoiKoiAction }
  | { kind: 'gesture'; action: HanabiAction; lines: string[] }
  | { kind: 'command'; command: Command; lines: string[] }
  | { kind: 'open'; what: 'rules' | 'board' }
  | { kind: 'hint' }
  | { kind: 'answer'; lines: string[] }
  | { kind: 'refuse'; lines: string[] };

export const answer = (...lines: string[]): Reply => ({ kind: 'answer', lines });
export const refuse = (...lines: string[]): Reply => ({ kind: 'refuse', lines });

/** Whether it is the player's turn. */
export function mine(context: TextContext): boolean {
  return context.seat !== null && context.position.to_act === context.seat;
}
