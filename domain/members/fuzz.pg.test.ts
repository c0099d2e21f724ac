import { eq } from 'drizzle-orm';
import { assert, asyncProperty, constantFrom, dictionary, jsonValue, oneof, type Arbitrary } from 'fast-check';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { members } from '#db/tables/members.ts';
import { frameworkErrors } from '#server/web/errors.ts';
import { createMemberCalls, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { fuzzValue, nastyValue } from '#tests/factories/server/fuzz-values.ts';

// Any input to an account call: no internal error, no hang, and a refused call changes nothing.

const RUNS = 60;
const LIMIT_MS = 5_000;

let calls: Awaited<ReturnType<typeof createMemberCalls>>;
let me: LoggedInMember;
const routes: { method: string; url: string }[] = [];
beforeAll(async () => {
  const app = fastify({ frameworkErrors });
  app.addHook('onRoute', ({ method, url }) => {
    if (/^\/api\/user(info)?\//.test(url))
      for (const one of [method].flat()) if (one === 'GET' || one === 'POST') routes.push({ method: one, url });
  });
  calls = await createMemberCalls(app);
  await calls.reset();
  me = await calls.member('me@member.example');
});
afterAll(() => calls.close());

const ALMOST_VALID = [
  '852',
  '55001234',
  'me@member.example',
  '2000-02-30',
  { id: 'x', rawId: 'x', type: 'public-key', response: {} },
];
const FIELDS = [
  'email',
  'password',
  'rememberMe',
  'display_name',
  'surname',
  'given_name',
  'dispaly_name',
  'dob',
  'gender',
  'phone_no',
  'phone_no_country',
  'verify_sms',
  'is_subscribe_edm',
  'under_18_terms',
  'turnstileToken',
  'mobileDefaultResolution',
  'type',
  'device_ids',
  'user_setting',
  'old_password',
  'new_password',
  'confirmed_password',
  'verify_code',
  'random_salt',
  'domain',
  'session_id',
  'passkey_id',
  'name',
  'credential',
];
const body: Arbitrary<unknown> = oneof(
  { weight: 6, arbitrary: dictionary(constantFrom(...FIELDS), fuzzValue(...ALMOST_VALID), { maxKeys: 12 }) },
  { weight: 1, arbitrary: jsonValue() },
  { weight: 1, arbitrary: nastyValue(...ALMOST_VALID) },
);

const rowOf = async () => (await calls.db.select().from(members).where(eq(members.id, me.memberId)))[0];

async function send(method: string, url: string, payload: string, cookie: string) {
  const started = Date.now();
  const reply = await calls.app.inject({
    method: method as 'GET' | 'POST',
    url,
    headers: { ...(cookie && { cookie }), ...(method === 'POST' && { 'content-type': 'application/json' }) },
    ...(method === 'POST' ? { payload } : {}),
  });
  expect(reply.statusCode, `${method} ${url} ${payload}`).toBeLessThan(500);
  expect(reply.json(), url).toHaveProperty('response_code');
  expect(Date.now() - started, url).toBeLessThan(LIMIT_MS);
  return reply.statusCode;
}

it('knows every call of accounts', () => {
  expect(routes.length).toBeGreaterThan(35);
});

it.each(['guest', 'member'])(
  'answers a %s with a code whatever is sent, and a refused call changes nothing',
  async (who) => {
    for (const { method, url } of routes) {
      if (method === 'GET') continue;
      await assert(
        asyncProperty(body, async (given) => {
          // Rate limits would otherwise answer instead of the calls.
          await calls.db.delete(attempts);
          if (who === 'member') me = await calls.session(me.memberId);
          const before = await rowOf();
          const status = await send(method, url, JSON.stringify(given), who === 'member' ? me.cookie : '');
          if (status >= 400) expect(await rowOf(), `${url} ${JSON.stringify(given)}`).toEqual(before);
        }),
        { numRuns: RUNS, seed: 881_903_864 },
      );
    }
  },
);

it('answers queries and cookies that are rubbish', async () => {
  for (const { method, url } of routes)
    for (const cookie of ['__Host-session=%00', '__Host-session=' + 'x'.repeat(9_000), '__Host-known=1.a.b~~', '=;;='])
      await send(method, `${url}?__proto__=1&a[]=%FF&a=${'x'.repeat(500)}`, '{}', cookie);
});
