import type {
  AnswersTaken,
  Catalog,
  CheckedOptions,
  CreateBranch,
  CreateTable,
  Frames,
  GivenAnswers,
  Me,
  MyPuzzles,
  NewReport,
  OptionsQuery,
  PlayedMatches,
  Problem,
  Progress,
  PuzzleList,
  PuzzlePack,
  RecordForm,
  Replay,
  ReplayOpened,
  Reported,
  Rules,
  SetAids,
  Statistics,
  TableCreated,
  TableList,
  Unsealed,
} from './messages.ts';
import { network } from './network.svelte.ts';

/** A request that was refused, or that never arrived: then the code is `network`. */
export class ApiError extends Error {
  constructor(
    readonly code: Problem['code'] | 'network',
    message: string,
    readonly where: string | null = null,
    /** The seconds to wait before trying again. */
    readonly retry_after?: number,
  ) {
    super(message);
  }
}

const NO_CONTENT = 204;
const SERVER_DOWN_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

export async function ask<Answer>(path: string, method = 'GET', body?: unknown): Promise<Answer> {
  const request: RequestInit = { method, headers: { accept: 'application/json' } };
  if (body instanceof Blob) {
    request.body = body;
  } else if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { accept: 'application/json', 'content-type': 'application/json' };
  }
  const response = await send(path, request);
  return (response.status === NO_CONTENT ? null : await response.json()) as Answer;
}

async function askText(path: string): Promise<string> {
  const response = await send(path, { headers: { accept: 'text/plain, application/json' } });
  return (await response.text()).trim();
}

/** The answer to a request that was not refused. */
async function send(path: string, request: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, request);
  } catch (cause) {
    network.failed();
    throw new ApiError('network', String(cause));
  }
  if (!response.ok) throw await refusal(response);
  network.answered();
  return response;
}

async function refusal(response: Response): Promise<ApiError> {
  try {
    const problem = (await response.json()) as Problem;
    network.answered();
    return new ApiError(problem.code, problem.message, problem.where, problem.retry_after);
  } catch {
    // Not JSON: a proxy answers for a server that is down.
    if (SERVER_DOWN_STATUSES.has(response.status)) network.failed();
    return new ApiError(
      SERVER_DOWN_STATUSES.has(response.status) ? 'network' : 'server/internal',
      `HTTP ${response.status}`,
    );
  }
}

export const api = {
  me: () => ask<Me>('/me'),
  rename: (name: string) => ask<Me>('/me', 'PUT', { name }),
  catalog: (lang: string) => ask<Catalog>(`/catalog?lang=${lang}`),
  checkOptions: (query: OptionsQuery) => ask<CheckedOptions>('/check-options', 'POST', query),
  openTables: () => ask<TableList>('/tables'),
  myTables: () => ask<TableList>('/me/tables'),
  createTable: (table: CreateTable) => ask<TableCreated>('/tables', 'POST', table),
  beginLesson: (game: string) => ask<TableCreated>(`/lessons/${game}`, 'POST'),
  rulesOf: (table: string, lang: string) => ask<Rules>(`/tables/${table}/rules?lang=${lang}`),
  report: (table: string, report: NewReport) => ask<Reported>(`/tables/${table}/reports`, 'POST', report),
  recordOf: (table: string) => `/api/tables/${table}/record`,

  replay: (id: string, seat: number | null) => ask<Replay>(`/replays/${encodeURIComponent(id)}?${seatQuery(seat)}`),
  frames: (id: string, seat: number | null, first: number, count: number) =>
    ask<Frames>(`/replays/${encodeURIComponent(id)}/frames?first=${first}&count=${count}&${seatQuery(seat)}`),
  rulesOfReplay: (id: string, lang: string) => ask<Rules>(`/replays/${id}/rules?lang=${lang}`),
  recordOfReplay: (id: string, form: RecordForm) => `/api/replays/${id}/record?form=${form}`,
  linkOfReplay: (id: string, form: RecordForm) => askText(`/replays/${encodeURIComponent(id)}/record?form=${form}`),
  seal: (id: string) => ask<Unsealed>(`/replays/${encodeURIComponent(id)}/seal`),
  openRecord: (record: Blob) => ask<ReplayOpened>('/replays', 'POST', record),
  branch: (id: string, branch: CreateBranch) => ask<TableCreated>(`/replays/${id}/branches`, 'POST', branch),

  puzzles: () => ask<PuzzleList>('/puzzles'),
  puzzlePack: (id: string) => ask<PuzzlePack>(`/puzzles/packs/${encodeURIComponent(id)}`),
  answerPuzzles: (given: GivenAnswers) => ask<AnswersTaken>('/puzzles/answers', 'POST', given),
  myPuzzles: (offset: number) => ask<MyPuzzles>(`/me/puzzles?utc_offset=${offset}`),
  myAnswers: '/api/me/puzzles',
  rulesOfEdition: (preset: string, options: object, players: number, lang: string) =>
    ask<Rules>(
      `/rules?${new URLSearchParams({ preset, options: JSON.stringify(options), players: String(players), lang })}`,
    ),

  myMatches: (before?: string) => ask<PlayedMatches>(`/me/matches${before ? `?before=${before}` : ''}`),
  myStatistics: () => ask<Statistics>('/me/statistics'),
  myProgress: () => ask<Progress>('/me/progress'),
  myProgressJson: '/api/me/progress',
  myProgressTable: '/api/me/progress.csv',
  myRecords: '/api/me/records',
  forgetMe: () => ask<Me>('/me', 'DELETE'),
};

const seatQuery = (seat: number | null) => (seat === null ? '' : `seat=${seat}`);

/** The address of a table's socket; `seen` is the last log entry this page already has. */
export function socketAddress(table: string, seen: number, aids: SetAids['aids']): string {
  const address = new URL(`/api/tables/${encodeURIComponent(table)}/socket`, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  if (seen) address.searchParams.set('seen', String(seen));
  address.searchParams.set('aids', aids);
  return address.href;
}
