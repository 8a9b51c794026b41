const KEY = 'hanamichi.release';
const NAME = /^[0-9a-f]{16}$/;

/** The client that is running, and whether the server has a newer one: then it is loaded. */
class Release {
  /** Nothing while the client is being worked on. */
  readonly name = document.querySelector<HTMLMetaElement>('meta[name=release]')?.content;
  /** There is a newer one, but something is being written here: whoever writes says when. */
  outdated = $state(false);

  /** What the server has. An old client must not go on talking to a new server. */
  compare(served: string): void {
    if (!this.name || !NAME.test(served) || served === this.name) return;
    // Servers of two releases behind one address would send us to and fro.
    if (recall() === served) return;
    if (isWriting()) this.outdated = true;
    else this.renew(served);
  }

  renew(served = ''): void {
    remember(served);
    location.reload();
  }
}

/** A table stands as it stood when its page is loaded anew; half a sentence does not. */
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
    // Then the next page compares for itself.
  }
}

export const release = new Release();
