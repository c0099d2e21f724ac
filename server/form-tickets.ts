import type { Db } from '#db/database.ts';
import { TICKET_MS } from '#domain/contact/ticket.ts';
import { demandAttempt, takeAttempt } from '#domain/auth/auth.ts';
import { addressKey } from '#shared/address-key.ts';

/** Forms that one address may send without the bot check, of visitors and members together. */
const OF_ADDRESS = { limit: 20, windowMs: 3_600_000 };

/**
 * Takes a ticket for a form without scripts. False where it was taken before, by whichever process; 429 with the seconds to
 * wait where its address sent enough.
 */
export async function takeTicket(
  db: Db,
  name: string,
  { remoteIp, now }: { remoteIp: string; now: Date },
): Promise<boolean> {
  await demandAttempt(db, `ticket:address:${addressKey(remoteIp)}`, { ...OF_ADDRESS, now });
  return (await takeAttempt(db, `ticket:${name}`, { limit: 1, windowMs: TICKET_MS, now })).isAllowed;
}
