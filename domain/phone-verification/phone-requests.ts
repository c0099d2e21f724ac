import { randomInt } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { type Visitor } from '#domain/auth/auth.ts';
import { findMemberPhone, hasVerifiedPhone } from '#domain/members/members.ts';
import { demandOn } from '#domain/settings/settings.ts';
import { DomainError } from '#shared/domain-error.ts';
import { PhoneVerificationChannel as Channel } from '#shared/enums.ts';
import { drawCode, newPageInstance } from './phone-codes.ts';
import { findOpenPhoneChange, lockPhones, saveProvedPhone } from '#domain/phones/phones.ts';
import { callerOf, digitsOf, isVerifiable } from '#domain/phones/phone-number.rules.ts';
import { PHONE_LIMITS } from '#shared/limits.ts';
import * as store from './phone-requests.store.ts';
import { demandMode, type PhoneServices } from './phone-services.ts';
import {
  isLive,
  lapsed,
  MAX_REQUEST_SECONDS,
  step,
  type PhoneEvent,
  type Refusal,
} from './phone-verification.rules.ts';

const TEXT_CODE_DIGITS = 6;

export type PhoneRequestRow = store.PhoneRequestRow;

/** How a page identifies its request; all fields must match. */
export interface RequestName {
  memberId: number;
  id: number;
  pageInstance: string;
  phoneNo: string;
}

/** The number a member is to verify: that of the open change, otherwise the current one. */
async function phoneToProve(db: Db, memberId: number, now: Date) {
  const wish = await findOpenPhoneChange(db, { memberId, now });
  const present = await findMemberPhone(db, memberId);
  if (!wish && present?.phoneVerifiedAt) throw new DomainError('duplicateVerifiedByUser');
  const { phoneNoCountry, phoneNo } = wish ?? present ?? { phoneNoCountry: null, phoneNo: null };
  const phone = { phoneNoCountry: phoneNoCountry ?? 0, phoneNo: phoneNo ?? '' };
  if (!isVerifiable(phone)) throw new DomainError('phoneNotAllowed');
  return { phone, phoneChangeId: wish?.id ?? null };
}

/** A random station number that no other active request of this caller uses, so that a call identifies its request. */
async function drawStationNo(db: Db, stationNos: readonly string[], phoneNo: string, now: Date): Promise<string> {
  const since = new Date(now.getTime() - MAX_REQUEST_SECONDS * 1000);
  const inUse = await store.listStationNosInUse(db, phoneNo, since);
  const free = stationNos.filter((stationNo) => !inUse.includes(stationNo));
  const drawn = free.length > 0 ? free[randomInt(free.length)] : undefined;
  if (drawn === undefined) throw new DomainError('phoneLimit');
  return drawn;
}

/**
 * The member's request about the number to verify. Returns the active request if there is one, so that repeated clicks
 * and several tabs share it.
 */
export async function createRequest(
  services: PhoneServices,
  memberId: number,
  { now }: Visitor,
): Promise<PhoneRequestRow> {
  demandMode(services, 'p2a');
  const { db, stationNos, isSmsOnly } = services;
  if (stationNos.length === 0) throw new DomainError('phoneSmsUnavailable');
  return db.transaction(async (tx) => {
    await lockPhones(tx, `member ${memberId}`);
    const { phone, phoneChangeId } = await phoneToProve(tx, memberId, now);
    if (await hasVerifiedPhone(tx, phone, memberId)) throw new DomainError('phoneVerifiedByAnother');
    const before = await store.lockLiveRequest(tx, memberId);
    if (before) {
      const request = lapsed(before, now);
      const isSame = before.phoneNo === phone.phoneNo && before.phoneChangeId === phoneChangeId;
      if (isSame && isLive(request)) return before;
      await store.saveRequest(tx, before.id, isLive(request) ? { ...request, state: 'failed' } : request);
    }
    await demandAttempt(tx, `p2a:member:${memberId}`, { ...PHONE_LIMITS.requests, now }, 'phoneLimit');
    await lockPhones(tx, `number ${phone.phoneNo}`);
    return store.insertRequest(tx, {
      ...phone,
      memberId,
      phoneChangeId,
      pageInstance: newPageInstance(),
      verifyType: isSmsOnly ? Channel.SMS : Channel.CALL,
      stationNo: await drawStationNo(tx, stationNos, phone.phoneNo, now),
      textCode: drawCode(TEXT_CODE_DIGITS),
      createdAt: now,
    });
  });
}

/** The page's request, locked. */
export async function lockNamed(
  tx: Tx,
  { memberId, id, pageInstance, phoneNo }: RequestName,
): Promise<PhoneRequestRow> {
  const row = await store.lockRequest(tx, id);
  // Another member's request is reported as missing, so that its existence does not leak.
  if (!row || row.memberId !== memberId) throw new DomainError('phoneRequestNotFound');
  if (row.pageInstance !== pageInstance || row.phoneNo !== phoneNo) throw new DomainError('phoneRequestInvalid');
  return row;
}

export interface Applied {
  row: PhoneRequestRow;
  refusal: Refusal | null;
}

/**
 * Applies an event and saves the result. If the request becomes verified, its number is assigned to the member in the
 * same transaction. `row` must be locked.
 */
export async function apply(tx: Tx, row: PhoneRequestRow, event: PhoneEvent, visitor: Visitor): Promise<Applied> {
  const { next, refusal } = step(row, event, visitor.now);
  if (next.state === 'verified' && row.state !== 'verified') {
    const outcome = await saveProvedPhone(tx, row, visitor);
    if (outcome !== 'saved') {
      const failed = { ...next, state: 'failed' as const };
      await store.saveRequest(tx, row.id, failed);
      const name = outcome === 'taken' ? 'phoneVerifiedByAnother' : 'phoneRequestInvalid';
      return { row: { ...row, ...failed }, refusal: { name } };
    }
  }
  await store.saveRequest(tx, row.id, next);
  return { row: { ...row, ...next }, refusal };
}

/**
 * Throws the refusal of a step. Must run after the transaction has committed, as the new state is kept despite the
 * refusal.
 */
export function told({ row, refusal }: Applied): PhoneRequestRow {
  if (refusal) throw new DomainError(refusal.name, refusal.detail);
  return row;
}

async function applyNamed(
  services: PhoneServices,
  name: RequestName,
  event: PhoneEvent,
  visitor: Visitor,
): Promise<PhoneRequestRow> {
  demandMode(services, 'p2a');
  return told(await services.db.transaction(async (tx) => apply(tx, await lockNamed(tx, name), event, visitor)));
}

/** Opens or reopens the window for a text. */
export async function openSms(services: PhoneServices, name: RequestName, visitor: Visitor): Promise<PhoneRequestRow> {
  demandMode(services, 'p2a');
  await demandOn({ db: services.db, now: visitor.now }, 'phone.text');
  return applyNamed(services, name, { kind: 'open', route: 'sms' }, visitor);
}

/** Opens or reopens the window for a call. */
export async function openCall(services: PhoneServices, name: RequestName, visitor: Visitor): Promise<PhoneRequestRow> {
  demandMode(services, 'p2a');
  if (services.isSmsOnly) throw new DomainError('phoneCallNotAllowed');
  await demandOn({ db: services.db, now: visitor.now }, 'phone.call');
  return applyNamed(services, name, { kind: 'open', route: 'call' }, visitor);
}

/** Starts the session for a code spoken by phone; `triggerVoice` makes the call. */
export async function openVoice(
  services: PhoneServices,
  name: RequestName,
  visitor: Visitor,
): Promise<PhoneRequestRow> {
  demandMode(services, 'p2a');
  if (services.isSmsOnly) throw new DomainError('voiceUnavailable');
  await demandOn({ db: services.db, now: visitor.now }, 'phone.call');
  return applyNamed(services, name, { kind: 'open', route: 'voice' }, visitor);
}

/**
 * State of a request. If the call or text has arrived, completes the request and assigns the number to the member;
 * `isLast` ends it in any case.
 */
export const checkRequest = (
  services: PhoneServices,
  name: RequestName,
  { verifyType, isLast }: { verifyType: number; isLast: boolean },
  visitor: Visitor,
): Promise<PhoneRequestRow> => applyNamed(services, name, { kind: 'checked', verifyType, isLast }, visitor);

/** A call or text received at one of our numbers, as reported by the carrier. */
export interface Incoming {
  by: 'sms' | 'call';
  /** The provider's id, for deduplication. */
  providerId: string;
  from: string;
  to: string;
  /** Body of a text; empty for a call. */
  text: string;
}

/** Processes an incoming call or text. Does not reveal whether a request was waiting for it. */
export async function takeIncoming(
  { db }: PhoneServices,
  { by, providerId, from, to, text }: Incoming,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const callback = { providerId, channel: by, fromNo: from, toNo: to, createdAt: now };
    if (!(await store.insertCallback(tx, callback))) return;
    const caller = callerOf(from);
    if (!caller) return;
    const waiting = { caller, stationNo: to, by, textCode: digitsOf(text), now };
    const row = await store.lockWaitingRequest(tx, waiting);
    if (!row) return;
    const { next } = step(row, { kind: 'came', by }, now);
    await store.saveRequest(tx, row.id, next);
    await store.saveCallbackRequest(tx, providerId, row.id);
  });
}
