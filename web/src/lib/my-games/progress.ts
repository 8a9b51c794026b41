import type { GameId, Progress, ReviewedMatch } from '../net/messages.ts';

/** A reviewed match in a chart of accuracy. */
export interface AccuracyPoint {
  replay: string;
  ended: number;
  seat: number;
  accuracy: number;
}

/** What there is to tell about one game. */
export interface GameProgress {
  game: GameId;
  points: AccuracyPoint[];
  mean: number;
  mistakes: Progress['mistakes'];
  deals: Progress['deals'][number] | undefined;
}

const gameOf = (match: ReviewedMatch) => match.preset.split('/')[0] as GameId;

/** The progress in each game, the one played most first. */
export function byGame(progress: Progress): GameProgress[] {
  const games = [...new Set(progress.matches.map(gameOf))];
  const found = games.map((game) => {
    const points = progress.matches
      .filter((match) => gameOf(match) === game)
      .flatMap(({ replay, ended, seat, accuracy }) => (accuracy === null ? [] : [{ replay, ended, seat, accuracy }]));
    return {
      game,
      points,
      mean: points.reduce((sum, point) => sum + point.accuracy, 0) / Math.max(1, points.length),
      mistakes: progress.mistakes.filter((mistake) => mistake.game === game),
      deals: progress.deals.find((deals) => deals.game === game),
    };
  });
  return found.sort((one, other) => other.points.length - one.points.length);
}
