import { attemptName, demandAttempt } from '#domain/attempts/attempts.ts';
import { type Visitor } from '#domain/auth/auth.ts';
import { findMemberPhone } from '#domain/members/members.ts';
import { demandOn } from '#domain/settings/settings.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { Db } from '#db/database.ts';
import { codeMac, isSameMac, voiceCode } from './phone-codes.ts';
import { e164Of } from '#domain/phones/phone-number.rules.ts';
import { apply, lockNamed, told, type PhoneRequestRow, type RequestName } from './phone-requests.ts';
import { findRequest, saveCallDelivery, saveVoiceCode } from './phone-requests.store.ts';
import type { Given } from '#domain/forms/fields.rules.ts';
import { verifyBotCheck } from '#domain/forms/forms.ts';
import { PHONE_LIMITS } from '#shared/limits.ts';
import { demandMode, type PhoneServices } from './phone-services.ts';
import { VOICE_OVER, VOICE_PROMPT, voiceSentences } from './phone-verification.words.ts';
import { callDeliveriesBefore, type CallDelivery } from './sms-codes.rules.ts';

const HOUR_MS = 3_600_000;
const { sends, sendsADay, tries, triesADay } = PHONE_LIMITS;

/** Calls are limited like texts: by number, and by an hourly total. */
async function demandCall(
  db: Db,
  { secretKey, smsPerHour }: PhoneServices,
  row: PhoneRequestRow,
  now: Date,
): Promise<void> {
  const isProved = (await findMemberPhone(db, row.memberId))?.phoneVerifiedAt;
  const number = attemptName(secretKey, row.phoneNo);
  const limits = [
    [`voice:number:${number}`, sends],
    [`voice:number-day:${number}`, sendsADay],
    [`voice:member-day:${row.memberId}`, sendsADay],
    [`voice:hour:${isProved ? 'members' : 'strangers'}`, { limit: smsPerHour, windowMs: HOUR_MS }],
  ] as const;
  for (const [key, limit] of limits) await demandAttempt(db, key, { ...limit, now }, 'voiceTriggerLimit');
}

/**
 * Attempts are counted across all requests of a number and of a member, so that a new request gives no further
 * attempts.
 */
async function demandTry(db: Db, secretKey: string, row: PhoneRequestRow, now: Date): Promise<void> {
  const number = attemptName(secretKey, row.phoneNo);
  const limits = [
    [`voice-try:number:${number}`, tries],
    [`voice-try:number-day:${number}`, triesADay],
    [`voice-try:member:${row.memberId}`, tries],
    [`voice-try:member-day:${row.memberId}`, triesADay],
  ] as const;
  for (const [key, limit] of limits) await demandAttempt(db, key, { ...limit, now }, 'voiceTriesUsedUp');
}

/** Calls the member, who presses a key and hears a code. */
export async function triggerVoice(
  services: PhoneServices,
  name: RequestName,
  visitor: Visitor,
): Promise<PhoneRequestRow> {
  demandMode(services, 'p2a');
  if (services.isSmsOnly) throw new DomainError('voiceUnavailable');
  await demandOn({ db: services.db, now: visitor.now }, 'phone.call');
  const { db, secretKey, siteUrl } = services;
  const row = told(
    await db.transaction(async (tx) => {
      const applied = await apply(tx, await lockNamed(tx, name), { kind: 'trigger-voice' }, visitor);
      if (applied.refusal) return applied;
      await demandCall(tx, services, applied.row, visitor.now);
      const { id, pageInstance, triggers } = applied.row;
      await saveVoiceCode(tx, id, codeMac(secretKey, pageInstance, voiceCode(secretKey, pageInstance, triggers)));
      return { ...applied, row: { ...applied.row, callDelivery: 'queued' as const } };
    }),
  );
  const ofCall = `id=${row.id}&turn=${row.triggers}`;
  const sending = await services.calls.call({
    to: e164Of(row),
    prompt: VOICE_PROMPT,
    keyUrl: `${siteUrl}/api/p2a/voice-key?${ofCall}`,
    statusUrl: `${siteUrl}/api/p2a/voice-status?${ofCall}`,
  });
  if (sending.verdict === 'unknown' || sending.verdict === 'unavailable')
    services.report({ service: 'voice', ...sending });
  if (sending.verdict === 'taken' || sending.verdict === 'unknown') return row;
  if (sending.verdict !== 'unavailable') {
    await callReported(services, { id: row.id, turn: row.triggers, delivery: 'unreached' });
    throw new DomainError('phoneBlocked');
  }
  await db.transaction(async (tx) => apply(tx, await lockNamed(tx, name), { kind: 'trigger-failed' }, visitor));
  throw new DomainError('voiceUnavailable');
}

/** Sentences spoken after the callee pressed a key: the code, if it is still valid. */
export async function voiceKeyPressed(
  { db, secretKey }: PhoneServices,
  { id, turn }: { id: number; turn: number },
  now: Date,
): Promise<string[]> {
  const row = await findRequest(db, id);
  const holds =
    row?.state === 'waiting-voice' && row.triggers === turn && row.windowEndsAt !== null && now < row.windowEndsAt;
  return holds ? voiceSentences(voiceCode(secretKey, row.pageInstance, turn)) : VOICE_OVER;
}

/** Records a provider's report of a call. Reports may repeat and arrive in any order. */
export async function callReported(
  { db }: PhoneServices,
  { id, turn, delivery }: { id: number; turn: number; delivery: CallDelivery },
): Promise<void> {
  await saveCallDelivery(db, { id, turn, delivery, before: callDeliveriesBefore(delivery) });
}

/** Verifies the number by the spoken code. */
export async function verifyVoice(
  services: PhoneServices,
  name: RequestName,
  { code, human }: { code: string; human: Given },
  visitor: Visitor,
): Promise<PhoneRequestRow> {
  demandMode(services, 'p2a');
  await verifyBotCheck(services, 'phone', human, visitor);
  const { db, secretKey } = services;
  return told(
    await db.transaction(async (tx) => {
      const row = await lockNamed(tx, name);
      await demandTry(tx, secretKey, row, visitor.now);
      const isRight = row.codeMac !== null && isSameMac(row.codeMac, codeMac(secretKey, row.pageInstance, code));
      return apply(tx, row, { kind: 'code-given', isRight }, visitor);
    }),
  );
}
