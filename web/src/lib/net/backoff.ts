const FIRST = 400;
const LONGEST = 8000;

/** Milliseconds to wait before the next attempt: exponential, with jitter. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST, FIRST * 2 ** attempt);
  return Math.round(full / 2 + (full / 2) * random());
}
