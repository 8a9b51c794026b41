import { problemSentence } from '../i18n/problem.ts';
import { api } from '../net/api.ts';
import { differences } from './options.ts';
import type { BotObstacle, BotPace, CheckedOptions, CreateTable, GameForm, PresetForm } from '../net/messages.ts';
import { planOf } from './seat-plans.ts';

/** Whether a choice for a seat is this bot, whatever its parameters. */
function isBot(choice: string, bot: string): boolean {
  return choice === `bot:${bot}` || choice.startsWith(`bot:${bot}:`);
}

/** The form of a new table. The server checks which options fit together. */
export class NewTableForm {
  game = $state.raw<GameForm>()!;
  preset = $state.raw<PresetForm>()!;
  options = $state.raw<Record<string, unknown>>({});
  /** By seat: `me`, `open` or `bot:ID`. */
  seats = $state<string[]>([]);
  listed = $state(false);
  clocked = $state(false);
  minutes = $state(10);
  increment = $state(10);
  pace = $state<BotPace>('human');
  checked = $state.raw<CheckedOptions>();
  failure = $state('');

  #asked = 0;

  constructor(game: GameForm, preset: PresetForm) {
    this.choose(game, preset);
  }

  choose(game: GameForm, preset: PresetForm): void {
    const bot = game.usual_bot;
    const sameGame = this.game?.id === game.id;
    this.game = game;
    this.preset = preset;
    this.options = preset.options;
    if (!sameGame) this.seats = ['me', ...Array<string>(this.#usual(game) - 1).fill(`bot:${bot}`)];
    void this.check();
  }

  #usual(game: GameForm): number {
    return game.players.includes(3) ? 3 : (game.players[0] ?? 2);
  }

  get players(): number {
    return this.seats.length;
  }
  set players(count: number) {
    const bot = this.game.usual_bot;
    this.seats =
      count < this.seats.length
        ? this.seats.slice(0, count)
        : [...this.seats, ...Array<string>(count - this.seats.length).fill(`bot:${bot}`)];
    void this.check();
  }

  seat(place: number, choice: string): void {
    this.seats = this.seats.map((old, index) => {
      if (index === place) return choice;
      return choice === 'me' && old === 'me' ? 'open' : old;
    });
  }

  set(name: string, value: unknown): void {
    this.options = { ...this.options, [name]: value };
    void this.check();
  }

  reset(): void {
    this.options = this.preset.options;
    void this.check();
  }

  get changes(): Record<string, unknown> {
    return differences(this.options, this.preset.options);
  }

  get complete(): boolean {
    return this.seats.every((choice) => choice !== 'open');
  }

  /** Why an option cannot have a value; empty if it can. */
  whyNot(option: string, value: unknown): string {
    return this.checked?.impossible.find((entry) => entry.option === option && entry.value === value)?.why ?? '';
  }

  /** The bots that cannot play with these options. */
  get unfit(): readonly BotObstacle[] {
    return this.checked?.unfit_bots ?? [];
  }

  /** Those of them that have a seat. */
  get misplaced(): readonly BotObstacle[] {
    return this.unfit.filter(({ bot }) => this.seats.some((choice) => isBot(choice, bot)));
  }

  /** Replaces them by bots that can play. */
  seatOthers(): void {
    this.seats = this.seats.map((choice) => {
      const obstacle = this.unfit.find(({ bot }) => isBot(choice, bot));
      return obstacle ? `bot:${obstacle.instead}` : choice;
    });
  }

  async check(): Promise<void> {
    const turn = ++this.#asked;
    try {
      const checked = await api.checkOptions({
        preset: this.preset.id,
        options: this.changes,
        players: this.players,
      });
      // Answers may come out of order: only the last request counts.
      if (turn === this.#asked) this.checked = checked;
    } catch (error) {
      this.failure = problemSentence(error);
    }
  }

  request(): CreateTable {
    return {
      preset: this.preset.id,
      options: this.changes,
      seats: this.seats.map(planOf),
      listed: this.listed,
      clock: this.clocked ? { bank: this.minutes * 60, increment: this.increment } : null,
      bot_pace: this.pace,
      start: this.complete && this.seats.includes('me'),
    };
  }
}
