import { expect, it } from 'vitest';
import { members } from '#db/tables/members.ts';
import { phoneRequests, smsCodes } from '#db/tables/phone-verification.ts';
import { turnstileToken, phoneSiteOfFile } from '#tests/factories/accounts/phone-site-visit.ts';

const phones = phoneSiteOfFile();
const { ask, asMember } = phones;

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
  phones.site().memberId = null;
  const calls = [...Object.keys(BODIES), 'userinfo/createP2AVerifyRequestOnCurrent'].filter((path) =>
    path.startsWith('userinfo/'),
  );
  expect(calls).toHaveLength(12);
  // Authentication comes before validation: a guest does not learn what is wrong with the body.
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
  const before = await phones.db().select().from(members);
  for (const mode of ['a2p', 'p2a'] as const) {
    phones.site().services.mode = mode;
    for (const [path, good] of Object.entries(BODIES)) {
      const bodies: unknown[] = [null, [], 'text', 1, {}, JSON.parse('{"__proto__":{"a":1},"constructor":{}}')];
      for (const field of Object.keys(good)) {
        const { [field]: _left, ...missing } = good;
        // Null requests a text to the current number.
        const wrong = odd.filter((value) => !(path === 'userinfo/sendVerifySms' && value === null));
        bodies.push(missing, ...wrong.map((value) => ({ ...good, [field]: value })));
      }
      for (const body of bodies) {
        const reply = await ask(path, body);
        expect([path, body, reply.status < 500 || reply.code === 220001]).toEqual([path, body, true]);
      }
    }
  }
  expect(await phones.db().select().from(members)).toEqual(before);
  expect(await phones.db().select().from(smsCodes)).toEqual([]);
  expect(await phones.db().select().from(phoneRequests)).toEqual([]);
});
