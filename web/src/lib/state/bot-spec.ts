import type { BotForm, GameForm } from '../net/messages.ts';

export type BotSettings = Readonly<Record<string, number>>;

/** Parses a bot spec such as `search:ms=250`: the bot's form, and the parameters that are set. */
export function botOf(game: GameForm, name: string): { form: BotForm; settings: BotSettings } | undefined {
  const [id, ...parts] = name.split(':');
  const form = game.bots.find((bot) => bot.id === id);
  const settings = parts.map((part) => part.split('=')).map(([key, value]) => [key, Number(value)]);
  return form && { form, settings: Object.fromEntries(settings) as BotSettings };
}

/** Writes a bot spec; parameters with default values are left out. */
export function writeBot(bot: BotForm, settings: BotSettings): string {
  const changed = bot.parameters.flatMap(({ name, default: usual }) =>
    settings[name] === undefined || settings[name] === usual ? [] : [`:${name}=${settings[name]}`],
  );
  return bot.id + changed.join('');
}
