import { problemSentence } from '../i18n/problem.ts';
import { ApiError } from '../net/api.ts';
import type { OwnerCommand } from '../net/messages.ts';
import { ownerApi } from './owner-api.ts';

/** What the parts of the owner's page share: the act to confirm, and how the last one ended. */
export class OwnerDesk {
  signedIn = $state(true);
  /** Why a part of the page could not be loaded; gone with the next one that can. */
  #unloaded = $state('');
  /** Why the last act was refused; it stays until the next, whatever is loaded meanwhile. */
  #refused = $state('');
  /** The act that was last carried out. */
  done = $state<OwnerCommand['act']>();
  /** An act that waits for a confirmation, and what it would be done to. */
  asked = $state.raw<{ command: OwnerCommand; subject: string }>();
  /** Counts acts, so that lists are loaded again after each. */
  acts = $state(0);

  get problem(): string {
    return this.#refused || this.#unloaded;
  }

  /** Loads a part of the page; undefined, with the problem shown, where that fails. */
  async load<Answer>(request: () => Promise<Answer>): Promise<Answer | undefined> {
    return this.#try(request, (problem) => (this.#unloaded = problem));
  }

  async #try<Answer>(request: () => Promise<Answer>, tell: (problem: string) => void): Promise<Answer | undefined> {
    try {
      const answer = await request();
      tell('');
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'owner/not-signed-in') this.signedIn = false;
      else tell(problemSentence(error));
      return undefined;
    }
  }

  /** Forgets how the last act ended. */
  clear(): void {
    this.done = undefined;
    this.#refused = '';
  }

  /** Asks before an act that cannot be undone easily. */
  ask(command: OwnerCommand, subject: string): void {
    this.clear();
    this.asked = { command, subject };
  }

  async carryOut(command: OwnerCommand): Promise<void> {
    this.asked = undefined;
    this.clear();
    const done = await this.#try(
      () => ownerApi.act(command),
      (problem) => (this.#refused = problem),
    );
    if (!done) return;
    this.done = command.act;
    this.acts += 1;
  }
}
