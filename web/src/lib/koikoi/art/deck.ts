import type { KoiKoiCard } from '../../net/messages.ts';
import { around, at, shape, times } from '../../drawing/pen.ts';
import { INK } from './ink.ts';
import { SCENES } from './scenes.ts';

const WIDTH = 200;
const HEIGHT = 320;
const EDGE = 9;
const BACK = '#8f2b1b';
const BACK_LEAF = '#a8402c';

/** A rounded card: what is on it, and the dark border that traditional cards have. */
function frame(ground: string, content: string): string {
  const inset = EDGE / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `<clipPath id="card"><rect width="${WIDTH}" height="${HEIGHT}" rx="15"/></clipPath><g clip-path="url(#card)">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>${content}` +
    `<rect x="${inset}" y="${inset}" width="${WIDTH - EDGE}" height="${HEIGHT - EDGE}" rx="11" fill="none" stroke="${INK.sumi}" stroke-width="${EDGE}"/>` +
    `<path d="M0 0H16L0 16ZM200 0V16L184 0ZM200 320H184L200 304ZM0 320V304L16 320Z" fill="${INK.sumi}"/></g></svg>`
  );
}

/** The picture of a card, as an SVG file. */
export function drawCard(card: KoiKoiCard): string {
  const { ground = INK.paper, draw } = SCENES[card];
  return frame(ground, draw());
}

/** The back that all cards share: stars of six petals on bengara red. */
export function drawBack(): string {
  const star = around(6, shape('M0 0C4.6 -5 4.6 -12 0 -19C-4.6 -12 -4.6 -5 0 0Z', BACK_LEAF));
  const rows = times(11, (row) => times(7, (column) => at(4 + column * 32 + (row % 2) * 16, row * 32, star)));
  const rim = `<rect x="18" y="18" width="164" height="284" rx="4" fill="none" stroke="${INK.gold}" stroke-width="2.5"/>`;
  return frame(BACK, rows + rim);
}
