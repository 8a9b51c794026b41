import { ApiError, api } from '../net/api.ts';
import type {
  GameId,
  GivenAnswer,
  PosedPuzzle,
  PuzzleKind,
  PuzzleList,
  PuzzlePack,
  PuzzleSummary,
  PuzzlesOfGame,
  Streak,
} from '../net/messages.ts';
import { AnswerQueue, MAX_SENT, type Progress, recallProgress, rememberProgress } from './answer-queue.ts';
import { loadList, loadPack } from './pack-cache.ts';

/** Which puzzles to solve; nothing chosen means all. */
export type Filter = { kind: PuzzleKind | null; level: number | null };

/** With these refusals the same answers may be taken later. */
const LATER = /^(network$|server\/|request\/too-many$)/;

const NO_STREAK = { answered: 0, right: 0, current: 0, best: 0, days: 0 };

/** The puzzles of the server, and how the player is doing. Works without a network once loaded. */
class PuzzleBook {
  list = $state.raw<PuzzleList>();
  problem = $state.raw<ApiError>();
  /** Right or wrong, by puzzle. */
  answered = $state.raw<ReadonlyMap<string, boolean>>(new Map());
  /** How many answers wait to be sent. */
  waiting = $state(0);
  #streaks = $state.raw<readonly Streak[]>([]);
  #queue = new AnswerQueue();
  #packs = new Map<string, Promise<PuzzlePack>>();
  #sending = false;

  constructor() {
    this.#show(recallProgress() ?? { answers: [], streaks: [] });
  }

  async load(): Promise<void> {
    try {
      this.list = await loadList();
      this.problem = undefined;
    } catch (error) {
      this.problem = asProblem(error);
    }
    await this.send();
    // The server does not know all answers yet.
    if (this.waiting) return;
    await api.myPuzzles(utcOffset()).then(
      (progress) => this.#accept(progress),
      () => undefined,
    );
  }

  of(game: GameId): PuzzlesOfGame | undefined {
    return this.list?.games.find((each) => each.game === game);
  }

  streak(game: GameId): Streak {
    return this.#streaks.find((each) => each.game === game) ?? { game, ...NO_STREAK };
  }

  /** The puzzles that fit a filter, the easiest first. */
  chosen(game: GameId, { kind, level }: Filter): readonly PuzzleSummary[] {
    return (this.of(game)?.puzzles ?? []).filter(
      (puzzle) => (kind === null || puzzle.kind === kind) && (level === null || puzzle.level === level),
    );
  }

  /** The first unanswered one after a puzzle, then from the start. */
  next(game: GameId, filter: Filter, after?: string): PuzzleSummary | undefined {
    return this.#around(game, filter, after).find(({ id }) => !this.answered.has(id));
  }

  /** The next one that was answered wrong. */
  missed(game: GameId, filter: Filter, after?: string): PuzzleSummary | undefined {
    return this.#around(game, filter, after).find(({ id }) => this.answered.get(id) === false);
  }

  #around(game: GameId, filter: Filter, after?: string): readonly PuzzleSummary[] {
    const all = this.of(game)?.puzzles ?? [];
    const here = all.findIndex(({ id }) => id === after) + 1;
    const fit = new Set(this.chosen(game, filter));
    return [...all.slice(here), ...all.slice(0, here)].filter((puzzle) => fit.has(puzzle) && puzzle.id !== after);
  }

  /** A puzzle with its position; fails if there is none, or if it cannot be loaded now. */
  async find(id: string): Promise<PosedPuzzle> {
    if (!this.list) await this.load();
    if (!this.list) throw this.problem ?? new ApiError('network', '');
    for (const { packs, puzzles } of this.list.games) {
      const summary = puzzles.find((puzzle) => puzzle.id === id);
      const pack = summary && packs[summary.pack];
      if (!pack) continue;
      const found = (await this.#pack(pack)).puzzles.find((puzzle) => puzzle.id === id);
      if (found) return found;
    }
    throw new ApiError('puzzle/unknown', 'There is no such puzzle');
  }

  /** Loads the packs of a game one after the other, the one of this puzzle first. */
  async keepOffline(game: GameId, from?: string): Promise<void> {
    const of = this.of(game);
    if (!of || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    const first = of.puzzles.find(({ id }) => id === from)?.pack ?? 0;
    for (const pack of [...of.packs.slice(first), ...of.packs.slice(0, first)]) {
      try {
        await this.#pack(pack);
      } catch {
        return;
      }
    }
  }

  #pack(id: string): Promise<PuzzlePack> {
    let pack = this.#packs.get(id);
    if (!pack) {
      pack = loadPack(id);
      this.#packs.set(id, pack);
      pack.catch(() => this.#packs.delete(id));
    }
    return pack;
  }

  // -- answers --

  /** Counts a first answer at once, and sends it when the server can be reached. */
  async answer(puzzle: PosedPuzzle, given: Pick<GivenAnswer, 'action' | 'card'>, right: boolean): Promise<void> {
    if (this.answered.has(puzzle.id)) return;
    const at = Date.now();
    this.#queue.add({ puzzle: puzzle.id, ...given, at });
    const { answered, current, best, days, ...streak } = this.streak(puzzle.game);
    const run = right ? current + 1 : 0;
    const counted: Streak = {
      ...streak,
      answered: answered + 1,
      right: streak.right + Number(right),
      current: run,
      best: Math.max(best, run),
      days: Math.max(days, 1),
    };
    const others = this.#streaks.filter(({ game }) => game !== puzzle.game);
    const answers = [...this.#answers, { puzzle: puzzle.id, right, at }];
    this.#accept({ answers, streaks: [...others, counted] });
    await this.send();
  }

  /** Sends the answers that wait. */
  async send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (;;) {
        const sent = this.#queue.waiting.slice(0, MAX_SENT);
        if (!sent.length) return;
        const { answers, streaks } = await api.answerPuzzles({ answers: sent, utc_offset: utcOffset() });
        this.#queue.remove(sent);
        const known = new Map(answers.map((each) => [each.puzzle, each]));
        this.#accept({ answers: [...this.#answers.filter(({ puzzle }) => !known.has(puzzle)), ...answers], streaks });
      }
    } catch (error) {
      if (error instanceof ApiError && !LATER.test(error.code)) this.#queue.clear();
    } finally {
      this.#sending = false;
      this.waiting = this.#queue.waiting.length;
    }
  }

  #answers: Progress['answers'] = [];

  #accept(progress: Progress): void {
    rememberProgress(progress);
    this.#show(progress);
  }

  #show({ answers, streaks }: Progress): void {
    this.#answers = answers;
    this.#streaks = streaks;
    this.answered = new Map(answers.map(({ puzzle, right }) => [puzzle, right]));
    this.waiting = this.#queue.waiting.length;
  }
}

const asProblem = (error: unknown) => (error instanceof ApiError ? error : new ApiError('network', String(error)));

/** Minutes east of UTC. */
const utcOffset = () => -new Date().getTimezoneOffset();

export const puzzleBook = new PuzzleBook();
