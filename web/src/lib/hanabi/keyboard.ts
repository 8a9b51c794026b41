import { tick } from 'svelte';

import { shortcut } from '../browser/shortcuts.ts';
import type { CluePreview, HeldCard, Suit } from '../net/messages.ts';
import type { TableSession } from '../state/table-client.svelte.ts';
import type { Handling } from './move-draft.svelte.ts';

type Board = {
  session: TableSession;
  handling: Handling;
  own: readonly HeldCard[];
  /** The others' seats, from the next player on. */
  others: readonly number[];
  /** The letter of each suit, in the language of the page. */
  letters: Record<Suit, string>;
  note: (card: number) => void;
};

/** What the keys of a Hanabi table do. */
export function keysOf({ session, handling, own, others, letters, note }: Board): (event: KeyboardEvent) => void {
  /** The clue that a key names while one is aimed: a number, or the letter of a colour. */
  const clueOf = (pressed: string) =>
    handling.clues.find(({ clue }) =>
      clue.type === 'value-clue' ? String(clue.value) === pressed : letters[clue.colour].toLowerCase() === pressed,
    );

  async function aimNext() {
    const at = others.indexOf(handling.aim?.seat ?? -1);
    handling.aimAt(others[(at + 1) % others.length]!, null);
    await tick();
    document.querySelector<HTMLElement>('.clue')?.focus();
  }

  /** The clue is ready to be given: Enter gives it. */
  async function point(clue: CluePreview) {
    handling.chosen = clue;
    await tick();
    document.querySelector<HTMLElement>('.clue[aria-pressed="true"]')?.focus();
  }

  return (event) => {
    const pressed = shortcut(event);
    if (!pressed) return;
    const clue = handling.aim && session.myTurn ? clueOf(pressed) : undefined;
    const digit = Number(pressed);
    if (clue) void point(clue);
    else if (pressed === 'c' && session.myTurn && others.length) void aimNext();
    else if (digit >= 1 && digit <= own.length && !handling.aim) handling.select(own[digit - 1]!.id);
    else if (pressed === 'p') void handling.play();
    else if (pressed === 'd') void handling.discard();
    else if (pressed === 'n' && handling.selected !== null && !session.replaying) note(handling.selected);
    else if (pressed === 'escape') handling.clear();
    else if (event.shiftKey && pressed === 'arrowleft') void handling.nudge(-1);
    else if (event.shiftKey && pressed === 'arrowright') void handling.nudge(1);
    else return;
    event.preventDefault();
  };
}
