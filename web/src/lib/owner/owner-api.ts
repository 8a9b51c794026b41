import { ask } from '../net/api.ts';
import type {
  ActDone,
  OwnerActs,
  OwnerAddresses,
  OwnerCommand,
  OwnerOverview,
  OwnerPeople,
  OwnerReports,
  OwnerSignedIn,
  OwnerTables,
  Restriction,
  TableStatus,
} from '../net/messages.ts';

/** The parameters of a request that have a value. */
function query(parameters: Record<string, string>): string {
  const given = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
  return given.size ? `?${given}` : '';
}

/** What the owner's page asks the server. */
export const ownerApi = {
  signIn: (key: string) => ask<OwnerSignedIn>('/owner/sign-in', 'POST', { key }),
  signOut: () => ask<null>('/owner/sign-in', 'DELETE'),
  overview: () => ask<OwnerOverview>('/owner/overview'),
  tables: (which: TableStatus | 'live' | '') =>
    ask<OwnerTables>(`/owner/tables${query(which === 'live' ? { live: 'true' } : { status: which })}`),
  people: (text: string, restriction: Restriction | '') =>
    ask<OwnerPeople>(`/owner/people${query({ text, restriction })}`),
  addresses: () => ask<OwnerAddresses>('/owner/addresses'),
  reports: () => ask<OwnerReports>('/owner/reports'),
  acts: () => ask<OwnerActs>('/owner/acts'),
  act: (command: OwnerCommand) => ask<ActDone>('/owner/acts', 'POST', command),
};
