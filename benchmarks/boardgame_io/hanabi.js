// Hanabi for two as boardgame.io would have it: the comparable game of `benchmarks/load.py`.
// The rules of `hanabi/online` with ten errors, hands hidden from their owners by `playerView`.

const COLOURS = 5;
const COPIES = [3, 2, 2, 2, 1];
const HAND = 5;
const CLUES = 8;
const ERRORS = 10;

const deck = () => {
  const cards = [];
  for (let colour = 0; colour < COLOURS; colour++)
    COPIES.forEach((copies, n) => {
      for (let i = 0; i < copies; i++) cards.push({ id: cards.length, colour, value: n + 1 });
    });
  return cards;
};

const draw = (G, player) => {
  if (G.deck.length > 0) G.hands[player].push({ ...G.deck.pop(), told: [] });
  else if (G.last === null) G.last = 2;
};

const take = (G, player, slot) => {
  const [card] = G.hands[player].splice(slot, 1);
  return { id: card.id, colour: card.colour, value: card.value };
};

const passed = (G) => {
  if (G.last !== null) G.last -= 1;
};

const moves = {
  play({ G, playerID }, slot) {
    if (!(slot in G.hands[playerID])) return 'INVALID_MOVE';
    passed(G);
    const card = take(G, playerID, slot);
    if (G.fireworks[card.colour] === card.value - 1) {
      G.fireworks[card.colour] = card.value;
      if (card.value === 5 && G.clues < CLUES) G.clues += 1;
    } else {
      G.errors += 1;
      G.discards.push(card);
    }
    draw(G, playerID);
  },
  discard({ G, playerID }, slot) {
    if (G.clues === CLUES || !(slot in G.hands[playerID])) return 'INVALID_MOVE';
    passed(G);
    G.discards.push(take(G, playerID, slot));
    G.clues += 1;
    draw(G, playerID);
  },
  clue({ G, playerID }, kind, value) {
    const hand = G.hands[playerID === '0' ? 1 : 0];
    if (G.clues === 0 || !hand.some((card) => card[kind] === value)) return 'INVALID_MOVE';
    passed(G);
    G.clues -= 1;
    for (const card of hand) card.told.push({ kind, value, touched: card[kind] === value });
  },
};

module.exports = {
  name: 'hanabi',
  minPlayers: 2,
  maxPlayers: 2,
  setup: ({ random }) => {
    const G = {
      deck: random.Shuffle(deck()),
      hands: [[], []],
      fireworks: Array(COLOURS).fill(0),
      discards: [],
      clues: CLUES,
      errors: 0,
      last: null,
    };
    for (let n = 0; n < HAND; n++) for (const player of [0, 1]) draw(G, player);
    return G;
  },
  moves,
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => {
    const score = G.fireworks.reduce((sum, value) => sum + value, 0);
    if (G.errors >= ERRORS || G.last === 0 || score === 25) return { score };
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.length,
    hands: G.hands.map((hand, player) =>
      String(player) === playerID ? hand.map(({ id, told }) => ({ id, told })) : hand
    ),
  }),
};
