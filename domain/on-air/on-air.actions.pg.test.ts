import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staffRequests } from '#db/tables/actions.ts';
import { encoders, mediaFeeds, mediaInits, mediaTimelines } from '#db/tables/media.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { findEncoder } from '#domain/media/media.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { addEncoder } from '#tests/factories/media/media-origin.ts';
import { encoderActions } from './encoders.actions.ts';
import { jobActions } from './jobs.actions.ts';

let desk: OpenDesk;
let cookie: string;
beforeAll(async () => {
  desk = await openTestDesk({ actions: [...jobActions(), ...encoderActions()] });
  await insertStreams(desk.db);
  ({ cookie } = await desk.enter('engineer'));
});
afterAll(() => desk.close());

/** A job that failed as often as it may, and its id. */
async function failJob(task: string, error = 'connect ECONNREFUSED\nat Socket'): Promise<number> {
  const { rows } = await desk.database.pool.query<{ id: string }>(
    `select id from graphile_worker.add_job($1, '{"secret": "of the job"}'::json)`,
    [task],
  );
  const id = Number(rows[0]!.id);
  await desk.database.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = $2 where id = $1`,
    [id, error],
  );
  return id;
}
const stateOf = async (id: number) =>
  (await desk.database.pool.query(`select attempts, locked_at from graphile_worker._private_jobs where id = $1`, [id]))
    .rows[0] as { attempts: number } | undefined;

it('lists failed jobs by page, with the first line of why, and neither secrets nor payloads', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 51; n++) ids.push(await failJob('mail', 'no reply from a@mail.example, token=abc\nat Socket'));
  const list = async (query: string) => (await desk.call(`/api/staff/jobs/failed${query}`, { cookie })).response;
  const first = (await list('')) as { items: { id: number }[]; next_before_id: number };
  expect(first.items).toHaveLength(50);
  expect(first.items[0]).toMatchObject({ id: ids[50], task: 'mail', attempts: 25, is_given_up: true });
  expect(JSON.stringify(first)).not.toMatch(/mail\.example|abc|Socket|of the job/);
  const rest = (await list(`?before_id=${first.next_before_id}`)) as typeof first;
  expect(rest).toMatchObject({ items: [{ id: ids[0] }], next_before_id: null });
  const sales = await desk.enter('finance');
  expect((await desk.call('/api/staff/jobs/failed', { cookie: sales.cookie })).status).toBe(403);
});

it('runs failed jobs again, or never, and leaves alone one that a worker holds and one that did not fail', async () => {
  const [again, never, held] = [await failJob('a'), await failJob('b'), await failJob('c')];
  const { rows } = await desk.database.pool.query<{ id: string }>(
    `select id from graphile_worker.add_job('d', '{}'::json)`,
  );
  const fresh = Number(rows[0]!.id);
  await desk.database.pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = $1`,
    [held],
  );
  const retried = await desk.act('jobs.retry', { job_ids: [again, held, fresh] }, { cookie });
  expect(retried).toMatchObject({ status: 200, response: { result: { jobs: 1 } } });
  expect(await stateOf(again)).toMatchObject({ attempts: 0 });
  expect(await auditOf(desk.db, ['job', again])).toMatchObject([
    {
      action: 'jobs.retry',
      before: { task: 'a', attempts: 25, error: 'connect ECONNREFUSED' },
      after: { attempts: 0 },
    },
  ]);
  expect((await desk.act('jobs.let-go', { job_ids: [never] }, { cookie, reason: '' })).status).toBe(400);
  expect((await desk.act('jobs.let-go', { job_ids: [never, held] }, { cookie })).response).toMatchObject({
    result: { jobs: 1 },
  });
  expect(await stateOf(never)).toBeUndefined();
  expect(await stateOf(held)).toMatchObject({ attempts: 25 });
  expect((await desk.act('jobs.retry', { job_ids: [never] }, { cookie })).status).toBe(404);
  const many = Array.from({ length: 51 }, (_, n) => n + 1);
  expect((await desk.act('jobs.retry', { job_ids: many }, { cookie })).status).toBe(400);
});

it('shows a new token once and stores it nowhere; a repeated request does not show it', async () => {
  const input = { stream_id: 903, name: 'studio' };
  const first = await desk.act('encoders.register', input, { cookie, key: 'the-same-key' });
  const { token } = (first.response as { result: { token: string } }).result;
  expect(await findEncoder(desk.database, token)).toMatchObject({ name: 'studio', stream: { id: 903 } });
  const again = await desk.act('encoders.register', input, { cookie, key: 'the-same-key' });
  expect(again).toMatchObject({ status: 200, response: { outcome: 'done', result: {} } });
  const kept = [await desk.db.select().from(staffRequests), await auditOf(desk.db, ['encoder', 'studio'])];
  expect(JSON.stringify([again.response, kept])).not.toContain(token);
  await desk.act('encoders.withdraw', { name: 'studio' }, { cookie });
  expect(await findEncoder(desk.database, token)).toBeUndefined();
  expect((await desk.act('encoders.register', { ...input, stream_id: 12_345 }, { cookie })).status).toBe(400);
});

it('puts an encoder on air that is heard, offers the way back, and refuses one that is not heard', async () => {
  const { db } = desk;
  const { now } = desk.clock;
  const [main, spare] = [await addEncoder(desk.database, 881, 'main'), await addEncoder(desk.database, 881, 'spare')];
  const [init] = await db
    .insert(mediaInits)
    .values({ streamId: 881, rendition: 'a64', sha256: 'x', storageKey: 'y', codecs: 'mp4a.40.2', timescale: 48_000 })
    .returning({ id: mediaInits.id });
  const edge = { streamId: 881, durationMs: 4_000, initId: init!.id, encoderId: main, startsAt: now, indexedAt: now };
  await db.insert(mediaTimelines).values([
    { ...edge, rendition: 'a64' },
    { ...edge, rendition: 'a128' },
  ]);
  const input = { stream_id: 881, name: 'spare' };
  expect((await desk.act('encoders.switch', input, { cookie })).status).toBe(409);
  await db.insert(mediaFeeds).values({ encoderId: spare, rendition: 'a64', initId: init!.id, heardAt: now });
  expect((await desk.act('encoders.switch', input, { cookie })).response).toMatchObject({
    rows: [{ subject_kind: 'stream', before: { a64: 'main' }, after: { a64: 'spare' } }],
    undo: { action: 'encoders.switch', input: { stream_id: 881, name: 'main' } },
  });
  const asked = await db.select().from(mediaTimelines).where(eq(mediaTimelines.streamId, 881));
  expect(asked.map(({ rendition, switchTo }) => [rendition, switchTo])).toEqual(
    expect.arrayContaining([
      ['a64', spare],
      ['a128', null],
    ]),
  );
  expect((await desk.act('encoders.switch', { ...input, stream_id: 903 }, { cookie })).status).toBe(404);
  await db.update(encoders).set({ status: 0 }).where(eq(encoders.name, 'spare'));
  expect((await desk.act('encoders.switch', input, { cookie })).status).toBe(409);
});
