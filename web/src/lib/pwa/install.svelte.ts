/** Chromium's install prompt; other browsers have a menu entry for it. */
type Offer = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

class InstallPrompt {
  #offer = $state.raw<Offer>();

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.#offer = event as Offer;
    });
    addEventListener('appinstalled', () => {
      this.#offer = undefined;
    });
  }

  get possible(): boolean {
    return this.#offer !== undefined;
  }

  async install(): Promise<void> {
    const offer = this.#offer;
    this.#offer = undefined;
    await offer?.prompt();
  }
}

export const installPrompt = new InstallPrompt();
