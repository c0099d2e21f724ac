import type { Tx } from '#db/database.ts';
import { findAccountByEmail, type MailNewcomer } from '#domain/auth/auth.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import { issueLink, replaceLinks } from '#domain/mailed-links/mailed-links.ts';
import { mailAccountExists, type MemberServices } from '#domain/members/members.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { welcomeMail } from './registration.mail.ts';
import { findNewestRegistration, findRegistration, type Registration } from './registration.store.ts';

// Run by the worker. Whether an address has an account is revealed only to its mailbox.

type Services = Pick<MemberServices, 'db' | 'siteUrl'>;

async function welcome(tx: Tx, { siteUrl }: Services, registration: Registration, key: string, now: Date) {
  const { id, email } = registration;
  const code = await issueLink(tx, { purpose: 'welcome', registrationId: id, email, now });
  const url = siteUrl + memberPaths.welcome(code);
  // If the job runs twice, the mail exists already and its link stays valid.
  if (await queueLetter(tx, welcomeMail({ key, recipient: email, url }))) await replaceLinks(tx, id, code, now);
}

/** Mails a new registration: the link that creates the account, or a notice that one exists. */
export async function mailWelcome(
  services: Services,
  { registrationId, key }: { registrationId: number; key: string },
  now: Date,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const registration = await findRegistration(tx, registrationId, now);
    // The account was created in the meantime, through another mail of the registration.
    if (!registration) return;
    const account = await findAccountByEmail(tx, registration.emailKey);
    if (!account?.email) return welcome(tx, services, registration, key, now);
    await mailAccountExists(tx, services, { ...account, email: account.email }, key);
  });
}

/** Answers a password reset of a registration that has no password yet: mails its link again. */
export const newcomerMailer =
  (services: Services): MailNewcomer =>
  async (tx, { emailKey, key }, now) => {
    const registration = await findNewestRegistration(tx, emailKey, now);
    if (registration) await welcome(tx, services, registration, key, now);
    return registration !== null;
  };
