import { and, eq, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tables } from '#db/database.ts';
import { auditEvents } from '#db/tables/audit.ts';
import { familySeats } from '#db/tables/families.ts';
import { favourites, historyEntries } from '#db/tables/library.ts';
import { memberMergeRows, memberMerges } from '#db/tables/member-merges.ts';
import { mails } from '#db/tables/mail.ts';
import { offlineApplications } from '#db/tables/offline-applications.ts';
import { orders } from '#db/tables/payments.ts';
import { heardSpans } from '#db/tables/playback.ts';
import { recurringProfiles, subscriptions } from '#db/tables/subscriptions.ts';
import { rentals } from '#db/tables/films.ts';
import { logIn } from '#domain/auth/auth.ts';
import { listMerges } from '#domain/member-merges/member-merges.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';
import { eraseDueMembers, exportPersonalData, scheduleErasure } from '#domain/privacy/privacy.ts';
import { createMemberServices, insertMember, privacyServicesOf } from '#tests/factories/accounts/member-services.ts';
import { insertAllThatIsSold, insertFullMember } from '#tests/factories/accounts/full-member.ts';
import { createTestDesk, type TestDesk, type Person } from '#tests/factories/desk.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { memberMergeActions } from './member-merges.actions.ts';
import { forgetOldMerges } from './member-merges.ts';
import { MOVING, STAYING } from './merge-tables.ts';

const DAY_MS = 86_400_000;
let database: TestDatabase;
let desk: TestDesk;
let services: ReturnType<typeof createMemberServices>;
let sold: Awaited<ReturnType<typeof insertAllThatIsSold>>;
let requester: Person;
let approver: Person;
let friendId = 0;
let serial = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  services = createMemberServices(database.db);
  desk = await createTestDesk(database, { actions: memberMergeActions({ sessions: services.sessions }) });
  sold = await insertAllThatIsSold(database.db);
  friendId = await insertMember(database.db, 'friend@member.example');
});
beforeEach(async () => {
  desk.clock.now = new Date('2026-11-26T06:00:00Z');
  requester = await desk.enter('support');
  approver = await desk.enter('administrator');
});
afterAll(async () => {
  await desk.app.close();
  await database.close();
});

/** Two accounts of one person, each with a row in every table; only the second has a plan and orders. */
async function twoAccounts() {
  serial += 1;
  const { db } = database;
  const of = (name: string, hasPlan: boolean) =>
    insertFullMember(db, sold, { email: `${name}-${serial}@member.example`, hasPlan, friendId, hasMerges: false });
  const [kept, merged] = [await of('kept', false), await of('merged', true)];
  await db.update(recurringProfiles).set({ state: 'stopped' }).where(eq(recurringProfiles.memberId, merged.memberId));
  await db
    .update(offlineApplications)
    .set({ state: 3, decidedAt: desk.clock.now })
    .where(eq(offlineApplications.memberId, merged.memberId));
  await db
    .update(orders)
    .set({ state: 'paid', paidAt: desk.clock.now, fulfilledAt: desk.clock.now })
    .where(eq(orders.memberId, merged.memberId));
  return { kept: kept.memberId, merged: merged.memberId, email: merged.email };
}

/** Asks for an action and lets another person approve it. */
async function run(name: string, input: object) {
  const asked = await desk.act(name, input, { cookie: requester.cookie, reason: 'one person, two accounts' });
  if (asked.status !== 200) return asked;
  const { approval_id: id } = asked.response as { approval_id: number };
  return desk.approve(id, approver);
}
const merge = (kept: number, merged: number) => run('members.merge', { kept_id: kept, merged_id: merged });
const unmerge = (merged: number) => run('members.unmerge', { merged_id: merged });

/** Every row of the tables that move, without what each change of a list counts up. */
async function rowsOf(...ids: number[]) {
  const found: Record<string, unknown[]> = {};
  for (const { table, owner } of MOVING) {
    const { rows } = await database.db.execute<{ row: unknown }>(
      sql`select to_jsonb(t) as row from ${table} as t where t.${sql.raw(owner.name)} in ${ids} order by to_jsonb(t)::text`,
    );
    found[`${getTableConfig(table).name}.${owner.name}`] = rows.map(({ row }) => row);
  }
  return found;
}

it('knows of every column that names a member whether it moves, or why not', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name ~ '(^|_)member_id$'
    union
    select conrelid::regclass || '.' || attname from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = 'members'::regclass`);
  const isPartition = /^tracking_events_/;
  const named = [...new Set(rows.map(({ name }) => name.replaceAll('"', '')))].filter(
    (name) => !isPartition.test(name),
  );
  expect(named.length).toBeGreaterThan(35);
  const known = [
    ...MOVING.map(({ table, owner }) => `${getTableConfig(table).name}.${owner.name}`),
    ...Object.keys(STAYING),
  ];
  expect(named.toSorted()).toEqual(known.toSorted());
});

it('moves what the account has, ends its sessions, keeps its passwords and cards, and closes its log-in', async () => {
  const { db } = database;
  const { kept, merged, email } = await twoAccounts();
  const password = 'correct horse battery 9';
  await db
    .update(tables.members)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(tables.members.id, merged));
  expect((await merge(kept, merged)).status).toBe(200);

  for (const table of [orders, subscriptions, rentals])
    expect(await db.select().from(table).where(eq(table.memberId, kept)), getTableConfig(table).name).not.toHaveLength(
      0,
    );
  const left = await rowsOf(merged);
  // The same favourite, moment and day stay behind, as the member who stays has them.
  const stayed = Object.entries(left)
    .filter(([, rows]) => rows.length > 0)
    .map(([name]) => name);
  expect(stayed.toSorted()).toEqual([
    'bookmarks.member_id',
    'event_reminders.member_id',
    'favourites.member_id',
    'follows.member_id',
    'heard_spans.member_id',
    'history_entries.member_id',
    'plan_reminders.member_id',
    'playlist_entries.member_id',
    'waiting_room_entries.member_id',
  ]);
  const { memberSessions, passkeys } = tables;
  expect(await db.select().from(memberSessions).where(eq(memberSessions.memberId, merged))).toHaveLength(0);
  expect(await db.select().from(passkeys).where(eq(passkeys.memberId, merged))).toHaveLength(1);
  expect(await db.select().from(recurringProfiles).where(eq(recurringProfiles.memberId, merged))).toHaveLength(1);
  const entering = logIn(
    services,
    { email, password },
    { now: desk.clock.now, remoteIp: '203.0.113.9', userAgent: 'test', known: undefined },
  );
  await expect(entering).rejects.toMatchObject({
    errorName: 'userMerged',
    detail: { into: expect.stringContaining('…@member.example') },
  });
  const told = await db.select().from(mails).where(eq(mails.recipient, email));
  expect(told.map(({ textBody }) => textBody).join()).toContain('這個帳戶不能再登入');
});

it('previews what would move without moving it', async () => {
  const { kept, merged } = await twoAccounts();
  const before = await rowsOf(kept, merged);
  const preview = await desk.call('/api/staff/actions/members.merge/preview', {
    cookie: requester.cookie,
    body: { input: { kept_id: kept, merged_id: merged } },
  });
  expect(preview.response).toMatchObject({
    needs_second_person: true,
    rows: [
      { subject_id: String(kept), after: { mergedId: merged, orders: 1, subscriptions: 1, event_tickets: 2 } },
      {},
    ],
  });
  expect(await rowsOf(kept, merged)).toEqual(before);
});

it('gives back within seven days exactly what was there, in every table', async () => {
  const { kept, merged } = await twoAccounts();
  const before = await rowsOf(kept, merged);
  await merge(kept, merged);
  expect(await rowsOf(kept, merged)).not.toEqual(before);
  desk.clock.now = new Date(desk.clock.now.getTime() + 6 * DAY_MS);
  [requester, approver] = [await desk.enter('support'), await desk.enter('administrator')];
  expect((await unmerge(merged)).status).toBe(200);
  expect(await rowsOf(kept, merged)).toEqual(before);
  const [member] = await database.db.select().from(tables.members).where(eq(tables.members.id, merged));
  expect(member).toMatchObject({ state: 'active', mergedIntoId: null });
  expect(await listMerges(database.db, merged)).toEqual([]);
});

it('keeps what has changed since the merge where it is, and says what', async () => {
  const { db } = database;
  const { kept, merged } = await twoAccounts();
  const [rental] = await db.select().from(rentals).where(eq(rentals.memberId, merged));
  await db
    .update(favourites)
    .set({ programId: 2 })
    .where(and(eq(favourites.memberId, merged), eq(favourites.programId, 1)));
  await merge(kept, merged);
  await db.update(rentals).set({ hiddenAt: desk.clock.now }).where(eq(rentals.id, rental!.id));
  await db.delete(favourites).where(and(eq(favourites.memberId, kept), eq(favourites.programId, 2)));
  const { response } = await unmerge(merged);
  expect(response).toMatchObject({
    rows: [{ after: { stays: { rentals: [{ id: rental!.id }], favourites: [{}] }, returns: { orders: 1 } } }, {}],
  });
  expect(await db.select().from(rentals).where(eq(rentals.id, rental!.id))).toMatchObject([{ memberId: kept }]);
});

it('combines what both have: the later time of a replay, and what was heard of one day by either', async () => {
  const { db } = database;
  const { kept, merged } = await twoAccounts();
  const later = new Date(desk.clock.now.getTime() - 3_600_000);
  await db.update(historyEntries).set({ playedAt: later }).where(eq(historyEntries.memberId, merged));
  const span = (from: number, to: number) => `{[2026-11-20 0${from}:00+08,2026-11-20 0${to}:00+08)}`;
  await db
    .update(heardSpans)
    .set({ spans: span(1, 2) })
    .where(eq(heardSpans.memberId, kept));
  await db
    .update(heardSpans)
    .set({ spans: span(4, 5) })
    .where(eq(heardSpans.memberId, merged));
  await merge(kept, merged);
  expect(await db.select().from(historyEntries).where(eq(historyEntries.memberId, kept))).toMatchObject([
    { playedAt: later },
  ]);
  const [heard] = await db.select().from(heardSpans).where(eq(heardSpans.memberId, kept));
  expect(heard!.spans.match(/\[/g)).toHaveLength(2);
});

it('moves a verified number to the member who has none, and back', async () => {
  const { db } = database;
  const { members } = tables;
  const { kept, merged } = await twoAccounts();
  await db
    .update(members)
    .set({ phoneNo: null, phoneNoCountry: null, phoneVerifiedAt: null })
    .where(eq(members.id, kept));
  const phoneOf = async (id: number) => (await db.select().from(members).where(eq(members.id, id)))[0]!.phoneNo;
  const phone = await phoneOf(merged);
  await merge(kept, merged);
  expect([await phoneOf(kept), await phoneOf(merged)]).toEqual([phone, null]);
  await unmerge(merged);
  expect([await phoneOf(kept), await phoneOf(merged)]).toEqual([null, phone]);
});

it.each([
  [
    'recurring-payment',
    (id: number) =>
      database.db.update(recurringProfiles).set({ state: 'grace' }).where(eq(recurringProfiles.memberId, id)),
  ],
  [
    'open-order',
    (id: number) =>
      database.db.update(orders).set({ state: 'open', paidAt: null, fulfilledAt: null }).where(eq(orders.memberId, id)),
  ],
  [
    'offline-application',
    (id: number) =>
      database.db
        .update(offlineApplications)
        .set({ state: 1, decidedAt: null })
        .where(eq(offlineApplications.memberId, id)),
  ],
  [
    'merged-not-active',
    (id: number) => database.db.update(tables.members).set({ state: 'inactive' }).where(eq(tables.members.id, id)),
  ],
  [
    'in-a-family',
    (id: number) =>
      database.db.insert(familySeats).values({ ownerId: id, memberId: id, seat: 1, joinedAt: desk.clock.now }),
  ],
])('refuses with what to do first: %s', async (why, change) => {
  const { kept, merged } = await twoAccounts();
  await change(merged);
  expect(await merge(kept, merged)).toMatchObject({ status: 409, response: { detail: { why } } });
});

it('refuses while both have a plan, or a film both have rented, and an account that took one over itself', async () => {
  const { db } = database;
  const { kept, merged } = await twoAccounts();
  const [plan] = await db.select().from(subscriptions).where(eq(subscriptions.memberId, merged));
  const { id: _plan, ...copy } = plan!;
  await db.insert(subscriptions).values({
    ...copy,
    memberId: kept,
    orderId: null,
    source: 'hand',
    endsAt: new Date(desk.clock.now.getTime() + DAY_MS),
  });
  expect(await merge(kept, merged)).toMatchObject({ response: { detail: { why: 'two-plans' } } });
  await db.delete(subscriptions).where(eq(subscriptions.memberId, kept));
  const [rental] = await db.select().from(rentals).where(eq(rentals.memberId, merged));
  const { id: _rental, ...rented } = rental!;
  await db.insert(rentals).values({ ...rented, memberId: kept });
  expect(await merge(kept, merged)).toMatchObject({ response: { detail: { why: 'same-film' } } });
  await db.delete(rentals).where(eq(rentals.memberId, kept));
  expect((await merge(kept, merged)).status).toBe(200);
  expect(await merge(friendId, kept)).toMatchObject({ response: { detail: { why: 'took-over-before' } } });
});

it('refuses to take a merge back after seven days, whose records are then deleted', async () => {
  const { kept, merged } = await twoAccounts();
  await merge(kept, merged);
  desk.clock.now = new Date(desk.clock.now.getTime() + 7 * DAY_MS);
  [requester, approver] = [await desk.enter('support'), await desk.enter('administrator')];
  expect(await unmerge(merged)).toMatchObject({ status: 409, response: { detail: { why: 'too-late' } } });
  await forgetOldMerges(database.db, new Date(desk.clock.now.getTime() + 1));
  const [row] = await database.db.select().from(memberMerges).where(eq(memberMerges.mergedId, merged));
  expect(await database.db.select().from(memberMergeRows).where(eq(memberMergeRows.mergeId, row!.id))).toEqual([]);
});

it('records a row only as one of the member who was merged', async () => {
  const { db } = database;
  const { kept, merged } = await twoAccounts();
  await merge(kept, merged);
  const [{ id: mergeId } = { id: 0 }] = await db.select().from(memberMerges).where(eq(memberMerges.mergedId, merged));
  const row = { mergeId, tableName: 'orders.member_id', key: { id: 0 }, former: {}, rowHash: Buffer.alloc(32) };
  await expect(db.insert(memberMergeRows).values({ ...row, formerOwner: kept })).rejects.toThrow();
  await db.insert(memberMergeRows).values({ ...row, formerOwner: merged });
});

it('exports either account, and erases the former one with the one that stays', async () => {
  const { db } = database;
  const { members } = tables;
  const privacy = privacyServicesOf(services);
  const { kept, merged } = await twoAccounts();
  await merge(kept, merged);
  const now = desk.clock.now;
  expect((await exportPersonalData(privacy, { memberId: kept, now })).tables['orders']).not.toHaveLength(0);
  expect((await exportPersonalData(privacy, { memberId: merged, now })).tables['mergedAway']).toHaveLength(1);
  await db.transaction((tx) => scheduleErasure(tx, privacy, kept, now));
  expect(await unmerge(merged)).toMatchObject({ response: { detail: { why: 'being-erased' } } });
  await eraseDueMembers(privacy, new Date(now.getTime() + 31 * DAY_MS));
  const left = await db
    .select()
    .from(members)
    .where(sql`${members.id} in ${[kept, merged]}`);
  for (const row of left) expect(row).toMatchObject({ state: 'erased', email: null, mergedIntoId: null });
  expect(await db.select().from(memberMerges).where(eq(memberMerges.keptId, kept))).toEqual([]);
});

it('erases the former account alone when it was asked for', async () => {
  const privacy = privacyServicesOf(services);
  const { kept, merged } = await twoAccounts();
  await merge(kept, merged);
  const { now } = desk.clock;
  await database.db.transaction((tx) => scheduleErasure(tx, privacy, merged, now));
  await eraseDueMembers(privacy, new Date(now.getTime() + 31 * DAY_MS));
  const { members } = tables;
  expect(await database.db.select().from(members).where(eq(members.id, kept))).toMatchObject([{ state: 'active' }]);
  expect(await database.db.select().from(orders).where(eq(orders.memberId, kept))).not.toHaveLength(0);
});

it('needs another person, and leaves what both accounts do in the audit of each', async () => {
  const { kept, merged } = await twoAccounts();
  const asked = await desk.act(
    'members.merge',
    { kept_id: kept, merged_id: merged },
    { cookie: requester.cookie, reason: 'one person' },
  );
  expect(asked.response).toMatchObject({ outcome: 'asked' });
  const { approval_id: id } = asked.response as { approval_id: number };
  expect((await desk.approve(id, requester)).status).toBe(403);
  expect((await desk.approve(id, approver)).status).toBe(200);
  const events = await database.db.select().from(auditEvents).where(eq(auditEvents.action, 'members.merge'));
  const subjects = events.map(({ subjectId }) => Number(subjectId));
  expect(subjects).toEqual(expect.arrayContaining([kept, merged]));
});
