import type { Db } from '#db/database.ts';
import { removeOldPhoneChanges } from '#domain/phones/phones.ts';
import { removeOldRequests } from './phone-requests.store.ts';
import { removeOldCodes } from './sms-codes.store.ts';

// The door: what pages, the server and other modules may call.

export type { PhoneServices } from './phone-services.ts';
export { phoneTraffic } from './phone-traffic.ts';

/** Retention of codes, requests and calls, for support inquiries. */
const KEPT_MS = 30 * 86_400_000;

/** Deletes what is older than the retention period. */
export async function sweepPhones({ db, now }: { db: Db; now: Date }): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await removeOldCodes(db, before);
  await removeOldRequests(db, before);
  await removeOldPhoneChanges(db, before);
}
