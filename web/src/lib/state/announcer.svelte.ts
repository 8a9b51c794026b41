// Lines stay long enough to be read out.
const KEPT = 12;

/** Lines for screen readers. */
class Announcer {
  lines = $state.raw<{ id: number; text: string }[]>([]);
  #next = 0;

  say(text: string): void {
    this.lines = [...this.lines, { id: this.#next++, text }].slice(-KEPT);
  }
}

export const announcer = new Announcer();
