import { isSame } from '../lesson/suggested-move.ts';
import { faceName } from '../i18n/card-names.ts';
import type { HanabiAction, KoiKoiAction, KoiKoiCard, Reason } from '../net/messages.ts';
import { describeReason } from '../sentences/reason.ts';
import type { TextContext, HanabiContext, KoiKoiContext } from './context.ts';
import { isHanabi, isKoiKoi } from './descriptions.ts';

type Action = HanabiAction | KoiKoiAction;

/** A hint: the command to type, the cards it means, and why. */
export function describeAdvice(context: TextContext, action: Action, reason: Reason | null): string[] {
  const { lexicon, position, cast, t } = context;
  const command = asTyped(context, action);
  if (command === undefined) return [lexicon.own.noAdvice];
  const why = reason && describeReason(reason, position.game, cast, t);
  return [lexicon.own.advice(command, cardsIn(context, action)), ...(why ? [why] : [])];
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

/** The names of flower cards, which a command gives by their place only. */
function cardsIn({ t }: TextContext, action: Action): string[] {
  const name = (card: KoiKoiCard) => t.words.koikoi.card[card];
  if (action.type === 'take-card') return [name(action.card)];
  if (action.type !== 'play-card') return [];
  return action.capture ? [name(action.card), name(action.capture)] : [name(action.card)];
}
