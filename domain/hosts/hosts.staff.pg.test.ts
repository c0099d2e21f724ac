import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditOf } from '#domain/audit/audit.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import type { HostFields } from './host-edit.schema.ts';
import { hostActions } from './hosts.actions.ts';
import { getHost, listHosts } from './hosts.ts';

let desk: OpenDesk;
let cookie: string;
beforeAll(async () => {
  desk = await openTestDesk({ actions: hostActions() });
  await insertSmallStation(desk.db);
});
beforeEach(async () => {
  // Instants have milliseconds.
  desk.clock.now = new Date('2026-11-26T06:00:00.250Z');
  ({ cookie } = await desk.enter('producer'));
});
afterAll(() => desk.close());

interface Opened {
  fields: HostFields;
  revision: string;
  may_edit: boolean;
  programs: { id: number }[];
}
const open = async (id: number, who = cookie) =>
  (await desk.call(`/api/staff/hosts/${id}`, { cookie: who })).response as Opened;
const save = (id: number, base: string, fields: HostFields, who = cookie) =>
  desk.act('hosts.save', { host_id: id, base, fields }, { cookie: who, reason: '' });
const idsOf = async (query: string) => {
  const { response } = await desk.call(`/api/staff/hosts?${query}`, { cookie });
  return (response as { items: { host_id: number }[] }).items.map((item) => item.host_id);
};

it('lists hosts by the words, state, kind and channel of the address', async () => {
  expect(await idsOf('')).toEqual([1, 2, 3, 4]);
  expect(await idsOf('state=retired')).toEqual([4]);
  expect(await idsOf('kind=guest')).toEqual([3]);
  expect(await idsOf('text=pak')).toEqual([1]);
  expect(await idsOf('channel=903')).toEqual([2, 3]);
  expect(await idsOf('after=2~2')).toEqual([3, 4]);
});

it('lists each host with the programmes of the host', async () => {
  const { response } = await desk.call('/api/staff/hosts', { cookie });
  const listed = (response as { items: { host_id: number; program_titles: string[] }[] }).items;
  const { rows } = await desk.db.execute<{ host_id: number; titles: string[] }>(sql`
    select h.id as host_id, array(select p.title from programs p where p.status = 1 and p.id in (
      select ph.program_id from program_hosts ph where ph.host_id = h.id) order by p.position, p.id) as titles
    from hosts h order by h.id`);
  expect(rows[0]!.titles).not.toEqual([]);
  for (const { host_id: id, titles } of rows)
    expect(listed.find((host) => host.host_id === id)?.program_titles).toEqual(titles);
});

it('shows an edit to the public at once, and undoes it as long as nothing has changed since', async () => {
  expect((await getHost({ db: desk.db }, 1)).name).toBe('區柏言');
  const { fields, revision, programs } = await open(1);
  expect(programs.map(({ id }) => id)).toEqual([1, 7]);
  const edited = { ...fields, name: '柏言', slug: '', isGuest: true, bio: '簡介' };
  const { status, response } = await save(1, revision, edited);
  expect(status).toBe(200);
  expect(await getHost({ db: desk.db }, 1)).toMatchObject({
    name: '柏言',
    slug: '柏言',
    hostType: 'guest',
    channelBitwise: 9,
    bio: '簡介',
  });
  const { rows } = await desk.db.execute<{ key: string }>(sql`select key from graphile_worker.jobs`);
  expect(rows.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['search-index:100:1', 'search-index:200:1', 'search-rebuild']),
  );
  expect((await auditOf(desk.db, ['host', 1])).at(-1)).toMatchObject({
    action: 'hosts.save',
    before: { name: '區柏言', slug: '區柏言', isGuest: false, bio: '' },
    after: { name: '柏言', slug: '柏言', isGuest: true, bio: '簡介' },
  });
  const { undo } = response as { undo: { action: string; input: object } };
  expect((await desk.act(undo.action, undo.input, { cookie })).status).toBe(200);
  expect((await open(1)).fields).toEqual(fields);
});

it('never overwrites an edit of somebody else: the second save gets both', async () => {
  const { fields, revision } = await open(2);
  expect((await save(2, revision, { ...fields, tagline: '佢寫嘅' })).status).toBe(200);
  const late = await save(2, revision, { ...fields, tagline: '我寫嘅' });
  expect(late.status).toBe(409);
  expect((late.response as { detail: Opened }).detail.fields.tagline).toBe('佢寫嘅');
  expect((await open(2)).fields.tagline).toBe('佢寫嘅');
});

it('adds a host, retires the host and puts the host back', async () => {
  const { fields } = await open(2);
  const made = await desk.act('hosts.create', { fields: { ...fields, name: '新主持', slug: '' } }, { cookie });
  const { result } = made.response as { result: { host_id: number } };
  const isPublic = async () => (await listHosts({ db: desk.db })).some(({ id }) => id === result.host_id);
  expect(await isPublic()).toBe(true);
  expect((await desk.act('hosts.retire', { host_id: result.host_id }, { cookie })).status).toBe(200);
  expect(await isPublic()).toBe(false);
  expect((await desk.act('hosts.retire', { host_id: result.host_id }, { cookie })).status).toBe(409);
  expect((await desk.act('hosts.restore', { host_id: result.host_id }, { cookie })).status).toBe(200);
  expect(await isPublic()).toBe(true);
});

it('keeps a role with a scope to hosts of its channel, and is closed to other roles', async () => {
  const { cookie: scoped } = await desk.enter('producer', { kind: 'channel', id: '903' });
  const guest = await open(3, scoped);
  expect([guest.may_edit, (await open(1, scoped)).may_edit]).toEqual([true, false]);
  expect((await save(3, guest.revision, { ...guest.fields, bio: '改咗' }, scoped)).status).toBe(200);
  const now = await open(3);
  expect((await save(3, now.revision, { ...now.fields, channelBitwise: 3 }, scoped)).status).toBe(403);
  const host = await open(1);
  expect((await save(1, host.revision, host.fields, scoped)).status).toBe(403);
  const { cookie: editor } = await desk.enter('editor');
  expect((await desk.call('/api/staff/hosts', { cookie: editor })).status).toBe(403);
  expect((await desk.call('/api/staff/hosts/404', { cookie: editor })).status).toBe(403);
  expect((await desk.call('/api/staff/hosts/404', { cookie })).status).toBe(404);
});
