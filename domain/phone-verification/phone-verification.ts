import type { Db } from '#db/database.ts';
import { removeOldPhoneChanges } from '#domain/phones/phones.ts';
import { keptSince } from '#domain/settings/settings.ts';
import { removeOldRequests } from './phone-requests.store.ts';
import { removeOldCodes } from './sms-codes.store.ts';

// The door: what pages, the server and other modules may call.

export type { PhoneServices } from './phone-services.ts';
export { phoneFigures } from './phone-figures.ts';

/** Deletes codes, requests and calls, which are kept for support inquiries. */
export async function sweepPhones({ db, now }: { db: Db; now: Date }): Promise<void> {
  const before = await keptSince({ db, now }, 'keep.phone-codes');
  await removeOldCodes(db, before);
  await removeOldRequests(db, before);
  await removeOldPhoneChanges(db, before);
}
