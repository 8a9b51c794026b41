import { asAddress } from '../drawing/pen.ts';
import { drawBack, drawBurst, drawFirework, drawLid } from './bursts.ts';
import { readFace, type SuitName } from '../cards/suits.ts';

const drawn = new Map<string, string>();

/** The data URL of a card's picture; drawn once and cached. */
export function pictureOf(face: string): string {
  const { suit, number } = readFace(face);
  return keep(face, () => drawFirework(suit, number));
}

export function pictureOfBack(): string {
  return keep('back', drawBack);
}

/** A firework without its card. */
export function pictureOfBurst(suit: SuitName, value: number): string {
  return keep(`burst ${suit} ${value}`, () => drawBurst(suit, value));
}

/** The lid of a box with these suits in it. */
export function pictureOfLid(suits: readonly SuitName[]): string {
  return keep(`lid ${suits.join(' ')}`, () => drawLid(suits));
}

function keep(name: string, draw: () => string): string {
  let address = drawn.get(name);
  if (!address) drawn.set(name, (address = asAddress(draw())));
  return address;
}
