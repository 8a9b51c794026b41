import { tick } from 'svelte';

import { shortcut } from '../browser/shortcuts.ts';
import type { CluePreview, HeldCard, Suit } from '../net/messages.ts';
import type { TableClient } from '../state/table-client.svelte.ts';
import type { MoveDraft } from './move-draft.svelte.ts';

type Board = {
  client: TableClient;
  draft: MoveDraft;
  own: readonly HeldCard[];
  /** The other seats, from the next player on. */
  others: readonly number[];
  /** The letter of each suit, in the language of the page. */
  letters: Record<Suit, string>;
  note: (card: number) => void;
};

/** The keyboard shortcuts of a Hanabi table. */
export function keysOf({ client, draft, own, others, letters, note }: Board): (event: KeyboardEvent) => void {
  /** The clue for a key while a clue is aimed: a number, or the letter of a colour. */
  const clueOf = (pressed: string) =>
    draft.clues.find(({ clue }) =>
      clue.type === 'value-clue' ? String(clue.value) === pressed : letters[clue.colour].toLowerCase() === pressed,
    );

  async function aimNext() {
    const at = others.indexOf(draft.aim?.seat ?? -1);
    draft.aimAt(others[(at + 1) % others.length]!, null);
    await tick();
    document.querySelector<HTMLElement>('.clue')?.focus();
  }

  /** Selects the clue and focuses it: Enter gives it. */
  async function point(clue: CluePreview) {
    draft.chosen = clue;
    await tick();
    document.querySelector<HTMLElement>('.clue[aria-pressed="true"]')?.focus();
  }

  return (event) => {
    const pressed = shortcut(event);
    if (!pressed) return;
    const clue = draft.aim && client.myTurn ? clueOf(pressed) : undefined;
    const digit = Number(pressed);
    if (clue) void point(clue);
    else if (pressed === 'c' && client.myTurn && others.length) void aimNext();
    else if (digit >= 1 && digit <= own.length && !draft.aim) draft.select(own[digit - 1]!.id);
    else if (pressed === 'p') void draft.play();
    else if (pressed === 'd') void draft.discard();
    else if (pressed === 'n' && draft.selected !== null && !client.replaying) note(draft.selected);
    else if (pressed === 'escape') draft.clear();
    else if (event.shiftKey && pressed === 'arrowleft') void draft.nudge(-1);
    else if (event.shiftKey && pressed === 'arrowright') void draft.nudge(1);
    else return;
    event.preventDefault();
  };
}
