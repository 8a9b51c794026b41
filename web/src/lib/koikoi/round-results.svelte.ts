import type { KoiKoiEvent, KoiKoiPosition, KoiKoiView, LogEntry, RoundEnded } from '../net/messages.ts';
import { viewAfterRound } from './round-end-view.ts';

/** A result, and the table it was reached at. */
type Ended = { event: RoundEnded; board: KoiKoiView | undefined };

/** Results that were not dismissed yet; until then the table shows the finished round. */
export class Results {
  #ended = $state.raw<Ended[]>([]);
  /** The last position shown before the result. */
  #before: KoiKoiPosition | undefined;

  /** The result to show now. */
  get current(): RoundEnded | undefined {
    return this.#ended[0]?.event;
  }

  /** The view it was reached in. */
  get board(): KoiKoiView | undefined {
    return this.#ended[0]?.board;
  }

  /** As the table opens: rounds that a lucky hand ended before anybody moved. */
  begin(position: KoiKoiPosition, log: readonly LogEntry[], seat: number | null): void {
    const moves = log.filter((entry) => entry.game === 'koikoi' && entry.seat !== null);
    if (moves.some((entry) => seat === null || entry.seat === seat)) return;
    this.#before = { ...position, view: { ...position.view, scores: [0, 0], results: [] } };
    this.addEntries(moves[0] ? log.slice(0, log.indexOf(moves[0])) : log);
  }

  /** Remembers the current position, from which events are applied. */
  setPosition(position: KoiKoiPosition): void {
    if (!this.current) this.#before = position;
  }

  addEntries(entries: readonly LogEntry[]): void {
    let events = entries.flatMap((entry): KoiKoiEvent[] => (entry.game === 'koikoi' ? entry.events : []));
    const found: Ended[] = [];
    // A lucky hand ends the next round at once: each result has a table of its own.
    let view = this.#ended.length ? this.#ended.at(-1)!.board : this.#before?.view;
    for (;;) {
      const end = events.findIndex((event) => event.type === 'round-ended');
      const event = events[end];
      if (event?.type !== 'round-ended') break;
      view &&= viewAfterRound(view, events.slice(0, end + 1));
      found.push({ event, board: view });
      events = events.slice(end + 1);
    }
    if (found.length) this.#ended = [...this.#ended, ...found];
  }

  dismiss(): void {
    this.#ended = this.#ended.slice(1);
  }
}
