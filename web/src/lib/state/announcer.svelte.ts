// Lines stay long enough to be read out.
const MAX_LINES = 12;

/** Lines for screen readers. */
class Announcer {
  lines = $state.raw<{ id: number; text: string }[]>([]);
  #next = 0;

  say(text: string): void {
    this.lines = [...this.lines, { id: this.#next++, text }].slice(-MAX_LINES);
  }
}

export const announcer = new Announcer();
