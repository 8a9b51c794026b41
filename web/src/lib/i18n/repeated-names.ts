/** Each name once, with a count if it is repeated: `Crane × 2`. */
export function countRepeated(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => (count > 1 ? `${name} × ${count}` : name));
}
