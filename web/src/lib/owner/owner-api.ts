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
  TableStatus,
} from '../net/messages.ts';

/** What the owner's page asks the server. */
export const ownerApi = {
  signIn: (key: string) => ask<OwnerSignedIn>('/owner/sign-in', 'POST', { key }),
  signOut: () => ask<null>('/owner/sign-in', 'DELETE'),
  overview: () => ask<OwnerOverview>('/owner/overview'),
  tables: (status: TableStatus | '') => ask<OwnerTables>(`/owner/tables${status && `?status=${status}`}`),
  people: (text: string) => ask<OwnerPeople>(`/owner/people${text && `?text=${encodeURIComponent(text)}`}`),
  addresses: () => ask<OwnerAddresses>('/owner/addresses'),
  reports: () => ask<OwnerReports>('/owner/reports'),
  acts: () => ask<OwnerActs>('/owner/acts'),
  act: (command: OwnerCommand) => ask<ActDone>('/owner/acts', 'POST', command),
};
