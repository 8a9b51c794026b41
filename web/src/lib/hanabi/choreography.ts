import { mount, unmount } from 'svelte';

import type { ClueGiven, HanabiCard, HanabiEvent } from '../net/messages.ts';
import { type Box, type Scene, within } from '../motion/scene.ts';
import { copyOf, LEG_MS, MAX_MS, near, type Prop, type Stage } from '../motion/stage.ts';
import FireworkCard from './FireworkCard.svelte';
import { pictureOfBurst } from './pictures.ts';
import { readFace, SUIT_LOOKS } from '../cards/suits.ts';

const STEP_DELAY_MS = 30;

const cardOf = (id: number) => `card:${id}`;

/** Animates the events between two positions. */
export function showEvents(events: readonly HanabiEvent[], before: Scene, now: Scene, stage: Stage): void {
  const arrivals = new Set<string>();
  for (const event of events) {
    switch (event.type) {
      case 'card-played': {
        const sky = now.pieces.get(`sky:${readFace(event.face).suit}`);
        const from = origin(event.card, event.source, before, sky?.box);
        if (!sky || !from) break;
        const under = before.pieces.get(`sky:${readFace(event.face).suit}`);
        if (under)
          stage.appear({ element: copyOf(under.node, '').element }, sky.box, [{ opacity: 1 }, { opacity: 1 }], LEG_MS);
        stage.fly(face(event.face), [from, sky.box], { hide: sky.node });
        break;
      }
      case 'card-misplayed': {
        const sky = now.box(`sky:${readFace(event.face).suit}`);
        fall(event.face, [origin(event.card, event.source, before, sky), sky], now, stage);
        break;
      }
      case 'card-discarded':
        fall(event.face, [before.box(cardOf(event.card))], now, stage);
        break;
      case 'card-drawn': {
        const drawn = now.pieces.get(cardOf(event.card));
        const deck = now.place('deck');
        if (!drawn || !deck) break;
        arrivals.add(cardOf(event.card));
        const path = [within(deck, drawn.box), drawn.box];
        stage.fly(copyOf(drawn.node, cardOf(event.card)), path, { delay: LEG_MS / 2, hide: drawn.node, emerge: true });
        break;
      }
      case 'clue-given':
        light(event, now, stage);
        break;
      case 'firework-completed':
        goUp(event.suit, now, stage);
        break;
    }
  }
  for (const [name, { node, box, home }] of now.pieces) {
    const was = before.pieces.get(name);
    if (!name.startsWith('card:') || arrivals.has(name) || !was || was.home !== home) continue;
    if (!near(was.box, box)) stage.shift(node, was.box, box);
  }
}

/** Deals the first hands around the table, card by card. */
export function showDeal(hands: readonly (readonly { id: number }[])[], now: Scene, stage: Stage): void {
  const deck = now.place('deck');
  if (!deck) return;
  hands.forEach((hand, seat) =>
    hand.forEach(({ id }, index) => {
      const piece = now.pieces.get(cardOf(id));
      if (!piece) return;
      const delay = (index * hands.length + seat) * STEP_DELAY_MS;
      const path = [within(deck, piece.box), piece.box];
      stage.fly(copyOf(piece.node, cardOf(id)), path, { delay, hide: piece.node, emerge: true });
    }),
  );
}

function origin(
  card: number | null,
  source: string | undefined,
  before: Scene,
  like: Box | undefined,
): Box | undefined {
  if (card !== null) return before.box(cardOf(card));
  const place = before.place(source === 'discards' ? 'discards' : 'deck');
  return place && like && within(place, like);
}

/** A card flies to the discards, by way of the fireworks if it was misplayed. */
function fall(card: HanabiCard, stops: readonly (Box | undefined)[], now: Scene, stage: Stage): void {
  const path = stops.filter((stop) => stop !== undefined);
  const discards = now.place('discards');
  if (path[0] && discards) stage.fly(face(card), [...path, within(discards, path[0])], { vanish: true });
}

function face(card: HanabiCard): Prop {
  const element = document.createElement('div');
  const shown = mount(FireworkCard, { target: element, props: { face: card } });
  return { element, discard: () => void unmount(shown) };
}

/** A clue flies to the cards it touches, and highlights them. */
function light({ seat, touched, colour, value }: ClueGiven, now: Scene, stage: Stage): void {
  const giver = now.place(`seat:${seat}`);
  for (const id of touched) {
    const box = now.box(cardOf(id));
    if (!box) continue;
    if (giver) {
      const token = { width: 28, height: 28, x: 0, y: 0 };
      const path = [within(giver, token), within(box, token)];
      stage.fly({ element: chip(colour ?? null, value ?? null) }, path, { emerge: true, vanish: true });
    }
    const halo = document.createElement('div');
    halo.dataset.halo = '';
    halo.style.cssText = 'border: 4px solid var(--gold-bright); border-radius: 12% / 8.6%; transform-origin: center';
    stage.appear(
      { element: halo },
      box,
      [
        { opacity: 0, transform: 'scale(1.3)' },
        { opacity: 1, transform: 'scale(1)', offset: 0.4 },
        { opacity: 0, transform: 'scale(1.06)' },
      ],
      MAX_MS,
      LEG_MS * 0.8,
    );
  }
}

function chip(colour: keyof typeof SUIT_LOOKS | null, value: number | null): HTMLElement {
  const element = document.createElement('div');
  const look = colour ? SUIT_LOOKS[colour] : { fill: '#fff6e2', ink: '#1c2a55', shape: '' };
  element.style.cssText =
    'display: grid; place-items: center; border-radius: 50%; font: 700 18px/1 var(--sans);' +
    `background: ${look.fill}; color: ${look.ink}; box-shadow: 0 0 0 2px #fff6e2, var(--shadow)`;
  const mark = `<path d="${look.shape}" fill="currentColor" fill-rule="evenodd"/>`;
  if (value !== null) element.textContent = String(value);
  else element.innerHTML = `<svg viewBox="0 0 24 24" width="64%">${mark}</svg>`;
  return element;
}

/** A completed firework bursts above its card. */
function goUp(suit: keyof typeof SUIT_LOOKS, now: Scene, stage: Stage): void {
  const card = now.box(`sky:${suit}`);
  if (!card) return;
  const size = card.width * 3.2;
  const box = {
    x: card.x + (card.width - size) / 2,
    y: card.y + card.height * 0.3 - size / 2,
    width: size,
    height: size,
  };
  const burst = new Image();
  burst.src = pictureOfBurst(suit, 5);
  burst.alt = '';
  burst.dataset.burst = suit;
  burst.style.transformOrigin = 'center';
  stage.appear(
    { element: burst },
    box,
    [
      { opacity: 0.9, transform: `translateY(${card.height * 0.4}px) scale(0.04)` },
      { opacity: 1, transform: 'scale(0.06)', offset: 0.34, easing: 'cubic-bezier(0.1, 0.8, 0.2, 1)' },
      { opacity: 1, transform: 'scale(0.92)', offset: 0.75 },
      { opacity: 0, transform: 'scale(1)' },
    ],
    MAX_MS * 2,
    LEG_MS,
  );
}
