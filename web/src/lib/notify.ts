/** Whether this browser and this address can show notifications at all (it takes https or localhost). */
export function canNotify(): boolean {
  return typeof Notification !== 'undefined' && isSecureContext;
}

/** Asks the browser's user once; remembers nothing itself. */
export async function mayNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

export function notify(title: string, body: string): void {
  if (!canNotify() || Notification.permission !== 'granted' || !document.hidden) return;
  try {
    const shown = new Notification(title, { body, icon: '/icon.svg', tag: 'hanamichi-turn' });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // Some phones allow notifications only from a service worker: the title still tells.
  }
}
