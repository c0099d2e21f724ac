import type { Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { breakGlassMail } from './staff.mail.ts';
import {
  BREAK_GLASS,
  BREAK_GLASS_MS,
  deleteRoleGrant,
  findAccountByEmail,
  findHolders,
  insertRoleGrant,
  raiseStaffEpoch,
} from './staff.store.ts';

/**
 * Gives an account every permission for an hour, from the machine itself, when nobody who may act can be reached.
 * Approving one's own requests stays impossible. Administrators get a mail at once, and the account is listed with it until
 * another administrator has reviewed what was done.
 */
export async function breakGlass(
  tx: Tx,
  { deskUrl }: { deskUrl: string },
  hand: Hand,
  address: string,
  now: Date,
): Promise<{ until: Date }> {
  const account = await findAccountByEmail(tx, address.trim().toLowerCase());
  if (account?.state !== 'active') throw new DomainError('dataNotFound', `there is no active account ${address}`);
  const accountId = account.id;
  const grant = { accountId, role: BREAK_GLASS, scope: null, grantedBy: hand.who.trim(), createdAt: now };
  if (!(await insertRoleGrant(tx, grant))) throw refused('glass-broken');
  await raiseStaffEpoch(tx, accountId);
  const until = new Date(now.getTime() + BREAK_GLASS_MS);
  const after = { until: until.toISOString() };
  await recordAudit(tx, hand, { action: 'staff.break-glass', subject: ['staff', accountId], after }, now);
  for (const { id, email } of await findHolders(tx, 'staff.roles'))
    await queueMail(
      tx,
      breakGlassMail(email, {
        name: account.name,
        why: hand.why,
        until,
        deskUrl,
        key: `${accountId}-${now.getTime()}-${id}`,
      }),
    );
  return { until };
}

/** Another administrator has looked at what was done; ends it if the hour is not over. */
export async function reviewBreakGlass(tx: Tx, hand: Hand, accountId: number, now: Date): Promise<void> {
  if (hand.accountId === accountId) throw new DomainError('forbidden', 'another person must review what you did');
  if (!(await deleteRoleGrant(tx, { accountId, role: BREAK_GLASS, scope: null })))
    throw new DomainError('dataNotFound', `account ${accountId} has nothing to review`);
  await raiseStaffEpoch(tx, accountId);
  await recordAudit(tx, hand, { action: 'staff.review-break-glass', subject: ['staff', accountId] }, now);
}
