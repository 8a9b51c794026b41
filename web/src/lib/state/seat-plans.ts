import type { CreateTable, GameForm, PresetForm, SeatPlan } from '../net/messages.ts';

// The default number of players, if the game allows it.
const DEFAULT_PLAYERS = 3;

function fits(game: GameForm, players: number): number {
  return game.players.includes(players) ? players : (game.players[0] ?? players);
}

/** A table with bots in all other seats, started at once. */
export function botTable(game: GameForm, preset: PresetForm): CreateTable {
  const bot = game.usual_bot;
  const others = Array.from({ length: fits(game, DEFAULT_PLAYERS) - 1 }, (): SeatPlan => ({ type: 'bot', bot }));
  return { preset: preset.id, seats: [{ type: 'me' }, ...others], start: true };
}

/** A new table with one open seat; the host can add more before the start. */
export function friendTable(preset: PresetForm): CreateTable {
  return { preset: preset.id, seats: [{ type: 'me' }, { type: 'open' }] };
}

/** A seat's occupant as the value of a select: `me`, `open`, `bot:casual`, or `person`. */
export function choiceOf(seat: { kind: 'bot' | 'open' | 'person'; bot: string | null }): string {
  return seat.kind === 'bot' ? `bot:${seat.bot}` : seat.kind;
}

export function planOf(choice: string): SeatPlan {
  if (choice.startsWith('bot:')) return { type: 'bot', bot: choice.slice(4) };
  return choice === 'me' ? { type: 'me' } : { type: 'open' };
}
