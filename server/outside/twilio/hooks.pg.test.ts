import { mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { attempts } from '#db/tables/auth.ts';
import { members, registrations } from '#db/tables/members.ts';
import { phoneCallbacks, phoneChanges, phoneRequests, smsCodes } from '#db/tables/phones.ts';
import { sign } from '#sandbox/phones/signed-post.ts';
import type { KeptRecord } from '#sandbox/phones/phone-log.ts';
import { addMember, addRegistration } from '#tests/factories/phones.ts';
import { ACCOUNT_SID, AUTH_TOKEN, startPhoneSite, type PhoneSite } from '#tests/factories/phone-site.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

let database: TestDatabase;
let folder: string;
let site: PhoneSite;
/** Each test begins a day after the one before. */
const DAY = 2 * 86_400;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(resolve('data/test-phones-'));
  site = await startPhoneSite(database.db, folder);
});
afterAll(async () => {
  await site.app.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const { db } = database;
  for (const table of [phoneCallbacks, phoneRequests, smsCodes, phoneChanges, registrations, members, attempts])
    await db.delete(table);
  site.services.mode = 'a2p';
  site.wait(DAY);
});

interface Reply {
  status: number;
  code: number;
  response: Record<string, unknown>;
}
async function ask(path: string, body?: unknown): Promise<Reply> {
  const reply = await fetch(`${site.url}/api/${path}`, {
    method: 'POST',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json; charset=utf-8' } }),
  });
  const wrapped = (await reply.json()) as { response_code: number; response: Record<string, unknown> };
  return { status: reply.status, code: wrapped.response_code, response: wrapped.response };
}
const asMember = async (phoneNo: string) => {
  site.memberId = await addMember(database.db, { phoneNo });
};
const turnstileToken = 'token';
const sendSms = () => ask('userinfo/sendVerifySms', { changeUserPhoneNoRequestId: null });
const giveSms = (sent: Reply, code: string) =>
  ask('userinfo/verifySms', { random_salt: sent.response['random_salt'], verify_code: code, turnstileToken });
const recordsOf = async (number: string) =>
  (await site.log.list()).filter(({ from, to }) => from === number || to === number);
/** The newest text or call of a number, when it is as far as the test wants. */
const recordOf = (number: string, isThere: (record: KeptRecord) => boolean = () => true) =>
  vi.waitFor(async () => {
    const record = (await recordsOf(number)).find(isThere);
    if (!record) throw new Error(`nothing yet for ${number}`);
    return record;
  });
const codeIn = ({ body }: KeptRecord) => /^\d{4}/.exec(body)?.[0] ?? '';
const deliveryIs = (delivery: string) =>
  vi.waitFor(async () => {
    const [row] = await database.db.select().from(smsCodes);
    expect(row?.delivery).toBe(delivery);
  });
/** A form of the page of the stand-in. */
const press = (path: string, fields: Record<string, string> = {}) =>
  fetch(`${site.url}/sandbox/phones/${path}`, { method: 'POST', body: new URLSearchParams(fields) });

it('texts a code through the provider, hears of its delivery, and proves the number by it', async () => {
  await asMember('91230001');
  const sent = await sendSms();
  expect(sent).toMatchObject({ status: 200, response: { seconds_left: 300 } });
  await deliveryIs('delivered');
  const record = await recordOf('+85291230001');
  expect(await giveSms(sent, codeIn(record))).toMatchObject({ status: 200, response: { verified: true } });
  const [member] = await database.db.select().from(members);
  expect(member?.phoneVerifiedAt).not.toBeNull();
});

it('tells of a carrier that blocks, a number that is refused, an answer too late, and reports in a muddle', async () => {
  await asMember('91230002');
  await sendSms();
  await deliveryIs('blocked');
  site.wait(30);
  expect(await sendSms()).toMatchObject({ status: 422, code: 10024 });

  await asMember('91230004');
  expect(await sendSms()).toMatchObject({ status: 400, code: 10016 });

  await database.db.delete(smsCodes);
  await asMember('91230005');
  const late = await sendSms();
  expect(late.status).toBe(200);
  expect((await recordsOf('+85291230005')).length).toBe(1);
  expect(await giveSms(late, codeIn(await recordOf('+85291230005')))).toMatchObject({ status: 200 });

  await database.db.delete(smsCodes);
  await asMember('91230006');
  await sendSms();
  await recordOf('+85291230006', ({ status }) => status === 'delivered');
  await deliveryIs('delivered');

  await database.db.delete(smsCodes);
  await asMember('91230003');
  await sendSms();
  await deliveryIs('sent');
  await deliveryIs('delivered');
});

it('says that texts cannot be sent when the provider is away or does not know us', async () => {
  await asMember('91230001');
  const { texts } = site.services;
  site.services.texts = { send: async () => ({ verdict: 'unavailable', reason: 'away' }) };
  expect(await sendSms()).toMatchObject({ status: 503, code: 220003 });
  site.services.texts = texts;
  expect(await sendSms()).toMatchObject({ status: 200 });
});

it('proves the number of a registration by its random_salt', async () => {
  site.memberId = null;
  const randomSalt = await addRegistration(database.db, { phoneNo: '91230001' });
  const sent = await ask('user/sendVerifySms', { random_salt: randomSalt });
  expect(sent).toMatchObject({ status: 200, response: { random_salt: randomSalt } });
  await deliveryIs('delivered');
  const code = codeIn(await recordOf('+85291230001'));
  const give = (verifyCode: string) =>
    ask('user/verifySms', { random_salt: randomSalt, verify_code: verifyCode, turnstileToken });
  expect(await give('12')).toMatchObject({ status: 400, code: 10005 });
  expect(await give(code)).toMatchObject({ status: 200 });
});

const nameOf = ({ response }: Reply) => ({
  p2a_verification_request_id: response['p2a_verification_request_id'],
  page_instance: response['page_instance'],
  verifying_phone_no: response['verifying_phone_no'],
});
const check = (request: Reply, verifyType: number, isLast = false) =>
  ask('userinfo/checkP2APhoneVerifyStatus', { ...nameOf(request), verify_type: verifyType, timeout_check: isLast });

it('proves a number by a text to us that the provider tells of twice', async () => {
  site.services.mode = 'p2a';
  await asMember('91230001');
  const request = await ask('userinfo/createP2AVerifyRequestOnCurrent');
  const opened = await ask('userinfo/initP2ASmsVerifyProcess', nameOf(request));
  expect(opened.response).toMatchObject({ verify_type: 2, status: 0, request_state: 'waiting-sms', seconds_left: 300 });
  const { station_phone_no: to, text_code: body } = opened.response as Record<string, string>;
  expect(await check(request, 2)).toMatchObject({ status: 200, response: { status: 0, has_come: false } });
  const shown = await press('in/text', { from: '+85291230001', to: to ?? '', body: body ?? '', twice: 'yes' });
  expect(shown.status).toBe(200);
  expect(await database.db.select().from(phoneCallbacks)).toHaveLength(1);
  expect(await check(request, 2)).toMatchObject({ status: 200, response: { status: 1, request_state: 'verified' } });
});

it('proves a number by a call to us, which is not answered', async () => {
  site.services.mode = 'p2a';
  await asMember('91230001');
  const request = await ask('userinfo/createP2AVerifyRequestOnCurrent');
  // Clients that name JSON and send nothing are understood too.
  const headers = { 'content-type': 'application/json' };
  const again = await fetch(`${site.url}/api/userinfo/createP2AVerifyRequestOnCurrent`, { method: 'POST', headers });
  expect(again.status).toBe(200);
  const opened = await ask('userinfo/retryP2ACallVerifyProcess', nameOf(request));
  expect(opened.response).toMatchObject({ verify_type: 1, request_state: 'waiting-call', seconds_left: 180 });
  await press('in/call', { from: '+85291230001', to: String(opened.response['station_phone_no']) });
  expect(await check(request, 1)).toMatchObject({ response: { status: 1 } });
});

it('says a code on the phone after a key, and proves the number by it', async () => {
  site.services.mode = 'p2a';
  await asMember('91230001');
  const request = await ask('userinfo/createP2AVerifyRequestOnCurrent');
  await ask('userinfo/initVoiceOtpVerifyProcess', nameOf(request));
  const called = await ask('userinfo/triggerVoiceOtpRequest', nameOf(request));
  expect(called.response).toMatchObject({ voice_retry_seconds: 90, voice_calls_left: 2 });
  const ringing = await recordOf('+85291230001', ({ kind, status }) => kind === 'call' && status === 'ringing');
  expect(ringing.body).not.toMatch(/[零一二三四五六七八九]，/);
  await press(`calls/${ringing.id}/key`);
  const [, sentence = ''] = (await site.log.get(ringing.id))?.heard ?? [];
  const digits = sentence.replaceAll(/[^零一二三四五六七八九]/g, '');
  const code = digits.replaceAll(/./g, (digit) => String('零一二三四五六七八九'.indexOf(digit)));
  expect(await check(request, 3)).toMatchObject({ response: { voice_call_state: 'completed' } });
  const give = (verifyCode: string) =>
    ask('userinfo/verifyVoiceOtp', { ...nameOf(request), verify_code: verifyCode, turnstileToken });
  expect(await give('12345')).toMatchObject({ status: 400, code: 270006 });
  expect(await give(code)).toMatchObject({ status: 200, response: { status: 1 } });
});

it('says nothing to voice mail, and tells of a busy line and one that cannot be reached', async () => {
  site.services.mode = 'p2a';
  const callTo = async (phoneNo: string) => {
    await asMember(phoneNo);
    const request = await ask('userinfo/createP2AVerifyRequestOnCurrent');
    await ask('userinfo/initVoiceOtpVerifyProcess', nameOf(request));
    return { request, called: await ask('userinfo/triggerVoiceOtpRequest', nameOf(request)) };
  };
  await callTo('91230001');
  const ringing = await recordOf('+85291230001', ({ status }) => status === 'ringing');
  await press(`calls/${ringing.id}/listen`);
  expect((await site.log.get(ringing.id))?.heard).toHaveLength(1);

  const { request } = await callTo('91230002');
  await vi.waitFor(async () =>
    expect((await check(request, 3)).response).toMatchObject({ voice_call_state: 'unreached' }),
  );
  expect((await callTo('91230004')).called).toMatchObject({ status: 422, code: 220007 });
});

const SMS_URL = 'https://site.example/api/p2a/sms';
const TEXT = {
  MessageSid: 'SM00000000000000000000000000000001',
  AccountSid: ACCOUNT_SID,
  From: '+85291230001',
  To: '+85230000881',
  Body: '482113',
};
const hook = (headers: Record<string, string>, form: Record<string, string> = TEXT, path = '/api/p2a/sms') =>
  fetch(site.url + path, { method: 'POST', body: new URLSearchParams(form), headers });
const signed = (form: Record<string, string>, url = SMS_URL, token = AUTH_TOKEN) => ({
  'x-twilio-signature': sign(token, url, form),
});
const heard = () => database.db.select().from(phoneCallbacks);

it('hears nobody who is not the provider', async () => {
  const refused = [
    await hook({}),
    await hook({ 'x-twilio-signature': 'AAAA' }),
    await hook(signed(TEXT, SMS_URL, 'another token')),
    // Signed for the address it was sent to, which is not the public one.
    await hook(signed(TEXT, `${site.url}/api/p2a/sms`)),
    await hook(signed(TEXT), { ...TEXT, From: '+85291230002' }),
    await hook(signed(TEXT), TEXT, '/api/p2a/sms?x=1'),
    await hook(signed({ ...TEXT, AccountSid: 'AC2' }), { ...TEXT, AccountSid: 'AC2' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
  expect(await heard()).toEqual([]);
  // Behind a proxy the host is another; what is signed is not.
  const taken = await hook({ ...signed(TEXT), 'x-forwarded-host': 'evil.example' });
  expect(taken.status).toBe(200);
  expect(taken.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  expect(await taken.text()).toMatch(/<Response><\/Response>$/);
  expect(await heard()).toHaveLength(1);
});

it('answers a call by not taking it, values as they came, and refuses what is no form or too large', async () => {
  const call = { ...TEXT, CallSid: 'CA1', CallStatus: 'ringing', CallerName: '  陳 大文 + & = % ' };
  const url = 'https://site.example/api/p2a/voice?line=1';
  const answered = await hook(signed(call, url), call, '/api/p2a/voice?line=1');
  expect(await answered.text()).toContain('<Reject reason="busy"/>');
  const nul = { ...TEXT, From: '\u0000', Body: '\u0000', MessageSid: 'SM2' };
  expect((await hook(signed(nul), nul)).status).toBe(200);
  const nothing = { AccountSid: ACCOUNT_SID };
  expect((await hook(signed(nothing), nothing)).status).toBe(400);
  const large = { ...TEXT, Body: 'x'.repeat(70_000) };
  expect((await hook(signed(large), large)).status).toBe(413);
  const json = await fetch(`${site.url}/api/p2a/sms`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(json.status).toBe(415);
  for (const path of [
    'sms-status',
    'sms-status?id=99999999999',
    'voice-status?id=1&turn=x',
    'voice-key?id=-1&turn=1',
  ]) {
    const form = { AccountSid: ACCOUNT_SID, MessageStatus: 'sent', CallStatus: 'ringing', Digits: '1' };
    const reply = await hook(signed(form, `https://site.example/api/p2a/${path}`), form, `/api/p2a/${path}`);
    expect(reply.status).toBe(400);
  }
});

const BODIES: Record<string, Record<string, unknown>> = {
  'user/sendVerifySms': { random_salt: 'abcdefghijklmnopqrstuv' },
  'user/verifySms': { random_salt: 'abcdefghijklmnopqrstuv', verify_code: '1234', turnstileToken },
  'userinfo/updatePhoneNo': { verify_sms: true, phone_no_country: '852', phone_no: '61234567' },
  'userinfo/queryDuplicatedPhoneNo': { phone_no_country: '852', phone_no: '61234567' },
  'userinfo/checkPhoneNoAllowVerify': { changeUserPhoneNoRequestId: 1 },
  'userinfo/sendVerifySms': { changeUserPhoneNoRequestId: 1 },
  'userinfo/verifySms': { random_salt: 'abcdefghijklmnopqrstuv', verify_code: '1234', turnstileToken },
  'userinfo/checkP2APhoneVerifyStatus': {
    page_instance: 'abcdefghijklmnop',
    p2a_verification_request_id: 1,
    verifying_phone_no: '61234567',
    verify_type: 1,
    timeout_check: false,
  },
  'userinfo/verifyVoiceOtp': {
    page_instance: 'abcdefghijklmnop',
    p2a_verification_request_id: 1,
    verifying_phone_no: '61234567',
    verify_code: '123456',
    turnstileToken,
  },
};
for (const call of [
  'initP2ASmsVerifyProcess',
  'retryP2ACallVerifyProcess',
  'initVoiceOtpVerifyProcess',
  'triggerVoiceOtpRequest',
])
  BODIES[`userinfo/${call}`] = {
    page_instance: 'abcdefghijklmnop',
    p2a_verification_request_id: 1,
    verifying_phone_no: '61234567',
  };

it('asks every guest who uses a call of members to log in', async () => {
  site.memberId = null;
  const calls = [...Object.keys(BODIES), 'userinfo/createP2AVerifyRequestOnCurrent'].filter((path) =>
    path.startsWith('userinfo/'),
  );
  expect(calls).toHaveLength(12);
  // Before the body is looked at: a guest is not told what is wrong with it (R-341).
  for (const path of calls)
    for (const body of [BODIES[path], {}, { random_salt: 7 }])
      expect([path, await ask(path, body)]).toMatchObject([path, { status: 401, code: 10004 }]);
});

it('answers every odd body with a refusal, and changes nothing by it', async () => {
  await asMember('91230001');
  const odd: unknown[] = [
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    99_999_999_999,
    '',
    ' ',
    'x',
    'x'.repeat(3_000),
    '\u0000',
    '\ud800',
    '１２３４',
    '𠮷',
    [],
    {},
    [[]],
    { toString: 1 },
    ['852'],
    "' or 1=1 --",
    '../../etc/passwd',
  ];
  const before = await database.db.select().from(members);
  for (const mode of ['a2p', 'p2a'] as const) {
    site.services.mode = mode;
    for (const [path, good] of Object.entries(BODIES)) {
      const bodies: unknown[] = [null, [], 'text', 1, {}, JSON.parse('{"__proto__":{"a":1},"constructor":{}}')];
      for (const field of Object.keys(good)) {
        const { [field]: _left, ...missing } = good;
        // Null asks for a text to the present number (R-374).
        const wrong = odd.filter((value) => !(path === 'userinfo/sendVerifySms' && value === null));
        bodies.push(missing, ...wrong.map((value) => ({ ...good, [field]: value })));
      }
      for (const body of bodies) {
        const reply = await ask(path, body);
        expect([path, body, reply.status < 500 || reply.code === 220001]).toEqual([path, body, true]);
      }
    }
  }
  expect(await database.db.select().from(members)).toEqual(before);
  expect(await database.db.select().from(smsCodes)).toEqual([]);
  expect(await database.db.select().from(phoneRequests)).toEqual([]);
});

it('shows every way of proving a phone in one demo: the page of the stand-in has a switch', async () => {
  await asMember('91230001');
  const begin = () => ask('userinfo/createP2AVerifyRequestOnCurrent');
  expect(await begin()).toMatchObject({ code: 220001 });
  await press('way', { way: 'p2a' });
  expect(await begin()).toMatchObject({ status: 200 });
  expect(await (await fetch(`${site.url}/sandbox/phones`)).text()).toContain('<option value="p2a" selected>');
  expect((await press('way', { way: 'x' })).status).toBe(404);
  await press('way', { way: 'a2p' });
  expect(await sendSms()).toMatchObject({ status: 200 });
});

it('shows texts on a page that runs nothing, whatever they say', async () => {
  const evil = '<script>alert(1)</script>"\'&';
  await press('in/text', { from: evil, to: '+85230000881', body: evil });
  const page = await fetch(`${site.url}/sandbox/phones?number=${encodeURIComponent(evil)}`);
  const html = await page.text();
  expect(html).not.toContain('<script>');
  expect(html).toContain('&#60;script&#62;');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  // Its token is known to all: it must not carry requests elsewhere.
  const form = { To: '+85291230001', From: '+85230008810', Body: 'x', StatusCallback: 'http://127.0.0.1:1/steal' };
  const authorization = `Basic ${Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64')}`;
  const messages = `${site.url}/sandbox/phones/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`;
  const sent = await fetch(messages, { method: 'POST', body: new URLSearchParams(form), headers: { authorization } });
  expect(sent.status).toBe(201);
  const refused = await fetch(messages, { method: 'POST', body: new URLSearchParams(form) });
  expect(refused.status).toBe(401);
});
