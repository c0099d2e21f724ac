import type { Result } from 'lighthouse';

/** Rows of the table that an audit of Lighthouse reports. */
export const itemsOf = <Item>(run: Result, audit: string): Item[] =>
  ((run.audits[audit]?.details as { items?: Item[] } | undefined)?.items ?? []) as Item[];

/** Milliseconds of the main thread, of one group of work (`styleLayout`, `scriptEvaluation`) or of all. */
export const mainThread = (run: Result, group?: string): number =>
  itemsOf<{ group: string; duration: number }>(run, 'mainthread-work-breakdown')
    .filter((item) => group === undefined || item.group === group)
    .reduce((sum, { duration }) => sum + duration, 0);
