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

/** A soft tone, made on the spot: nothing is downloaded. */
export function chime(): void {
  try {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.0001, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.12, context.currentTime + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.6);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.65);
    tone.onended = () => void context.close();
  } catch {
    // No sound here: nothing is lost.
  }
}
