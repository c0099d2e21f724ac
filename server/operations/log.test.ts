import { fastify, type FastifyBaseLogger } from 'fastify';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';
import { redact } from '#shared/text/redact.ts';
import { frameworkErrors, installErrors } from '#server/web/errors.ts';
import { metricsOf } from '#tests/factories/server/metrics.ts';

function setUp() {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  return { log, lines, said: () => lines.join('') };
}

it.each([
  ['/verify?token=s3cr3tvalue&page=2', '/verify?token=(cut)&page=2'],
  ['/x?reset_code=482913', '/x?reset_code=(cut)'],
  ['GET /verify/Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5 failed', 'GET /verify/(cut) failed'],
  [`GET /member/podcasts/${'aB-_'.repeat(10)}abc.xml failed`, 'GET /member/podcasts/(cut).xml failed'],
  ['/a?to=ann.lee%40mail.example.hk', '/a?to=(cut)'],
  ['no account for ann.lee+radio@example.com.', 'no account for (cut).'],
  ['postgres://airwave:hunter2@10.0.0.5/airwave', 'postgres://(cut)@10.0.0.5/airwave'],
  ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer (cut)'],
  ['{"password":"hunter2","page":2}', '{"password":"(cut)","page":2}'],
  ['Key (email)=(a) already exists.', 'Key (email)=((cut)) already exists.'],
])('cuts what is secret out of %s', (text, told) => {
  expect(redact(text)).toBe(told);
});

it.each([
  '/program/1035/%E6%94%BE%E5%AD%B8%E5%BE%8C%E9%9B%BB%E5%8F%B0?page=2',
  'at file:///srv/airwave/node_modules/react-router@8.4.0/dist/index.js:12:3',
  'Failed query: select "id" from "programs" where "id" = $1',
  'segment 881/a128/000123.m4s is missing',
])('leaves what helps to find a fault: %s', (text) => {
  expect(redact(text)).toBe(text);
});

it('cuts a long line in a time that grows with its length', () => {
  const long = `${'a'.repeat(200_000)} ${'/x'.repeat(100_000)} ${'ab.'.repeat(60_000)}`;
  // A pattern quadratic in the input would take minutes here and exceed the test's timeout.
  expect(redact(long)).toBe(long);
});

it('writes whole JSON lines without secrets, wherever they stand', () => {
  const { log, lines, said } = setUp();
  const error = Object.assign(
    new Error('Failed query: insert into members\nparams: ann@example.com,s3cr3t-hash', {
      cause: new Error('duplicate: "x"'),
    }),
    {
      query: 'insert into members',
      params: ['ann@example.com', 's3cr3t-hash'],
    },
  );
  log.error(
    { err: error, url: '/verify?token=s3cr3t', nested: { token: 's3cr3t', deep: [{ email: 'ann@example.com' }] } },
    'for\nann@example.com',
  );
  log.info({ headers: { authorization: 's3cr3t', cookie: 'sid=s3cr3t' } }, 'headers');
  expect(said()).not.toMatch(/s3cr3t|ann@/);
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['for\n(cut)', 'headers']);
  expect(said()).toContain('insert into members');
  expect(said()).toContain('duplicate');
});

it('puts no token of an address into the log, the metrics or a reply, whatever goes wrong', async () => {
  const { log, said } = setUp();
  const app = fastify({ loggerInstance: log as FastifyBaseLogger, frameworkErrors });
  installErrors(app);
  const metrics = metricsOf();
  metrics.observe(app);
  app.get('/api/verify/:token', async (request) => {
    throw new Error(`cannot open ${request.url}`);
  });
  const token = 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5';
  const replies = await Promise.all(
    [
      `/api/verify/${token}`,
      `/api/verify/1?token=${token}`,
      `/nowhere/${token}?token=${token}`,
      `/%E0%A4%A?token=${token}`,
    ].map((url) => app.inject({ url })),
  );
  expect(replies.map((reply) => reply.statusCode)).toEqual([500, 500, 404, 400]);
  for (const reply of replies) expect(reply.body + JSON.stringify(reply.headers)).not.toContain(token);
  expect(said()).toContain('cannot open');
  expect(said()).not.toContain(token);
  const told = await metrics.text();
  expect(told).toContain('/api/verify/:token');
  expect(told).not.toContain(token);
});
