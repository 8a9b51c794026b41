const ID = /^[\w-]{6,64}$/;

/** The table id in a pasted link or code; `null` if there is none. */
export function tableIdFrom(text: string): string | null {
  const trimmed = text.trim();
  const inPath = /\/table\/([\w-]+)/.exec(trimmed)?.[1];
  const id = inPath ?? trimmed;
  return ID.test(id) ? id : null;
}

const KEY = 'hanamichi.invitations';

/** Stores the address the server gave for a new table: this page's host may not be reachable for friends. */
export function rememberInvitation(table: string, url: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...invitations(), [table]: url }));
  } catch {
    // Without storage, the page's own address is used.
  }
}

/** Erasing a person's data also removes these. */
export function forgetInvitations(): void {
  sessionStorage.removeItem(KEY);
}

/** The address to share. */
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
