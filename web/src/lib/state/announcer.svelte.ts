// What was said is not said again, but must stay long enough to be read out.
const KEPT = 12;

/** What a screen reader hears of the game: line after line, each once, in order. */
class Announcer {
  lines = $state.raw<{ id: number; text: string }[]>([]);
  #next = 0;

  say(text: string): void {
    this.lines = [...this.lines, { id: this.#next++, text }].slice(-KEPT);
  }
}

export const announcer = new Announcer();
