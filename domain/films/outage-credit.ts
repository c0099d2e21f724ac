import type { Db } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { endOf, lostMs, outageSince } from './rental-times.rules.ts';
import { findKnownEnd, findOutage, giveBack, insertOutage, lockLosers, lockPulse, savePulse } from './rentals.store.ts';

/** Queued with an outage, so that a killed job resumes. */
export const GIVE_BACK_TIME = 'give-back-film-time';

const AT_ONCE = 200;
const MAX_OUTAGE_MS = 30 * 86_400_000;

/** Credits an outage to every rental whose hours ran in it, once each, resumable. Returns how many. */
export async function creditOutageTime(db: Db, outageId: number, now: Date): Promise<number> {
  const outage = await findOutage(db, outageId);
  if (outage === null) throw new DomainError('dataNotFound', `outage ${outageId} does not exist`);
  for (let given = 0; ;) {
    const done = await db.transaction(async (tx) => {
      const losers = await lockLosers(tx, outageId, outage, AT_ONCE);
      for (const rental of losers) {
        const ms = lostMs(rental, outage);
        const endsAt = endOf({ ...rental, givenBackMs: rental.givenBackMs + ms });
        await giveBack(tx, rental, { outageId, ms, endsAt, now });
      }
      return losers.length;
    });
    given += done;
    if (done < AT_ONCE) return given;
  }
}

/** Records an outage to be credited. Idempotent. */
export async function noteOutage(
  db: Db,
  { startsAt, endsAt, notedBy }: { startsAt: Date; endsAt: Date; notedBy: string },
  now: Date,
): Promise<number> {
  const lengthMs = endsAt.getTime() - startsAt.getTime();
  if (lengthMs <= 0 || lengthMs > MAX_OUTAGE_MS || endsAt > now)
    throw impossible('outage-span', { max_days: MAX_OUTAGE_MS / 86_400_000 });
  return db.transaction(async (tx) => {
    await lockPulse(tx);
    if ((await findKnownEnd(tx, { startsAt, endsAt })) !== null) throw refused('outage-overlaps');
    const outageId = await insertOutage(tx, { startsAt, endsAt, notedBy, createdAt: now });
    if ((await findOutage(tx, outageId))?.endsAt.getTime() !== endsAt.getTime()) throw refused('outage-other-end');
    await queueJob(tx, GIVE_BACK_TIME, { outageId }, { jobKey: `${GIVE_BACK_TIME}:${outageId}` });
    return outageId;
  });
}

/**
 * Each minute: checks whether films can be watched. An outage, or a gap in monitoring, is credited automatically.
 * `canServe`: whether film bytes can be read.
 */
export async function lookAfterFilms(
  { db, canServe }: { db: Db; canServe: () => Promise<boolean> },
  now: Date,
): Promise<void> {
  if (!(await canServe())) return;
  await db.transaction(async (tx) => {
    const seenAt = await lockPulse(tx);
    // A clock set back must not cause an outage later: the newest check is kept.
    if (seenAt === null || now > seenAt) await savePulse(tx, now);
    const outage = outageSince(seenAt, now);
    if (outage === null) return;
    // An outage that staff recorded meanwhile is credited already.
    const knownEnd = await findKnownEnd(tx, outage);
    const startsAt = knownEnd ?? outage.startsAt;
    if (startsAt >= outage.endsAt) return;
    const outageId = await insertOutage(tx, { ...outage, startsAt, notedBy: 'clock', createdAt: now });
    await queueJob(tx, GIVE_BACK_TIME, { outageId }, { jobKey: `${GIVE_BACK_TIME}:${outageId}` });
  });
}
