import { i18n } from './index.svelte.ts';
import { ApiError } from '../net/api.ts';
import { refusedSentence } from './refused.ts';

/** Whatever was thrown, in a sentence of the chosen language. */
export function problemSentence(error: unknown): string {
  return error instanceof ApiError ? refusedSentence(i18n.t, error) : String(error);
}
