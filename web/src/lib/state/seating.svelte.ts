import { catalog } from './catalog.svelte.ts';
import type { Actor } from '../i18n/actor.ts';
import { isolated } from '../i18n/bidi.ts';
import { i18n } from '../i18n/index.svelte.ts';
import type { SeatInfo } from '../net/messages.ts';
import type { TableClient } from './table-client.svelte.ts';

/** The names of the players at a table. */
export class Seating {
  #client: TableClient;

  constructor(client: TableClient) {
    this.#client = client;
  }

  readonly botName = (bot: string): string => catalog.botName(this.#client.table?.game ?? 'hanabi', bot);

  readonly name = (seat: number): string => {
    const seats = this.#client.table?.seats ?? [];
    const info = seats[seat];
    if (!info) return i18n.t.create.seat(seat + 1);
    const plain = this.#plain(info);
    // Equal names are numbered.
    const twins = seats.filter((other) => this.#plain(other) === plain);
    return twins.length > 1 && plain ? `${plain} ${twins.indexOf(info) + 1}` : plain;
  };

  /** The player as a sentence needs them. */
  readonly cast = (seat: number): Actor => ({
    name: this.name(seat),
    me: seat === this.#client.me,
  });

  #plain(info: SeatInfo): string {
    if (info.kind === 'open') return i18n.t.waiting.freeSeat;
    return info.kind === 'bot' ? this.botName(info.bot ?? '') : isolated(info.name || i18n.t.table.somebody);
  }
}
