import type { KoiKoiEvent, KoiKoiPosition, KoiKoiView, LogEntry, RoundEnded } from '../net/messages.ts';
import { viewAfterRound } from './round-end-view.ts';

/** Results that were not dismissed yet; until then the table shows the finished round. */
export class Results {
  #ended = $state.raw<RoundEnded[]>([]);
  #board = $state.raw<KoiKoiView>();
  /** The last position shown before the result. */
  #before: KoiKoiPosition | undefined;

  /** The result to show now. */
  get current(): RoundEnded | undefined {
    return this.#ended[0];
  }

  /** The view it was reached in. */
  get board(): KoiKoiView | undefined {
    return this.current && this.#board;
  }

  /** Remembers the current position, from which events are applied. */
  setPosition(position: KoiKoiPosition): void {
    if (!this.current) this.#before = position;
  }

  addEntries(entries: readonly LogEntry[]): void {
    const events = entries.flatMap((entry): KoiKoiEvent[] => (entry.game === 'koikoi' ? entry.events : []));
    const rounds = events.filter((event) => event.type === 'round-ended');
    if (!rounds.length) return;
    if (!this.current && this.#before) {
      const end = events.findIndex((event) => event.type === 'round-ended');
      this.#board = viewAfterRound(this.#before.view, events.slice(0, end + 1));
    }
    this.#ended = [...this.#ended, ...rounds];
  }

  dismiss(): void {
    this.#ended = this.#ended.slice(1);
  }
}
