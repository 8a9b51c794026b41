import type { Catalogue } from './en.ts';
import type { Problem } from '../net/messages.ts';

/** What a refused request and a refused command have in common. */
export interface Refused {
  readonly code: Problem['code'] | 'network';
  readonly message: string;
  readonly retry_after?: number | undefined;
}

/** A refusal in a sentence, which says when to try again where that is known. */
export function refusedSentence(t: Catalogue, { code, message, retry_after }: Refused): string {
  const sentence = t.error(code, message);
  return retry_after === undefined ? sentence : `${sentence} ${t.tryAgain(retry_after)}`;
}
