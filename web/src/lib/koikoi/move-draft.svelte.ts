import type { KoiKoiAction, KoiKoiCard, KoiKoiPosition, PlayCard } from '../net/messages.ts';
import type { TableClient } from '../state/table-client.svelte.ts';

/** A move being composed. The server lists the legal moves. */
export class MoveDraft {
  selected = $state<KoiKoiCard | null>(null);
  carrying = $state(false);

  #client: TableClient;

  constructor(client: TableClient) {
    this.#client = client;
  }

  get #position(): KoiKoiPosition | null {
    const position = this.#client.position;
    return position?.game === 'koikoi' ? position : null;
  }

  #plays(card: KoiKoiCard | null): PlayCard[] {
    return (this.#position?.legal ?? []).filter(
      (action): action is PlayCard => action.type === 'play-card' && action.card === card,
    );
  }

  mayPlay(card: KoiKoiCard): boolean {
    return this.#plays(card).length > 0;
  }

  may(type: KoiKoiAction['type']): boolean {
    return this.#position?.legal.some((action) => action.type === type) ?? false;
  }

  /** The field cards of the selected card's month. */
  get matches(): readonly KoiKoiCard[] {
    return this.selected ? (this.#position?.aids.matches[this.selected] ?? []) : [];
  }

  /** The play of the selected card without a choice of capture, if there is one. */
  get plain(): PlayCard | undefined {
    return this.#plays(this.selected).find((play) => !play.capture);
  }

  /** The field cards of its month from which the selected card captures one. */
  get choices(): KoiKoiCard[] {
    return this.#captures.filter((card) => this.matches.includes(card));
  }

  /** The field cards that the lightning may capture as a joker. */
  get jokers(): KoiKoiCard[] {
    return this.#captures.filter((card) => !this.matches.includes(card));
  }

  get #captures(): KoiKoiCard[] {
    return this.#plays(this.selected).flatMap((play) => (play.capture ? [play.capture] : []));
  }

  /** The field cards that the turned card may capture. */
  get takes(): KoiKoiCard[] {
    return (this.#position?.legal ?? []).flatMap((action) => (action.type === 'take-card' ? [action.card] : []));
  }

  select(card: KoiKoiCard): void {
    this.selected = this.selected === card ? null : card;
  }

  clear(): void {
    this.selected = null;
    this.carrying = false;
  }

  /** Plays the selected card, capturing this field card if there is a choice. */
  async play(capture?: KoiKoiCard): Promise<void> {
    const card = this.selected;
    if (!card) return;
    const play = this.#plays(card).find((candidate) => (candidate.capture ?? undefined) === capture);
    if (play && (await this.#client.move(play))) this.clear();
  }

  /** A tap on a field card: captures it, with the turned or the selected card. */
  async touchField(card: KoiKoiCard): Promise<void> {
    if (this.takes.includes(card)) await this.take(card);
    else if (this.#captures.includes(card)) await this.play(card);
    else if (this.plain && this.matches.includes(card)) await this.play();
  }

  async take(card: KoiKoiCard): Promise<void> {
    await this.#client.move({ type: 'take-card', card });
  }

  async decide(type: 'stop' | 'koi-koi' | 'swap' | 'keep'): Promise<void> {
    if (this.may(type)) await this.#client.move({ type });
  }

  /** A card dropped on the field, or on a field card. */
  async drop(card: KoiKoiCard, zone: string | null): Promise<void> {
    this.carrying = false;
    if (!zone || !this.mayPlay(card)) return;
    this.selected = card;
    const target = zone.startsWith('field:') ? (zone.slice(6) as KoiKoiCard) : null;
    if (target && this.#captures.includes(target)) await this.play(target);
    else if (this.plain) await this.play();
  }
}
