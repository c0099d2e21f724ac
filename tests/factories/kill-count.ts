import { appendFileSync } from 'node:fs';

/** Number of kinds of work that are killed; `npm run kills -- N` divides N among them. */
const KINDS = 13;

/** Number of kills of a test: a few in the suite, more on request. */
export const killsOf = (few: number): number =>
  process.env.KILLS === undefined ? few : Math.ceil(Number(process.env.KILLS) / KINDS);

/** Timeout for a test that starts a process for each kill, on a busy machine. */
export const timeForKills = (kills: number): number => 120_000 + kills * 30_000;

/** Reports the number of kills, and of acknowledged items, none of which was lost. */
export function tellKills(kind: string, kills: number, acknowledged: number): void {
  if (process.env.KILLS_TOLD !== undefined)
    appendFileSync(process.env.KILLS_TOLD, `${JSON.stringify({ kind, kills, acknowledged })}\n`);
}
