import type { Db } from '#db/database.ts';
import { removeOldPhoneChanges } from '#domain/phones/phones.ts';
import { removeOldRequests } from './phone-requests.store.ts';
import { removeOldCodes } from './sms-codes.store.ts';

// The door: what pages, the server and other modules may call.

export type { PhoneServices } from './phone-services.ts';
export { phoneTraffic } from './phone-traffic.ts';

/** Codes, requests and calls are kept so long, for whoever asks what happened. */
const KEPT_MS = 30 * 86_400_000;

/** Forgets what is older than a month. */
export async function sweepPhones({ db, now }: { db: Db; now: Date }): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await removeOldCodes(db, before);
  await removeOldRequests(db, before);
  await removeOldPhoneChanges(db, before);
}
