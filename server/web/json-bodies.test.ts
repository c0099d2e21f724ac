import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { installErrors } from './errors.ts';
import { privateCalls } from '#domain/auth/auth.ts';
import { isTooDeep } from '#shared/http/json-body.ts';
import { jsonBodies } from './json-bodies.ts';

const nested = (depth: number, open = '{"a":', close = '}') => open.repeat(depth) + '1' + close.repeat(depth);

it('tells a depth without being led astray by what stands in texts', () => {
  expect(isTooDeep(nested(40))).toBe(false);
  expect(isTooDeep(nested(41))).toBe(true);
  expect(isTooDeep(nested(41, '[', ']'))).toBe(true);
  expect(isTooDeep(JSON.stringify({ a: '{[\\"{'.repeat(100) }))).toBe(false);
  expect(isTooDeep(`"\\\\"${nested(41)}`)).toBe(true);
  expect(isTooDeep(JSON.stringify(Array.from({ length: 100 }, () => [{}])))).toBe(false);
});

it('refuses a body of 100,000 levels as a bad one, before anything walks it', async () => {
  const app = Fastify();
  installErrors(app);
  jsonBodies(app);
  const seen: unknown[] = [];
  app.post('/api/thing', async ({ body }) => {
    seen.push(body);
    return { length: JSON.stringify(body).length };
  });
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/api/thing', headers: { 'content-type': 'application/json' }, payload });
  for (const payload of [nested(100_000), nested(100_000, '[', ']'), nested(100_000, '{"a":[', ']}')]) {
    const reply = await send(payload);
    expect([reply.statusCode, reply.json<{ response_code: number }>().response_code]).toEqual([400, 1]);
  }
  expect(seen).toEqual([]);
  expect((await send(nested(10))).statusCode).toBe(200);
  // Still refuses what the parser refuses.
  for (const payload of ['', '{', '{"__proto__":{"a":1}}']) expect((await send(payload)).statusCode).toBe(400);
});

it('holds a depth in scopes of calls that know their member, which read bodies in a way of their own', async () => {
  const app = Fastify();
  installErrors(app);
  jsonBodies(app);
  await app.register(async (scope) => {
    privateCalls(scope);
    scope.post('/api/own', async () => ({}));
  });
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/api/own', headers: { 'content-type': 'application/json' }, payload });
  for (const payload of [nested(41), nested(100_000, '[', ']'), String.raw`{"a":"\u0000"}`])
    expect((await send(payload)).statusCode).toBe(400);
  for (const payload of ['', nested(10)]) expect((await send(payload)).statusCode).toBe(200);
});

it('refuses text that can be kept nowhere, in whatever field or name it stands', async () => {
  const app = Fastify();
  installErrors(app);
  jsonBodies(app);
  app.post('/api/thing', async ({ body }) => body);
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/api/thing', headers: { 'content-type': 'application/json' }, payload });
  for (const bad of [String.raw`\u0000`, String.raw`8c\u0000`, String.raw`\ud800`, String.raw`\udc00\ud800`])
    for (const payload of [`"${bad}"`, `{"a":"${bad}"}`, `{"a":[{"b":["${bad}"]}]}`, `{"${bad}":1}`]) {
      const reply = await send(payload);
      expect([payload, reply.statusCode]).toEqual([payload, 400]);
    }
  const good = String.raw`{"a":"\u96f7\ud83d\ude00\\u0000\n"}`;
  expect((await send(good)).json()).toEqual(JSON.parse(good));
});
