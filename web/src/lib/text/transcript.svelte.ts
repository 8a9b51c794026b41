export type Kind = 'typed' | 'happened' | 'answered' | 'refused';
export type Line = { id: number; kind: Kind; text: string };

// Older lines are dropped; the log has everything.
const MAX_LINES = 300;

/** Typed commands and their answers, in order. */
export class Transcript {
  lines = $state.raw<Line[]>([]);
  #next = 0;
  #typed: string[] = [];
  #back = 0;

  add(kind: Kind, ...texts: string[]): void {
    const added = texts.filter(Boolean).map((text) => ({ id: this.#next++, kind, text }));
    this.lines = [...this.lines, ...added].slice(-MAX_LINES);
  }

  type(text: string): void {
    this.add('typed', text);
    if (this.#typed.at(-1) !== text) this.#typed.push(text);
    this.#back = 0;
  }

  /** The previous or next command of the history; nothing at either end. */
  recall(by: -1 | 1): string | undefined {
    const back = this.#back - by;
    if (back < 0 || back > this.#typed.length) return undefined;
    this.#back = back;
    return back === 0 ? '' : this.#typed.at(-back);
  }
}
