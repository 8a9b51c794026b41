import { ApiError, api } from '../net/api.ts';
import type { Frame, LogEntry, Position, Replay, SeatInfo, TableInfo, You } from '../net/messages.ts';
import type { TableClient } from '../state/table-client.svelte.ts';

/** Frames per request. */
const PAGE_SIZE = 40;
/** The next page is prefetched this many plies ahead. */
const PREFETCH_PLIES = 12;

/** A match from one seat's view, as far as it was fetched. */
type SeatView = { replay: Replay; frames: Map<number, Frame>; pages: Map<number, Promise<void>> };

/** A finished match at one ply, as a read-only table. */
export class ReplayClient implements TableClient {
  readonly id: string;
  readonly replaying = true;
  readonly connection = 'open';
  readonly blocked = false;
  readonly positionAt = 0;
  readonly notes = {};
  readonly moving = false;
  readonly hint = undefined;
  readonly myTurn = false;
  refusal: TableClient['refusal'] = undefined;
  /** What a review draws on the board. */
  suggestedMove = $state.raw<TableClient['suggestedMove']>(null);
  madeMove = $state.raw<TableClient['madeMove']>(null);

  /** The requested ply; the frame shown may still be an earlier one. */
  ply = $state(0);
  frame = $state.raw<Frame>();
  /** The replay, or a part of it, could not be loaded. */
  problem = $state.raw<ApiError>();

  #view = $state.raw<SeatView>();
  #views = new Map<number | null, Promise<SeatView>>();
  #wanted = 0;

  constructor(id: string) {
    this.id = id;
  }

  // -- what is shown --

  get replay(): Replay | undefined {
    return this.#view?.replay;
  }

  get plies(): number {
    return this.replay?.plies ?? 0;
  }

  /** The seat whose view is shown; `null` shows everything. */
  get seat(): number | null {
    return this.replay?.seat ?? null;
  }

  get me(): number | null {
    return this.replay?.you ?? null;
  }

  get you(): You | undefined {
    return this.replay && { seat: this.seat, host: false, name: null, devices: null };
  }

  get imported(): boolean {
    return this.replay?.imported ?? false;
  }

  secondsUntil(): number {
    return 0;
  }

  get position(): Position | null {
    return this.frame?.position ?? null;
  }

  readonly table = $derived.by((): TableInfo | undefined => {
    const replay = this.#view?.replay;
    const ended = this.frame?.position.ply === replay?.plies && replay?.table.ending !== null;
    return replay && { ...replay.table, status: ended ? 'over' : 'playing' };
  });

  readonly log = $derived.by((): LogEntry[] => {
    const now = this.frame?.position.ply ?? -1;
    return this.#view?.replay.log.filter((entry) => entry.ply <= now) ?? [];
  });

  /** The log entries of this ply. */
  readonly entries = $derived(this.log.filter((entry) => entry.ply === this.frame?.position.ply));

  /** The plies at which a round of Koi-Koi begins; none in Hanabi. */
  readonly rounds = $derived(
    (this.#view?.replay.log ?? []).flatMap((entry) =>
      entry.game === 'koikoi' && entry.events.some((event) => event.type === 'round-started') ? [entry.ply] : [],
    ),
  );

  seatInfo(seat: number): SeatInfo | undefined {
    return this.table?.seats[seat];
  }

  // -- navigation --

  /** Shows the view of a seat at the same ply. */
  async showView(seat: number | null): Promise<void> {
    const wanted = ++this.#wanted;
    try {
      const view = await this.#find(seat);
      this.ply = Math.min(this.ply, view.replay.plies);
      const ply = this.ply;
      await this.#fetch(view, ply);
      if (wanted !== this.#wanted) return;
      this.#view = view;
      this.frame = view.frames.get(this.ply) ?? view.frames.get(ply);
      this.problem = undefined;
      if (ply !== this.ply) await this.#show();
    } catch (error) {
      if (wanted === this.#wanted) this.#fail(error);
    }
  }

  /** Shows a ply in the view of a seat. */
  async look(ply: number, seat: number | null): Promise<void> {
    if (seat === this.seat) return this.go(ply);
    this.ply = Math.max(0, Math.min(Math.trunc(ply), this.plies));
    await this.showView(seat);
  }

  go(ply: number): void {
    this.ply = Math.max(0, Math.min(Math.trunc(ply), this.plies));
    void this.#show();
  }

  step(by: number): void {
    this.go(this.ply + by);
  }

  /** A step of one round: once around the table in Hanabi. */
  jump(direction: -1 | 1): void {
    const players = this.table?.seats.length ?? 1;
    if (!this.rounds.length) return this.step(direction * players);
    const next =
      direction > 0
        ? (this.rounds.find((ply) => ply > this.ply) ?? this.plies)
        : (this.rounds.findLast((ply) => ply < this.ply) ?? 0);
    this.go(next);
  }

  async #show(): Promise<void> {
    const view = this.#view;
    if (!view) return;
    const ply = this.ply;
    try {
      await this.#fetch(view, ply);
      this.problem = undefined;
    } catch (error) {
      this.#fail(error);
    }
    // The user may have moved on meanwhile.
    if (view === this.#view && ply === this.ply) this.frame = view.frames.get(ply) ?? this.frame;
  }

  #fail(error: unknown): void {
    this.problem = error instanceof ApiError ? error : new ApiError('network', String(error));
  }

  #find(seat: number | null): Promise<SeatView> {
    let found = this.#views.get(seat);
    if (!found) {
      found = api.replay(this.id, seat).then((replay) => ({ replay, frames: new Map(), pages: new Map() }));
      this.#views.set(seat, found);
      found.catch(() => this.#views.delete(seat));
    }
    return found;
  }

  /** Fetches the page of a ply, and prefetches its neighbours. */
  async #fetch(view: SeatView, ply: number): Promise<void> {
    const page = this.#page(view, Math.floor(ply / PAGE_SIZE));
    for (const near of [ply - PREFETCH_PLIES, ply + PREFETCH_PLIES]) {
      if (near >= 0 && near <= view.replay.plies) this.#page(view, Math.floor(near / PAGE_SIZE)).catch(() => undefined);
    }
    if (!view.frames.has(ply)) await page;
  }

  #page(view: SeatView, number: number): Promise<void> {
    let page = view.pages.get(number);
    if (!page) {
      const first = number * PAGE_SIZE;
      page = api.frames(this.id, view.replay.seat, first, PAGE_SIZE).then(({ frames }) => {
        frames.forEach((frame, place) => view.frames.set(first + place, frame));
      });
      view.pages.set(number, page);
      page.catch(() => view.pages.delete(number));
    }
    return page;
  }

  // -- commands, which a replay ignores --

  subscribe(): () => void {
    return () => undefined;
  }

  send(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  move(): Promise<boolean> {
    return Promise.resolve(false);
  }

  gesture(): Promise<void> {
    return Promise.resolve();
  }

  retryNow(): void {
    void this.#show();
  }
}
