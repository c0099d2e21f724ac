import type { Db } from '#db/database.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { memberPaths } from '#shared/member-paths.ts';
import {
  findAccount,
  findAccountByEmail,
  findAccountByName,
  findAccountsByPhone,
  type Account,
} from './accounts.store.ts';
import { findAddressChange } from './address-changes.store.ts';
import { takeAttempt } from '#domain/auth/attempts.ts';
import { issueLink, replaceLinks } from '#domain/auth/mailed-links.ts';
import { LIMITS } from './member-limits.ts';
import type { MemberServices } from './member-services.ts';
import {
  accountExistsMail,
  changeEmailMail,
  lettered,
  noAccountMail,
  resetMail,
  verifyMail,
  welcomeMail,
} from './members.mail.ts';
import { emailFault, emailKeyOf } from './members.rules.ts';
import { findNewestRegistration, findRegistration, type Registration } from './registration.store.ts';

// Run by the worker. What these find out about an address is told to its mailbox and to nobody else.

type Services = Pick<MemberServices, 'db' | 'siteUrl'>;

/** Members who gave one number without proving it: a few, so that no number writes to many. */
const MEMBERS_A_NUMBER = 3;

async function welcome(tx: Db, { siteUrl }: Services, registration: Registration, key: string, now: Date) {
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

async function mailReset(tx: Db, { siteUrl }: Services, account: Account, key: string, now: Date): Promise<void> {
  if (!account.email) return;
  const { id, email, displayName } = account;
  // Each of its names was counted when it was asked for; here the account is, whatever it was called.
  const { isAllowed } = await takeAttempt(tx, `forgotten:member:${id}`, { ...LIMITS.forgottenOfAccount, now });
  if (!isAllowed) return;
  const code = await issueLink(tx, { purpose: 'reset', memberId: id, email, now });
  const url = siteUrl + memberPaths.resetPassword(code);
  const mail = resetMail({ key: `${key}:${id}`, recipient: email, name: displayName, url });
  await queueMail(tx, lettered({ ...mail, memberId: id }));
}

export interface ForgottenNames {
  email?: string | undefined;
  phone_no?: string | undefined;
  acc881?: string | undefined;
  acc903?: string | undefined;
}

async function whoIsMeant(tx: Db, { email, phone_no, acc881, acc903 }: ForgottenNames): Promise<Map<number, Account>> {
  const byPhone = phone_no ? await findAccountsByPhone(tx, phone_no, MEMBERS_A_NUMBER) : [];
  const proved = byPhone.filter(({ isPhoneProved }) => isPhoneProved);
  const meant = [
    email ? await findAccountByEmail(tx, emailKeyOf(email)) : null,
    acc881 ? await findAccountByName(tx, 'acc881', acc881) : null,
    acc903 ? await findAccountByName(tx, 'acc903', acc903) : null,
    ...(proved.length > 0 ? proved : byPhone),
  ];
  return new Map(meant.flatMap((account) => (account ? [[account.id, account] as const] : [])));
}

/** To whoever owns what was named: a link that sets a new password, or word that there is no account. */
export async function mailForgotten(
  services: Services,
  { key, ...names }: ForgottenNames & { key: string },
  now: Date,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const meant = await whoIsMeant(tx, names);
    for (const account of meant.values()) await mailReset(tx, services, account, key, now);
    const { email } = names;
    if (meant.size > 0 || !email || emailFault(email)) return;
    const registration = await findNewestRegistration(tx, emailKeyOf(email), now);
    if (registration) await welcome(tx, services, registration, key, now);
    else
      await queueMail(
        tx,
        lettered(noAccountMail({ key, recipient: email, url: services.siteUrl + memberPaths.register() })),
      );
  });
}

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
