import { ask } from '../net/api.ts';
import type { Depth, ReviewState } from '../net/messages.ts';

const address = (replay: string, depth: Depth) => `/replays/${encodeURIComponent(replay)}/review?depth=${depth}`;

/** What the review of a replay asks the server. */
export const reviewApi = {
  state: (replay: string, depth: Depth) => ask<ReviewState>(address(replay, depth)),
  ask: (replay: string, depth: Depth) => ask<ReviewState>(address(replay, depth), 'POST', { depth }),
  cancel: (replay: string, depth: Depth) => ask<ReviewState>(address(replay, depth), 'DELETE'),
};
