/** The key of a shortcut; nothing while typing in a field or with a modifier key. */
export function shortcut(event: KeyboardEvent): string | undefined {
  const target = event.target as HTMLElement;
  if (target.closest('input, textarea, select, dialog')) return undefined;
  return event.ctrlKey || event.metaKey || event.altKey ? undefined : event.key.toLowerCase();
}
