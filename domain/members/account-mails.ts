import type { Tx } from '#db/database.ts';
import { findAccount, findAccountByEmail, type MailNewcomer } from '#domain/auth/auth.ts';
import { issueLink, replaceLinks } from '#domain/mailed-links/mailed-links.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { lettered } from '#domain/mail/member-letter.ts';
import { memberPaths } from '#shared/member-paths.ts';
import { findAddressChange } from './address-changes.store.ts';
import type { MemberServices } from './member-services.ts';
import { accountExistsMail, changeEmailMail, verifyMail, welcomeMail } from './members.mail.ts';
import { findNewestRegistration, findRegistration, type Registration } from './registration.store.ts';

// Run by the worker. What these find out about an address is told to its mailbox and to nobody else.

type Services = Pick<MemberServices, 'db' | 'siteUrl'>;

async function welcome(tx: Tx, { siteUrl }: Services, registration: Registration, key: string, now: Date) {
  const { id, email } = registration;
  const code = await issueLink(tx, { purpose: 'welcome', registrationId: id, email, now });
  const url = siteUrl + memberPaths.welcome(code);
  // A job that runs twice wrote its mail the first time: that link stays good.
  if (await queueMail(tx, lettered(welcomeMail({ key, recipient: email, url })))) await replaceLinks(tx, id, code, now);
}

/** To who registered: the link that makes the account, or word that there is one. */
export async function mailWelcome(
  services: Services,
  { registrationId, key }: { registrationId: number; key: string },
  now: Date,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const registration = await findRegistration(tx, registrationId, now);
    // Its account was made meanwhile, by another of its mails.
    if (!registration) return;
    const account = await findAccountByEmail(tx, registration.emailKey);
    if (!account?.email) return welcome(tx, services, registration, key, now);
    const url = services.siteUrl + memberPaths.login();
    // To the address of the account: by Gmail's rule it is the same mailbox.
    const { id: memberId, email: recipient, displayName: name } = account;
    await queueMail(tx, lettered({ ...accountExistsMail({ key, recipient, name, url }), memberId }));
  });
}

/** To who forgot a password that was never set: the link of the registration, once more. */
export const newcomerMailer =
  (services: Services): MailNewcomer =>
  async (tx, { emailKey, key }, now) => {
    const registration = await findNewestRegistration(tx, emailKey, now);
    if (registration) await welcome(tx, services, registration, key, now);
    return registration !== null;
  };

/** A link that proves the address of a member, or changes it. */
export async function mailVerify(
  services: Services,
  { memberId, purpose, email, key }: { memberId: number; purpose: 'verify' | 'change'; email: string; key: string },
  now: Date,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const account = await findAccount(tx, memberId);
    if (!account) return;
    const pending = purpose === 'change' ? await findAddressChange(tx, memberId, now) : null;
    // Taken back meanwhile, or replaced by another.
    if (purpose === 'change' && pending?.email !== email) return;
    const owner = await findAccountByEmail(tx, emailKeyOf(email));
    if (owner?.email && owner.id !== memberId) {
      const url = services.siteUrl + memberPaths.login();
      const mail = accountExistsMail({ key, recipient: owner.email, name: owner.displayName, url });
      await queueMail(tx, lettered({ ...mail, memberId: owner.id }));
      return;
    }
    const code = await issueLink(tx, { purpose, memberId, email, now });
    const url = services.siteUrl + memberPaths.verifyEmail(code);
    const about = { key, recipient: email, url };
    const mail = pending
      ? changeEmailMail({ ...about, until: pending.expiresAt })
      : verifyMail({ ...about, name: account.displayName });
    await queueMail(tx, lettered({ ...mail, memberId }));
  });
}
