import type { Db, Tx } from '#db/database.ts';
import { listAudit, recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { findCampaign } from './campaigns.store.ts';
import { countAddresses, findAddresses, type AddressRow } from './details.store.ts';

// Where the orders go that are to be packed or sent now. They are shown after a reason was stated, for five minutes.

const ACTION = 'campaigns.see-addresses';
const SHOWN_MINUTES = 5;
const MAX_ADDRESSES = 500;
const RECENT_EVENTS = 50;

async function idOf(db: Db, name: string): Promise<number> {
  const campaign = await findCampaign(db, name);
  if (campaign === null) throw new DomainError('dataNotFound', `there is no campaign ${name}`);
  return campaign.id;
}

/** Records that the caller will read the addresses of a campaign. */
export async function openAddresses(tx: Tx, hand: Hand, name: string, now: Date): Promise<void> {
  const addresses = await countAddresses(tx, await idOf(tx, name));
  const after = { addresses, minutes: SHOWN_MINUTES };
  await recordAudit(tx, hand, { action: ACTION, subject: ['campaign', name], after }, now);
}

/** The addresses, for five minutes after the caller stated a reason by `campaigns.see-addresses`. */
export async function readAddresses(
  { db, now }: { db: Db; now: Date },
  { accountId }: { accountId: number },
  name: string,
): Promise<{ addresses: AddressRow[]; leftOff: number; until: Date }> {
  const from = new Date(now.getTime() - SHOWN_MINUTES * 60_000);
  const subject = { kind: 'campaign', id: name } as const;
  const events = await listAudit(db, { action: ACTION, subject, from }, RECENT_EVENTS);
  const seenAt = events.find((event) => event.accountId === accountId && event.at > from)?.at;
  if (!seenAt) throw new DomainError('forbidden', `a reason must be stated by ${ACTION} first`);
  const id = await idOf(db, name);
  const addresses = await findAddresses(db, id, MAX_ADDRESSES);
  return {
    addresses,
    leftOff: Math.max(0, (await countAddresses(db, id)) - addresses.length),
    until: new Date(seenAt.getTime() + SHOWN_MINUTES * 60_000),
  };
}
