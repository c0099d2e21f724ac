import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { staffJobRows, staffJobs } from '#db/tables/actions.ts';
import { articleColumns } from '#db/tables/articles.ts';
import { auditEvents } from '#db/tables/audit.ts';
import { staffRoleGrants } from '#db/tables/staff.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { findActiveStaff } from '#domain/staff/staff.ts';
import { DomainError } from '#shared/domain-error.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { staffAction } from './actions.ts';
import { runJob } from './staff-jobs.ts';

// The action of this test renames a column of articles. `before` runs within it, as a kill or a fault would.

let before: (id: number) => Promise<void> | void = () => {};
const rename = staffAction({
  name: 'columns.rename',
  permission: 'money.refund',
  input: z.object({ id: z.number().int(), name: z.string().min(1) }),
  needsProof: true,
  secondPerson: { permission: 'money.approve', isNeeded: (_tx, _call, { name }) => name.startsWith('big') },
  async run(tx, { hand, now }, { id, name }) {
    const [row] = await tx.update(articleColumns).set({ name }).where(eq(articleColumns.id, id)).returning();
    if (!row) throw new DomainError('dataNotFound', 'no such column');
    await recordAudit(tx, hand, { action: 'columns.rename', subject: ['article', id], after: { name } }, now);
    await before(id);
  },
});

let desk: OpenDesk;
let finance: Person;
let chief: Person;
let columns: number[] = [];
let faults: unknown[] = [];
let keys = 0;
beforeAll(async () => {
  desk = await openTestDesk({ actions: [rename] });
});
beforeEach(async () => {
  before = () => {};
  faults = [];
  finance = await desk.enter('finance');
  chief = await desk.enter('finance-chief');
  const rows = Array.from({ length: 60 }, (_, i) => ({ kind: 1, name: `first ${i}`, slug: `first-${(keys += 1)}` }));
  columns = (await desk.db.insert(articleColumns).values(rows).returning({ id: articleColumns.id })).map(
    ({ id }) => id,
  );
});
afterAll(() => desk.close());

const rowsOf = (ids: readonly number[], name = 'second') =>
  ids.map((id) => ({ label: `column ${id}`, input: { id, name } }));
async function start(rows: object[], { cookie = finance.cookie, key = `bulk-key-${(keys += 1)}` } = {}) {
  const reply = await desk.call('/api/staff/bulk-jobs', {
    cookie,
    key,
    body: { action: 'columns.rename', reason: 'the names were wrong', rows },
  });
  return { ...reply, id: (reply.response as { job_id?: number }).job_id ?? 0 };
}
const work = (id: number, options: { signal?: AbortSignal } = {}) =>
  runJob(
    {
      db: desk.db,
      clock: () => desk.clock.now,
      actions: [rename],
      findActor: findActiveStaff,
      onFault: (error) => faults.push(error),
    },
    id,
    options,
  );
const act = (id: number, verb: string, cookie = finance.cookie, body = {}) =>
  desk.call(`/api/staff/bulk-jobs/${id}/${verb}`, { cookie, body });
const jobNow = async (id: number, cookie = finance.cookie) =>
  (await desk.call(`/api/staff/bulk-jobs/${id}`, { cookie })).response as {
    state: string;
    counts: Record<string, number>;
    items: { state: string; fault: { status: number; detail: unknown } | null }[];
  };
const namesNow = async () =>
  (
    await desk.db
      .select()
      .from(articleColumns)
      .where(inArray(articleColumns.id, columns))
      .orderBy(asc(articleColumns.id))
  ).map(({ name }) => name);
const renamed = async () => (await namesNow()).filter((name) => name === 'second').length;

it('runs each row once, and lists those that were refused beside those that were done', async () => {
  const rows = [...rowsOf(columns.slice(0, 2)), ...rowsOf([999_999]), ...rowsOf(columns.slice(2, 4))];
  const { id, response } = await start(rows);
  expect(response).toMatchObject({ is_asked: false });
  await work(id);
  await work(id);
  expect(await jobNow(id)).toMatchObject({
    state: 'done',
    counts: { waiting: 0, done: 4, asked: 0, refused: 1 },
    items: [{}, {}, { state: 'refused', fault: { status: 404, detail: 'no such column' } }, {}, {}],
  });
  expect(await renamed()).toBe(4);
  const events = await desk.db.select().from(auditEvents).where(eq(auditEvents.action, 'columns.rename'));
  expect(events.filter(({ subjectId }) => columns.includes(Number(subjectId)))).toHaveLength(4);
});

it('does each row once though its worker is killed in the middle of one, and the job is run again', async () => {
  const { id } = await start(rowsOf(columns.slice(0, 5)));
  const killed = new AbortController();
  before = (column) => {
    if (column === columns[2]) killed.abort(new Error('killed'));
    if (column === columns[2]) throw new Error('the connection is gone');
  };
  await expect(work(id, { signal: killed.signal })).rejects.toThrow('killed');
  expect(await renamed()).toBe(2);
  before = () => {};
  await act(id, 'stop');
  await act(id, 'go-on');
  await Promise.all([work(id), work(id)]);
  expect(await renamed()).toBe(5);
  const events = await desk.db.select().from(auditEvents).where(eq(auditEvents.action, 'columns.rename'));
  expect(events.filter(({ subjectId }) => columns.includes(Number(subjectId)))).toHaveLength(5);
});

it('stops after the row that runs, and goes on with the rest', async () => {
  const { id } = await start(rowsOf(columns.slice(0, 6)));
  let stopping: Promise<unknown> | undefined;
  before = (column) => {
    if (column === columns[1]) stopping = act(id, 'stop');
  };
  await work(id);
  await stopping;
  const { state, counts } = await jobNow(id);
  // The row after the one that ran may have begun before the stop arrived.
  expect(['stopped', 'done']).toContain(state);
  expect(counts['done']).toBeGreaterThanOrEqual(2);
  before = () => {};
  await desk.db.update(staffJobs).set({ state: 'stopped', endedAt: null }).where(eq(staffJobs.id, id));
  await work(id);
  expect((await jobNow(id)).state).toBe('stopped');
  expect((await act(id, 'go-on')).status).toBe(200);
  await work(id);
  expect(await renamed()).toBe(6);
});

it('lets another person approve more than fifty rows, and nobody else', async () => {
  const { id, response } = await start(rowsOf(columns.slice(0, 51)));
  expect(response).toMatchObject({ is_asked: true });
  await work(id);
  expect(await renamed()).toBe(0);
  expect((await act(id, 'approve')).status).toBe(403);
  expect((await act(id, 'approve', (await desk.enter('editor')).cookie)).status).toBe(403);
  const { response: seen } = await desk.call('/api/staff/bulk-jobs', { cookie: chief.cookie });
  expect(seen).toMatchObject({ asked: [{ job_id: id, rows: 51 }] });
  expect((await act(id, 'approve', chief.cookie)).status).toBe(200);
  expect((await act(id, 'approve', chief.cookie)).status).toBe(409);
  await work(id);
  expect(await renamed()).toBe(51);
  // The database as well refuses a large job that nobody else has let run.
  await expect(desk.db.update(staffJobs).set({ decidedBy: null }).where(eq(staffJobs.id, id))).rejects.toThrow();
});

it('refuses or withdraws a job that waits', async () => {
  const [first, second] = [await start(rowsOf(columns.slice(0, 51))), await start(rowsOf(columns.slice(0, 52)))];
  expect((await act(first.id, 'refuse', chief.cookie, { reason: 'not those' })).status).toBe(200);
  expect((await act(second.id, 'refuse', finance.cookie, { reason: 'a mistake' })).status).toBe(200);
  await Promise.all([work(first.id), work(second.id)]);
  expect(await renamed()).toBe(0);
  expect(await jobNow(first.id)).toMatchObject({ state: 'refused' });
});

it('checks again at each row whether the person may still do it', async () => {
  const { id } = await start(rowsOf(columns.slice(0, 3)));
  const [job] = await desk.db.select().from(staffJobs).where(eq(staffJobs.id, id));
  await desk.db.delete(staffRoleGrants).where(eq(staffRoleGrants.accountId, job!.accountId));
  await work(id);
  const rows = await desk.db.select().from(staffJobRows).where(eq(staffJobRows.jobId, id));
  expect(rows.map(({ state, fault }) => [state, fault?.name])).toEqual(
    Array.from({ length: 3 }, () => ['refused', 'forbidden']),
  );
  expect(await renamed()).toBe(0);
});

it('asks for an approval of a row that needs one, and refuses a row that would change something else than was shown', async () => {
  const shown = 'a'.repeat(64);
  const [one, two] = columns as [number, number];
  const { id } = await start([
    { label: 'big', input: { id: one, name: 'big' } },
    { label: 'changed', input: { id: two, name: 'second' }, shown_hash: shown },
  ]);
  await work(id);
  expect((await jobNow(id)).items).toMatchObject([{ state: 'asked' }, { state: 'refused', fault: { status: 409 } }]);
  expect(await renamed()).toBe(0);
});

it('begins one job for a repeated request, none without permission or a fresh proof, and none for a malformed row', async () => {
  const rows = rowsOf(columns.slice(0, 2));
  const [first, again] = [await start(rows, { key: 'the-same-key' }), await start(rows, { key: 'the-same-key' })];
  expect(again.id).toBe(first.id);
  expect((await start(rows, { cookie: (await desk.enter('editor')).cookie })).status).toBe(403);
  expect((await start([{ label: 'x', input: { id: 'x' } }])).status).toBe(400);
  expect((await start([])).status).toBe(400);
  desk.clock.now = new Date(desk.clock.now.getTime() + 6 * 60_000);
  expect((await start(rows)).code).toBe(10011);
});

it('shows a job to its person and to who may approve it', async () => {
  const { id } = await start(rowsOf(columns.slice(0, 1)));
  const other = await desk.enter('finance');
  expect((await desk.call(`/api/staff/bulk-jobs/${id}`, { cookie: other.cookie })).status).toBe(403);
  expect((await desk.call(`/api/staff/bulk-jobs/${id}`, { cookie: chief.cookie })).status).toBe(200);
  expect((await act(id, 'stop', chief.cookie)).status).toBe(403);
});
