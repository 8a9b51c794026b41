/** Whether notifications are possible (they need https or localhost). */
export function canNotify(): boolean {
  return typeof Notification !== 'undefined' && isSecureContext;
}

/** Asks for permission. */
export async function mayNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

export async function notify(title: string, body: string): Promise<void> {
  if (!canNotify() || Notification.permission !== 'granted' || !document.hidden) return;
  const look = { body, icon: '/icon-192.png', tag: 'hanamichi-turn', data: location.href };
  try {
    // Phones allow notifications from a service worker only.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) return await worker.showNotification(title, look);
    const shown = new Notification(title, look);
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // Without notifications the page title still says whose turn it is.
  }
}
