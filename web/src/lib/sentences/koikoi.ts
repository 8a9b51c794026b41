import type { Catalogue } from '../i18n/en.ts';
import type { KoiKoiCard, KoiKoiEvent, StopValue, YakuPoints } from '../net/messages.ts';
import type { Cast } from '../i18n/actor.ts';

/** The sentence for an event; `null` for events that need none. */
export function describeKoiKoiEvent(event: KoiKoiEvent, cast: Cast, t: Catalogue): string | null {
  const story = t.koikoi.story;
  const name = (card: KoiKoiCard) => t.words.koikoi.card[card];
  const names = (cards: readonly KoiKoiCard[] = []) => cards.map(name);
  switch (event.type) {
    case 'hand-dealt':
    case 'field-dealt':
    case 'hand-seen':
      return null;
    case 'dealer-drawn':
      return event.draws
        .map(([first, second], index) =>
          index < event.draws.length - 1
            ? story.dealerEqual(name(first), name(second))
            : story.dealerDraw(cast(event.dealer), name(first), name(second)),
        )
        .join(' ');
    case 'round-started':
      return story.round(event.number, cast(event.dealer));
    case 'swap-decided':
      return (event.swapped ? story.swapped : story.kept)(cast(event.seat));
    case 'lucky-hand-shown':
      return story.lucky(cast(event.seat), t.koikoi.pattern[event.pattern]);
    case 'lucky-hands-cancelled':
      return story.luckyCancelled;
    case 'deal-voided':
      return story.voided(t.koikoi.pattern[event.pattern]);
    case 'card-played': {
      const taken = names(event.captured);
      if (event.joker) return story.joker(cast(event.seat), taken);
      return taken.length
        ? story.playedCapturing(cast(event.seat), name(event.card), taken)
        : story.played(cast(event.seat), name(event.card));
    }
    case 'hiki-declared':
      return story.hiki(cast(event.seat), name(event.card), name(event.aimed_at));
    case 'card-turned':
      if (event.choices?.length) return story.turnedChoice(name(event.card), names(event.choices));
      return event.captured?.length
        ? story.turnedCapturing(name(event.card), names(event.captured))
        : story.turned(name(event.card));
    case 'card-taken':
      return story.taken(cast(event.seat), name(event.card), names(event.captured));
    case 'yaku-made':
      return story.yaku(cast(event.seat), yakuNames(t, event.yaku), event.total);
    case 'calls-annulled':
      return story.annulled(cast(event.seat));
    case 'koi-koi-called':
      return story.called(cast(event.seat));
    case 'field-claimed':
      return story.claimed(cast(event.seat), names(event.cards));
    case 'round-ended': {
      const { winner, number, value } = event.result;
      return winner === null || winner === undefined
        ? story.roundDrawn(number)
        : story.roundWon(cast(winner), number, value?.points ?? 0);
    }
    case 'match-ended':
      return story.matchEnded;
  }
}

/** What a stop pays, in one line: "animals (1), ribbons (2): 3 × 2". */
export function worthOf(t: Catalogue, value: StopValue): string {
  const factors = value.factors.map((factor) => ` ${t.koikoi.times(factor.times)}`).join('');
  return `${yakuNames(t, value.yaku).join(', ')}${t.common.colon}${value.total}${factors}`;
}

export function yakuNames(t: Catalogue, yaku: readonly YakuPoints[]): string[] {
  return yaku.map((entry) => `${t.words.koikoi.yaku[entry.yaku]} (${entry.points})`);
}
