import { randomUUID } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { emailFault, emailKeyOf, maskedEmail } from '#domain/forms/email.rules.ts';
import { FormError, verifyBotCheck, readForm } from '#domain/forms/forms.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { AUTH_LIMITS } from '#shared/limits.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import {
  findAccount,
  findAccountByEmail,
  findAccountByName,
  findAccountsByPhone,
  findAddressOfKept,
  namesOfPasskeys,
  setPasswordHash,
  type Account,
} from './accounts.store.ts';
import { attemptName, demandAttempt, forgetAttempts, takeAttempt } from '#domain/attempts/attempts.ts';
import { mergedMail, noAccountMail, resetMail } from './auth.mail.ts';
import { AUTH_FORMS } from './auth-forms.rules.ts';
import type { AuthServices, Visitor } from './auth-services.ts';
import { accountTryKeys } from './log-in.ts';
import { issueLink, type FoundLink } from '#domain/mailed-links/mailed-links.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { endSessions } from './sessions.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * The job that resolves the account and writes the mail. It runs in the background so that response time does not
 * reveal whether an account exists.
 */
export const FORGOTTEN_JOB = 'member-forgotten';

/** Maximum accounts mailed for one unverified phone number, so that a number cannot be used to mail many members. */
const MEMBERS_A_NUMBER = 3;

/**
 * Accepts a request to reset a password under any of four names and queues the mail to the owner. The response
 * and the steps are the same whether or not an account exists. 429 depends on the address of the client only. An
 * account that was mailed often enough is not mailed again for a while; the links already in its mailbox remain valid.
 */
export async function forgetPassword(services: AuthServices, given: Given, visitor: Visitor): Promise<void> {
  const { now, remoteIp } = visitor;
  const { db, secretKey } = services;
  const { turnstileToken: _token, ...names } = readForm(AUTH_FORMS.forgetPassword, given, now);
  const wanted = Object.entries(names).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  if (wanted.length === 0) throw new FormError([{ field: 'email', code: 'required' }]);
  await demandAttempt(db, `forgotten:address:${addressKey(remoteIp)}`, { ...AUTH_LIMITS.forgottenOfAddress, now });
  await verifyBotCheck(services, 'forget', given, visitor);
  const mine: Record<string, string> = {};
  for (const [name, value] of wanted) {
    const key = `forgotten:${name}:${attemptName(secretKey, name === 'email' ? emailKeyOf(value) : value)}`;
    const { isAllowed } = await takeAttempt(db, key, { ...AUTH_LIMITS.forgottenOfAccount, now });
    if (isAllowed) mine[name] = value;
  }
  if (Object.keys(mine).length > 0)
    await db.transaction((tx) => queueJob(tx, FORGOTTEN_JOB, { ...mine, key: randomUUID() }));
}

type Writing = Pick<AuthServices, 'db' | 'siteUrl'>;

async function mailReset(tx: Tx, { siteUrl }: Writing, account: Account, key: string, now: Date): Promise<void> {
  if (!account.email) return;
  const { id, email, displayName } = account;
  // Each name was counted when it was requested; this limit counts the account, whichever name was used.
  const { isAllowed } = await takeAttempt(tx, `forgotten:member:${id}`, { ...AUTH_LIMITS.forgottenOfAccount, now });
  if (!isAllowed) return;
  const into = account.mergedIntoId === null ? null : await findAddressOfKept(tx, id);
  if (into !== null) {
    const words = { key: `${key}:${id}`, recipient: email, name: displayName, into: maskedEmail(into) };
    await queueLetter(tx, { ...mergedMail({ ...words, url: siteUrl + memberPaths.login() }), memberId: id });
    return;
  }
  const code = await issueLink(tx, { purpose: 'reset', memberId: id, email, now });
  const url = siteUrl + memberPaths.resetPassword(code);
  const mail = resetMail({ key: `${key}:${id}`, recipient: email, name: displayName, url });
  await queueLetter(tx, { ...mail, memberId: id });
}

export interface ForgottenNames {
  email?: string | undefined;
  phone_no?: string | undefined;
  acc881?: string | undefined;
  acc903?: string | undefined;
}

async function whoIsMeant(tx: Tx, { email, phone_no, acc881, acc903 }: ForgottenNames): Promise<Map<number, Account>> {
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

/** Mails a mailbox without an account that has a pending registration. False if it has none. */
export type MailNewcomer = (tx: Tx, mailbox: { emailKey: string; key: string }, now: Date) => Promise<boolean>;

/** Mails the owner of the submitted name: a link to set a new password, or a notice that there is no account. */
export async function mailForgotten(
  services: Writing & { mailNewcomer: MailNewcomer },
  { key, ...names }: ForgottenNames & { key: string },
  now: Date,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const meant = await whoIsMeant(tx, names);
    for (const account of meant.values()) await mailReset(tx, services, account, key, now);
    const { email } = names;
    if (meant.size > 0 || !email || emailFault(email)) return;
    if (await services.mailNewcomer(tx, { emailKey: emailKeyOf(email), key }, now)) return;
    const url = services.siteUrl + memberPaths.register();
    await queueLetter(tx, noAccountMail({ key, recipient: email, url }));
  });
}

/**
 * Sets the password of the member who followed a reset link. Ends every session and resets the failed attempts on the
 * account. Returns the member id; 10005 if the account has since moved to another address.
 */
export async function resetPassword(
  services: AuthServices & { db: Tx },
  link: FoundLink,
  passwordHash: string,
  visitor: Visitor,
): Promise<number> {
  const { now } = visitor;
  const tx = services.db;
  const account = link.memberId === null ? null : await findAccount(tx, link.memberId);
  // Access to the former mailbox does not open the account.
  if (!account?.email || account.emailKey !== emailKeyOf(link.email)) throw new DomainError('verifyCodeNotFound');
  await setPasswordHash(tx, account.id, passwordHash, now);
  await endSessions(services, account.id);
  await forgetAttempts(tx, accountTryKeys(account.id, visitor.remoteIp));
  const detail = await namesOfPasskeys(tx, account.id);
  await recordSecurityEvent(tx, { memberId: account.id, kind: 'password-reset', detail, ...visitor });
  return account.id;
}
