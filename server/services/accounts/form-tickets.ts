import type { Db } from '#db/database.ts';
import { TICKET_MS } from '#domain/forms/forms.ts';
import { demandAttempt, takeAttempt } from '#domain/attempts/attempts.ts';
import type { BotCheckAction } from '#shared/outside/bot-check.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { UNCHECKED_LIMITS } from '#shared/limits.ts';

/** Forms whose module counts them. */
const TO_STATION: readonly BotCheckAction[] = ['contact', 'lostproperty'];

/**
 * Consumes a ticket for a form without scripts. False if any process has already consumed it; throws 429 with a retry
 * time when the limit of the address, or of all visitors, is reached.
 */
export async function takeTicket(
  db: Db,
  name: string,
  { action, remoteIp, now }: { action: BotCheckAction; remoteIp: string; now: Date },
): Promise<boolean> {
  await demandAttempt(db, `ticket:address:${addressKey(remoteIp)}`, { ...UNCHECKED_LIMITS.formsOfAddress, now });
  const { isAllowed } = await takeAttempt(db, `ticket:${name}`, { limit: 1, windowMs: TICKET_MS, now });
  if (isAllowed && !TO_STATION.includes(action))
    await demandAttempt(db, 'member-tickets', { ...UNCHECKED_LIMITS.memberForms, now });
  return isAllowed;
}
