/** The ply in `#37`; `null` if there is none. */
export function plyIn(hash: string): number | null {
  return /^#\d{1,9}$/.test(hash) ? Number(hash.slice(1)) : null;
}

/** The seat in `?seat=1`; `null` shows everything. */
export function seatInQuery(query: URLSearchParams): number | null {
  const seat = query.get('seat');
  return seat !== null && /^\d$/.test(seat) ? Number(seat) : null;
}

/** Whether `?review` opens the review. */
export const reviewInQuery = (query: URLSearchParams): boolean => query.has('review');

/** The address of a ply in the view of a seat, with or without the review. */
export function addressOf(id: string, ply: number, seat: number | null, reviewed = false): string {
  const query = [...(seat === null ? [] : [`seat=${seat}`]), ...(reviewed ? ['review'] : [])].join('&');
  return `/replay/${id}${query && `?${query}`}#${ply}`;
}

/** The address in a pasted link to a replay or a table of this server; `null` if it is none. */
export function addressIn(text: string, origin: string): string | null {
  if (!URL.canParse(text.trim())) return null;
  const link = new URL(text.trim());
  const here = link.origin === origin && /^\/(replay|table)\/[\w-]+$/.test(link.pathname);
  return here ? link.pathname + link.search + link.hash : null;
}
