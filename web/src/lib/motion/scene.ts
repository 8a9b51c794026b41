export type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>;

export type Piece = {
  node: HTMLElement;
  box: Box;
  /** The `data-place` it lies in. */
  home: string | undefined;
};

const isSeen = ({ width, height }: Box) => width > 0 && height > 0;

/**
 * Where everything on the table is at one moment: pieces keep their identity when they move
 * (`data-piece`), places stay (`data-place`). What is not shown is not in the scene.
 */
export class Scene {
  readonly pieces = new Map<string, Piece>();
  readonly #places = new Map<string, Box>();

  constructor(root: ParentNode) {
    for (const node of root.querySelectorAll<HTMLElement>('[data-piece], [data-place]')) {
      const box = node.getBoundingClientRect();
      if (!isSeen(box)) continue;
      const { piece, place } = node.dataset;
      if (piece && !this.pieces.has(piece)) {
        this.pieces.set(piece, { node, box, home: node.closest<HTMLElement>('[data-place]')?.dataset.place });
      }
      if (place && !this.#places.has(place)) this.#places.set(place, box);
    }
  }

  box(piece: string): Box | undefined {
    return this.pieces.get(piece)?.box;
  }

  place(name: string): Box | undefined {
    return this.#places.get(name);
  }
}

/** A box of a piece's shape, centred in a place. */
export function within(place: Box, { width, height }: Box): Box {
  const scale = Math.min(1, place.width / width, place.height / height);
  const [w, h] = [width * scale, height * scale];
  return { x: place.x + (place.width - w) / 2, y: place.y + (place.height - h) / 2, width: w, height: h };
}
