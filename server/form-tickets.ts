import type { Db } from '#db/database.ts';
import { TICKET_MS } from '#domain/forms/forms.ts';
import { demandAttempt, takeAttempt } from '#domain/attempts/attempts.ts';
import type { BotCheckAction } from '#shared/bot-check.ts';
import { addressKey } from '#shared/address-key.ts';

/** Forms that one address may send without the bot check, of visitors and members together. */
const OF_ADDRESS = { limit: 20, windowMs: 3_600_000 };

/**
 * Forms of members that tickets may send in an hour, all visitors together: the few without scripts, not programs. Forms to
 * the station are counted where they are kept.
 */
const OF_MEMBERS = { limit: 100, windowMs: 3_600_000 };
const TO_STATION: readonly BotCheckAction[] = ['contact', 'lostproperty'];

/**
 * Takes a ticket for a form without scripts. False where it was taken before, by whichever process; 429 with the seconds to
 * wait where its address, or everybody, sent enough.
 */
export async function takeTicket(
  db: Db,
  name: string,
  { action, remoteIp, now }: { action: BotCheckAction; remoteIp: string; now: Date },
): Promise<boolean> {
  await demandAttempt(db, `ticket:address:${addressKey(remoteIp)}`, { ...OF_ADDRESS, now });
  const { isAllowed } = await takeAttempt(db, `ticket:${name}`, { limit: 1, windowMs: TICKET_MS, now });
  if (isAllowed && !TO_STATION.includes(action)) await demandAttempt(db, 'member-tickets', { ...OF_MEMBERS, now });
  return isAllowed;
}
