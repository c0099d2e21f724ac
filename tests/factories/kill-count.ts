import { appendFileSync } from 'node:fs';

/** Kinds of work that are killed; `npm run kills -- N` shares N among them. */
const KINDS = 8;

/** How often a test kills: a few times in the suite, more often where many are asked for. */
export const killsOf = (few: number): number =>
  process.env.KILLS === undefined ? few : Math.ceil(Number(process.env.KILLS) / KINDS);

/** For a test that starts a process each time, on a machine that does other things. */
export const timeForKills = (kills: number): number => 120_000 + kills * 30_000;

/** Tells whoever counts how many kills there were, and how much had been acknowledged that none of them lost. */
export function tellKills(kind: string, kills: number, acknowledged: number): void {
  if (process.env.KILLS_TOLD !== undefined)
    appendFileSync(process.env.KILLS_TOLD, `${JSON.stringify({ kind, kills, acknowledged })}\n`);
}
