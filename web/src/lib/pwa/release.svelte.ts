const KEY = 'hanamichi.release';
const NAME = /^[0-9a-f]{16}$/;

/** The release of the running client; a newer one on the server is loaded. */
class Release {
  /** Undefined during development. */
  readonly name = document.querySelector<HTMLMetaElement>('meta[name=release]')?.content;
  /** There is a newer release, but the user is typing: they decide when to load it. */
  outdated = $state(false);

  /** Compares with the server's release: an old client must not talk to a new server. */
  compare(served: string): void {
    if (!this.name || !NAME.test(served) || served === this.name) return;
    // Two releases behind one address must not cause a reload loop.
    if (recall() === served) return;
    if (isWriting()) this.outdated = true;
    else this.reload(served);
  }

  reload(served = ''): void {
    remember(served);
    location.reload();
  }
}

/** Whether a reload would lose something typed; the table itself survives it. */
function isWriting(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([readonly]), textarea');
  const typed = [...fields].some(
    (field) =>
      ['text', 'textarea'].includes(field.type) && field.value !== field.defaultValue && field.matches(':focus'),
  );
  return typed || document.querySelector('dialog[open]') !== null;
}

function recall(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(name: string): void {
  try {
    sessionStorage.setItem(KEY, name);
  } catch {
    // Without storage, the next page compares for itself.
  }
}

export const release = new Release();
