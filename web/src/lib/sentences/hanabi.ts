import type { Cast } from '../i18n/actor.ts';
import { faceName } from '../i18n/card-names.ts';
import type { Catalogue } from '../i18n/en.ts';
import type { HanabiEvent } from '../net/messages.ts';

/** The sentence for an event; `null` for events that need none. */
export function describeHanabiEvent(event: HanabiEvent, cast: Cast, t: Catalogue): string | null {
  const story = t.hanabi.story;
  switch (event.type) {
    case 'hand-dealt':
    case 'card-drawn':
    case 'turn-passed':
      return null;
    case 'clue-given': {
      const clue = event.colour ? t.words.hanabi.suit[event.colour] : String(event.value);
      const told = story.clue(cast(event.seat), cast(event.target), clue, event.touched.length);
      return event.free ? `${told} ${story.freeClue}` : told;
    }
    case 'card-played': {
      const card = faceName(t, event.face);
      const sentence =
        event.source === 'deck' ? story.playedFromDeck : event.source === 'discards' ? story.recovered : story.played;
      return sentence(cast(event.seat), card);
    }
    case 'card-misplayed': {
      const sentence = event.source === 'deck' ? story.misplayedFromDeck : story.misplayed;
      return sentence(cast(event.seat), faceName(t, event.face), event.errors);
    }
    case 'card-discarded':
      return story.discarded(cast(event.seat), faceName(t, event.face));
    case 'firework-completed':
      return story.completed(t.words.hanabi.suit[event.suit]);
    case 'token-gained':
      return event.half ? story.halfTokenGained : story.tokenGained;
    case 'token-lost':
      return story.tokenLost;
    case 'tile-revealed':
      return story.tile(t.words.hanabi.tile[event.tile].name);
    case 'tile-without-effect':
      return story.tileWithoutEffect;
    case 'error-repaired':
      return story.errorRepaired;
    case 'card-returned':
      return story.returned(cast(event.seat), faceName(t, event.face));
    case 'last-round-began':
      return story.lastRound(event.turns);
    case 'hand-rearranged':
      return story.rearranged(cast(event.seat));
    case 'game-ended':
      return story.ended(event.score);
  }
}
