import type { Db } from '#db/database.ts';
import { countCallsSince, countRequestsSince, countTextsSince } from './phone-figures.store.ts';

const HOUR_MS = 3_600_000;

/** Texts, calls and verifications of the last hour, for operators: a carrier outage shows here first. */
export async function phoneFigures({ db, now }: { db: Db; now: Date }) {
  const from = new Date(now.getTime() - HOUR_MS);
  const [texts, calls, requests] = await Promise.all([
    countTextsSince(db, from),
    countCallsSince(db, from),
    countRequestsSince(db, from),
  ]);
  return { texts, calls, requests };
}
