import type { KoiKoiEvent, KoiKoiPosition, KoiKoiView, LogEntry, RoundEnded } from '../net/messages.ts';
import { viewAfterRound } from './round-end-view.ts';

/** Rounds that have ended and were not yet looked at: the table stays as they left it until then. */
export class Results {
  #ended = $state.raw<RoundEnded[]>([]);
  #board = $state.raw<KoiKoiView>();
  /** The last position shown while nothing was held back. */
  #before: KoiKoiPosition | undefined;

  /** The result to look at now. */
  get current(): RoundEnded | undefined {
    return this.#ended[0];
  }

  /** The table it was reached on. */
  get board(): KoiKoiView | undefined {
    return this.current && this.#board;
  }

  /** Remembers what is on the table; news are told from here. */
  stand(position: KoiKoiPosition): void {
    if (!this.current) this.#before = position;
  }

  hear(entries: readonly LogEntry[]): void {
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
