/** The moment that `#37` names; `null` where it names none. */
export function plyIn(hash: string): number | null {
  return /^#\d{1,9}$/.test(hash) ? Number(hash.slice(1)) : null;
}

/** The seat that `?seat=1` names; `null`: everything open. */
export function seatInQuery(query: URLSearchParams): number | null {
  const seat = query.get('seat');
  return seat !== null && /^\d$/.test(seat) ? Number(seat) : null;
}

/** Where a moment is found, through these eyes. */
export function addressOf(id: string, ply: number, seat: number | null): string {
  return `/replay/${id}${seat === null ? '' : `?seat=${seat}`}#${ply}`;
}
