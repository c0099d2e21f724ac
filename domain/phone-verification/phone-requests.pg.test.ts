import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { securityEvents } from '#db/tables/security-events.ts';
import { members } from '#db/tables/members.ts';
import { phoneCallbacks, phoneRequests } from '#db/tables/phone-verification.ts';
import { phoneChanges } from '#db/tables/phones.ts';
import { findMemberPhone } from '#domain/members/phone-numbers.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { PhoneVerificationChannel } from '#shared/enums.ts';
import { addMember, logInAs, type TestPhones } from '#tests/factories/accounts/phones.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { beforePhoneTests } from '#tests/factories/accounts/phone-tests.ts';
import {
  checkRequest,
  createRequest,
  openCall,
  openSms,
  openVoice,
  takeIncoming,
  type PhoneRequestRow,
} from './phone-requests.ts';
import { phonePage } from './phone-pages.ts';
import { updatePhoneNo } from '#domain/phones/phones.ts';
import { callReported, triggerVoice, verifyVoice, voiceKeyPressed } from './voice-codes.ts';

const { CALL, SMS, VOICE_OTP } = PhoneVerificationChannel;
let database: TestDatabase;
let phones: TestPhones;
let memberId: number;
let sid = 0;
beforePhoneTests('p2a', (test) => ({ database, phones, memberId } = test));

const requestName = ({ memberId: of, id, pageInstance, phoneNo }: PhoneRequestRow) => ({
  memberId: of,
  id,
  pageInstance,
  phoneNo,
});
const create = (by = memberId) => createRequest(phones.services, by, phones.visitor());
const sms = (row: PhoneRequestRow) => openSms(phones.services, requestName(row), phones.visitor());
const call = (row: PhoneRequestRow) => openCall(phones.services, requestName(row), phones.visitor());
const voice = (row: PhoneRequestRow) => openVoice(phones.services, requestName(row), phones.visitor());
const trigger = (row: PhoneRequestRow) => triggerVoice(phones.services, requestName(row), phones.visitor());
const check = (row: PhoneRequestRow, verifyType: number, isLast = false) =>
  checkRequest(phones.services, requestName(row), { verifyType, isLast }, phones.visitor());
const come = (by: 'sms' | 'call', row: PhoneRequestRow, over: object = {}) =>
  takeIncoming(
    phones.services,
    {
      by,
      providerId: `provider-${++sid}`,
      from: `+852${row.phoneNo}`,
      to: row.stationNo,
      text: by === 'sms' ? `驗證 ${row.textCode}` : '',
      ...over,
    },
    phones.now(),
  );
const giveVoice = (row: PhoneRequestRow, code: string) =>
  verifyVoice(phones.services, requestName(row), { code, human: { turnstileToken: 'token' } }, phones.visitor());
/** The code the callee of the last call hears after pressing a key. */
async function heardCode(): Promise<string> {
  const query = new URL(phones.calls.at(-1)?.keyUrl ?? '').searchParams;
  const turn = { id: Number(query.get('id')), turn: Number(query.get('turn')) };
  const [sentence = ''] = await voiceKeyPressed(phones.services, turn, phones.now());
  return sentence
    .split('')
    .flatMap((letter) => {
      const digit = '零一二三四五六七八九'.indexOf(letter);
      return digit < 0 ? [] : [String(digit)];
    })
    .join('');
}
const isProved = async (id = memberId) => (await findMemberPhone(database.db, id))?.phoneVerifiedAt !== null;

it('proves a number by a text with the code that the page shows, full-width digits too', async () => {
  const row = await sms(await create());
  const wide = row.textCode.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  expect(await check(row, SMS)).toMatchObject({ state: 'waiting-sms' });
  await come('sms', row, { text: `  ${wide} 多謝` });
  // A text alone verifies nobody: the member's page has to check.
  expect(await isProved()).toBe(false);
  expect(await check(row, SMS)).toMatchObject({ state: 'verified' });
  expect(await isProved()).toBe(true);
  expect(await check(row, SMS)).toMatchObject({ state: 'verified' });
  expect(await database.db.select().from(securityEvents)).toHaveLength(1);
});

it('proves a wished number by a call, and gives it to the account', async () => {
  await updatePhoneNo(
    phones.services,
    await logInAs(database.db, memberId, phones.now()),
    { phone: { phoneNoCountry: 852, phoneNo: '61234567' }, verifySms: true },
    phones.visitor(),
  );
  const row = await call(await create());
  expect(row.phoneNo).toBe('61234567');
  await come('call', row);
  await check(row, CALL);
  expect(await findMemberPhone(database.db, memberId)).toMatchObject({ phoneNo: '61234567' });
  const [change] = await database.db.select().from(phoneChanges);
  expect(change?.state).toBe('done');
});

it('takes a callback once, and one that comes twice or to a request that is over not at all', async () => {
  const row = await sms(await create());
  const providerId = 'SM-the-same';
  await Promise.all(Array.from({ length: 10 }, () => come('sms', row, { providerId })));
  expect(await database.db.select().from(phoneCallbacks)).toHaveLength(1);
  await check(row, SMS);
  await come('sms', row);
  await come('call', row);
  const [after] = await database.db.select().from(phoneRequests);
  expect(after).toMatchObject({ state: 'verified', matchedAt: phones.now() });
});

it('lets a call that was told of before prove nothing in a window that was opened later', async () => {
  const row = await call(await create());
  phones.wait(180);
  await come('call', row, { providerId: 'CA-too-late' });
  await call(row);
  await come('call', row, { providerId: 'CA-too-late' });
  expect(await check(row, CALL)).toMatchObject({ state: 'waiting-call', matchedAt: null });
});

it('takes nothing from another number, to another number of ours, with another code, or withheld', async () => {
  const row = await sms(await create());
  const other = phones.services.stationNos.find((stationNo) => stationNo !== row.stationNo);
  await come('sms', row, { from: '+85261234567' });
  await come('sms', row, { to: other });
  await come('sms', row, { text: row.textCode === '000000' ? '111111' : '000000' });
  await come('sms', row, { text: '' });
  for (const from of ['anonymous', '', '+266696687', '91234567', '+44 852 91234567']) await come('sms', row, { from });
  await come('call', row);
  expect(await check(row, SMS)).toMatchObject({ state: 'waiting-sms', matchedAt: null });
});

it('takes a text or call only while its window is open', async () => {
  const row = await call(await create());
  phones.wait(180);
  await come('call', row);
  expect(await check(row, CALL)).toMatchObject({ matchedAt: null });
  await call(row);
  phones.wait(179);
  await come('call', row);
  phones.wait(45);
  expect(await check(row, CALL)).toMatchObject({ state: 'verified' });
});

it('ends a request with its last check, and tells a later one that it is too late', async () => {
  const row = await sms(await create());
  expect(await check(row, SMS, true)).toMatchObject({ state: 'timed-out' });
  expect(await errorNameOf(check(row, SMS))).toBe('phoneTooLate');
  expect(await errorNameOf(sms(row))).toBe('phoneTooLate');
  const next = await create();
  expect(next.id).not.toBe(row.id);
});

it('gives two presses and two tabs the same request', async () => {
  const rows = await Promise.all(Array.from({ length: 20 }, () => create()));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
  const [row] = rows;
  if (!row) throw new Error('no request');
  const opened = await Promise.all(Array.from({ length: 20 }, () => sms(row)));
  expect(new Set(opened.map(({ windows }) => windows))).toEqual(new Set([1]));
  expect((await create()).id).toBe(row.id);
  // The other tab switches to another method, and the first is refused.
  await call(row);
  expect(await errorNameOf(check(row, SMS))).toBe('phoneRequestInvalid');
});

it('shows two members who claim one number two numbers to call, so that a call proves only one of them', async () => {
  const other = await addMember(database.db, { phoneNo: '91234567' });
  const third = await addMember(database.db, { phoneNo: '91234567' });
  const [mine, theirs] = await Promise.all([create(), create(other)]);
  expect(mine.stationNo).not.toBe(theirs.stationNo);
  expect(await errorNameOf(create(third))).toBe('phoneLimit');
  await call(mine);
  await call(theirs);
  await come('call', mine);
  expect(await check(theirs, CALL)).toMatchObject({ state: 'waiting-call' });
  expect(await check(mine, CALL)).toMatchObject({ state: 'verified' });
  await come('call', theirs);
  expect(await errorNameOf(check(theirs, CALL))).toBe('phoneVerifiedByAnother');
  expect(await isProved(other)).toBe(false);
});

it('tells nobody of the request of another, and nothing to a page that does not name it whole', async () => {
  const row = await sms(await create());
  const other = await addMember(database.db, { phoneNo: '61234567' });
  const ask = (over: object) =>
    errorNameOf(openSms(phones.services, { ...requestName(row), ...over }, phones.visitor()));
  expect(await ask({ memberId: other })).toBe('phoneRequestNotFound');
  expect(await ask({ id: row.id + 1 })).toBe('phoneRequestNotFound');
  expect(await ask({ pageInstance: 'another-page-instance' })).toBe('phoneRequestInvalid');
  expect(await ask({ phoneNo: '61234567' })).toBe('phoneRequestInvalid');
});

it('proves nothing that the member does not want any more', async () => {
  const row = await sms(await create());
  await come('sms', row);
  await database.db.update(members).set({ phoneNo: '62222222' }).where(eq(members.id, memberId));
  expect(await errorNameOf(check(row, SMS))).toBe('phoneRequestInvalid');
  expect(await isProved()).toBe(false);
});

it('says the code of a call only to who pressed a key, while it holds, and proves the number by it', async () => {
  const row = await voice(await create());
  await trigger(row);
  expect(phones.calls).toHaveLength(1);
  const code = await heardCode();
  expect(JSON.stringify(phones.calls)).not.toContain(code);
  expect(code).toMatch(/^\d{6}$/);
  expect(await errorNameOf(giveVoice(row, code === '000000' ? '111111' : '000000'))).toBe('voiceCodeMismatch');
  expect(await giveVoice(row, code)).toMatchObject({ state: 'verified' });
  expect(await isProved()).toBe(true);
  expect(await heardCode()).not.toMatch(/\d{6}/);
  expect(await check(row, VOICE_OTP)).toMatchObject({ state: 'verified' });
});

it('gives one success to 500 who give one voice code at once', async () => {
  const row = await voice(await create());
  await trigger(row);
  const code = await heardCode();
  const said = await Promise.all(Array.from({ length: 500 }, () => errorNameOf(giveVoice(row, code))));
  expect(said.filter((one) => one === null)).toHaveLength(1);
  expect(await database.db.select().from(securityEvents)).toHaveLength(1);
});

it('calls again after 90 seconds and three times; only the last code counts', async () => {
  const row = await voice(await create());
  await trigger(row);
  const first = await heardCode();
  expect(await errorNameOf(trigger(row))).toBe('voiceTooSoon');
  phones.wait(90);
  await trigger(row);
  expect(await heardCode()).not.toBe(first);
  expect(await errorNameOf(giveVoice(row, first))).toBe('voiceCodeMismatch');
  phones.wait(90);
  expect(await trigger(row)).toMatchObject({ triggers: 3 });
  phones.wait(90);
  expect(await errorNameOf(trigger(row))).toBe('voiceTriggerLimit');
  expect(phones.calls).toHaveLength(3);
});

it('ends a request after five wrong codes, and another request gives the number no new tries', async () => {
  const row = await voice(await create());
  await trigger(row);
  const code = await heardCode();
  const wrong = code === '000000' ? '111111' : '000000';
  for (let i = 0; i < 4; i++) expect(await errorNameOf(giveVoice(row, wrong))).toBe('voiceCodeMismatch');
  expect(await errorNameOf(giveVoice(row, wrong))).toBe('voiceTriesUsedUp');
  expect(await errorNameOf(giveVoice(row, code))).toBe('voiceTriesUsedUp');
  phones.wait(90);
  const next = await voice(await create());
  await trigger(next);
  expect(await errorNameOf(giveVoice(next, await heardCode()))).toBe('voiceTriesUsedUp');
  phones.wait(511);
  const later = await voice(await create());
  await trigger(later);
  expect(await giveVoice(later, await heardCode())).toMatchObject({ state: 'verified' });
});

it('counts no call that the provider did not take, and one that may be on its way', async () => {
  const row = await voice(await create());
  phones.sending = { verdict: 'unavailable', reason: 'away' };
  expect(await errorNameOf(trigger(row))).toBe('voiceUnavailable');
  phones.sending = { verdict: 'blocked' };
  expect(await errorNameOf(trigger(row))).toBe('phoneBlocked');
  expect(await errorNameOf(trigger(row))).toBe('voiceTooSoon');
  phones.wait(90);
  phones.sending = { verdict: 'unknown', reason: 'late' };
  expect(await trigger(row)).toMatchObject({ triggers: 2 });
  await giveVoice(row, await heardCode());
});

it('keeps the furthest report of the last call', async () => {
  const row = await voice(await create());
  await trigger(row);
  const report = (turn: number, delivery: 'ringing' | 'answered' | 'unreached') =>
    callReported(phones.services, { id: row.id, turn, delivery });
  const delivery = async () => (await check(row, VOICE_OTP)).callDelivery;
  await report(1, 'answered');
  await report(1, 'ringing');
  expect(await delivery()).toBe('answered');
  phones.wait(90);
  await trigger(row);
  expect(await delivery()).toBe('queued');
  await report(1, 'unreached');
  expect(await delivery()).toBe('queued');
  await report(2, 'unreached');
  expect(await delivery()).toBe('unreached');
});

it('refuses calls of a mode that is off, and calls where only texts are taken', async () => {
  phones.services.isSmsOnly = true;
  const row = await create();
  expect(row.verifyType).toBe(SMS);
  expect(await errorNameOf(call(row))).toBe('phoneCallNotAllowed');
  expect(await errorNameOf(voice(row))).toBe('voiceUnavailable');
  expect(await errorNameOf(trigger(row))).toBe('voiceUnavailable');
  for (const mode of ['a2p', 'disabled'] as const) {
    phones.services.mode = mode;
    for (const work of [
      create(),
      sms(row),
      call(row),
      voice(row),
      trigger(row),
      check(row, SMS),
      giveVoice(row, '000000'),
    ])
      expect(await errorNameOf(work)).toBe('phoneModeNotSet');
  }
});

it('begins nothing for a number that is proved, cannot be proved, or is of another', async () => {
  await addMember(database.db, { phoneNo: '63333333', phoneVerifiedAt: phones.now() });
  const set = (change: object) => database.db.update(members).set(change).where(eq(members.id, memberId));
  await set({ phoneNo: '63333333' });
  expect(await errorNameOf(create())).toBe('phoneVerifiedByAnother');
  await set({ phoneNo: '21234567' });
  expect(await errorNameOf(create())).toBe('phoneNotAllowed');
  await set({ phoneNo: null, phoneNoCountry: null });
  expect(await errorNameOf(create())).toBe('phoneNotAllowed');
  await set({ phoneNo: '91234567', phoneNoCountry: 852, phoneVerifiedAt: phones.now() });
  expect(await errorNameOf(create())).toBe('duplicateVerifiedByUser');
});

it('shows a page how the number stands, and begins nothing by it', async () => {
  const look = () => phonePage(phones.services, memberId, phones.now());
  expect(await look()).toMatchObject({
    mode: 'p2a',
    present: { phoneNo: '91234567', isVerified: false },
    wish: null,
    request: null,
  });
  expect(await database.db.select().from(phoneRequests)).toEqual([]);
  const row = await sms(await create());
  phones.wait(100);
  expect((await look()).request).toMatchObject({
    p2a_verification_request_id: row.id,
    request_state: 'waiting-sms',
    text_code: row.textCode,
    seconds_left: 200,
  });
  phones.wait(245);
  // A returning visitor sees how the request ended, for a quarter of an hour.
  expect(await look()).toMatchObject({ request: null, ended: 'timed-out' });
  phones.wait(900);
  expect(await look()).toMatchObject({ request: null, ended: null });
});

it('shows a page no request about a number that the member does not want any more', async () => {
  await sms(await create());
  const phone = { phoneNoCountry: 852, phoneNo: '61234567' };
  const actor = await logInAs(database.db, memberId, phones.now());
  await updatePhoneNo(phones.services, actor, { phone, verifySms: true }, phones.visitor());
  const page = await phonePage(phones.services, memberId, phones.now());
  expect(page).toMatchObject({ wanted: phone, request: null, ended: null });
});

it('says after a request why it failed: codes that were wrong too often', async () => {
  const row = await voice(await create());
  await trigger(row);
  const wrong = (await heardCode()) === '000000' ? '111111' : '000000';
  for (let i = 0; i < 5; i++) await errorNameOf(giveVoice(row, wrong));
  expect(await phonePage(phones.services, memberId, phones.now())).toMatchObject({
    request: null,
    ended: 'tries-used-up',
  });
});
