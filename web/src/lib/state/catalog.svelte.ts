import { api } from '../net/api.ts';
import { botOf } from './bot-spec.ts';
import { i18n } from '../i18n/index.svelte.ts';
import type { BotForm, Catalog, GameForm, GameId, PresetForm } from '../net/messages.ts';

/** The games, presets and bots of the server, in the chosen language. */
class CatalogStore {
  #loaded = $state.raw<Catalog>();
  #loading = '';

  get ready(): boolean {
    return this.#loaded !== undefined;
  }

  get games(): readonly GameForm[] {
    return this.#loaded?.games ?? [];
  }

  async load(): Promise<void> {
    const language = i18n.language;
    if (this.#loading === language) return;
    this.#loading = language;
    try {
      this.#loaded = await api.catalog(language);
    } catch (error) {
      this.#loading = '';
      throw error;
    }
  }

  game(id: GameId): GameForm | undefined {
    return this.games.find((game) => game.id === id);
  }

  preset(id: string): { game: GameForm; preset: PresetForm } | undefined {
    for (const game of this.games) {
      const preset = game.presets.find((candidate) => candidate.id === id);
      if (preset) return { game, preset };
    }
    return undefined;
  }

  /** The name of the box that a booklet belongs to. */
  boxOf(booklet: string): string {
    const presets = this.games.flatMap((game) => game.presets);
    return presets.find((preset) => preset.booklet === booklet)?.name ?? booklet;
  }

  /** The default bot. */
  defaultBot(game: GameForm): BotForm | undefined {
    return botOf(game, game.usual_bot)?.form;
  }

  /** A bot's name, with its thinking time if that was changed. */
  botName(game: GameId, name: string): string {
    const form = this.game(game);
    const bot = form && botOf(form, name);
    if (!bot) return name;
    const { ms } = bot.settings;
    return ms === undefined ? bot.form.name : `${bot.form.name} (${i18n.t.create.seconds(ms / 1000)})`;
  }
}

export const catalog = new CatalogStore();
