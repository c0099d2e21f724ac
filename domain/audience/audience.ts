import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { dayHkOf, isDayHk, type DayHk } from '#shared/hk-time.ts';
import { finalAtMs, MINUTE_MS, spanOfDay, stretchesOf } from './audience.rules.ts';
import {
  findDay,
  findDirty,
  findLookedTo,
  hasReportIn,
  hasReportsOf,
  listDue,
  markComputed,
  markDirty,
  markLooked,
} from './days.store.ts';
import { computeLate, findLateDays } from './late.store.ts';
import { computeMinutes, computeWholeDay, lockFigures, namesOfFigures, patiently } from './roll-up.store.ts';

/** A report may be committed after others received later, so each run re-reads this much of the previous one. */
const OVERLAP_MS = MINUTE_MS;
/** How far back the first run reads. */
const FIRST_LOOK_MS = 100 * 3_600_000;
/** A day is recomputed after this many times the duration of its last computation. */
const REST = 20;
const MAX_DUE = 10;

interface OnDay {
  db: Db;
  now: Date;
}

/**
 * Refuses a future day, and one without reports to compute or export. Once its reports have been dropped, a final day
 * keeps its figures. A stored day without listeners is valid and has no figures.
 */
export async function demandReports({ db, now }: OnDay, dayHk: DayHk): Promise<void> {
  if (!isDayHk(dayHk)) throw new DomainError('invalidParam', 'the day must have the form YYYY-MM-DD');
  const day = await findDay(db, dayHk);
  // A clock that is slightly ahead may have reported tomorrow already.
  if (day === null && dayHk > dayHkOf(now)) throw impossible('day-in-future', { day: dayHk });
  if (day === null && !(await hasReportsOf(db, dayHk)) && !(await hasReportIn(db, spanOfDay(dayHk))))
    throw new DomainError('dataNotFound', `there are no reports of ${dayHk}`);
  if (day?.isFinal && !(await hasReportsOf(db, dayHk)))
    throw new DomainError(
      'dataNotFound',
      `the reports of ${dayHk} have been deleted; its figures can no longer be recomputed`,
    );
}

/** Recomputes all figures of a day from its reports. */
export async function computeDay({ db, now }: OnDay, dayHk: DayHk): Promise<void> {
  await demandReports({ db, now }, dayHk);
  await db.transaction(async (tx) => {
    await patiently(tx);
    await lockFigures(tx);
    await computeWholeDay(tx, dayHk);
    await markComputed(tx, dayHk, now);
  });
}

export interface Recomputed {
  isEqual: boolean;
  /** Number of rows by table, before and after. */
  parts: { what: string; before: number; after: number; isEqual: boolean }[];
}

/**
 * Like `computeDay`, and compares the result with the previous figures. Both are read under one lock, so that nobody
 * computes in between.
 */
export async function recomputeDay({ db, now }: OnDay, dayHk: DayHk): Promise<Recomputed> {
  await demandReports({ db, now }, dayHk);
  return db.transaction(async (tx) => {
    await patiently(tx);
    await lockFigures(tx);
    const before = await namesOfFigures(tx, dayHk);
    await computeWholeDay(tx, dayHk);
    const after = await namesOfFigures(tx, dayHk);
    await markComputed(tx, dayHk, now);
    const parts = Object.entries(after).map(([what, { rows, name }]) => ({
      what,
      before: before[what]?.rows ?? 0,
      after: rows,
      isEqual: before[what]?.name === name,
    }));
    return { isEqual: parts.every((part) => part.isEqual), parts };
  });
}

/** The same by hand. */
export async function recomputeByHand(tx: Tx, hand: Hand, dayHk: DayHk, now: Date): Promise<Recomputed> {
  const recomputed = await recomputeDay({ db: tx, now }, dayHk);
  const changes = recomputed.parts.filter(({ isEqual }) => !isEqual).length;
  const entry = { action: 'figures.recompute', subject: ['station-day', dayHk], after: { changes } } as const;
  await recordAudit(tx, hand, entry, now);
  return recomputed;
}

/**
 * Recomputes the minutes that changed since the last run, and marks their days as dirty for the other figures. Reports
 * for final days are counted as late.
 */
export async function rollUpMinutes({ db, now }: OnDay): Promise<void> {
  const looked = await findLookedTo(db);
  const from = new Date((looked?.getTime() ?? now.getTime() - FIRST_LOOK_MS) - OVERLAP_MS);
  const [{ minutes, days }, late] = await Promise.all([findDirty(db, from, now), findLateDays(db, from, now)]);
  const open = days.filter((day) => now.getTime() < finalAtMs(day));
  await db.transaction(async (tx) => {
    await patiently(tx);
    await lockFigures(tx);
    for (const day of open) {
      const { fromMs, toMs } = spanOfDay(day);
      const ofDay = minutes.filter((minute) => minute * MINUTE_MS >= fromMs && minute * MINUTE_MS < toMs);
      for (const stretch of stretchesOf(ofDay)) await computeMinutes(tx, stretch, toMs);
    }
    for (const day of late) await computeLate(tx, day);
    await markDirty(tx, open);
    await markLooked(tx, dayHkOf(now), now);
  });
}

/**
 * Rolls up new reports: changed minutes at once, the rest of their days as often as their size allows. Days become
 * final three days after their end.
 */
export function createRollUp() {
  const rests = new Map<DayHk, number>();
  return async ({ db, now }: OnDay): Promise<void> => {
    await rollUpMinutes({ db, now });
    for (const day of await listDue(db, now, MAX_DUE)) {
      const isDue = now.getTime() >= finalAtMs(day) || now.getTime() >= (rests.get(day) ?? 0);
      if (!isDue) continue;
      const begun = performance.now();
      await computeDay({ db, now }, day);
      rests.set(day, now.getTime() + (performance.now() - begun) * REST);
      for (const known of rests.keys()) if (finalAtMs(known) < now.getTime()) rests.delete(known);
    }
  };
}
