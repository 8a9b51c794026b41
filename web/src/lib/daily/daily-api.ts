import { ask } from '../net/api.ts';
import type { DailyDeal, DailyDeals, OthersPlay, TableCreated } from '../net/messages.ts';

export const dailyApi = {
  today: () => ask<DailyDeals>('/daily'),
  play: (preset: string) => ask<TableCreated>(`/daily/${preset}`, 'POST'),
  deal: (day: string, preset: string) => ask<DailyDeal>(`/daily/${day}/${preset}`),
  setNamed: (day: string, preset: string, named: boolean) =>
    ask<DailyDeal>(`/daily/${day}/${preset}/name`, 'PUT', { named }),
  others: (replay: string) => ask<OthersPlay>(`/replays/${encodeURIComponent(replay)}/others`),
};
