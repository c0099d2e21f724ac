import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTwiml } from '#sandbox/phones/twiml.ts';
import { startHttpServer } from '#tests/factories/server/http-server.ts';
import { freePort } from '#tests/setup/site.ts';
import { twilioTexts } from './text-messages.ts';
import { sentencesTwiml } from './twiml.ts';
import { twilioCalls } from './voice-calls.ts';

let server: Awaited<ReturnType<typeof startHttpServer>>;
let url: string;
let answer: (reply: ServerResponse) => void;
let asked: { path: string; authorization: string; form: [string, string][] }[] = [];

beforeAll(async () => {
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    const form = [...new URLSearchParams(await text(request))];
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', form });
    answer(reply);
  };
  server = await startHttpServer((request, reply) => void take(request, reply));
  ({ url } = server);
});
afterAll(() => server.close());

const account = () => ({ url, accountSid: 'AC1', authToken: 'secret', from: '#CRRadio', timeoutMs: 300 });
const send = (over = {}) =>
  twilioTexts({ ...account(), ...over }).send({
    to: '+85291234567',
    body: '1234 是你的驗證碼 & + %',
    statusUrl: 'https://site.example/api/p2a/sms-status?id=1',
  });
const says = (status: number, body: unknown) => {
  answer = (reply) => reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

it('asks for a text with the account, the sender and where to report, as the provider wants it', async () => {
  asked = [];
  says(201, { sid: 'SM00000000000000000000000000000001', status: 'queued' });
  expect(await send()).toEqual({ verdict: 'taken', providerId: 'SM00000000000000000000000000000001' });
  expect(asked).toEqual([
    {
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
      form: [
        ['To', '+85291234567'],
        ['From', '#CRRadio'],
        ['Body', '1234 是你的驗證碼 & + %'],
        ['StatusCallback', 'https://site.example/api/p2a/sms-status?id=1'],
      ],
    },
  ]);
  const service = `MG${'0'.repeat(32)}`;
  await send({ from: service });
  expect(asked[1]?.form[1]).toEqual(['MessagingServiceSid', service]);
});

it('asks for a call that says only the prompt until a key is pressed', async () => {
  asked = [];
  says(201, { sid: 'CA00000000000000000000000000000001' });
  const keyUrl = 'https://site.example/api/p2a/voice-key?id=1&turn=2';
  const call = { to: '+85291234567', prompt: '請按 <1> & 聽', keyUrl, statusUrl: 'https://site.example/s' };
  expect(await twilioCalls(account()).call(call)).toMatchObject({ verdict: 'taken' });
  const form = asked[0]?.form ?? [];
  expect(form.filter(([name]) => name === 'StatusCallbackEvent')).toHaveLength(3);
  const twiml = form.find(([name]) => name === 'Twiml')?.[1] ?? '';
  expect(readTwiml(twiml)).toEqual({ said: ['請按 <1> & 聽'], keyUrl });
  expect(readTwiml(sentencesTwiml(['一', '<二>'])).said).toEqual(['一', '<二>']);
});

it.each([
  [400, { code: 21211 }, 'badNumber'],
  [400, { code: 21614 }, 'badNumber'],
  [400, { code: 21610 }, 'blocked'],
  [400, { code: 21214 }, 'blocked'],
  [401, { code: 20003 }, 'unavailable'],
  [429, { code: 20429 }, 'unavailable'],
  [400, { code: 99999 }, 'unavailable'],
  [400, {}, 'unavailable'],
  [500, 'Internal Server Error', 'unavailable'],
  [503, null, 'unavailable'],
  // A proxy timed out: the text may have been sent.
  [504, null, 'unknown'],
  [201, { status: 'queued' }, 'unknown'],
  [201, 'not what was promised', 'unknown'],
] as const)('reads HTTP %i with %j as %s', async (status, body, verdict) => {
  says(status, body);
  expect(await send()).toMatchObject({ verdict });
});

it('knows what cannot have gone out from what may have', async () => {
  asked = [];
  answer = () => {};
  expect(await send()).toMatchObject({ verdict: 'unknown' });
  answer = (reply) => reply.destroy();
  expect(await send()).toMatchObject({ verdict: 'unknown' });
  answer = (reply) => reply.end('x'.repeat(100_000));
  expect(await send()).toMatchObject({ verdict: 'unknown' });
  // Never retried: the provider has no idempotency key.
  expect(asked).toHaveLength(3);
  expect(await send({ url: `http://127.0.0.1:${await freePort()}` })).toMatchObject({ verdict: 'unavailable' });
});

it('does not follow to another address with the token', async () => {
  asked = [];
  answer = (reply) => reply.writeHead(307, { location: `${url}/elsewhere` }).end();
  expect((await send()).verdict).toBe('unknown');
  expect(asked).toHaveLength(1);
});
