import { api } from './api.ts';
import { i18n } from './i18n/index.svelte.ts';
import type { BotForm, Catalog, GameForm, GameId, PresetForm } from './messages.ts';

/** What can be played here, in the words of the chosen language. */
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

  /** The box that a booklet comes in. */
  boxOf(booklet: string): string {
    const presets = this.games.flatMap((game) => game.presets);
    return presets.find((preset) => preset.booklet === booklet)?.name ?? booklet;
  }

  /** The bot that a newcomer meets: the best there is. */
  defaultBot(game: GameForm): BotForm | undefined {
    return game.bots.at(-1);
  }

  botName(game: GameId, id: string): string {
    const bot = this.game(game)?.bots.find((candidate) => candidate.id === id);
    return bot?.name ?? id;
  }
}

export const catalog = new CatalogStore();
