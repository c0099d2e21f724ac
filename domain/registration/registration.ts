import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { attemptName, demandAttempt } from '#domain/attempts/attempts.ts';
import { findAccountByEmail, type Visitor } from '#domain/auth/auth.ts';
import { giveLinksTo, spendLinksOfRegistration } from '#domain/mailed-links/mailed-links.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import type { FieldsOf } from '#domain/forms/fields.rules.ts';
import { verifyBotCheck, readForm } from '#domain/forms/forms.ts';
import { demandOn } from '#domain/settings/settings.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { MEMBER_RATE_LIMITS } from '#shared/limits.ts';
import { isUnder18 } from '#domain/members/members.rules.ts';
import { REGISTRATION_FORMS } from './registration.rules.ts';
import {
  changeRegistration,
  endRegistrationsOf,
  findRegistration,
  findRegistrationBySalt,
  insertRegistration,
  type Registration,
} from './registration.store.ts';
import {
  checkDomainOf,
  hasVerifiedPhone,
  insertMember,
  recordConsents,
  takenAs,
  type MemberServices,
} from '#domain/members/members.ts';

// The door: what pages, the server and other modules may call.

export { endRegistrationsOf, findRegistrationPhone, markRegistrationPhoneVerified } from './registration.store.ts';

/**
 * The job that writes the mail of a registration. It runs in the background so that response time does not reveal which
 * mail is sent.
 */
export const WELCOME_JOB = 'member-welcome';

const DAY_MS = 86_400_000;
/** How long a registration is open. If its link is not used by then, it is deleted without a trace. */
const KEPT_MS = 7 * DAY_MS;
/** Minimum interval between two mails of a registration, as delivery takes a moment. */
const RESEND_PAUSE_MS = 60_000;
const SALT_BYTES = 32;
const SALT = /^[\w-]{43}$/;

const saltHashOf = (salt: string) => hash('sha256', salt, 'buffer');

const queueWelcome = (tx: Tx, registrationId: number) =>
  queueJob(tx, WELCOME_JOB, { registrationId, key: randomUUID() });

async function store(
  { db }: MemberServices,
  fields: FieldsOf<typeof REGISTRATION_FORMS.register>,
  emailKey: string,
  now: Date,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  await db.transaction(async (tx) => {
    const id = await insertRegistration(tx, {
      saltHash: saltHashOf(salt),
      email: fields.email,
      emailKey,
      surname: fields.surname,
      givenName: fields.given_name,
      displayName: fields.dispaly_name,
      gender: fields.gender,
      dob: fields.dob,
      phoneNoCountry: fields.phone_no_country,
      phoneNo: fields.phone_no,
      isSubscribeEdm: fields.is_subscribe_edm,
      under18Terms: fields.under_18_terms,
      expiresAt: new Date(now.getTime() + KEPT_MS),
      createdAt: now,
      mailedAt: now,
    });
    await queueWelcome(tx, id);
  });
  return salt;
}

/**
 * Accepts a registration and queues a mail to its address. The response and the steps are the same whether or not the
 * address has an account (decision 009). Throws `FormError` for faults by field, 20 while
 * staff have switched it off, 40003 to 40005 for the address, 230001
 * if the limit is exceeded.
 */
export async function register(
  services: MemberServices,
  given: Readonly<Record<string, unknown>>,
  visitor: Visitor,
): Promise<{ randomSalt: string }> {
  const { db, secretKey } = services;
  const { now, remoteIp } = visitor;
  await demandOn({ db, now }, 'registration');
  const fields = readForm(REGISTRATION_FORMS.register, given, now);
  const ofAddress = `register:address:${addressKey(remoteIp)}`;
  await demandAttempt(db, ofAddress, { ...MEMBER_RATE_LIMITS.registrationsOfAddress, now }, 'registrationLimit');
  await verifyBotCheck(services, 'register', given, visitor);
  await checkDomainOf(services, fields.email);
  const emailKey = emailKeyOf(fields.email);
  const ofMailbox = `register:mailbox:${attemptName(secretKey, emailKey)}`;
  await demandAttempt(db, ofMailbox, { ...MEMBER_RATE_LIMITS.registrationsOfMailbox, now }, 'registrationLimit');
  return { randomSalt: await store(services, fields, emailKey, now) };
}

/** Sends the mail of a registration again. Does not reveal whether the registration exists or which mail is sent. */
export async function resendWelcomeEmail(
  { db }: MemberServices,
  randomSalt: string | undefined,
  { now }: Pick<Visitor, 'now'>,
): Promise<void> {
  // Nobody is named who could be found.
  if (!randomSalt) throw new DomainError('userNotFound', 'no registration was started in this browser');
  if (!SALT.test(randomSalt))
    throw new DomainError('invalidParam', { faults: [{ field: 'random_salt', message: 'required' }] });
  const saltHash = saltHashOf(randomSalt);
  const registration = await findRegistrationBySalt(db, saltHash, now);
  const wait = registration ? resendWait(registration, now) : 0;
  if (wait > 0) throw new DomainError('tooManyRequests', { retry_after_seconds: wait });
  await demandAttempt(db, `resend:${saltHash.toString('base64url').slice(0, 22)}`, {
    ...MEMBER_RATE_LIMITS.resends,
    now,
  });
  if (!registration) return;
  await db.transaction(async (tx) => {
    await changeRegistration(tx, registration.id, { mailedAt: now });
    await queueWelcome(tx, registration.id);
  });
}

/** Seconds until the mail of a registration may be requested again. */
export const resendWait = ({ mailedAt }: Pick<Registration, 'mailedAt'>, now: Date): number =>
  Math.max(0, Math.ceil((mailedAt.getTime() + RESEND_PAUSE_MS - now.getTime()) / 1000));

/**
 * Changes the mistyped address of a registration and mails the new one: the entered data is kept, and links mailed to
 * the old address are voided. The response reveals nothing about either mailbox. Refuses as `register` does.
 */
export async function changeRegistrationEmail(
  services: MemberServices,
  randomSalt: string,
  given: Readonly<Record<string, unknown>>,
  { now, remoteIp }: Visitor,
): Promise<void> {
  const { db, secretKey } = services;
  const { email } = readForm(REGISTRATION_FORMS.changeRegistrationEmail, given, now);
  const registration = await openRegistration(db, randomSalt, now);
  if (!registration) throw new DomainError('verifyCodeNotFound');
  const ofAddress = `register:address:${addressKey(remoteIp)}`;
  await demandAttempt(db, ofAddress, { ...MEMBER_RATE_LIMITS.registrationsOfAddress, now }, 'registrationLimit');
  await demandAttempt(
    db,
    `register:changed:${registration.id}`,
    { ...MEMBER_RATE_LIMITS.resends, now },
    'registrationLimit',
  );
  await checkDomainOf(services, email);
  const emailKey = emailKeyOf(email);
  const ofMailbox = `register:mailbox:${attemptName(secretKey, emailKey)}`;
  await demandAttempt(db, ofMailbox, { ...MEMBER_RATE_LIMITS.registrationsOfMailbox, now }, 'registrationLimit');
  await db.transaction(async (tx) => {
    await changeRegistration(tx, registration.id, { email, emailKey, mailedAt: now });
    await spendLinksOfRegistration(tx, registration.id, now);
    await queueWelcome(tx, registration.id);
  });
}

/** An open registration, for phone verification. */
export const openRegistration = (db: Db, randomSalt: string, now: Date): Promise<Registration | null> =>
  SALT.test(randomSalt) ? findRegistrationBySalt(db, saltHashOf(randomSalt), now) : Promise.resolve(null);

/**
 * Creates the member of a registration whose mailbox was just verified. 10007 if the address has an account, 10025 if
 * it has one by Gmail's rule; 10005 if the registration is over.
 */
export async function makeMember(tx: Tx, registrationId: number, passwordHash: string, now: Date): Promise<number> {
  const registration = await findRegistration(tx, registrationId, now);
  if (!registration) throw new DomainError('verifyCodeNotFound');
  const { email, emailKey, phoneNoCountry, phoneNo, dob, isSubscribeEdm } = registration;
  // If another member has verified the number in the meantime, it is stored unverified.
  const isTaken = registration.phoneVerifiedAt !== null && (await hasVerifiedPhone(tx, { phoneNoCountry, phoneNo }));
  const memberId = await insertMember(tx, {
    email,
    emailKey,
    emailVerifiedAt: now,
    passwordHash,
    passwordChangedAt: now,
    surname: registration.surname,
    givenName: registration.givenName,
    displayName: registration.displayName,
    gender: registration.gender,
    dob,
    phoneNoCountry,
    phoneNo,
    phoneVerifiedAt: isTaken ? null : registration.phoneVerifiedAt,
    isSubscribeEdm,
    createdAt: now,
    updatedAt: now,
  });
  if (memberId === null) {
    const owner = await findAccountByEmail(tx, emailKey);
    throw new DomainError(takenAs(owner?.email, email));
  }
  const consents = [
    { kind: 'terms' as const, isGiven: true },
    ...(isUnder18(dob, registration.createdAt)
      ? [{ kind: 'guardian' as const, isGiven: registration.under18Terms }]
      : []),
    { kind: 'marketing' as const, isGiven: isSubscribeEdm },
  ];
  await recordConsents(tx, memberId, consents, { source: 'register', now });
  await giveLinksTo(tx, memberId, emailKey, now);
  await endRegistrationsOf(tx, emailKey, now);
  return memberId;
}
