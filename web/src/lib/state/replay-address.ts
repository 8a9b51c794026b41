/** The ply in `#37`; `null` if there is none. */
export function plyIn(hash: string): number | null {
  return /^#\d{1,9}$/.test(hash) ? Number(hash.slice(1)) : null;
}

/** The seat in `?seat=1`; `null` shows everything. */
export function seatInQuery(query: URLSearchParams): number | null {
  const seat = query.get('seat');
  return seat !== null && /^\d$/.test(seat) ? Number(seat) : null;
}

/** The address of a ply in the view of a seat. */
export function addressOf(id: string, ply: number, seat: number | null): string {
  return `/replay/${id}${seat === null ? '' : `?seat=${seat}`}#${ply}`;
}
