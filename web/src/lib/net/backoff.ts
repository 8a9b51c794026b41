/** A server that was restarted listens again within half a second. */
const FIRST_MS = 300;
const MAX_MS = 8000;

/** Milliseconds to wait before the next attempt: exponential, with jitter. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** attempt);
  return Math.round(full / 2 + (full / 2) * random());
}
