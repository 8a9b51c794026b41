import { faceName } from '../i18n/card-names.ts';
import { isSame } from '../lesson/suggested-move.ts';
import type { HanabiAction, KoiKoiAction } from '../net/messages.ts';
import type { HanabiContext, KoiKoiContext, TextContext } from './context.ts';
import { isHanabi, isKoiKoi } from './descriptions.ts';

export type Action = HanabiAction | KoiKoiAction;

/** Of each kind one move is enough to show what can be typed. */
const KINDS: readonly (readonly Action['type'][])[] = [
  ['colour-clue', 'value-clue'],
  ['play'],
  ['play-from-deck'],
  ['discard'],
  ['return-card'],
  ['recover-card'],
  ['play-card'],
  ['take-card'],
  ['stop'],
  ['koi-koi'],
  ['swap'],
  ['keep'],
];

/** The moves that are legal now, one of each kind, as they are typed. */
export function typedMoves(context: TextContext): string[] {
  return KINDS.flatMap((kinds) => typedMove(context, ...kinds) ?? []);
}

/** A legal move of one of these kinds, as it is typed. */
export function typedMove(context: TextContext, ...kinds: Action['type'][]): string | undefined {
  const action = kinds.flatMap((kind) => context.position.legal.find(({ type }) => type === kind) ?? [])[0];
  return action && asTyped(context, action);
}

/** The command for an action; reading it gives that action. */
export function asTyped(context: TextContext, action: Action): string | undefined {
  if (isHanabi(context)) return ofHanabi(context, action as HanabiAction);
  return isKoiKoi(context) ? ofKoiKoi(context, action as KoiKoiAction) : undefined;
}

function ofHanabi({ position, seat, lexicon, name, t }: HanabiContext, action: HanabiAction): string | undefined {
  const hand = (seat === null ? undefined : position.view.hands[seat]) ?? [];
  switch (action.type) {
    case 'play':
    case 'discard':
      return `${lexicon.say(action.type)} ${hand.findIndex(({ id }) => id === action.card) + 1}`;
    case 'colour-clue':
      return `${lexicon.say('clue')} ${name(action.target)} ${t.words.hanabi.suit[action.colour]}`;
    case 'value-clue':
      return `${lexicon.say('clue')} ${name(action.target)} ${action.value}`;
    case 'play-from-deck':
      return `${lexicon.say('play')} ${lexicon.own.deck[0]}`;
    case 'return-card':
      return `${lexicon.say('return')} ${faceName(t, action.card)}`;
    case 'recover-card':
      return `${lexicon.say('recover')} ${faceName(t, action.card)}`;
    default:
      return undefined;
  }
}

function ofKoiKoi({ position, seat, lexicon }: KoiKoiContext, action: KoiKoiAction): string | undefined {
  const { legal, view } = position;
  switch (action.type) {
    case 'play-card': {
      const hand = (seat === null ? null : view.hands[seat as 0 | 1]) ?? [];
      const plays = legal.filter((one) => one.type === 'play-card' && one.card === action.card);
      const targets = plays.flatMap((one) => ('capture' in one && one.capture ? [one.capture] : []));
      const taken = targets.findIndex((card) => card === action.capture) + 1;
      const play = `${lexicon.say('play')} ${hand.indexOf(action.card) + 1}`;
      return taken ? `${play} ${lexicon.say('take')} ${taken}` : play;
    }
    case 'take-card': {
      const takes = legal.filter((one) => one.type === 'take-card');
      return `${lexicon.say('take')} ${takes.findIndex((one) => isSame(one, action)) + 1}`;
    }
    case 'koi-koi':
      return lexicon.say('koi');
    case 'stop':
    case 'swap':
    case 'keep':
      return lexicon.say(action.type);
    default:
      return undefined;
  }
}
