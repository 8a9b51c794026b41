import type { Cast } from '../i18n/actor.ts';
import { describeHanabiEvent } from './hanabi.ts';
import type { Catalogue } from '../i18n/en.ts';
import { describeKoiKoiEvent } from './koikoi.ts';
import type { LogEntry, TableEvent } from '../net/messages.ts';
import { describeEnding } from './ending.ts';

/** One log entry in sentences, each event in its order. */
export function describeEntry(entry: LogEntry, cast: Cast, botName: (id: string) => string, t: Catalogue): string[] {
  const events =
    entry.game === 'hanabi'
      ? entry.events.map((event) => describeHanabiEvent(event, cast, t))
      : entry.events.map((event) => describeKoiKoiEvent(event, cast, t));
  const sentences = events.filter((sentence) => sentence !== null);
  if (entry.table) sentences.push(describeTableEvent(entry.table, cast, botName, t));
  if (!sentences.length && entry.seat === null) sentences.push(t.hanabi.story.dealt);
  return sentences;
}

function describeTableEvent(event: TableEvent, cast: Cast, botName: (id: string) => string, t: Catalogue): string {
  switch (event.type) {
    case 'taken-back':
      return t.table.takenBack(cast(event.by)) + (event.unrated ? ` ${t.table.takenBackShown}` : '');
    case 'stood-in':
      return t.table.stoodIn(cast(event.seat), botName(event.bot));
    case 'came-back':
      return t.table.cameBack(cast(event.seat));
    case 'ended':
      return describeEnding(event.ending, cast, t);
  }
}
