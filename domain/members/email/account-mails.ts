import type { Tx } from '#db/database.ts';
import { findAccount, findAccountByEmail } from '#domain/auth/auth.ts';
import { issueLink } from '#domain/mailed-links/mailed-links.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { findAddressChange } from './address-changes.store.ts';
import type { MemberServices } from '#domain/members/member-services.ts';
import { accountExistsMail, addressTakenMail, changeEmailMail, verifyMail } from '#domain/members/members.mail.ts';

// Run by the worker. Whether an address has an account is revealed only to its mailbox.

type Services = Pick<MemberServices, 'db' | 'siteUrl'>;

/**
 * Sent to the address of the existing account, which by Gmail's rule may differ from the one entered. Nothing was
 * changed.
 */
export async function mailAccountExists(
  tx: Tx,
  { siteUrl }: Services,
  { id: memberId, email: recipient, displayName: name }: { id: number; email: string; displayName: string },
  key: string,
): Promise<void> {
  const url = siteUrl + memberPaths.login();
  await queueLetter(tx, { ...accountExistsMail({ key, recipient, name, url }), memberId });
}

/** Mails a link that verifies the address of a member, or changes it. */
export async function mailVerify(
  services: Services,
  { memberId, purpose, email, key }: { memberId: number; purpose: 'verify' | 'change'; email: string; key: string },
  now: Date,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const account = await findAccount(tx, memberId);
    if (!account) return;
    const pending = purpose === 'change' ? await findAddressChange(tx, memberId, now) : null;
    // Cancelled in the meantime, or replaced by another change.
    if (purpose === 'change' && pending?.email !== email) return;
    const owner = await findAccountByEmail(tx, emailKeyOf(email));
    if (owner?.email && owner.id !== memberId) {
      const url = services.siteUrl + memberPaths.login();
      const mail = addressTakenMail({ key, recipient: owner.email, name: owner.displayName, url });
      await queueLetter(tx, { ...mail, memberId: owner.id });
      return;
    }
    const code = await issueLink(tx, { purpose, memberId, email, now });
    const url = services.siteUrl + memberPaths.verifyEmail(code);
    const about = { key, recipient: email, url };
    const mail = pending
      ? changeEmailMail({ ...about, until: pending.expiresAt })
      : verifyMail({ ...about, name: account.displayName });
    await queueLetter(tx, { ...mail, memberId });
  });
}
