import { problemSentence } from '../i18n/problem.ts';
import { ApiError } from '../net/api.ts';
import type { OwnerCommand } from '../net/messages.ts';
import { ownerApi } from './owner-api.ts';

/** What the parts of the owner's page share: the act to confirm, and how the last one ended. */
export class OwnerDesk {
  signedIn = $state(true);
  problem = $state('');
  /** The act that was last carried out. */
  done = $state<OwnerCommand['act']>();
  /** An act that waits for a confirmation, and what it would be done to. */
  asked = $state.raw<{ command: OwnerCommand; subject: string }>();
  /** Counts acts, so that lists are loaded again after each. */
  acts = $state(0);

  /** Loads a part of the page; undefined, with the problem shown, where that fails. */
  async load<Answer>(request: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      const answer = await request();
      this.problem = '';
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'owner/not-signed-in') this.signedIn = false;
      else this.problem = problemSentence(error);
      return undefined;
    }
  }

  /** Asks before an act that cannot be undone easily. */
  ask(command: OwnerCommand, subject: string): void {
    this.done = undefined;
    this.asked = { command, subject };
  }

  async carryOut(command: OwnerCommand): Promise<void> {
    this.asked = undefined;
    this.done = undefined;
    const done = await this.load(() => ownerApi.act(command));
    if (!done) return;
    this.done = command.act;
    this.acts += 1;
  }
}
