import { api } from '../net/api.ts';
import { i18n } from '../i18n/index.svelte.ts';

/** The person in front of this browser. */
class CurrentPlayer {
  name = $state<string | null>(null);
  known = $state(false);
  #renaming: Promise<void> = Promise.resolve();
  /** What to be called while no name was chosen; it changes with every visit. */
  #suggestion = Math.floor(Math.random() * 1e6);

  get suggestion(): string {
    const names = i18n.t.home.names;
    return names[this.#suggestion % names.length] ?? 'Player';
  }

  async load(): Promise<void> {
    const before = this.#renaming;
    const { name } = await api.me();
    // A name chosen meanwhile is newer than this answer.
    if (before === this.#renaming) this.name = name;
    this.known = true;
  }

  /** The server knows this person no more. */
  forget(): void {
    this.name = null;
    this.known = false;
  }

  rename(name: string): Promise<void> {
    this.#renaming = api.rename(name).then((me) => {
      this.name = me.name;
    });
    return this.#renaming;
  }

  /** Whoever wants to sit down needs a name: the suggested one, if nothing else was chosen. */
  async ensureName(): Promise<void> {
    // A name typed a moment ago is still on its way.
    await this.#renaming.catch(() => undefined);
    if (!this.known) await this.load();
    if (this.name === null) await this.rename(this.suggestion);
  }
}

export const me = new CurrentPlayer();
