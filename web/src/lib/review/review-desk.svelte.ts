import { ApiError } from '../net/api.ts';
import { backoff } from '../net/backoff.ts';
import type { PlyMark } from '../replay/mark-shapes.ts';
import type { ReplayClient } from '../replay/replay-client.svelte.ts';
import { me } from '../state/me.svelte.ts';
import { following, highlightAt, highlights, type Highlight, type Layer, type Move, moveOf } from './highlights.ts';
import type { Depth, Review, ReviewState } from '../net/messages.ts';
import { reviewApi } from './review-api.ts';

/** How soon the progress is asked for again at first, and at most. */
const FIRST_POLL_MS = 600;
const MAX_POLL_MS = 5_000;
const POLL_GROWTH = 1.3;

/** The review of a replay: asked for, waited for, then walked through. */
export class ReviewDesk {
  open = $state(false);
  /** On a narrow screen: the whole panel instead of the board. */
  expanded = $state(false);
  /** The depth that was asked for last. */
  depth = $state<Depth>('standard');
  /** What the server said last about that depth; nothing before its first answer. */
  state = $state.raw<ReviewState>();
  /** The deepest review that is done. */
  review = $state.raw<Review>();
  problem = $state.raw<ApiError>();
  /** Whose moments are listed; `null` for all. */
  seat = $state<number | null>(null);
  /** How many moments were gone to. */
  followed = $state(0);
  #layer = $state<Layer>();

  #client: ReplayClient;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = FIRST_POLL_MS;
  #failures = 0;
  #closed = false;

  constructor(client: ReplayClient) {
    this.#client = client;
  }

  // -- asking the server --

  /**
   * Opens the panel, and asks for the review unless there is one already. Who asks for one that others wait for waits
   * too, so that it goes on if they cancel it.
   */
  async begin(): Promise<void> {
    this.open = true;
    if (!this.state) await this.look();
    const { state } = this;
    if (!state?.depths.includes('standard')) return;
    if (state.status === 'none' || ('yours' in state && !state.yours)) await this.ask('standard');
  }

  close(): void {
    this.open = false;
    this.expanded = false;
  }

  /** Reads how the review stands, without asking for one. */
  async look(): Promise<void> {
    await this.#request(async () => {
      const standard = await reviewApi.state(this.#client.id, 'standard');
      this.#receive('standard', standard);
      if (standard.status === 'done' && standard.review.depth !== 'deep') {
        const deep = await reviewApi.state(this.#client.id, 'deep');
        if (deep.status !== 'none') this.#receive('deep', deep);
      }
    });
  }

  async ask(depth: Depth): Promise<void> {
    this.#pause = FIRST_POLL_MS;
    await this.#request(async () => {
      // Whoever asks needs the cookie, to be told apart from others.
      if (!me.known) await me.load();
      this.#receive(depth, await reviewApi.ask(this.#client.id, depth));
    });
  }

  async cancel(): Promise<void> {
    const depth = this.depth;
    await this.#request(async () => this.#receive(depth, await reviewApi.cancel(this.#client.id, depth)));
  }

  /** After a refusal: what was asked for last, again. */
  async retry(): Promise<void> {
    if (this.state?.status === 'none') await this.ask(this.depth);
    else await this.look();
  }

  /** Whether it is waited for. */
  get working(): boolean {
    return this.state?.status === 'waiting' || this.state?.status === 'running';
  }

  async #request(send: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await send();
      this.problem = undefined;
      this.#failures = 0;
    } catch (error) {
      this.problem = error instanceof ApiError ? error : new ApiError('network', String(error));
      this.#failures += 1;
    }
    this.#schedule();
  }

  #receive(depth: Depth, state: ReviewState): void {
    if (JSON.stringify(progressOf(this.state)) !== JSON.stringify(progressOf(state))) this.#pause = FIRST_POLL_MS;
    this.depth = depth;
    this.state = state;
    if (state.status === 'done') this.review = state.review;
  }

  /** Asks again after a while, unless nobody looks: then as soon as somebody does. */
  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#closed || !this.working || document.hidden) return;
    const pause = this.#failures ? backoff(this.#failures) : this.#pause;
    this.#pause = Math.min(MAX_POLL_MS, this.#pause * POLL_GROWTH);
    this.#timer = setTimeout(() => void this.#poll(), pause);
  }

  async #poll(): Promise<void> {
    const depth = this.depth;
    await this.#request(async () => this.#receive(depth, await reviewApi.state(this.#client.id, depth)));
  }

  /** Follows whether the page is seen; returns how to stop. */
  watch(): () => void {
    const change = () => {
      if (document.hidden) clearTimeout(this.#timer);
      else if (this.working) void this.#poll();
    };
    document.addEventListener('visibilitychange', change);
    return () => {
      this.#closed = true;
      clearTimeout(this.#timer);
      document.removeEventListener('visibilitychange', change);
    };
  }

  // -- walking through it --

  /** Koi-Koi has one layer only. */
  readonly layered = $derived(this.review?.game === 'hanabi');

  get layer(): Layer {
    if (!this.layered) return 'judgement';
    if (this.#layer) return this.#layer;
    return this.review && highlights(this.review, 'judgement', null).length ? 'judgement' : 'facts';
  }

  set layer(layer: Layer) {
    this.#layer = layer;
  }

  /** What is listed. */
  readonly listed = $derived(this.review ? highlights(this.review, this.layer, this.seat) : []);

  /** What is marked on the line of plies: what is listed. */
  readonly marks = $derived(
    this.open ? this.listed.map(({ ply, moment }): PlyMark => ({ ply, kind: moment?.verdict ?? 'fact' })) : [],
  );

  /** What is said about the position on the board. */
  readonly here = $derived.by((): Highlight | undefined => {
    const ply = this.#client.frame?.position.ply;
    return this.review && ply !== undefined ? highlightAt(this.review, ply) : undefined;
  });

  /** The best move, if another was made, and the move made. */
  readonly moves = $derived.by((): { better: Move | null; made: Move } | null => {
    const moment = this.here?.moment;
    if (!this.open || !moment) return null;
    const best = moment.loss ? moment.alternatives?.[0] : undefined;
    return { better: best ? moveOf(best) : null, made: moveOf(moment) };
  });

  /** The next of the listed moments, or the one before; undefined if there is none. */
  beside(direction: -1 | 1): Highlight | undefined {
    return following(this.listed, this.#client.ply, direction);
  }

  /** Shows a moment as its player saw it. */
  follow({ ply, seat }: Pick<Highlight, 'ply' | 'seat'>): void {
    this.expanded = false;
    this.followed += 1;
    void this.#client.look(ply, seat);
  }
}

function progressOf(state: ReviewState | undefined): unknown {
  if (state?.status === 'waiting') return state.place;
  return state?.status === 'running' ? state.progress : undefined;
}
