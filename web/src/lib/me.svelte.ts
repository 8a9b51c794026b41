import { api } from './api.ts';
import { i18n } from './i18n/index.svelte.ts';

/** The person in front of this browser. */
class Myself {
  name = $state<string | null>(null);
  known = $state(false);
  /** What to be called while no name was chosen; it changes with every visit. */
  #suggestion = Math.floor(Math.random() * 1e6);

  get suggestion(): string {
    const names = i18n.t.home.names;
    return names[this.#suggestion % names.length] ?? 'Player';
  }

  async load(): Promise<void> {
    this.name = (await api.me()).name;
    this.known = true;
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.rename(name)).name;
  }

  /** Whoever wants to sit down needs a name: the suggested one, if nothing else was chosen. */
  async ensureName(): Promise<void> {
    if (!this.known) await this.load();
    if (this.name === null) await this.rename(this.suggestion);
  }
}

export const me = new Myself();
