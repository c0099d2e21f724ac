import { expect, it, vi } from 'vitest';
import { members } from '#db/tables/members.ts';
import { phoneCallbacks, smsCodes } from '#db/tables/phone-verification.ts';
import type { KeptRecord } from '#sandbox/phones/phone-log.ts';
import { addRegistration } from '#tests/factories/accounts/phones.ts';
import {
  requestNameIn,
  turnstileToken,
  phoneSiteOfFile,
  type Reply,
} from '#tests/factories/accounts/phone-site-visit.ts';

// From the press of a button to the verified number, with the carrier between.

const phones = phoneSiteOfFile();
const { ask, asMember, sendSms, check, recordsOf, recordOf, deliveryIs, press } = phones;
const giveSms = (sent: Reply, code: string) =>
  ask('userinfo/verifySms', { random_salt: sent.response['random_salt'], verify_code: code, turnstileToken });
const codeIn = ({ body }: KeptRecord) => /^\d{4}/.exec(body)?.[0] ?? '';

it('texts a code through the provider, hears of its delivery, and proves the number by it', async () => {
  await asMember('91230001');
  const sent = await sendSms();
  expect(sent).toMatchObject({ status: 200, response: { seconds_left: 300 } });
  await deliveryIs('delivered');
  const record = await recordOf('+85291230001');
  expect(await giveSms(sent, codeIn(record))).toMatchObject({ status: 200, response: { verified: true } });
  const [member] = await phones.db().select().from(members);
  expect(member?.phoneVerifiedAt).not.toBeNull();
});

it('tells of a carrier that blocks, a number that is refused, an answer too late, and reports in a muddle', async () => {
  await asMember('91230002');
  await sendSms();
  await deliveryIs('blocked');
  phones.site().wait(30);
  expect(await sendSms()).toMatchObject({ status: 422, code: 10024 });

  await asMember('91230004');
  expect(await sendSms()).toMatchObject({ status: 400, code: 10016 });

  await phones.db().delete(smsCodes);
  await asMember('91230005');
  const late = await sendSms();
  expect(late.status).toBe(200);
  expect((await recordsOf('+85291230005')).length).toBe(1);
  expect(await giveSms(late, codeIn(await recordOf('+85291230005')))).toMatchObject({ status: 200 });

  await phones.db().delete(smsCodes);
  await asMember('91230006');
  await sendSms();
  await recordOf('+85291230006', ({ status }) => status === 'delivered');
  await deliveryIs('delivered');

  await phones.db().delete(smsCodes);
  await asMember('91230003');
  await sendSms();
  await deliveryIs('sent');
  await deliveryIs('delivered');
});

it('says that texts cannot be sent when the provider is unavailable or does not know us', async () => {
  await asMember('91230001');
  const { texts } = phones.site().services;
  phones.site().services.texts = { send: async () => ({ verdict: 'unavailable', reason: 'away' }) };
  expect(await sendSms()).toMatchObject({ status: 503, code: 220003 });
  phones.site().services.texts = texts;
  expect(await sendSms()).toMatchObject({ status: 200 });
});

it('proves the number of a registration by its random_salt', async () => {
  phones.site().memberId = null;
  const randomSalt = await addRegistration(phones.db(), { phoneNo: '91230001' });
  const sent = await ask('user/sendVerifySms', { random_salt: randomSalt });
  expect(sent).toMatchObject({ status: 200, response: { random_salt: randomSalt } });
  await deliveryIs('delivered');
  const code = codeIn(await recordOf('+85291230001'));
  const give = (verifyCode: string) =>
    ask('user/verifySms', { random_salt: randomSalt, verify_code: verifyCode, turnstileToken });
  expect(await give('12')).toMatchObject({ status: 400, code: 10005 });
  expect(await give(code)).toMatchObject({ status: 200 });
});

it('proves a number by a text to us that the provider tells of twice', async () => {
  phones.site().services.mode = 'p2a';
  await asMember('91230001');
  const request = await ask('userinfo/createP2AVerifyRequestOnCurrent');
  const opened = await ask('userinfo/initP2ASmsVerifyProcess', requestNameIn(request));
  expect(opened.response).toMatchObject({ verify_type: 2, status: 0, request_state: 'waiting-sms', seconds_left: 300 });
  const { station_phone_no: to, text_code: body } = opened.response as Record<string, string>;
  expect(await check(request, 2)).toMatchObject({ status: 200, response: { status: 0, has_come: false } });
  const shown = await press('in/text', { from: '+85291230001', to: to ?? '', body: body ?? '', twice: 'yes' });
  expect(shown.status).toBe(200);
  expect(await phones.db().select().from(phoneCallbacks)).toHaveLength(1);
  expect(await check(request, 2)).toMatchObject({ status: 200, response: { status: 1, request_state: 'verified' } });
});

it('proves a number by a call to us, which is not answered', async () => {
  phones.site().services.mode = 'p2a';
  await asMember('91230001');
  const request = await ask('userinfo/createP2AVerifyRequestOnCurrent');
  // Clients that declare JSON and send an empty body are accepted too.
  const headers = { 'content-type': 'application/json' };
  const again = await fetch(`${phones.site().url}/api/userinfo/createP2AVerifyRequestOnCurrent`, {
    method: 'POST',
    headers,
  });
  expect(again.status).toBe(200);
  const opened = await ask('userinfo/retryP2ACallVerifyProcess', requestNameIn(request));
  expect(opened.response).toMatchObject({ verify_type: 1, request_state: 'waiting-call', seconds_left: 180 });
  await press('in/call', { from: '+85291230001', to: String(opened.response['station_phone_no']) });
  expect(await check(request, 1)).toMatchObject({ response: { status: 1 } });
});

it('says a code on the phone after a key, and proves the number by it', async () => {
  phones.site().services.mode = 'p2a';
  await asMember('91230001');
  const request = await ask('userinfo/createP2AVerifyRequestOnCurrent');
  await ask('userinfo/initVoiceOtpVerifyProcess', requestNameIn(request));
  const called = await ask('userinfo/triggerVoiceOtpRequest', requestNameIn(request));
  expect(called.response).toMatchObject({ voice_retry_seconds: 90, voice_calls_left: 2 });
  const ringing = await recordOf('+85291230001', ({ kind, status }) => kind === 'call' && status === 'ringing');
  expect(ringing.body).not.toMatch(/[零一二三四五六七八九]，/);
  await press(`calls/${ringing.id}/key`);
  const [, sentence = ''] = (await phones.site().log.get(ringing.id))?.heard ?? [];
  const digits = sentence.replaceAll(/[^零一二三四五六七八九]/g, '');
  const code = digits.replaceAll(/./g, (digit) => String('零一二三四五六七八九'.indexOf(digit)));
  await vi.waitFor(
    async () => expect((await check(request, 3)).response).toMatchObject({ voice_call_state: 'completed' }),
    { timeout: 10_000 },
  );
  const give = (verifyCode: string) =>
    ask('userinfo/verifyVoiceOtp', { ...requestNameIn(request), verify_code: verifyCode, turnstileToken });
  expect(await give('12345')).toMatchObject({ status: 400, code: 270006 });
  expect(await give(code)).toMatchObject({ status: 200, response: { status: 1 } });
});

it('says nothing to voice mail, and tells of a busy line and one that cannot be reached', async () => {
  phones.site().services.mode = 'p2a';
  const callTo = async (phoneNo: string) => {
    await asMember(phoneNo);
    const request = await ask('userinfo/createP2AVerifyRequestOnCurrent');
    await ask('userinfo/initVoiceOtpVerifyProcess', requestNameIn(request));
    return { request, called: await ask('userinfo/triggerVoiceOtpRequest', requestNameIn(request)) };
  };
  await callTo('91230001');
  const ringing = await recordOf('+85291230001', ({ status }) => status === 'ringing');
  await press(`calls/${ringing.id}/listen`);
  expect((await phones.site().log.get(ringing.id))?.heard).toHaveLength(1);

  const { request } = await callTo('91230002');
  await vi.waitFor(
    async () => expect((await check(request, 3)).response).toMatchObject({ voice_call_state: 'unreached' }),
    { timeout: 10_000 },
  );
  expect((await callTo('91230004')).called).toMatchObject({ status: 422, code: 220007 });
});
