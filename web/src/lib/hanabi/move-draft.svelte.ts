import type { CluePreview, HanabiAction, HanabiCard, HanabiPosition } from '../net/messages.ts';
import type { TableClient } from '../state/table-client.svelte.ts';
import { moveTo, nudge } from './hand-order.ts';

export type Aim = { seat: number; card: number | null };

/** A move being composed. The server lists the legal moves. */
export class MoveDraft {
  /** A card of the own hand, by id. */
  selected = $state<number | null>(null);
  /** The player, or the card, to give a clue about. */
  aim = $state.raw<Aim | null>(null);
  /** The selected clue, not yet given. */
  chosen = $state.raw<CluePreview | null>(null);
  /** The clue under the pointer. */
  hovered = $state.raw<CluePreview | null>(null);
  carrying = $state(false);

  #client: TableClient;

  constructor(client: TableClient) {
    this.#client = client;
  }

  get #position(): HanabiPosition | null {
    const position = this.#client.position;
    return position?.game === 'hanabi' ? position : null;
  }

  #legal<Type extends HanabiAction['type']>(type: Type): Extract<HanabiAction, { type: Type }>[] {
    const legal = this.#position?.legal ?? [];
    return legal.filter((action): action is Extract<HanabiAction, { type: Type }> => action.type === type);
  }

  get shown(): CluePreview | null {
    return this.hovered ?? this.chosen;
  }

  get canClue(): boolean {
    return (this.#position?.aids.clues.length ?? 0) > 0;
  }

  get canDiscard(): boolean {
    return this.#legal('discard').length > 0;
  }

  get canPlay(): boolean {
    return this.#legal('play').length > 0;
  }

  get canPlayFromDeck(): boolean {
    return this.#legal('play-from-deck').length > 0;
  }

  /** Discarded cards that a bonus tile allows to shuffle into the deck. */
  get returns(): HanabiCard[] {
    return this.#legal('return-card').map((action) => action.card);
  }

  /** Discarded cards that a bonus tile allows to play. */
  get recoveries(): HanabiCard[] {
    return this.#legal('recover-card').map((action) => action.card);
  }

  mayPlay(card: number): boolean {
    return this.#legal('play').some((action) => action.card === card);
  }

  mayDiscard(card: number): boolean {
    return this.#legal('discard').some((action) => action.card === card);
  }

  /** The clues for the aim: to its player, and touching its card if it has one. */
  get clues(): CluePreview[] {
    const aim = this.aim;
    if (!aim) return [];
    return (this.#position?.aids.clues ?? []).filter(
      ({ clue, touches }) => clue.target === aim.seat && (aim.card === null || touches.includes(aim.card)),
    );
  }

  clear(): void {
    this.selected = null;
    this.aim = null;
    this.chosen = null;
    this.hovered = null;
  }

  select(card: number): void {
    const again = this.selected === card;
    this.clear();
    this.selected = again ? null : card;
  }

  aimAt(seat: number, card: number | null): void {
    const again = this.aim?.seat === seat && this.aim.card === card;
    this.clear();
    this.aim = again ? null : { seat, card };
  }

  /** The first tap shows what the clue touches; the second gives it. */
  async choose(clue: CluePreview): Promise<void> {
    if (this.chosen === clue) await this.give();
    else this.chosen = clue;
  }

  async give(): Promise<void> {
    if (this.chosen) await this.#move(this.chosen.clue);
  }

  async play(card = this.selected): Promise<void> {
    if (card !== null && this.mayPlay(card)) await this.#move({ type: 'play', card });
  }

  async discard(card = this.selected): Promise<void> {
    if (card !== null && this.mayDiscard(card)) await this.#move({ type: 'discard', card });
  }

  async playFromDeck(): Promise<void> {
    await this.#move({ type: 'play-from-deck' });
  }

  async returnCard(card: HanabiCard): Promise<void> {
    await this.#move({ type: 'return-card', card });
  }

  async recoverCard(card: HanabiCard): Promise<void> {
    await this.#move({ type: 'recover-card', card });
  }

  async #move(action: HanabiAction): Promise<void> {
    if (await this.#client.move(action)) this.clear();
  }

  /** A card dropped on the fireworks, on the discards, or at another place of the hand. */
  async drop(card: number, zone: string | null): Promise<void> {
    this.carrying = false;
    if (zone === 'play') await this.play(card);
    else if (zone === 'discard') await this.discard(card);
    else if (zone?.startsWith('place:')) await this.#arrange(card, Number(zone.slice(6)));
  }

  async nudge(step: -1 | 1): Promise<void> {
    const hand = this.#ownHand;
    if (this.selected === null || !hand) return;
    await this.#client.gesture({ type: 'rearrange', cards: nudge(hand, this.selected, step) });
  }

  async #arrange(card: number, place: number): Promise<void> {
    const hand = this.#ownHand;
    if (!hand || hand[place]?.id === card) return;
    await this.#client.gesture({ type: 'rearrange', cards: moveTo(hand, card, place) });
  }

  get #ownHand() {
    const seat = this.#client.seat;
    return seat === null ? undefined : this.#position?.view.hands[seat];
  }
}
