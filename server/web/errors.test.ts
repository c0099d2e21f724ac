import { fastify, type FastifyInstance, type InjectOptions } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '#shared/domain-error.ts';
import { errorReplySchema } from '#shared/http/reply.ts';
import { z } from 'zod';
import { fenceCalls, frameworkErrors, installErrors } from './errors.ts';

const SECRET = 'password is hunter2';
let app: FastifyInstance;
beforeAll(async () => {
  app = fastify({ frameworkErrors, bodyLimit: 1000, genReqId: () => 'request-7' });
  installErrors(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const api = app.withTypeProvider<ZodTypeProvider>();
  api.post('/api/form', { schema: { body: z.object({ name: z.string() }) } }, async ({ body }) => body);
  api.get('/api/item/:id', { schema: { params: z.object({ id: z.coerce.number() }) } }, async ({ params }) => params);
  api.get('/api/lies', { schema: { response: { 200: z.object({ n: z.number() }) } } }, async () => ({ n: Number.NaN }));
  app.get('/api/conflict', async () => {
    throw new DomainError('conflict', { rows: [1, 2] });
  });
  app.get('/api/broken', async () => {
    throw new Error(SECRET);
  });
  app.get('/api/away', async () => {
    throw new Error('Failed query', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
  });
  app.get('/api/odd', () => {
    const anything: unknown = SECRET;
    throw anything;
  });
  fenceCalls(app);
  // Stands in for the page router, which answers everything else.
  app.all('*', async () => 'a page');
  await app.ready();
});
afterAll(() => app.close());

const json = { 'content-type': 'application/json' };
const ask = async (request: InjectOptions) => {
  const reply = await app.inject(request);
  const body = errorReplySchema.parse(reply.json());
  return { status: reply.statusCode, code: body.response_code, body, headers: reply.headers, text: reply.body };
};

describe('every failure is a wrapped reply that names the request', () => {
  it.each([
    ['a refusal of a door', { url: '/api/conflict' }, 409, 1],
    ['a value the schema refuses', { url: '/api/item/x' }, 400, 1],
    ['a body the schema refuses', { method: 'POST', url: '/api/form', payload: {} }, 400, 1],
    ['bad JSON', { method: 'POST', url: '/api/form', headers: json, payload: '{"name":' }, 400, 1],
    ['an empty JSON body', { method: 'POST', url: '/api/form', headers: json, payload: '' }, 400, 1],
    [
      'a poisoned prototype',
      { method: 'POST', url: '/api/form', headers: json, payload: '{"__proto__":{"a":1},"name":"x"}' },
      400,
      1,
    ],
    [
      'another content type',
      { method: 'POST', url: '/api/form', headers: { 'content-type': 'text/csv' }, payload: 'a' },
      415,
      1,
    ],
    [
      'another charset',
      {
        method: 'POST',
        url: '/api/form',
        headers: { 'content-type': 'application/json; charset=big5' },
        payload: '{}',
      },
      415,
      10,
    ],
    [
      'a body too large',
      { method: 'POST', url: '/api/form', headers: json, payload: JSON.stringify({ name: 'x'.repeat(2000) }) },
      413,
      1,
    ],
    ['an address that cannot be decoded', { url: '/api/item/%E0%A4%A' }, 400, 1],
    ['an unknown call', { url: '/api/nothing/here' }, 404, 2],
    ['a wrong method', { method: 'DELETE', url: '/api/item/7?x=1' }, 405, 2],
    ['a database that is unavailable', { url: '/api/away' }, 503, 3],
    ['an unforeseen error', { url: '/api/broken' }, 500, 3],
    ['a reply that is not what the schema says', { url: '/api/lies' }, 500, 3],
    ['something thrown that is no error', { url: '/api/odd' }, 500, 3],
  ] as const)('%s', async (_what, request, status, code) => {
    const reply = await ask(request);
    expect([reply.status, reply.code]).toEqual([status, code]);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'request-7',
      'cache-control': 'no-store',
    });
    expect(reply.body.response.request_id).toBe('request-7');
  });
});

it('names the methods a path does answer', async () => {
  expect((await ask({ method: 'POST', url: '/api/item/7' })).headers.allow).toBe('GET, HEAD');
});

it('says nothing of what broke', async () => {
  for (const url of ['/api/broken', '/api/odd', '/api/away', '/api/lies']) {
    const { text, body } = await ask({ url });
    expect(text).not.toContain(SECRET);
    expect(text).not.toMatch(/ECONN|query|stack|NaN/i);
    expect(body.response).toEqual({ request_id: 'request-7' });
  }
});

it('says when to come again while the database is unavailable', async () => {
  expect((await ask({ url: '/api/away' })).headers['retry-after']).toBe('5');
  expect((await ask({ url: '/api/broken' })).headers['retry-after']).toBeUndefined();
});

it('tells which field was refused', async () => {
  const { body } = await ask({ method: 'POST', url: '/api/form', payload: { name: 5 } });
  expect(body.response.detail).toMatchObject({ in: 'body', faults: [{ field: 'name' }] });
});

it('leaves pages to the page router', async () => {
  expect((await app.inject({ url: '/timetable/881' })).body).toBe('a page');
});

it('says by its name that the disk is full, in one line a second and without a stack', async () => {
  const lines: string[] = [];
  const full = fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } });
  installErrors(full);
  full.get('/node', async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  full.get('/store', async () => {
    throw Object.assign(new DomainError('unavailable', 'could not store the segment'), {
      cause: Object.assign(new Error('write'), { code: 'EDQUOT' }),
    });
  });
  full.get('/database', async () => {
    throw new Error('Failed query', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) });
  });
  for (const url of ['/node', '/store', '/database', '/node', '/node']) {
    const reply = await full.inject({ url });
    expect([reply.statusCode, reply.json()]).toMatchObject([503, { response_message: 'the disk is full' }]);
  }
  // One per elapsed second, on a machine of any speed.
  expect(new Set(lines.map((line) => Math.floor((JSON.parse(line) as { time: number }).time / 1_000))).size).toBe(
    lines.length,
  );
  expect(lines.join('')).not.toMatch(/stack|ENOSPC/);
  expect(lines[0]).toContain('the disk is full');
  await full.close();
});
