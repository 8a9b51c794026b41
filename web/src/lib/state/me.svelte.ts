import { api } from '../net/api.ts';
import { i18n } from '../i18n/index.svelte.ts';

/** The user of this browser. */
class CurrentPlayer {
  name = $state<string | null>(null);
  known = $state(false);
  #renaming: Promise<void> = Promise.resolve();
  /** A random suggestion until a name is chosen. */
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

  /** The server erased this person. */
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

  /** A seat needs a name: takes the suggestion if none was chosen. */
  async ensureName(): Promise<void> {
    // A name typed just now may still be on its way.
    await this.#renaming.catch(() => undefined);
    if (!this.known) await this.load();
    if (this.name === null) await this.rename(this.suggestion);
  }
}

export const me = new CurrentPlayer();
