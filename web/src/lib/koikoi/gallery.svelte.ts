import { SvelteMap } from 'svelte/reactivity';

import { asAddress } from '../drawing/pen.ts';
import type { KoiKoiCard } from '../net/messages.ts';

type Picture = KoiKoiCard | 'back';

/**
 * The pictures of the deck: loaded with the first card shown, drawn one after the other so that
 * the page stays responsive, and cached.
 */
class Gallery {
  #pictures = new SvelteMap<Picture, string>();
  #wanted = new Set<Picture>();
  #drawing = false;
  /** Holding the decoded images keeps the browser from decoding them again. */
  #read: HTMLImageElement[] = [];

  /** The data URL of a picture; undefined while it is being drawn. */
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
      // Without its picture a card shows its month and kind; the next card shown retries.
    } finally {
      this.#drawing = false;
    }
  }
}

export const gallery = new Gallery();
