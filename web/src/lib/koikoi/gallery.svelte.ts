import { SvelteMap } from 'svelte/reactivity';

import { asAddress } from '../drawing/pen.ts';
import type { KoiKoiCard } from '../net/messages.ts';

type Picture = KoiKoiCard | 'back';

/**
 * The pictures of the deck: fetched when a first card is shown, drawn one after the other so that
 * the page never stands still, and kept as long as it lives.
 */
class Gallery {
  #pictures = new SvelteMap<Picture, string>();
  #wanted = new Set<Picture>();
  #drawing = false;
  /** As long as somebody holds them, the browser need not read them again. */
  #read: HTMLImageElement[] = [];

  /** The address of a picture; nothing while it is being drawn. */
  picture(name: Picture): string | undefined {
    const address = this.#pictures.get(name);
    if (address === undefined) {
      this.#wanted.add(name);
      void this.#draw();
    }
    return address;
  }

  async #draw(): Promise<void> {
    if (this.#drawing) return;
    this.#drawing = true;
    try {
      const { drawBack, drawCard } = await import('./art/deck.ts');
      for (const name of this.#wanted) {
        const address = asAddress(name === 'back' ? drawBack() : drawCard(name));
        const image = new Image();
        image.src = address;
        await image.decode();
        this.#read.push(image);
        this.#pictures.set(name, address);
        this.#wanted.delete(name);
      }
    } catch {
      // Without its picture a card still says its month and its kind; the next one shown tries again.
    } finally {
      this.#drawing = false;
    }
  }
}

export const gallery = new Gallery();
