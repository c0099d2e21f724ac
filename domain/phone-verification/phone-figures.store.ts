import { and, count, gt, isNotNull } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { phoneRequests, smsCodes } from '#db/tables/phone-verification.ts';

export const countTextsSince = (db: Db, from: Date) =>
  db
    .select({ share: smsCodes.share, delivery: smsCodes.delivery, texts: count() })
    .from(smsCodes)
    .where(gt(smsCodes.createdAt, from))
    .groupBy(smsCodes.share, smsCodes.delivery);

/**
 * Grouped by the delivery state of the last call of a request. Requests live for minutes, so those of the hour were
 * created in it or just before.
 */
export const countCallsSince = (db: Db, from: Date) =>
  db
    .select({ delivery: phoneRequests.callDelivery, calls: count() })
    .from(phoneRequests)
    .where(and(gt(phoneRequests.createdAt, from), isNotNull(phoneRequests.triggeredAt)))
    .groupBy(phoneRequests.callDelivery);

export const countRequestsSince = (db: Db, from: Date) =>
  db
    .select({ state: phoneRequests.state, requests: count() })
    .from(phoneRequests)
    .where(gt(phoneRequests.createdAt, from))
    .groupBy(phoneRequests.state);
