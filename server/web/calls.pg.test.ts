import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiApp } from '#tests/factories/api-app.ts';
import { insertSmallStation, SATURDAY_1426 } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  app = await createApiApp({ db: database.db, clock: () => SATURDAY_1426 });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Input of users and scanners: boundary numbers, other scripts, control characters, SQL, markup, object keys. */
const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '00',
    '1e9',
    '1e999',
    'NaN',
    'Infinity',
    '0x1f',
    '2147483647',
    '2147483648',
    '9'.repeat(400),

    '\0',
    'a\0b',
    '\u2028',
    '\ud800',
    '\uffff',
    '‮',
    '👩‍👩‍👧',
    '電台',
    'ﬃ',
    'İ',
    '%',
    '_',
    '\\',
    '%25%00',
    '\r\nx: y',

    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '[object Object]',
    'null',
    'undefined',
    'true',
    '{}',
    '[]',

    "' or 1=1 --",
    '"; drop table programs; --',
    '$1',
    '<script>',
    '../../etc/passwd',
    '..%2f..',
    '{{7*7}}',
    '881',
    '7',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer().map(String),
  fc.double().map(String),
);
/** `encodeURIComponent` throws on lone surrogates, but clients can send their bytes. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

const pathArbitrary = fc.oneof(
  fc.constantFrom(
    '/api/programs',
    '/api/programs/related',
    '/api/hosts',
    '/api/live/toolbar',
    '/live/schedule',
    '/api/keepalive',
    '/api/live/verifyrecaptcha',
  ),
  fc
    .tuple(fc.constantFrom('/api/programs/', '/api/live/', '/api/live/src/', '/api/'), nasty)
    .map(([path, value]) => path + encode(value)),
  fc
    .tuple(fc.constantFrom('/api/programs/', '/api/live/', '/api/'), fc.string({ maxLength: 12 }))
    .map(([path, raw]) => path + raw.replace(/[^\x21-\x7e]|[?#\\]/g, '')),
);
const queryArbitrary = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(
          'category_id',
          'keyword',
          'count',
          'program_id',
          'callback',
          'type',
          'count[]',
          'keyword[a]',
          '__proto__',
        ),
        nasty,
      ),
      nasty,
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'));
const bodyArbitrary = fc.oneof(
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.record({ token: fc.oneof(nasty, fc.jsonValue()) }).map((value) => JSON.stringify(value)),
  nasty,
  fc.constant(`${'['.repeat(5000)}`),
  fc.constant(`{"token":"${'x'.repeat(20_000)}"}`),
);
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-7',
  'text/plain',
  'multipart/form-data',
  'x',
  '',
];

it('answers anything at all with a lawful reply: never a 500, always wrapped when it refuses', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        { weight: 4, arbitrary: fc.constant('GET' as const) },
        { weight: 2, arbitrary: fc.constantFrom(...methods) },
      ),
      pathArbitrary,
      queryArbitrary,
      bodyArbitrary,
      fc.constantFrom(...contentTypes),
      async (method, path, query, body, type) => {
        const url = query ? `${path}?${query}` : path;
        const hasBody = method !== 'GET' && method !== 'HEAD';
        const reply = await app.inject({
          method,
          url,
          ...(hasBody ? { payload: body, headers: { 'content-type': type } } : {}),
        });
        expect([200, 400, 404, 405, 413, 415, 503]).toContain(reply.statusCode);
        // Here only the video that is off answers 503.
        if (reply.statusCode === 503) expect(reply.json()).toMatchObject({ response_code: 20 });
        if (reply.statusCode !== 200 && method !== 'HEAD') {
          expect(reply.json()).toMatchObject({
            response_code: expect.any(Number),
            response: { request_id: expect.any(String) },
          });
        }
      },
    ),
    { numRuns: 3_000 },
  );
}, 120_000);
