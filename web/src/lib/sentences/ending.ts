import type { Cast } from '../i18n/actor.ts';
import type { Catalogue } from '../i18n/en.ts';
import type { Ending } from '../net/messages.ts';

/** How a match ended that its rules did not end; empty for one that they did. */
export function describeEnding({ reason, seat }: Ending, cast: Cast, t: Catalogue): string {
  if (reason === 'rules') return '';
  if (reason === 'vote' || reason === 'owner') return t.table.ended[reason];
  return t.table.ended[reason](seat === null ? null : cast(seat));
}
