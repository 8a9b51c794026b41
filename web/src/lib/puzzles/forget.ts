import { AnswerQueue, rememberProgress } from './answer-queue.ts';
import { forgetPacks } from './pack-cache.ts';

/** Deletes what this browser remembers of the player's answers. */
export async function forgetPuzzles(): Promise<void> {
  new AnswerQueue().clear();
  rememberProgress(null);
  await forgetPacks();
}
