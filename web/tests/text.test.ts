import { describe, expect, it } from 'vitest';

import { de as german } from '../src/lib/i18n/de.ts';
import { en as english } from '../src/lib/i18n/en.ts';
import { es as spanish } from '../src/lib/i18n/es.ts';
import { fr as french } from '../src/lib/i18n/fr.ts';
import type {
  HanabiPosition,
  KoiKoiAction,
  KoiKoiPosition,
  Position,
  SeatInfo,
  TableInfo,
} from '../src/lib/net/messages.ts';
import { describeAdvice } from '../src/lib/text/advice.ts';
import type { TextContext, Reply } from '../src/lib/text/context.ts';
import { find } from '../src/lib/text/name-match.ts';
import { Lexicon, plain, type TextWords, VERBS } from '../src/lib/text/lexicon.ts';
import { Reader } from '../src/lib/text/command-reader.ts';
import { asTyped, typedMoves } from '../src/lib/text/typed-move.ts';
import { describeAbsence, describeProposed, describeState } from '../src/lib/text/descriptions.ts';
import { de } from '../src/lib/text/words/de.ts';
import { en } from '../src/lib/text/words/en.ts';
import { es } from '../src/lib/text/words/es.ts';
import { fr } from '../src/lib/text/words/fr.ts';

const LANGUAGES = { en, fr, es, de };
const CATALOGUES = { en: english, fr: french, es: spanish, de: german };
type Code = keyof typeof LANGUAGES;

const NAMES = ['Ann', 'Ben', 'Chloé Martin'];

const HANABI = {
  game: 'hanabi',
  ply: 3,
  to_act: 0,
  legal: [
    { type: 'play', card: 10 },
    { type: 'play', card: 11 },
    { type: 'discard', card: 10 },
    { type: 'discard', card: 11 },
    { type: 'colour-clue', target: 1, colour: 'red' },
  ],
  aids: {
    clues: [
      { clue: { type: 'colour-clue', target: 1, colour: 'red' }, touches: [20] },
      { clue: { type: 'value-clue', target: 1, value: 3 }, touches: [20] },
      { clue: { type: 'colour-clue', target: 2, colour: 'blue' }, touches: [30] },
      { clue: { type: 'value-clue', target: 2, value: 1 }, touches: [30] },
    ],
    deductions: {},
    indispensable: ['r5'],
    score: 4,
    maximum: 25,
  },
  view: {
    options: {
      colours: ['red', 'blue'],
      clue_tokens: 8,
      errors: 3,
      values: 5,
      flamboyants: false,
      final_bouquet: false,
      deck_play: false,
    },
    hands: [
      [{ id: 10 }, { id: 11, colours: ['red'] }],
      [
        { id: 20, face: 'r3' },
        { id: 21, face: 'g4' },
      ],
      [{ id: 30, face: 'b1' }],
    ],
    fireworks: { red: 2, blue: 0 },
    discards: ['r5', 'b1', 'b1'],
    clue_tokens: 5,
    errors: 1,
    deck: 30,
    turns_left: null,
    outcome: null,
    pending: null,
  },
} as unknown as HanabiPosition;

const KOIKOI = {
  game: 'koikoi',
  ply: 5,
  to_act: 0,
  legal: [
    { type: 'play-card', card: '1L', capture: '1a' },
    { type: 'play-card', card: '1L', capture: '1R' },
    { type: 'play-card', card: '2a' },
    { type: 'play-card', card: '8L' },
  ],
  aids: { matches: { '1L': ['1a', '1R'], '8L': ['8A'] }, outlook: [[], []] },
  view: {
    options: { rounds: 12 },
    phase: 'play',
    number: 2,
    scores: [5, 7],
    hands: [['1L', '2a', '2b', '8L'], null],
    hand_sizes: [4, 5],
    field: ['1a', '1R', '8A', '10R'],
    captures: [['3L'], []],
    yaku: [[], []],
    stock: 14,
  },
} as unknown as KoiKoiPosition;

function context(position: Position, language: Code = 'en', changes: Partial<TextContext> = {}): TextContext {
  return {
    position,
    table: { status: 'playing', proposal: null, seats: [] as SeatInfo[] } as TableInfo,
    seat: 0,
    log: [],
    notes: {},
    knowledge: 'clues',
    name: (seat) => NAMES[seat] ?? '',
    cast: (seat) => ({ name: NAMES[seat] ?? '', me: seat === 0 }),
    botName: (bot) => bot,
    defaultBot: 'casual',
    secondsUntil: (at) => at / 1000,
    t: CATALOGUES[language],
    english: english.words,
    lexicon: new Lexicon(LANGUAGES[language], en),
    ...changes,
  };
}

const read = (line: string, at: TextContext): Reply => new Reader().read(line, at);
const action = (reply: Reply) => (reply.kind === 'move' ? reply.action : reply);
const said = (reply: Reply) => ('lines' in reply ? reply.lines.join(' ') : JSON.stringify(reply));

describe('the words of commands', () => {
  it.each(Object.entries(LANGUAGES))('are complete in %s, and none is ambiguous', (_, words) => {
    expect(Object.keys(words.verbs).sort()).toEqual([...VERBS].sort());
    expect(Object.keys(words.about).sort()).toEqual([...VERBS].sort());
    const phrases = VERBS.flatMap((verb) => words.verbs[verb].map(plain));
    expect(phrases.filter((phrase, index) => phrases.indexOf(phrase) !== index)).toEqual([]);
  });

  it.each(Object.entries(LANGUAGES))('take precedence over English in %s', (_, words: TextWords) => {
    const lexicon = new Lexicon(words, en);
    for (const verb of VERBS) expect(lexicon.read(words.verbs[verb][0])?.verb).toBe(verb);
  });

  it('are compared without accents, capitals and punctuation', () => {
    expect(plain('  Défaussé-toi, Straße! ')).toBe('defausse toi strasse');
  });
});

describe('a name', () => {
  const people = NAMES.map((name, seat) => ({ item: seat, names: [name] }));

  it('matches by prefix, and by any of its words', () => {
    expect(find(['chl'], people)).toEqual([2]);
    expect(find(['martin'], people)).toEqual([2]);
    expect(find(['zoe'], people)).toEqual([]);
  });

  it('matches with another ending', () => {
    expect(find(['roja'], [{ item: 'red', names: ['rojo'] }])).toEqual(['red']);
    expect(find(['blanche'], [{ item: 'white', names: ['blanc'] }])).toEqual(['white']);
  });

  it('that is a number does not match by prefix', () => {
    expect(
      find(
        ['1'],
        [
          { item: 'ten', names: ['10R'] },
          { item: 'ten', names: ['10'] },
        ],
      ),
    ).toEqual([]);
  });
});

describe('a typed clue', () => {
  it.each([
    ['en', 'clue Ben red'],
    ['en', 'tell ben: red'],
    ['en', 'c b r'],
    ['fr', 'indice Ben rouge'],
    ['fr', 'dis rouge à Ben'],
    ['es', 'pista Ben roja'],
    ['de', 'Hinweis Ben Rot'],
    ['de', 'sag Ben rot'],
    ['de', 'clue Ben red'],
  ] as const)('is understood in %s: “%s”', (language, line) => {
    expect(action(read(line, context(HANABI, language)))).toEqual({ type: 'colour-clue', target: 1, colour: 'red' });
  });

  it('may be a number, with any part of the player’s name', () => {
    expect(action(read('clue chloe 1', context(HANABI)))).toEqual({ type: 'value-clue', target: 2, value: 1 });
  });

  it('that is not legal is answered with the legal ones', () => {
    expect(said(read('clue Ben blue', context(HANABI)))).toContain('Possible: red or 3.');
    expect(said(read('clue Zoe red', context(HANABI)))).toContain('There are Ben and Chloé Martin.');
    expect(said(read('clue', context(HANABI)))).toContain('Who is the clue for: Ben or Chloé Martin?');
    const spent = { ...HANABI, aids: { ...HANABI.aids, clues: [] } } as HanabiPosition;
    expect(said(read('clue Ben red', context(spent)))).toContain('No clue token is left.');
  });
});

describe('a card of one’s hand', () => {
  it('is played and discarded by its place', () => {
    expect(action(read('play 2', context(HANABI)))).toEqual({ type: 'play', card: 11 });
    expect(action(read('leg die 1 ab', context(HANABI, 'de')))).toEqual({ type: 'discard', card: 10 });
    expect(action(read('défausser la carte 2', context(HANABI, 'fr')))).toEqual({ type: 'discard', card: 11 });
  });

  it('is asked for if the place does not exist', () => {
    expect(said(read('play 7', context(HANABI)))).toBe('Which card, from 1 to 2? You can type “play 1”.');
  });

  it('is moved to another place', () => {
    expect(read('move 2 to 1', context(HANABI))).toMatchObject({
      kind: 'gesture',
      action: { type: 'rearrange', cards: [11, 10] },
    });
  });

  it('gets a note exactly as typed', () => {
    expect(read('note 2: It’s the Red 5!', context(HANABI))).toMatchObject({
      kind: 'command',
      command: { type: 'note', key: '11', text: 'It’s the Red 5!' },
    });
  });
});

describe('a choice of a bonus tile', () => {
  const legal = [
    { type: 'return-card', card: 'r5' },
    { type: 'return-card', card: 'b1' },
  ] as const;
  const position = { ...HANABI, legal } as unknown as HanabiPosition;

  it('names a discarded card', () => {
    expect(action(read('return red 5', context(position)))).toEqual({ type: 'return-card', card: 'r5' });
    expect(action(read('misch die blaue 1', context(position, 'de')))).toEqual({ type: 'return-card', card: 'b1' });
  });

  it('that is not available is answered with those that are', () => {
    expect(said(read('return green 1', context(position)))).toContain('Possible: red 5 or blue 1.');
  });
});

describe('a flower card', () => {
  it.each([
    ['en', 'play moon'],
    ['en', 'play 4'],
    ['en', 'play pampas'],
    ['en', 'play august'],
    ['fr', 'jouer la lune'],
    ['es', 'juego luna'],
    ['de', 'spiel den Mond'],
    ['de', 'play moon'],
  ] as const)('is known by many names in %s: “%s”', (language, line) => {
    expect(action(read(line, context(KOIKOI, language)))).toEqual({ type: 'play-card', card: '8L' });
  });

  it('with two possible captures asks which, and the next line may answer', () => {
    const reader = new Reader();
    const at = context(KOIKOI);
    expect(said(reader.read('play crane', at))).toBe(
      'What shall the crane capture? 1) plain pine; 2) pine poem ribbon. Type, for example, “take 2”.',
    );
    expect(action(reader.read('take 2', at))).toEqual({ type: 'play-card', card: '1L', capture: '1R' });
    expect(reader.read('take 2', at).kind).toBe('refuse');
  });

  it('is played with its capture in one line', () => {
    const taken = { type: 'play-card', card: '1L', capture: '1R' };
    expect(action(read('play crane take ribbon', context(KOIKOI)))).toEqual(taken);
    expect(action(read('spiel Kranich nimm 2', context(KOIKOI, 'de')))).toEqual(taken);
  });

  it('with a twin means the playable one', () => {
    expect(action(read('play plum', context(KOIKOI)))).toEqual({ type: 'play-card', card: '2a' });
    expect(said(read('play 3', context(KOIKOI)))).toBe(
      'The plain plum cannot be played now. Possible: crane, plain plum, or moon.',
    );
  });

  it('that is not in the hand is answered with the hand', () => {
    expect(said(read('play phoenix', context(KOIKOI)))).toContain('1) crane; 2) plain plum; 3) plain plum; 4) moon.');
  });

  it('turned from the stock captures the named card', () => {
    const legal = [
      { type: 'take-card', card: '1a' },
      { type: 'take-card', card: '1R' },
    ];
    const position = {
      ...KOIKOI,
      legal,
      view: { ...KOIKOI.view, phase: 'turned', turned: '1b' },
    } as unknown as KoiKoiPosition;
    expect(action(read('take poem', context(position)))).toEqual({ type: 'take-card', card: '1R' });
    expect(action(read('prends la 1', context(position, 'fr')))).toEqual({ type: 'take-card', card: '1a' });
    expect(said(read('play 1', context(position)))).toBe('You can type “take 1”.');
  });
});

describe('a decision', () => {
  const legal: KoiKoiAction[] = [{ type: 'stop' }, { type: 'koi-koi' }];
  const position = { ...KOIKOI, legal, view: { ...KOIKOI.view, phase: 'decide' } } as KoiKoiPosition;

  it.each([
    ['en', 'stop', 'stop'],
    ['en', 'koi-koi!', 'koi-koi'],
    ['fr', 'arrêter', 'stop'],
    ['es', 'me planto', 'stop'],
    ['de', 'aufhören', 'stop'],
    ['de', 'Koi', 'koi-koi'],
  ] as const)('is a word in %s: “%s”', (language, line, type) => {
    expect(action(read(line, context(position, language)))).toEqual({ type });
  });

  it('that is not possible now is answered with what is', () => {
    expect(said(read('swap', context(position)))).toBe(
      'First decide: stop, or call koi-koi. You can type “stop” or “koi”.',
    );
    expect(said(read('stop', context(KOIKOI, 'de')))).toBe(
      'Spiel jetzt eine Karte aus deiner Hand. Du kannst „spiel 1 nimm 1“ tippen.',
    );
  });
});

describe('a hint', () => {
  it.each([
    ['en', 'hint'],
    ['fr', 'conseil'],
    ['es', 'consejo'],
    ['de', 'Tipp'],
    ['de', 'hint'],
  ] as const)('is asked for in %s: “%s”', (language, line) => {
    expect(read(line, context(HANABI, language))).toEqual({ kind: 'hint' });
  });

  it('is given to the seat to act only', () => {
    const others = { ...HANABI, to_act: 1, legal: [] } as unknown as HanabiPosition;
    expect(said(read('hint', context(others)))).toBe('It is not your turn: Ben is thinking.');
  });

  const turned = {
    ...KOIKOI,
    legal: [
      { type: 'take-card', card: '1a' },
      { type: 'take-card', card: '1R' },
    ],
    view: { ...KOIKOI.view, phase: 'turned', turned: '1b' },
  };
  const decide = {
    ...KOIKOI,
    legal: [{ type: 'stop' }, { type: 'koi-koi' }],
    view: { ...KOIKOI.view, phase: 'decide' },
  };
  const tile = {
    ...HANABI,
    legal: [{ type: 'return-card', card: 'r5' }, { type: 'recover-card', card: 'b1' }, { type: 'play-from-deck' }],
  };
  const swap = { ...KOIKOI, legal: [{ type: 'swap' }, { type: 'keep' }], view: { ...KOIKOI.view, phase: 'swap' } };
  const positions = [HANABI, KOIKOI, turned, decide, tile, swap] as unknown as Position[];

  it.each(Object.keys(LANGUAGES) as Code[])(
    'is a command in %s that means just that move, whatever the move',
    (language) => {
      for (const position of positions) {
        const at = context(position, language);
        for (const move of position.legal) expect(action(read(asTyped(at, move)!, at))).toEqual(move);
      }
    },
  );

  it('names the flower cards given by place, and the reason', () => {
    const move = { type: 'play-card', card: '1L', capture: '1R' } as const;
    expect(describeAdvice(context(KOIKOI), move, null)).toEqual([
      'A good player would type “play 1 take 2” (crane and pine poem ribbon).',
    ]);
    expect(describeAdvice(context(HANABI, 'de'), { type: 'play', card: 11 }, null)).toEqual([
      'Wer gut spielt, tippt „spiel 2“.',
    ]);
  });
});

describe('an unknown command', () => {
  it('is answered with a pointer to help', () => {
    expect(said(read('sing a song', context(HANABI)))).toBe(
      '“sing a song” is not a command here. “help” lists them all.',
    );
    expect(said(read('yaku', context(HANABI)))).toContain('“yaku” cannot be used now.');
    expect(said(read('?', context(HANABI)))).toContain('clue Ben red: tell a player a colour or a number.');
  });

  it.each(Object.keys(LANGUAGES) as Code[])('is answered with what this table has, in %s', (language) => {
    const at = context(HANABI, language);
    expect(typedMoves(at)).toHaveLength(3);
    for (const command of typedMoves(at)) expect(read(command, at).kind).toBe('move');
    const { recover, play } = LANGUAGES[language].verbs;
    const refusals = CATALOGUES[language].words.refusal.hanabi;
    expect(said(read(`${recover[0]} r3`, at))).toContain(refusals['no-tiles']);
    expect(said(read(`${play[0]} ${LANGUAGES[language].deck[0]}`, at))).toContain(refusals['no-deck-play']);
    const waiting = { ...HANABI, to_act: 1, legal: [] } as unknown as HanabiPosition;
    const help = said(read('?', context(waiting, language)));
    expect(help).toContain(`Ben ${CATALOGUES[language].words.hanabi.suit.red}`);
    expect(help).not.toContain('Ana');
  });

  it('is answered in Koi-Koi without tokens and other hands', () => {
    const help = said(read('?', context(KOIKOI)));
    expect(help).toContain('hand: your hand. ');
    expect(help).toContain('score: points and cards left.');
  });

  it('is quoted as it was typed', () => {
    expect(said(read('hinweis Béla 7', context(HANABI, 'de')))).toContain('„Béla 7“ nennt niemanden.');
  });

  it('is never a move outside the player’s turn', () => {
    const others = { ...HANABI, to_act: 1, legal: [] } as unknown as HanabiPosition;
    expect(said(read('play 1', context(others)))).toBe('It is not your turn: Ben is thinking.');
    expect(said(read('play 1', context(others, 'en', { seat: null })))).toBe('You are watching.');
  });
});

describe('the table in words', () => {
  it('says in a replay whose turn it is, and lets nobody think', () => {
    const replayed = context({ ...HANABI, to_act: 1 }, 'en', { seat: null, replayed: true });
    expect(describeState(replayed).at(-1)).toBe('It is Ben’s turn.');
  });

  it('describes a Hanabi table completely', () => {
    expect(describeState(context(HANABI))).toEqual([
      'Clue tokens: 5 of 8. Errors: 1; the game is lost at 3. Deck: 30 cards. Score: 4 of at most 25.',
      'Fireworks: red: 2 of 5; blue: not begun.',
      'Hand of Ben: 1) red 3; 2) green 4.',
      'Hand of Chloé Martin: 1) blue 1.',
      'Your hand: 1) unknown card; 2) unknown card, told: red.',
      'Your turn',
    ]);
  });

  it('describes a Koi-Koi table completely', () => {
    expect(describeState(context(KOIKOI))).toEqual([
      'Round 2 of 12. Ann 5 points, Ben 7 points. Stock: 14 cards.',
      'Captures of Ben: nothing yet.',
      'Your captures. Lights: curtain.',
      'Field: 1) plain pine, month 1, plain card; 2) pine poem ribbon, month 1, poem ribbon; 3) geese, month 8, animal; 4) maple blue ribbon, month 10, blue ribbon.',
      'Your hand: 4 cards: 1) crane, month 1, light (meets plain pine and pine poem ribbon); 2) plain plum, month 2, plain card; 3) plain plum, month 2, plain card; 4) moon, month 8, light (meets geese).',
      'Your turn',
    ]);
  });
});

describe('an absent player', () => {
  const seats = (bo: Partial<SeatInfo>): SeatInfo[] =>
    [{}, bo].map((changes, seat) => ({
      seat,
      kind: 'person',
      name: NAMES[seat]!,
      bot: null,
      host: false,
      connected: true,
      absent: false,
      absent_at: null,
      warming: false,
      ...changes,
    }));
  const at = (game: 'hanabi' | 'koikoi', bo: Partial<SeatInfo>, changes: Partial<TableInfo> = {}) => {
    const table = { game, status: 'playing', proposal: null, seats: seats(bo), ...changes } as TableInfo;
    return context(game === 'hanabi' ? HANABI : KOIKOI, 'en', { table });
  };
  const AWAY = { connected: false, absent_at: 7_200_000 };
  const GONE = { connected: false, absent: true, absent_at: 0 };

  it('is waited for, and the table says how long', () => {
    expect(describeAbsence(at('koikoi', AWAY))).toEqual([
      'Ben is away, and the match waits. Without Ben it can go on in 2 hours.',
    ]);
    expect(describeState(at('koikoi', AWAY)).join(' ')).toContain('in 2 hours');
    expect(describeAbsence(at('koikoi', {}))).toEqual([]);
  });

  it('may be replaced, and the win claimed between opponents only', () => {
    expect(describeAbsence(at('koikoi', GONE)).at(-1)).toBe('You can type “claim”, “end”, or “bot”.');
    expect(describeAbsence(at('hanabi', GONE)).at(-1)).toBe('You can type “end” or “bot”.');
    expect(read('claim', at('koikoi', GONE))).toEqual({
      kind: 'command',
      command: { type: 'propose', what: 'claim-win' },
      lines: [],
    });
    expect(read('bot', at('hanabi', GONE))).toEqual({
      kind: 'command',
      command: { type: 'stand-in', seat: 1, bot: 'casual' },
      lines: [],
    });
  });

  it('who is still waited for is not replaced', () => {
    expect(read('bot', at('hanabi', AWAY))).toMatchObject({ kind: 'refuse' });
  });

  it('does not hide a question of others', () => {
    const proposal = { type: 'stand-in', by: 2, seat: 1, bot: 'casual', waiting_for: [0] } as const;
    const asked = at('hanabi', GONE, { proposal: { ...proposal, waiting_for: [0] } });
    expect(describeAbsence(asked)).toEqual([]);
    expect(describeProposed(asked)).toEqual([
      'Chloé Martin wants the bot casual to play for Ben.',
      'You can type “yes” or “no”.',
    ]);
  });
});

describe('a take-back', () => {
  it.each(Object.keys(CATALOGUES) as Code[])('that would cost the rating says so, in %s', (language) => {
    const proposal = { type: 'take-back', by: 1, ply: 3, waiting_for: [0], unrated: true } as const;
    const table = { status: 'playing', proposal: { ...proposal, waiting_for: [0] }, seats: [] as SeatInfo[] };
    const [asked] = describeProposed(context(HANABI, language, { table: table as unknown as TableInfo }));
    expect(asked).toContain(CATALOGUES[language].table.makesUnrated);
  });
});
