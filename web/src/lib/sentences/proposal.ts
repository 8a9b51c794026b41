import type { Cast } from '../i18n/actor.ts';
import type { Catalogue } from '../i18n/en.ts';
import type { Proposal } from '../net/messages.ts';

/** What is proposed, and what agreeing would mean. */
export function describeProposal(
  proposal: Proposal,
  cast: Cast,
  botName: (id: string) => string,
  t: Catalogue,
): string {
  const by = cast(proposal.by);
  switch (proposal.type) {
    case 'take-back':
      return t.table.proposal['take-back'](by) + (proposal.unrated ? ` ${t.table.makesUnrated}` : '');
    case 'end-match':
      return t.table.proposal['end-match'](by);
    case 'claim-win':
      return t.table.proposal['claim-win'](by, cast(proposal.seat));
    case 'stand-in':
      return t.table.proposal['stand-in'](by, cast(proposal.seat), botName(proposal.bot));
  }
}
