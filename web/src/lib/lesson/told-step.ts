import type { LessonState } from '../net/messages.ts';

/** The step to speak of: while the others move, still the one that was just done. */
export function toldStep({ step, steps, expected, back_to }: LessonState): number {
  const waiting = !expected && back_to === null && step < steps;
  return waiting ? Math.max(0, step - 1) : step;
}
