const ID = /^[\w-]{6,64}$/;

/** The table a pasted link or code leads to; `null` where there is none in it. */
export function tableIdFrom(text: string): string | null {
  const trimmed = text.trim();
  const inPath = /\/table\/([\w-]+)/.exec(trimmed)?.[1];
  const id = inPath ?? trimmed;
  return ID.test(id) ? id : null;
}

const KEY = 'hanamichi.invitations';

/** Keeps the address the server gave for a new table: friends may not reach this page's own. */
export function rememberInvitation(table: string, url: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...invitations(), [table]: url }));
  } catch {
    // Then the page's own address has to do.
  }
}

/** Whoever is forgotten leaves no addresses behind either. */
export function forgetInvitations(): void {
  sessionStorage.removeItem(KEY);
}

/** The address to send to friends. */
export function invitationTo(table: string): string {
  return invitations()[table] ?? `${location.origin}/table/${table}`;
}

function invitations(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
