import { readFlower } from '../cards/flowers.ts';
import type { Command } from '../net/connection.ts';
import { absentees, CLAIM_WIN, END_MATCH } from '../state/absence.ts';
import {
  type HanabiContext,
  type KoiKoiContext,
  type TextContext,
  mine,
  refuse,
  type Reply,
  answer,
} from './context.ts';
import { placeIn } from './name-match.ts';
import { readHanabi } from './hanabi-commands.ts';
import { readKoiKoi, type Unfinished } from './koikoi-commands.ts';
import type { Verb } from './lexicon.ts';
import { typedMove, typedMoves } from './typed-move.ts';
import { describeAbsence, describeLast, describeReasons, describeState, isHanabi, isKoiKoi } from './descriptions.ts';

/** Reads commands, line by line. */
export class Reader {
  #unfinished: Unfinished = null;

  read(line: string, context: TextContext): Reply {
    const { lexicon } = context;
    const heard = lexicon.read(line);
    if (!heard) return refuse(lexicon.own.unknown(line.trim(), lexicon.say('help')));
    if (context.without?.has(heard.verb)) return refuse(lexicon.own.notHere(lexicon.say(heard.verb)));
    if (MOVES.has(heard.verb) && !mine(context)) return notNow(context);
    const unfinished = this.#unfinished;
    this.#unfinished = null;
    let reply = this.#answer(context, heard.verb, heard.rest, line, unfinished);
    // A filler word may be a player's name.
    if (reply.kind === 'refuse' && heard.all.length > heard.rest.length) {
      const again = this.#answer(context, heard.verb, heard.all, line, unfinished);
      if (again.kind !== 'refuse') reply = again;
    }
    return reply;
  }

  #answer(context: TextContext, verb: Verb, rest: readonly string[], line: string, unfinished: Unfinished): Reply {
    const common = readCommon(context, verb);
    if (common) return common;
    if (isHanabi(context)) {
      const reply = verb === 'note' ? writeNote(context, rest, line) : readHanabi(context, verb, rest);
      if (reply) return reply;
    }
    if (isKoiKoi(context)) {
      const read = readKoiKoi(context, verb, rest, unfinished);
      if (read) {
        this.#unfinished = read.unfinished ?? null;
        return read.reply;
      }
    }
    return refuse(
      context.lexicon.own.notHere(context.lexicon.say(verb)),
      context.lexicon.own.canType(typedMoves(context)),
    );
  }
}

/** The commands that are moves. */
export const MOVES: ReadonlySet<Verb> = new Set([
  'clue',
  'play',
  'discard',
  'return',
  'recover',
  'take',
  'stop',
  'koi',
  'swap',
  'keep',
]);

function notNow({ position, seat, table, lexicon, name, t }: TextContext): Reply {
  if (seat === null) return refuse(lexicon.own.watching);
  if (table.status === 'over' || position.to_act === null) return refuse(t.error('move/game-over', ''));
  return refuse(lexicon.own.notYourTurn(name(position.to_act)));
}

const command = (sent: Command, ...lines: string[]): Reply => ({ kind: 'command', command: sent, lines });

function readCommon(context: TextContext, verb: Verb): Reply | undefined {
  const { lexicon, table, seat, t } = context;
  const over = table.status === 'over';
  switch (verb) {
    case 'help':
      return answer(...describeHelp(context));
    case 'state':
      return answer(...describeState(context));
    case 'last':
      return answer(...describeLast(context));
    case 'why':
      return answer(...describeReasons(context));
    case 'hint':
      return mine(context) ? { kind: 'hint' } : notNow(context);
    case 'rules':
    case 'board':
      return { kind: 'open', what: verb };
    case 'undo':
    case 'end':
      if (seat === null) return refuse(lexicon.own.watching);
      return verb === 'undo'
        ? command({ type: 'propose', what: 'take-back' }, ...asked(context, true))
        : command(END_MATCH, ...asked(context));
    case 'claim':
      return seat === null ? refuse(lexicon.own.watching) : command(CLAIM_WIN, ...asked(context));
    case 'bot':
      return standIn(context);
    case 'yes':
    case 'no':
      return table.proposal
        ? command({ type: 'answer', agree: verb === 'yes' })
        : refuse(t.error('table/no-proposal', ''));
    case 'again':
      return over && seat !== null ? command({ type: 'play-again' }) : refuse(t.error('table/not-over', ''));
    default:
      return undefined;
  }
}

/** Lets a bot play for whoever is absent. */
function standIn(context: TextContext): Reply {
  const { table, seat, defaultBot, t } = context;
  const [absent] = absentees(table, seat);
  if (!absent || !defaultBot) return refuse(t.error('table/present', ''), ...describeAbsence(context));
  return command({ type: 'stand-in', seat: absent.seat, bot: defaultBot }, ...asked(context));
}

/** That others are asked, if there are any who decide; absent people decide about take-backs only. */
function asked({ lexicon, table, seat }: TextContext, absent = false): string[] {
  const others = table.seats.filter(
    (info) => info.kind === 'person' && !info.bot && info.seat !== seat && (absent || !info.absent),
  );
  return others.length ? [lexicon.own.asked] : [];
}

/** A note keeps its text exactly as typed. */
function writeNote(context: TextContext, rest: readonly string[], line: string): Reply {
  const { lexicon, seat } = context;
  const hand = (isHanabi(context) && seat !== null && context.position.view.hands[seat]) || [];
  const place = placeIn(rest.slice(0, 1), hand.length);
  if (!place)
    return refuse(
      lexicon.own.whichPlace(hand.length),
      lexicon.own.canType([lexicon.own.usage.note(lexicon.say('note'))]),
    );
  const text = line
    .slice(line.search(/\d/))
    .replace(/^\d+\W*/, '')
    .trim();
  return command({ type: 'note', key: String(hand[place - 1]!.id), text }, lexicon.own.noted);
}

const HANABI_VERBS: readonly Verb[] = [
  'clue',
  'play',
  'discard',
  'move',
  'note',
  'hands',
  'hand',
  'fireworks',
  'discards',
  'clues',
];
const KOIKOI_VERBS: readonly Verb[] = ['play', 'take', 'stop', 'koi', 'hand', 'field', 'captures', 'yaku'];
const COMMON_VERBS: readonly Verb[] = [
  'score',
  'state',
  'last',
  'why',
  'hint',
  'undo',
  'end',
  'claim',
  'bot',
  'rules',
  'board',
  'help',
];

/** What can be done now, then every command with its description. */
function describeHelp(context: TextContext): string[] {
  const { lexicon } = context;
  const { own } = lexicon;
  const now = mine(context) ? [own.canType(typedMoves(context))] : [];
  const over: Verb[] = context.table.status === 'over' ? ['again'] : [];
  const all = [...over, ...(isHanabi(context) ? HANABI_VERBS : KOIKOI_VERBS), ...COMMON_VERBS];
  const verbs = all.filter((verb) => !context.without?.has(verb));
  const about = isKoiKoi(context) ? { ...own.about, ...own.aboutKoiKoi } : own.about;
  return [...now, ...verbs.map((verb) => `${usageOf(context, verb)}${own.colon}${about[verb]}.`)];
}

function usageOf(context: TextContext, verb: Verb): string {
  const { lexicon } = context;
  const { usage } = lexicon.own;
  const word = lexicon.say(verb);
  switch (verb) {
    case 'play':
      return isKoiKoi(context) ? `${word} ${someFlower(context)}` : usage.play(word);
    case 'hand':
      return isHanabi(context) ? `${word} ${nextPlayer(context)}` : word;
    case 'clue':
      return isHanabi(context)
        ? (typedMove(context, 'colour-clue', 'value-clue') ?? `${word} ${someClue(context)}`)
        : word;
    case 'discard':
    case 'move':
    case 'note':
    case 'take':
      return usage[verb](word);
    default:
      return word;
  }
}

/** Examples name only players, colours and cards of this table. */
function nextPlayer({ seat, position, name }: HanabiContext): string {
  return name(((seat ?? -1) + 1) % position.view.hands.length);
}

function someClue(context: HanabiContext): string {
  const [suit] = context.position.view.options.colours;
  return `${nextPlayer(context)} ${suit ? context.t.words.hanabi.suit[suit] : ''}`;
}

function someFlower({ position, seat, t }: KoiKoiContext): string {
  const card = (seat === null ? null : position.view.hands[seat as 0 | 1])?.[0];
  return t.words.koikoi.plant[card ? readFlower(card).month : 1] ?? '';
}
