import { expect, it, vi } from 'vitest';
import { webhooks } from '#db/tables/webhooks.ts';
import { phoneCallbacks, smsCodes } from '#db/tables/phone-verification.ts';
import { sign } from '#sandbox/phones/signed-post.ts';
import { ACCOUNT_SID, AUTH_TOKEN } from '#tests/factories/accounts/phone-site.ts';
import { phoneSiteOfFile } from '#tests/factories/accounts/phone-site-visit.ts';

const phones = phoneSiteOfFile();
const { asMember, sendSms, recordOf } = phones;

const SMS_URL = 'https://site.example/api/p2a/sms';
const TEXT = {
  MessageSid: 'SM00000000000000000000000000000001',
  AccountSid: ACCOUNT_SID,
  From: '+85291230001',
  To: '+85230000881',
  Body: '482113',
};
const webhook = (headers: Record<string, string>, form: Record<string, string> = TEXT, path = '/api/p2a/sms') =>
  fetch(phones.site().url + path, { method: 'POST', body: new URLSearchParams(form), headers });
const signed = (form: Record<string, string>, url = SMS_URL, token = AUTH_TOKEN) => ({
  'x-twilio-signature': sign(token, url, form),
});
const heard = () => phones.db().select().from(phoneCallbacks);

it('hears nobody who is not the provider', async () => {
  const refused = [
    await webhook({}),
    await webhook({ 'x-twilio-signature': 'AAAA' }),
    await webhook(signed(TEXT, SMS_URL, 'another token')),
    // Signed for the internal URL instead of the public one.
    await webhook(signed(TEXT, `${phones.site().url}/api/p2a/sms`)),
    await webhook(signed(TEXT), { ...TEXT, From: '+85291230002' }),
    await webhook(signed(TEXT), TEXT, '/api/p2a/sms?x=1'),
    await webhook(signed({ ...TEXT, AccountSid: 'AC2' }), { ...TEXT, AccountSid: 'AC2' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
  expect(await heard()).toEqual([]);
  // A proxy changes the host header, but not the signed URL.
  const taken = await webhook({ ...signed(TEXT), 'x-forwarded-host': 'evil.example' });
  expect(taken.status).toBe(200);
  expect(taken.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  expect(await taken.text()).toMatch(/<Response><\/Response>$/);
  expect(await heard()).toHaveLength(1);
});

it('answers a call by not taking it, values as they came, and refuses what is no form or too large', async () => {
  const call = { ...TEXT, CallSid: 'CA1', CallStatus: 'ringing', CallerName: '  陳 大文 + & = % ' };
  const url = 'https://site.example/api/p2a/voice?line=1';
  const answered = await webhook(signed(call, url), call, '/api/p2a/voice?line=1');
  expect(await answered.text()).toContain('<Reject reason="busy"/>');
  const nul = { ...TEXT, From: '\u0000', Body: '\u0000', MessageSid: 'SM2' };
  expect((await webhook(signed(nul), nul)).status).toBe(200);
  const nothing = { AccountSid: ACCOUNT_SID };
  expect((await webhook(signed(nothing), nothing)).status).toBe(400);
  const large = { ...TEXT, Body: 'x'.repeat(70_000) };
  expect((await webhook(signed(large), large)).status).toBe(413);
  const json = await fetch(`${phones.site().url}/api/p2a/sms`, {
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
    const reply = await webhook(signed(form, `https://site.example/api/p2a/${path}`), form, `/api/p2a/${path}`);
    expect(reply.status).toBe(400);
  }
});

const notices = () => phones.db().select().from(webhooks).orderBy(webhooks.id);
const STATUS = '/api/p2a/sms-status?id=';
const statusOf = (status: string, more: object = {}) => ({
  AccountSid: ACCOUNT_SID,
  MessageSid: 'SM00000000000000000000000000000009',
  MessageStatus: status,
  To: '+85291230001',
  ...more,
});
const report = (id: number, form: Record<string, string>) =>
  webhook(signed(form, `https://site.example${STATUS}${id}`), form, `${STATUS}${id}`);

it('writes no report into the inbox that nobody signed, or that tells nothing', async () => {
  const form = statusOf('delivered');
  const unsigned = await webhook({}, form, `${STATUS}1`);
  // Signed for another text.
  const moved = await webhook(signed(form, `https://site.example${STATUS}2`), form, `${STATUS}1`);
  expect([unsigned.status, moved.status]).toEqual([403, 403]);
  expect((await report(1, statusOf('a state of tomorrow'))).status).toBe(200);
  expect(await notices()).toEqual([]);
});

it('hears a report once that comes twice, and keeps of it no number', async () => {
  await asMember('91230001');
  await sendSms();
  await recordOf('+85291230001', ({ status }) => status === 'delivered');
  await vi.waitFor(
    async () => expect((await notices()).map(({ handledAt }) => handledAt === null)).toEqual([false, false]),
    {
      timeout: 5_000,
    },
  );
  const [code] = await phones.db().select().from(smsCodes);
  const id = code?.id ?? 0;
  const late = statusOf('undelivered', { ErrorCode: '30007' });
  for (let times = 0; times < 3; times++) expect((await report(id, late)).status).toBe(200);
  const told = await notices();
  expect(told.map(({ provider, kind, payload }) => [provider, kind, JSON.parse(payload)])).toEqual([
    ['twilio', 'text-status', { id, delivery: 'sent' }],
    ['twilio', 'text-status', { id, delivery: 'delivered' }],
    ['twilio', 'text-status', { id, delivery: 'blocked' }],
  ]);
  expect(JSON.stringify(told)).not.toContain('91230001');
});
