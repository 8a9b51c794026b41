import { asAddress } from '../drawing/pen.ts';
import type { KoiKoiCard } from '../messages.ts';

type Deck = typeof import('./art/deck.ts');

/** The pictures of the deck: fetched when a first card is shown, each drawn once for as long as the page lives. */
class Gallery {
  #deck = $state.raw<Deck>();
  #fetching = false;
  #pictures = new Map<KoiKoiCard | 'back', string>();

  /** The address of a card's picture; nothing while the deck is on its way. */
  picture(card: KoiKoiCard | 'back'): string | undefined {
    if (!this.#deck) {
      void this.#fetch();
      return undefined;
    }
    let address = this.#pictures.get(card);
    if (!address) {
      const drawn = card === 'back' ? this.#deck.drawBack() : this.#deck.drawCard(card);
      address = asAddress(drawn);
      this.#pictures.set(card, address);
    }
    return address;
  }

  async #fetch(): Promise<void> {
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      this.#deck = await import('./art/deck.ts');
    } catch {
      // Without its pictures a card still says its month and its kind; the next one shown tries again.
      this.#fetching = false;
    }
  }
}

export const gallery = new Gallery();
