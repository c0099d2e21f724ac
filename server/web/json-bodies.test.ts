import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { installErrors } from './errors.ts';
import { isTooDeep, jsonBodies } from './json-bodies.ts';

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
  // What the parser refuses it goes on refusing.
  for (const payload of ['', '{', '{"__proto__":{"a":1}}']) expect((await send(payload)).statusCode).toBe(400);
});
