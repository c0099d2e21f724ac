import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { programs } from '#db/tables/programs.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import type { ProgramFields } from './program-edit.schema.ts';
import { programActions } from './programs.actions.ts';
import { getProgram } from './programs.ts';

let desk: OpenDesk;
let cookie: string;
beforeAll(async () => {
  desk = await openTestDesk({ actions: programActions() });
  await insertSmallStation(desk.db);
  // The fixtures have fixed ids.
});
beforeEach(async () => {
  // Instants have milliseconds.
  desk.clock.now = new Date('2026-11-26T06:00:00.250Z');
  ({ cookie } = await desk.enter('producer'));
});
afterAll(() => desk.close());

interface Opened {
  fields: ProgramFields;
  revision: string;
  is_active: boolean;
  may_edit: boolean;
  changed_by: string | null;
}
const open = async (id: number, who = cookie) =>
  (await desk.call(`/api/staff/programs/${id}`, { cookie: who })).response as Opened;
const save = (id: number, base: string, fields: ProgramFields, who = cookie) =>
  desk.act('programs.save', { program_id: id, base, fields }, { cookie: who, reason: '' });
const listed = async (query: string) => {
  const { response } = await desk.call(`/api/staff/programs?${query}`, { cookie });
  const { items, next_after: next } = response as { items: { program_id: number }[]; next_after: string | null };
  return { ids: items.map((item) => item.program_id), next };
};
const jobs = async () => {
  const { rows } = await desk.db.execute<{ key: string }>(sql`select key from graphile_worker.jobs order by key`);
  return rows.map(({ key }) => key);
};

it('lists programmes of every state but deleted, by the words, state and channel of the address', async () => {
  expect((await listed('')).ids).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13]);
  expect((await listed('state=retired')).ids).toEqual([7]);
  expect((await listed(new URLSearchParams({ text: '馬仔' }).toString())).ids).toEqual([1, 5]);
  expect((await listed(new URLSearchParams({ text: '%' }).toString())).ids).toEqual([9]);
  expect((await listed('channel=903&state=active')).ids).toEqual([3, 5, 12]);
  expect((await listed('after=4~4')).ids[0]).toBe(5);
});

it('shows an edit to the public at once, with its audit event and the jobs of the search index', async () => {
  const { fields, revision } = await open(1);
  // What the public call keeps in its cache is the old title.
  expect((await getProgram({ db: desk.db }, 1)).title).toBe('的士高峰');
  const edited = { ...fields, title: '的士新高峰', slug: '', hostIds: [2], description: '第一行\r\n第二行' };
  const { status, response } = await save(1, revision, edited);
  expect(status).toBe(200);
  const program = await getProgram({ db: desk.db }, 1);
  expect(program).toMatchObject({ title: '的士新高峰', slug: '的士新高峰', description: '第一行\n第二行' });
  expect(program.hosts.map(({ id }) => id)).toEqual([2]);
  expect(await jobs()).toEqual(
    expect.arrayContaining(['search-index:200:1', 'search-index:200:6', 'search-index:100:1', 'search-index:100:2']),
  );
  expect(await jobs()).toContain('search-rebuild');
  const last = (await auditOf(desk.db, ['program', 1])).at(-1);
  expect(last).toMatchObject({
    action: 'programs.save',
    before: { title: '的士高峰', slug: '的士高峰', description: '', hostIds: [1, 2, 4] },
    after: { title: '的士新高峰', slug: '的士新高峰', description: '第一行\n第二行', hostIds: [2] },
  });
  // Undone, as long as nothing has changed since.
  const { undo } = response as { undo: { action: string; input: object } };
  expect((await desk.act(undo.action, undo.input, { cookie })).status).toBe(200);
  expect((await open(1)).fields).toEqual(fields);
  expect((await desk.act(undo.action, undo.input, { cookie })).status).toBe(409);
});

it('never overwrites an edit of somebody else: the second save gets both', async () => {
  const { fields, revision } = await open(2);
  const other = await desk.enter('producer');
  expect((await save(2, revision, { ...fields, tagline: '佢寫嘅' }, other.cookie)).status).toBe(200);
  const late = await save(2, revision, { ...fields, tagline: '我寫嘅' });
  expect(late.status).toBe(409);
  const { detail } = late.response as { detail: Opened };
  expect(detail.fields.tagline).toBe('佢寫嘅');
  expect(detail.changed_by).toBe(other.name);
  expect((await open(2)).fields.tagline).toBe('佢寫嘅');
  expect((await save(2, detail.revision, { ...detail.fields, tagline: '我寫嘅' })).status).toBe(200);
});

it('lets one of two saves made at once from one revision succeed', async () => {
  const { fields, revision } = await open(3);
  const replies = await Promise.all(['甲', '乙', '丙'].map((tagline) => save(3, revision, { ...fields, tagline })));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

it('refuses what a programme may not name, and text that is none', async () => {
  const { fields, revision } = await open(5);
  for (const wrong of [
    { categoryId: 99 },
    { hostIds: [404] },
    { hostIds: [2, 2] },
    { parentProgramId: 5 },
    { parentProgramId: 6 },
    { parentProgramId: 404 },
    { title: '' },
    { title: 'a\0b' },
    { description: 'x\u202Ey' },
    { channelBitwise: 0 },
    { keyart: '../etc/passwd' },
  ])
    expect((await save(5, revision, { ...fields, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
  // One with parts becomes no part.
  const main = await open(1);
  expect((await save(1, main.revision, { ...main.fields, parentProgramId: 2 })).status).toBe(400);
  expect((await open(5)).fields).toEqual(fields);
});

it('adds a programme, retires it and puts it back', async () => {
  const { fields } = await open(5);
  const made = await desk.act(
    'programs.create',
    { fields: { ...fields, title: '新節目', titleChi: '', slug: '', hostIds: [3, 1] } },
    { cookie },
  );
  const { result } = made.response as { result: { program_id: number } };
  const id = result.program_id;
  const page = await getProgram({ db: desk.db }, id);
  expect(page).toMatchObject({ titleChi: '新節目', slug: '新節目', programType: 'main' });
  expect(page.hosts.map((host) => host.id)).toEqual([3, 1]);

  expect((await desk.act('programs.retire', { program_id: id }, { cookie, reason: '' })).status).toBe(400);
  const retired = await desk.act('programs.retire', { program_id: id }, { cookie });
  await expect(getProgram({ db: desk.db }, id)).rejects.toMatchObject({ errorName: 'dataNotFound' });
  expect((await desk.act('programs.retire', { program_id: id }, { cookie })).status).toBe(409);
  const { undo } = retired.response as { undo: { action: string; input: object } };
  expect((await desk.act(undo.action, undo.input, { cookie })).status).toBe(200);
  expect((await getProgram({ db: desk.db }, id)).title).toBe('新節目');
});

it('keeps a role with a scope to programmes of its channel, and from moving one to another', async () => {
  const { cookie: scoped } = await desk.enter('producer', { kind: 'channel', id: '903' });
  const mine = await open(3, scoped);
  expect(mine.may_edit).toBe(true);
  expect((await open(2, scoped)).may_edit).toBe(false);
  expect((await save(3, mine.revision, { ...mine.fields, description: '改咗' }, scoped)).status).toBe(200);
  const now = await open(3, scoped);
  for (const channelBitwise of [1, 3])
    expect((await save(3, now.revision, { ...now.fields, channelBitwise }, scoped)).status).toBe(403);
  const foreign = await open(2);
  expect((await save(2, foreign.revision, foreign.fields, scoped)).status).toBe(403);
  expect((await desk.act('programs.retire', { program_id: 2 }, { cookie: scoped })).status).toBe(403);
  // Nor is anything said of what does not exist.
  expect((await desk.act('programs.retire', { program_id: 404 }, { cookie: scoped })).status).toBe(403);
});

it('is closed to other roles and to who is not logged in', async () => {
  const { cookie: editor } = await desk.enter('editor');
  for (const path of ['/api/staff/programs', '/api/staff/programs/choices', '/api/staff/programs/404']) {
    expect((await desk.call(path, { cookie: editor })).status).toBe(403);
    expect((await desk.call(path)).status).toBe(401);
  }
  expect((await desk.call('/api/staff/programs/8', { cookie })).status).toBe(404);
  const [deleted] = await desk.db.select().from(programs).where(eq(programs.id, 8));
  expect(deleted?.status).toBe(2);
});
