import { mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  oneof,
  record,
  string,
  tuple,
  uint8Array,
  type Arbitrary,
} from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { members } from '#db/tables/members.ts';
import { phoneCallbacks, phoneRequests, smsCodes } from '#db/tables/phone-verification.ts';
import { phoneChanges } from '#db/tables/phones.ts';
import { sign } from '#sandbox/phones/signed-post.ts';
import { addMember, addRegistration } from '#tests/factories/accounts/phones.ts';
import { ACCOUNT_SID, AUTH_TOKEN, startPhoneSite, type PhoneSite } from '#tests/factories/accounts/phone-site.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { fuzzValue } from '#tests/factories/server/fuzz-values.ts';

// Arbitrary input to phone calls and to the webhooks of the text and voice service: no server error, no hang, and a
// rejected call changes nothing.

const SEED = 881_903_864;
const LIMIT_MS = 5_000;
const PHONE = '91230001';
const SITE_URL = 'https://site.example';
const turnstileToken = 'token';

let database: TestDatabase;
let folder: string;
let site: PhoneSite;
let memberId: number;
let randomSalt: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(resolve('data/test-phones-'));
  site = await startPhoneSite(database, folder);
  let taken = 0;
  const take = async () => ({ verdict: 'taken' as const, providerId: `SM${String(++taken).padStart(32, '0')}` });
  site.services.texts = { send: take };
  site.services.calls = { call: take };
  memberId = await addMember(database.db, { phoneNo: PHONE });
  randomSalt = await addRegistration(database.db, { phoneNo: '91230009' });
  site.memberId = memberId;
});
afterAll(async () => {
  await site.app.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const value = fuzzValue('0', '852', '1', PHONE, `+852${PHONE}`, '１２３４', '1234', '123456');
const PROTO = JSON.parse('{"__proto__":{"admin":true}}') as object;

interface Change {
  left: number[];
  wrong: [number, unknown][];
  extra: Record<string, unknown>;
}
const change: Arbitrary<Change> = record({
  left: array(integer({ min: 0, max: 5 }), { maxLength: 1 }),
  wrong: array(tuple(integer({ min: 0, max: 5 }), value), { maxLength: 3 }),
  extra: dictionary(constantFrom('member_id', 'state', 'constructor', 'prototype', 'toString', 'x'), value, {
    maxKeys: 2,
  }),
});
/** A valid body with some fields changed; occasionally something else entirely. */
const given = oneof(
  { weight: 6, arbitrary: change },
  { weight: 1, arbitrary: jsonValue().map((whole) => ({ whole })) },
  { weight: 1, arbitrary: constantFrom(PROTO, null, [], 'text', 1).map((whole: unknown) => ({ whole })) },
);
function bodyOf(right: Record<string, unknown>, made: Change | { whole: unknown }): unknown {
  if ('whole' in made) return made.whole;
  const names = Object.keys(right);
  const body: Record<string, unknown> = { ...right, ...made.extra };
  for (const [at, odd] of made.wrong) body[names[at % names.length] ?? 'x'] = odd;
  for (const at of made.left) delete body[names[at % names.length] ?? 'x'];
  return body;
}

/** All state that phone calls may change, except counters: a wrong code counts as an attempt. */
const everything = async () => {
  const { db } = database;
  const codes = await db.select().from(smsCodes).orderBy(smsCodes.id);
  const requests = await db.select().from(phoneRequests).orderBy(phoneRequests.id);
  return {
    members: await db.select().from(members).orderBy(members.id),
    changes: await db.select().from(phoneChanges).orderBy(phoneChanges.id),
    callbacks: await db.select().from(phoneCallbacks).orderBy(phoneCallbacks.id),
    codes: codes.map((code) => ({ ...code, tries: 0 })),
    requests: requests.map((request) => ({ ...request, tries: 0 })),
  };
};
const ask = async (path: string, payload: string) => {
  const started = Date.now();
  const headers = { 'content-type': 'application/json' };
  const reply = await site.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload });
  expect(Date.now() - started, path).toBeLessThan(LIMIT_MS);
  return reply;
};
interface Standing {
  name: Record<string, unknown>;
  changeId: unknown;
  salt: unknown;
}
/** Existing rows: a pending request, change and code. */
async function standing(mode: 'a2p' | 'p2a'): Promise<Standing> {
  const { db } = database;
  for (const table of [phoneCallbacks, phoneRequests, smsCodes, phoneChanges, attempts]) await db.delete(table);
  await db.update(members).set({ phoneNo: PHONE, phoneNoCountry: 852, phoneVerifiedAt: null });
  site.services.mode = mode;
  if (mode === 'p2a') {
    const reply = await ask('userinfo/createP2AVerifyRequestOnCurrent', '{}');
    const { response } = reply.json<{ response: Record<string, unknown> }>();
    return { name: response, changeId: 1, salt: randomSalt };
  }
  const wished = await ask(
    'userinfo/updatePhoneNo',
    JSON.stringify({ verify_sms: true, phone_no_country: '852', phone_no: '61234567' }),
  );
  const changeId = wished.json<{ response: Record<string, unknown> }>().response['changeUserPhoneNoRequestId'];
  const sent = await ask('userinfo/sendVerifySms', JSON.stringify({ changeUserPhoneNoRequestId: changeId }));
  const { response } = sent.json<{ response: Record<string, unknown> }>();
  return { name: {}, changeId, salt: response['random_salt'] };
}

const nameIn = ({ name }: Standing) => ({
  page_instance: name['page_instance'] ?? 'abcdefghijklmnop',
  p2a_verification_request_id: name['p2a_verification_request_id'] ?? 1,
  verifying_phone_no: name['verifying_phone_no'] ?? PHONE,
});
/** Every phone call with a valid body. */
const CALLS: Record<string, (at: Standing) => Record<string, unknown>> = {
  'user/sendVerifySms': () => ({ random_salt: randomSalt, turnstileToken }),
  'user/verifySms': () => ({ random_salt: randomSalt, verify_code: '1234', turnstileToken }),
  'userinfo/updatePhoneNo': () => ({ verify_sms: true, phone_no_country: '852', phone_no: '62345678' }),
  'userinfo/cancelPhoneChange': () => ({}),
  'userinfo/queryDuplicatedPhoneNo': () => ({ phone_no_country: '852', phone_no: '61234567' }),
  'userinfo/checkPhoneNoAllowVerify': ({ changeId }) => ({ changeUserPhoneNoRequestId: changeId }),
  'userinfo/sendVerifySms': ({ changeId }) => ({ changeUserPhoneNoRequestId: changeId }),
  'userinfo/verifySms': ({ salt }) => ({ random_salt: salt, verify_code: '1234', turnstileToken }),
  'userinfo/createP2AVerifyRequestOnCurrent': () => ({}),
  'userinfo/checkP2APhoneVerifyStatus': (at) => ({ ...nameIn(at), verify_type: 1, timeout_check: false }),
  'userinfo/initP2ASmsVerifyProcess': nameIn,
  'userinfo/retryP2ACallVerifyProcess': nameIn,
  'userinfo/initVoiceOtpVerifyProcess': nameIn,
  'userinfo/triggerVoiceOtpRequest': nameIn,
  'userinfo/verifyVoiceOtp': (at) => ({ ...nameIn(at), verify_code: '123456', turnstileToken }),
};

it('knows every call about phones', () => {
  const routes = site.app.printRoutes({ commonPrefix: false });
  expect(routes).toContain('/api/userinfo/verifyVoiceOtp');
  expect(routes.match(/\/api\/user(info)?\/\w+/g)?.toSorted()).toEqual(
    Object.keys(CALLS)
      .map((path) => `/api/${path}`)
      .toSorted(),
  );
});

it.each(['a2p', 'p2a'] as const)(
  'answers with a code whatever is sent where %s is on, and a refused call changes nothing',
  async (mode) => {
    for (const [path, right] of Object.entries(CALLS)) {
      const at = await standing(mode);
      let before = await everything();
      await assert(
        asyncProperty(given, async (made) => {
          // Otherwise rate limits would answer.
          await database.db.delete(attempts);
          const payload = JSON.stringify(bodyOf(right(at), made)) ?? '';
          const reply = await ask(path, payload);
          const [former, after] = [before, await everything()];
          before = after;
          const { response_code: code } = reply.json<{ response_code: number }>();
          // A call of the disabled mode says so.
          expect(reply.statusCode < 500 || code === 220_001, `${path} ${payload} ${reply.body}`).toBe(true);
          if (reply.statusCode >= 400) expect(after, `${path} ${payload}`).toEqual(former);
        }),
        { numRuns: 50, seed: SEED },
      );
    }
  },
);

const HOOKS = ['sms', 'voice', 'sms-status?id=1', 'voice-status?id=1&turn=1', 'voice-key?id=1&turn=1'];
const FIELDS = ['MessageSid', 'CallSid', 'From', 'To', 'Body', 'MessageStatus', 'CallStatus', 'ErrorCode', 'Digits'];
const text = oneof(
  constantFrom('', '0', '-1', '\u0000', '\ud800', 'failed', 'delivered', 'ringing', '30007', 'x'.repeat(5_000)),
  constantFrom(`+852${PHONE}`, '+85230000881', '__proto__', '１２３４５６', '💀'.repeat(1_000)),
  string({ unit: 'binary', maxLength: 40 }),
);
const query = constantFrom('', '&id=2', '&id=x', '&turn=1e9', '&__proto__=1', '&a[]=1', '&%E0%A4=%');

it('answers the text and voice service whatever it tells, proves nobody by it, and hears nothing that is refused', async () => {
  for (const path of HOOKS) {
    await standing('p2a');
    let before = await everything();
    await assert(
      asyncProperty(
        dictionary(oneof({ weight: 9, arbitrary: constantFrom(...FIELDS) }, { weight: 1, arbitrary: string() }), text),
        query,
        async (fields, more) => {
          const form = { ...fields, AccountSid: ACCOUNT_SID };
          const url = `/api/p2a/${path}${path.includes('?') ? more : more.replace('&', '?')}`;
          const payload = new URLSearchParams(form).toString();
          const asRead = Object.fromEntries(new URLSearchParams(payload));
          const reply = await site.app.inject({
            method: 'POST',
            url,
            payload,
            headers: {
              'content-type': 'application/x-www-form-urlencoded',
              'x-twilio-signature': sign(AUTH_TOKEN, SITE_URL + url, asRead),
            },
          });
          const [former, after] = [before, await everything()];
          before = after;
          expect([200, 400, 403, 413], `${url} ${payload} ${reply.body}`).toContain(reply.statusCode);
          expect(after.members).toEqual(former.members);
          if (reply.statusCode === 200) expect(reply.headers['content-type']).toContain('text/xml');
          else expect(after, `${url} ${payload}`).toEqual(former);
        },
      ),
      { numRuns: 60, seed: SEED },
    );
  }
});

it('refuses what is not signed, whatever it is', async () => {
  const type = constantFrom(
    'application/x-www-form-urlencoded',
    'application/json',
    'text/plain',
    'multipart/form-data',
  );
  const before = await everything();
  await assert(
    asyncProperty(
      constantFrom(...HOOKS),
      type,
      uint8Array({ maxLength: 200 }),
      string(),
      async (path, kind, bytes, mac) => {
        const headers = { 'content-type': kind, 'x-twilio-signature': encodeURIComponent(mac) };
        const payload = Buffer.from(bytes);
        const reply = await site.app.inject({ method: 'POST', url: `/api/p2a/${path}`, payload, headers });
        expect([400, 403, 415], reply.body).toContain(reply.statusCode);
        expect(await everything()).toEqual(before);
      },
    ),
    { numRuns: 100, seed: SEED },
  );
});
