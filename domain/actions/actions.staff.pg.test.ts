import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { approvals } from '#db/tables/actions.ts';
import { articleColumns } from '#db/tables/articles.ts';
import { auditEvents } from '#db/tables/audit.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { deleteOldRequests } from './actions.store.ts';
import { staffAction } from './actions.ts';

// The actions of this test rename a column of articles. One makes a column, and the last renames without a trace, which must not be possible.

const input = z.object({ id: z.number().int(), name: z.string().min(1) });

async function rename(tx: Tx, { id, name }: z.output<typeof input>) {
  const [former] = await tx.select().from(articleColumns).where(eq(articleColumns.id, id));
  if (!former) throw new DomainError('dataNotFound');
  await tx.update(articleColumns).set({ name }).where(eq(articleColumns.id, id));
  return former.name;
}
const audited = staffAction({
  name: 'columns.rename',
  permission: 'money.refund',
  input,
  needsProof: true,
  secondPerson: { permission: 'money.approve', isNeeded: (_tx, _call, { name }) => name.startsWith('big') },
  async run(tx, { hand, now }, given) {
    const former = await rename(tx, given);
    const names = { before: { name: former }, after: { name: given.name } };
    await recordAudit(tx, hand, { action: 'columns.rename', subject: ['article', given.id], ...names }, now);
    return { result: { former }, undo: { action: 'columns.rename', input: { id: given.id, name: former } } };
  },
});
const scoped = staffAction({
  name: 'columns.scoped',
  permission: 'articles.edit',
  input,
  needsReason: false,
  scopesOf: (_tx, { name }) => [{ kind: 'channel', id: name }],
  async run(tx, { hand, now }, given) {
    await rename(tx, given);
    await recordAudit(tx, hand, { action: 'columns.scoped', subject: ['article', given.id] }, now);
  },
});
const made = staffAction({
  name: 'columns.make',
  permission: 'articles.edit',
  input: z.object({ name: z.string() }),
  assigned: ['subject_id', 'number'],
  momentary: ['at'],
  secondPerson: { permission: 'money.approve', isNeeded: (_tx, _call, { name }) => name.startsWith('big') },
  async run(tx, { hand, now }, { name }) {
    const [row] = await tx.insert(articleColumns).values({ kind: 1, name, slug: name }).returning();
    const after = { name, number: row!.id, at: now.toISOString() };
    await recordAudit(tx, hand, { action: 'columns.make', subject: ['column', row!.id], after }, now);
    await recordAudit(tx, hand, { action: 'columns.make', subject: ['article', name], after: { name } }, now);
  },
});
const silent = staffAction({
  name: 'columns.silent',
  permission: 'money.refund',
  input,
  run: async (tx, _call, given) => void (await rename(tx, given)),
});

let desk: OpenDesk;
let finance: Person;
let chief: Person;
let column = 0;
beforeAll(async () => {
  desk = await openTestDesk({ actions: [audited, scoped, made, silent] });
  finance = await desk.enter('finance');
  chief = await desk.enter('finance-chief');
});
beforeEach(async () => {
  const [row] = await desk.db
    .insert(articleColumns)
    .values({ kind: 1, name: 'first', slug: 'first' })
    .returning({ id: articleColumns.id });
  column = row!.id;
});
afterAll(() => desk.close());

/** The code of a conflict, for which the desk has words. */
const whyNot = ({ status, response }: { status: number; response: unknown }) =>
  status === 409 ? (response as { detail: { why: string } }).detail.why : status;
const nameNow = async () => (await desk.db.select().from(articleColumns).where(eq(articleColumns.id, column)))[0]!.name;
const eventsNow = () =>
  desk.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, String(column)));
let keys = 0;
const run = (
  name: string,
  to: string,
  {
    cookie = finance.cookie,
    reason = 'a reason',
    key = `key-of-test-${++keys}`,
    hash = null,
    undoOf = null,
  }: { cookie?: string; reason?: string; key?: string; hash?: string | null; undoOf?: string | null } = {},
) =>
  desk.call(`/api/staff/actions/${name}`, {
    cookie,
    key,
    body: { input: { id: column, name: to }, reason, shown_hash: hash, undo_of: undoOf },
  });
const preview = (name: string, to: string, cookie = finance.cookie) =>
  desk.preview(name, { id: column, name: to }, { cookie });

describe('a preview', () => {
  it('says what would change, and changes nothing', async () => {
    const { status, response } = await preview('columns.rename', 'second');
    expect(status).toBe(200);
    expect(response).toMatchObject({
      needs_reason: true,
      needs_second_person: false,
      rows: [{ action: 'columns.rename', before: { name: 'first' }, after: { name: 'second' } }],
    });
    expect(await nameNow()).toBe('first');
    expect(await eventsNow()).toEqual([]);
  });

  it('shows no number that it used up itself, and what was shown is what is done', async () => {
    const editor = await desk.enter('editor');
    const input = { name: 'made' };
    const shown = await desk.preview('columns.make', input, { cookie: editor.cookie });
    const { rows, hash } = shown.response as { rows: { subject_id: string | null; after: object }[]; hash: string };
    // The second is named by the input.
    expect(rows.map(({ subject_id: id }) => id)).toEqual([null, 'made']);
    expect(Object.keys(rows[0]!.after).toSorted()).toEqual(['at', 'name']);
    desk.clock.now = new Date(desk.clock.now.getTime() + 1_000);
    const call = { cookie: editor.cookie, key: 'key-of-made', body: { input, reason: 'new', shown_hash: hash } };
    const { response } = await desk.call('/api/staff/actions/columns.make', call);
    const [column] = await desk.db.select().from(articleColumns).where(eq(articleColumns.slug, 'made'));
    expect(response).toMatchObject({
      outcome: 'done',
      rows: [{ subject_id: String(column!.id), after: { number: column!.id } }, {}],
    });
    const big = { ...call, key: 'key-of-big-made', body: { input: { name: 'big' }, reason: 'new' } };
    const asked = await desk.call('/api/staff/actions/columns.make', big);
    expect(asked.response).toMatchObject({ outcome: 'asked', rows: [{ subject_id: null }, { subject_id: 'big' }] });
  });

  it('is not for who may not act', async () => {
    const presenter = await desk.enter('presenter');
    const { status, response } = await preview('columns.rename', 'second', presenter.cookie);
    expect([status, response]).toMatchObject([403, { detail: { permission: 'money.refund' } }]);
  });
});

describe('a run', () => {
  it('changes and records in one transaction, with who and why', async () => {
    const { response } = await run('columns.rename', 'second', { reason: ' a typo ' });
    expect(response).toMatchObject({
      outcome: 'done',
      result: { former: 'first' },
      undo: { action: 'columns.rename', input: { id: column, name: 'first' } },
    });
    expect(await nameNow()).toBe('second');
    expect(await eventsNow()).toMatchObject([{ who: finance.name, accountId: finance.id, reason: 'a typo' }]);
  });

  it('is refused without a trace in the audit, a session, a permission, a proof, a reason, a key, or with bad input', async () => {
    const presenter = await desk.enter('presenter');
    const stale = await desk.enter('finance');
    const stayed = async (reply: { status: number; code: number }, ...expected: number[]) => {
      expect([reply.status, reply.code]).toEqual(expected);
      expect(await nameNow()).toBe('first');
      expect(await eventsNow()).toEqual([]);
    };
    await stayed(await run('columns.silent', 'second'), 500, 3);
    await stayed(await run('columns.rename', 'second', { cookie: '' }), 401, 10004);
    await stayed(await run('columns.rename', 'second', { cookie: presenter.cookie }), 403, 1);
    await stayed(await run('columns.rename', 'second', { reason: '  ' }), 400, 1);
    await stayed(await run('columns.rename', 'second', { reason: 'x'.repeat(501) }), 400, 1);
    await stayed(await run('columns.rename', 'second', { key: '' }), 400, 1);
    await stayed(await run('columns.rename', ''), 400, 1);
    await stayed(await run('columns.unknown', 'second'), 404, 2);
    const before = desk.clock.now;
    desk.clock.now = new Date(before.getTime() + 6 * 60_000);
    await stayed(await run('columns.rename', 'second', { cookie: stale.cookie }), 400, 10011);
    desk.clock.now = before;
  });

  it('happens once for a key, also when both requests come at once', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => run('columns.rename', 'second', { key: 'the-same-key-twice' })),
    );
    expect(one!.response).toEqual(two!.response);
    expect(await eventsNow()).toHaveLength(1);
    expect((await run('columns.rename', 'third', { key: 'the-same-key-twice' })).status).toBe(409);
    expect(await nameNow()).toBe('second');
  });

  it('is refused if something else would change than was shown', async () => {
    const { response } = await preview('columns.rename', 'second');
    const { hash } = response as { hash: string };
    await desk.db.update(articleColumns).set({ name: 'meanwhile' }).where(eq(articleColumns.id, column));
    const reply = await run('columns.rename', 'second', { hash });
    expect([reply.status, reply.response]).toMatchObject([
      409,
      { detail: { changed: [{ before: { name: 'meanwhile' } }] } },
    ]);
    expect(await nameNow()).toBe('meanwhile');
  });

  it('is within the scope of a role, and needs no reason where none is asked for', async () => {
    const editor = await desk.enter('editor', { kind: 'channel', id: '881' });
    const { cookie } = editor;
    expect((await run('columns.scoped', '903', { cookie, reason: '' })).status).toBe(403);
    expect((await run('columns.scoped', '881', { cookie, reason: '' })).status).toBe(200);
    expect(await eventsNow()).toMatchObject([{ reason: 'columns.scoped' }]);
  });

  it('forgets its key after a day', async () => {
    await run('columns.rename', 'second', { key: 'key-of-yesterday' });
    await deleteOldRequests(desk.db, new Date(desk.clock.now.getTime() + 1));
    expect((await run('columns.rename', 'third', { key: 'key-of-yesterday' })).status).toBe(200);
  });
});

describe('a second person', () => {
  async function ask(to = 'big one', cookie = finance.cookie) {
    const { status, response } = await run('columns.rename', to, { cookie });
    expect([status, response]).toMatchObject([200, { outcome: 'asked' }]);
    return (response as { approval_id: number }).approval_id;
  }
  const approve = (id: number, cookie = chief.cookie) => desk.approve(id, { cookie });
  const refuse = (id: number, cookie = chief.cookie) =>
    desk.call(`/api/staff/approvals/${id}/refuse`, { cookie, body: { reason: 'no' } });

  it('sees what the first saw, and runs it as the first', async () => {
    const id = await ask();
    expect(await nameNow()).toBe('first');
    const { response } = await desk.call('/api/staff/approvals', { cookie: chief.cookie });
    const { items } = response as { items: { approval_id: number }[] };
    expect(items.find(({ approval_id }) => approval_id === id)).toMatchObject({
      asked_by: finance.name,
      may_decide: true,
      is_mine: false,
      rows: [{ before: { name: 'first' }, after: { name: 'big one' } }],
    });
    expect((await approve(id)).status).toBe(200);
    expect(await nameNow()).toBe('big one');
    expect(await eventsNow()).toMatchObject([{ who: finance.name, accountId: finance.id, approvalId: id }]);
    expect((await approve(id)).status).toBe(409);
  });

  it('is another person with the permission to approve, who has just proved it', async () => {
    const id = await ask('big two', chief.cookie);
    expect((await approve(id, chief.cookie)).status).toBe(403);
    expect((await approve(id, finance.cookie)).status).toBe(403);
    expect((await refuse(id, finance.cookie)).status).toBe(403);
    expect((await approve(id, '')).status).toBe(401);
    const other = await desk.enter('finance-chief');
    const before = desk.clock.now;
    desk.clock.now = new Date(before.getTime() + 6 * 60_000);
    expect((await approve(id, other.cookie)).code).toBe(10011);
    desk.clock.now = before;
    expect(await nameNow()).toBe('first');
    expect((await approve(id, other.cookie)).status).toBe(200);
    await expect(desk.db.update(approvals).set({ decidedBy: chief.id }).where(eq(approvals.id, id))).rejects.toThrow();
  });

  it('is one, if two approve at once', async () => {
    const id = await ask('big race');
    const other = await desk.enter('finance-chief');
    const replies = await Promise.all([approve(id), approve(id, other.cookie)]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await eventsNow()).toHaveLength(1);
  });

  it('approves nothing that has changed, expired, was refused or withdrawn, or whose requester lost the role', async () => {
    const changed = await ask('big change');
    await desk.db.update(articleColumns).set({ name: 'meanwhile' }).where(eq(articleColumns.id, column));
    expect(whyNot(await approve(changed))).toBe('approval-differs');
    const refused = await ask('big refused');
    expect((await refuse(refused)).status).toBe(200);
    expect(whyNot(await approve(refused))).toBe('decided-already');
    const withdrawn = await ask('big withdrawn');
    expect((await refuse(withdrawn, finance.cookie)).status).toBe(200);
    expect(whyNot(await approve(withdrawn))).toBe('decided-already');
    const leaver = await desk.enter('finance');
    const left = await ask('big leaver', leaver.cookie);
    await desk.leave(leaver.id);
    expect(whyNot(await approve(left))).toBe('asker-gone');
    const late = await ask('big late');
    const before = desk.clock.now;
    desk.clock.now = new Date(before.getTime() + 24 * 3_600_000);
    const fresh = await desk.enter('finance-chief');
    expect(whyNot(await approve(late, fresh.cookie))).toBe('approval-expired');
    desk.clock.now = before;
    expect(await nameNow()).toBe('meanwhile');
  });
});

describe('an undo', () => {
  const rename = async (to: string) => {
    const { response } = await run('columns.rename', to);
    return (response as { undo: { undo_of: string } }).undo.undo_of;
  };
  const offered = async (runs: string[], { cookie } = finance) => {
    const { response } = await desk.call(`/api/staff/undos?runs=${runs.join(',')}`, { cookie });
    return (response as { items: { undo_of: string }[] }).items.map(({ undo_of: runId }) => runId);
  };

  it('takes a run back once, also if asked for twice at once, and is offered only until then', async () => {
    const done = await rename('second');
    expect(await offered([done])).toEqual([done]);
    const replies = await Promise.all([1, 2].map(() => run('columns.rename', 'first', { undoOf: done })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await nameNow()).toBe('first');
    expect(await offered([done])).toEqual([]);
  });

  it('is refused, and not offered, once something else has changed what it would change', async () => {
    const [second, third] = [await rename('second'), await rename('third')];
    expect(await offered([second, third])).toEqual([third]);
    expect(whyNot(await run('columns.rename', 'first', { undoOf: second }))).toBe('changed-since-run');
    expect(await nameNow()).toBe('third');
    // A command leaves an event without a run.
    const entry = { action: 'columns.rename', subject: ['article', column] } as const;
    await desk.db.transaction((tx) => recordAudit(tx, { who: 'a test', why: 'by hand' }, entry, desk.clock.now));
    expect(await offered([third])).toEqual([]);
    expect((await run('columns.rename', 'second', { undoOf: third })).status).toBe(409);
  });

  it('is what the run said, by somebody who may do it', async () => {
    const done = await rename('second');
    const presenter = await desk.enter('presenter');
    expect(await offered([done], presenter)).toEqual([]);
    expect((await run('columns.rename', 'first', { undoOf: done, cookie: presenter.cookie })).status).toBe(403);
    expect((await run('columns.rename', 'else', { undoOf: done })).status).toBe(404);
    expect(await nameNow()).toBe('second');
    expect((await run('columns.rename', 'first', { undoOf: done, cookie: chief.cookie })).status).toBe(200);
  });
});
