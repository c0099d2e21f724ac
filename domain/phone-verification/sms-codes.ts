import type { Tx } from '#db/database.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { type Visitor } from '#domain/auth/auth.ts';
import { findMemberPhone, hasVerifiedPhone } from '#domain/members/members.ts';
import { findRegistrationPhone, markRegistrationPhoneVerified } from '#domain/registration/registration.ts';
import { demandOn } from '#domain/settings/settings.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import { codeMac, drawCode, hashOf, isSameMac, newSaltHash, saltOf } from './phone-codes.ts';
import { findOpenPhoneChange, lockPhones, saveProvedPhone } from '#domain/phones/phones.ts';
import { e164Of, isVerifiable, type PhoneNumber } from '#domain/phones/phone-number.rules.ts';
import type { Given } from '#domain/forms/fields.rules.ts';
import { verifyBotCheck } from '#domain/forms/forms.ts';
import { PHONE_LIMITS } from '#shared/limits.ts';
import { demandMode, type PhoneServices } from './phone-services.ts';
import { smsBody } from './phone-verification.words.ts';
import * as rules from './sms-codes.rules.ts';
import * as store from './sms-codes.store.ts';

const HOUR_MS = 3_600_000;

/** A code being delivered, as presented to a page. */
export interface SentSms {
  randomSalt: string;
  /** Remaining validity of the code in seconds. */
  secondsLeft: number;
  /** Seconds in which a repeated request sends no new code. */
  resendAfterSeconds: number;
}

interface CodeRequest {
  owner: store.CodeOwner;
  phone: PhoneNumber;
  phoneChangeId: number | null;
  share: store.SmsCode['share'];
}

const ownerName = (owner: store.CodeOwner): string =>
  'memberId' in owner ? `member ${owner.memberId}` : `registration ${owner.registrationId}`;
const macName = (owner: store.CodeOwner, { phoneNo }: PhoneNumber): string => `sms ${ownerName(owner)} ${phoneNo}`;

/** Sends and attempts are counted over the same windows. */
const countedFrom = (now: Date) => ({
  spanFrom: new Date(now.getTime() - PHONE_LIMITS.sends.windowMs),
  dayFrom: new Date(now.getTime() - PHONE_LIMITS.sendsADay.windowMs),
});

async function demandSend(tx: Tx, { owner, phone, share }: CodeRequest, smsPerHour: number, now: Date): Promise<void> {
  const from = countedFrom(now);
  const refusal = rules.sendRefusal(
    {
      ofNumber: await store.countSends(tx, phone, from),
      ofOwner: await store.countSends(tx, owner, from),
      shareUsed: await store.countShare(tx, share, new Date(now.getTime() - HOUR_MS)),
      share: smsPerHour,
      isBlocked: await store.isBlockedSince(tx, phone, from.spanFrom),
    },
    'memberId' in owner ? 'member' : 'registration',
  );
  if (refusal) throw new DomainError(refusal);
}

/** Sends the text through the provider. Returns the refusal to report to the member, or null. */
async function deliver(
  { db, texts, siteUrl, report }: PhoneServices,
  id: number,
  to: string,
  code: string,
): Promise<ErrorName | null> {
  const statusUrl = `${siteUrl}/api/p2a/sms-status?id=${id}`;
  const sending = await texts.send({ to, body: smsBody(code, new URL(siteUrl).hostname), statusUrl });
  switch (sending.verdict) {
    case 'taken':
      await store.saveProviderId(db, id, sending.providerId);
      return null;
    case 'unknown':
      report({ service: 'text', ...sending });
      // It may still be delivered, so the code stays valid and no second text is sent.
      return null;
    case 'blocked':
      await store.saveSmsDelivery(db, { id, delivery: 'blocked', before: rules.deliveriesBefore('blocked') });
      await store.markCodeFailed(db, id);
      return 'smsBlocked';
    case 'badNumber':
      await store.markCodeFailed(db, id);
      return 'phoneNotAllowed';
    case 'unavailable':
      report({ service: 'text', ...sending });
      await store.markCodeFailed(db, id);
      return 'phoneSmsUnavailable';
  }
}

/** Creates a code and sends it. A repeated request within seconds returns the same code without sending. */
async function sendCode(services: PhoneServices, request: CodeRequest, now: Date): Promise<SentSms> {
  const { db, secretKey } = services;
  const { owner, phone, phoneChangeId, share } = request;
  const drawn = await db.transaction(async (tx) => {
    // Serialised, so that concurrent requests cannot exceed a limit.
    await lockPhones(tx, 'sms');
    const last = await store.findLatestCode(tx, owner, phone);
    const isRepeat =
      last?.state === 'waiting' &&
      // A request after a failed delivery is reported or sends another text.
      last.delivery !== 'blocked' &&
      last.delivery !== 'undelivered' &&
      last.phoneChangeId === phoneChangeId &&
      now.getTime() - last.createdAt.getTime() < rules.SMS_REPEAT_SECONDS * 1000;
    if (isRepeat) return { id: last.id, sentAt: last.createdAt };
    await demandSend(tx, request, services.smsPerHour, now);
    await store.replaceCodes(tx, owner);
    const code = drawCode(4);
    const id = await store.insertSmsCode(tx, {
      ...owner,
      ...phone,
      phoneChangeId,
      share,
      saltHash: 'memberId' in owner ? newSaltHash() : null,
      codeMac: codeMac(secretKey, macName(owner, phone), code),
      createdAt: now,
      expiresAt: new Date(now.getTime() + rules.SMS_CODE_SECONDS * 1000),
    });
    if ('memberId' in owner) await store.saveSaltHash(tx, id, hashOf(saltOf(secretKey, id)));
    return { id, sentAt: now, code };
  });
  const { sentAt } = drawn;
  if (drawn.code !== undefined) {
    const refusal = await deliver(services, drawn.id, e164Of(phone), drawn.code);
    if (refusal)
      throw new DomainError(refusal === 'smsBlocked' && 'registrationId' in owner ? 'registrationBlocked' : refusal);
  }
  return { randomSalt: saltOf(secretKey, drawn.id), ...rules.codeSeconds(sentAt, now) };
}

/** A texted code that is still valid, with its delivery state. */
export interface WaitingSms extends SentSms {
  delivery: rules.SmsDelivery;
}

async function findWaitingSms(
  { db, secretKey }: PhoneServices,
  { owner, phone, phoneChangeId }: Omit<CodeRequest, 'share'>,
  now: Date,
): Promise<WaitingSms | null> {
  const code = await store.findLatestCode(db, owner, phone);
  if (code?.state !== 'waiting' || code.phoneChangeId !== phoneChangeId || code.expiresAt <= now) return null;
  const randomSalt = saltOf(secretKey, code.id);
  return { randomSalt, delivery: code.delivery, ...rules.codeSeconds(code.createdAt, now) };
}

/** The code that a registration page waits for. Null if none was sent or it has expired. */
export async function waitingRegistrationSms(
  services: PhoneServices,
  { registrationId, ...phone }: PhoneNumber & { registrationId: number },
  now: Date,
): Promise<Omit<WaitingSms, 'randomSalt'> | null> {
  const sms = await findWaitingSms(services, { owner: { registrationId }, phone, phoneChangeId: null }, now);
  if (!sms) return null;
  // Calls identify the code by the salt of the registration.
  const { randomSalt: _salt, ...waiting } = sms;
  return waiting;
}

/** The code that a member's page waits for. */
export const waitingMemberSms = (
  services: PhoneServices,
  { memberId, changeId, phone }: { memberId: number; changeId: number | null; phone: PhoneNumber },
  now: Date,
): Promise<WaitingSms | null> => findWaitingSms(services, { owner: { memberId }, phone, phoneChangeId: changeId }, now);

/**
 * Texts a code to the number of a registration, identified by its random_salt. The response does not depend on whether
 * an account exists.
 */
export async function sendRegistrationSms(
  services: PhoneServices,
  { randomSalt, human }: { randomSalt: string; human?: Given },
  visitor: Visitor,
): Promise<SentSms> {
  demandMode(services, 'a2p');
  const { now, remoteIp } = visitor;
  await demandOn({ db: services.db, now }, 'phone.text');
  const key = `sms:address:${addressKey(remoteIp)}`;
  await demandAttempt(services.db, key, { ...PHONE_LIMITS.textsOfAddress, now }, 'registrationLimit');
  if (human) await verifyBotCheck(services, 'phone', human, visitor);
  const registration = await findRegistrationPhone(services.db, hashOf(randomSalt), now);
  if (!registration) throw new DomainError('verifyCodeNotFound');
  const { registrationId, phoneNoCountry, phoneNo, phoneVerifiedAt } = registration;
  if (phoneVerifiedAt) throw new DomainError('duplicateVerifiedByUser');
  const phone = { phoneNoCountry, phoneNo };
  if (!isVerifiable(phone)) throw new DomainError('phoneNotAllowed');
  const sent = await sendCode(
    services,
    { owner: { registrationId }, phone, phoneChangeId: null, share: 'strangers' },
    now,
  );
  return { ...sent, randomSalt };
}

/** Texts a code to the number of a member's open change, or to the current number if `changeId` is null. */
export async function sendMemberSms(
  services: PhoneServices,
  { memberId, changeId }: { memberId: number; changeId: number | null },
  { now }: Visitor,
): Promise<SentSms> {
  demandMode(services, 'a2p');
  const { db } = services;
  await demandOn({ db, now }, 'phone.text');
  const present = await findMemberPhone(db, memberId);
  const wish = changeId === null ? null : await findOpenPhoneChange(db, { memberId, id: changeId, now });
  if (changeId !== null && !wish) throw new DomainError('dataNotFound');
  if (!wish && present?.phoneVerifiedAt) throw new DomainError('duplicateVerifiedByUser');
  const phone = { phoneNoCountry: (wish ?? present)?.phoneNoCountry ?? 0, phoneNo: (wish ?? present)?.phoneNo ?? '' };
  if (!isVerifiable(phone)) throw new DomainError('phoneNotAllowed');
  if (await hasVerifiedPhone(db, phone, memberId)) throw new DomainError('duplicateVerified');
  return sendCode(
    services,
    {
      owner: { memberId },
      phone,
      phoneChangeId: wish?.id ?? null,
      share: present?.phoneVerifiedAt ? 'members' : 'strangers',
    },
    now,
  );
}

interface Answer {
  owner: store.CodeOwner;
  code: store.SmsCode;
  given: string;
  now: Date;
}

/** Null for the right code, on first use. The caller must hold the locks of the number and the owner. */
async function tryCode(tx: Tx, secretKey: string, { owner, code, given, now }: Answer): Promise<ErrorName | null> {
  if (code.state === 'verified') return 'duplicateVerifiedByUser';
  if (code.state !== 'waiting' || code.expiresAt <= now) return 'verifyCodeNotFound';
  const from = countedFrom(now);
  const counts = [await store.countTries(tx, code, from), await store.countTries(tx, owner, from)];
  if (rules.isTriedOut(counts) || !(await store.takeTry(tx, code.id, now))) return 'smsLimit';
  const isRight = isSameMac(code.codeMac, codeMac(secretKey, macName(owner, code), given));
  if (!isRight) return 'verifyCodeNotFound';
  return (await store.useCode(tx, code.id)) ? null : 'duplicateVerifiedByUser';
}

/** Commits what an attempt wrote even if it is refused. */
async function inTry(
  services: PhoneServices,
  { owner, phone }: { owner: store.CodeOwner; phone: PhoneNumber },
  work: (tx: Tx) => Promise<ErrorName | null>,
): Promise<void> {
  const refusal = await services.db.transaction(async (tx) => {
    await lockPhones(tx, ownerName(owner));
    await lockPhones(tx, `number ${phone.phoneNo}`);
    return work(tx);
  });
  if (refusal) throw new DomainError(refusal);
}

interface GivenCode {
  randomSalt: string;
  code: string;
  /** Hidden fields of the bot check. */
  human: Given;
}

/**
 * Verifies the number of a registration. Only whoever has proved to own the number learns that another member has it.
 */
export async function verifyRegistrationSms(
  services: PhoneServices,
  { randomSalt, code: given, human }: GivenCode,
  visitor: Visitor,
): Promise<void> {
  demandMode(services, 'a2p');
  const { now } = visitor;
  await verifyBotCheck(services, 'phone', human, visitor);
  const registration = await findRegistrationPhone(services.db, hashOf(randomSalt), now);
  if (!registration) throw new DomainError('verifyCodeNotFound');
  const { registrationId, phoneNo, phoneNoCountry } = registration;
  const owner = { registrationId };
  const phone = { phoneNoCountry, phoneNo };
  await inTry(services, { owner, phone }, async (tx) => {
    const code = await store.findLatestCode(tx, owner, phone);
    if (!code) return 'verifyCodeNotFound';
    const refusal = await tryCode(tx, services.secretKey, { owner, code, given, now });
    if (refusal) return refusal;
    if (await hasVerifiedPhone(tx, phone)) return 'duplicateVerified';
    await markRegistrationPhoneVerified(tx, registrationId, now);
    return null;
  });
}

/** Verifies a member's number, and assigns it to the account if it was an open change. */
export async function verifyMemberSms(
  services: PhoneServices,
  { memberId, randomSalt, code: given, human }: GivenCode & { memberId: number },
  visitor: Visitor,
): Promise<void> {
  demandMode(services, 'a2p');
  await verifyBotCheck(services, 'phone', human, visitor);
  const owner = { memberId };
  const saltHash = hashOf(randomSalt);
  const known = await store.findCodeBySalt(services.db, memberId, saltHash);
  if (!known) throw new DomainError('verifyCodeNotFound');
  await inTry(services, { owner, phone: known }, async (tx) => {
    const code = await store.findCodeBySalt(tx, memberId, saltHash);
    if (!code) return 'verifyCodeNotFound';
    const refusal = await tryCode(tx, services.secretKey, { owner, code, given, now: visitor.now });
    if (refusal) return refusal;
    const outcome = await saveProvedPhone(tx, { ...code, memberId }, visitor);
    if (outcome === 'saved') return null;
    await store.markCodeFailed(tx, code.id);
    return outcome === 'taken' ? 'duplicateVerified' : 'verifyCodeNotFound';
  });
}

/** Records a provider's delivery report of a text. Reports may repeat and arrive in any order. */
export async function smsReported(
  { db }: PhoneServices,
  { id, delivery }: { id: number; delivery: rules.SmsDelivery },
): Promise<void> {
  await store.saveSmsDelivery(db, { id, delivery, before: rules.deliveriesBefore(delivery) });
}
