/** The key of a shortcut as it is written; nothing while somebody writes, or holds a key of the system's. */
export function shortcut(event: KeyboardEvent): string | undefined {
  const target = event.target as HTMLElement;
  if (target.closest('input, textarea, select, dialog')) return undefined;
  return event.ctrlKey || event.metaKey || event.altKey ? undefined : event.key.toLowerCase();
}
