import { eq, getTableColumns, or, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tables } from '#db/database.ts';
import { bookmarks, favourites, historyEntries, libraryLists, playlistEntries } from '#db/tables/library.ts';
import { podcastFeeds } from '#db/tables/podcasts.ts';
import { campaignDetails, campaignOrders } from '#db/tables/campaigns.ts';
import { eventTickets } from '#db/tables/events.ts';
import { mails } from '#db/tables/mail.ts';
import { orders } from '#db/tables/payments.ts';
import { guestBuyers } from '#db/tables/sales.ts';
import { recurringProfiles } from '#db/tables/subscriptions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import type { PersonalTable } from '#db/personal-table.ts';
import { PERSONAL_TABLES } from '#server/services/accounts/personal-tables.ts';
import { createMemberServices, insertMember, privacyServicesOf } from '#tests/factories/accounts/member-services.ts';
import { emptyPlayback } from '#tests/factories/playback/playback.ts';
import { insertOrder } from '#tests/factories/money/receipts.ts';
import { lockAccount } from '#domain/payments/payments.ts';
import { emailHashOf } from '#domain/sales/guest-links.ts';
import { personalDataPage } from './export-page.ts';
import {
  askDeletion,
  erasedMailSent,
  eraseDueMembers,
  exportPersonalData,
  takeBackDeletion,
  type PrivacyServices,
} from './privacy.ts';
import {
  days,
  insertAllThatIsSold,
  insertFullMember,
  now,
  SECRET,
  visitor,
} from '#tests/factories/accounts/full-member.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';

let database: TestDatabase;
let services: PrivacyServices;
let sold: Awaited<ReturnType<typeof insertAllThatIsSold>>;
let friendId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  services = privacyServicesOf(createMemberServices(database.db));
  sold = await insertAllThatIsSold(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  for (const table of [libraryLists, playlistEntries, favourites, historyEntries, bookmarks]) await db.delete(table);
  await db.delete(podcastFeeds);
  await database.pool.query(
    'truncate orders, replay_gifts, family_seats, family_invitations, subscriptions, billing_accounts, guest_buyers, recurring_profiles, plan_reminders, promotion_batches, promotion_uses, mails, event_tickets, event_reminders, waiting_room_entries, diagnostic_reports, invitations cascade',
  );
  await db.delete(tables.registrations);
  await emptyPlayback(db);
  friendId = await insertMember(db, 'friend@member.example');
});

const fullMember = (email: string, { hasPlan = true }: { hasPlan?: boolean } = {}) =>
  insertFullMember(database.db, sold, { email, hasPlan, friendId });

/** Requests deletion with a fresh log-in. */
async function leave({ memberId, sessionId }: { memberId: number; sessionId: number }, at = now): Promise<Date> {
  const { memberSessions } = tables;
  await database.db.update(memberSessions).set({ createdAt: at }).where(eq(memberSessions.id, sessionId));
  const by = { ...visitor, now: at };
  return (await askDeletion(services, memberActor(memberId, { sessionId }), {}, by)).eraseAt;
}

/** Number of rows of a member, by table. */
async function rowsOf({ memberId, email }: { memberId: number; email: string }) {
  const counts: Record<string, number> = {};
  for (const [name, rule] of Object.entries<PersonalTable>(PERSONAL_TABLES)) {
    const keys = { memberId, email, emailKey: email };
    const named = eq(rule.column, keys[rule.by]);
    const mine = rule.through
      ? sql`${rule.through.own} in (select ${rule.through.other} from ${rule.through.other.table} where ${named})`
      : named;
    const found = rule.orElse ? or(mine, eq(rule.orElse.column, keys[rule.orElse.by])) : mine;
    counts[name] = (await database.db.select().from(rule.table).where(found)).length;
  }
  return counts;
}

it('exports a row of every table that holds one, under its own name, and none of anybody else', async () => {
  const other = await fullMember('other@member.example');
  const me = await fullMember('me@member.example');
  const data = await exportPersonalData(services, { memberId: me.memberId, now });
  for (const [name, rows] of Object.entries(data.tables)) expect(rows.length, name).toBeGreaterThan(0);
  expect(data.tables['account']).toMatchObject([{ email: 'me@member.example', dob: '1990-01-31', surname: '陳<b>' }]);
  expect(data.tables['sessions']).toHaveLength(2);
  const text = JSON.stringify(data);
  expect(text).not.toContain(other.email);
  for (const rows of Object.values(data.tables))
    for (const row of rows) expect(row).not.toHaveProperty('password_hash');
});

it('tells nothing that opens anything, in neither form, and escapes what the member wrote', async () => {
  const me = await fullMember('me@member.example');
  const data = await exportPersonalData(services, { memberId: me.memberId, now });
  const page = personalDataPage(services.tables, data);
  for (const text of [JSON.stringify(data), page]) {
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('SECRETCODE');
    expect(text).not.toContain(me.hash.toString('base64'));
  }
  expect(page).toContain('陳&lt;b&gt;');
  expect(page).not.toContain('<b>');
  expect(page).not.toMatch(/<script|src=|href=/);
  for (const words of ['香港', '男', '加入通行密鑰', '電台贈送', '我的筆記', '播放清單']) expect(page).toContain(words);
  for (const { title } of Object.values(PERSONAL_TABLES)) expect(page).toContain(title);
});

it('gives thirty days, stops payments, ends other sessions, and tells the member once', async () => {
  const { db } = database;
  const me = await fullMember('me@member.example');
  const eraseAt = await leave(me);
  expect(eraseAt).toEqual(days(30));
  expect(await leave(me, days(5))).toEqual(days(30));
  const sessions = await db.select({ id: tables.memberSessions.id }).from(tables.memberSessions);
  expect(sessions).toEqual([{ id: me.sessionId }]);
  const [profile] = await db.select({ state: recurringProfiles.state }).from(recurringProfiles);
  expect(profile).toEqual({ state: 'stopped' });
  const told = await db.select().from(mails).where(eq(mails.template, 'member-security'));
  expect(told.map(({ recipient }) => recipient)).toEqual([me.email]);
});

it('erases nobody within the grace, nor whoever took it back, at the last moment too', async () => {
  const me = await fullMember('me@member.example');
  await leave(me);
  expect(await eraseDueMembers(services, new Date(days(30).getTime() - 1))).toBe(0);
  await Promise.all([
    takeBackDeletion(services, { ...me, visitor: { ...visitor, now: days(29) } }),
    eraseDueMembers(services, days(29)),
  ]);
  expect(await eraseDueMembers(services, days(40))).toBe(0);
  expect((await rowsOf(me))['account']).toBe(1);
  await leave(me, days(41));
  expect(await eraseDueMembers(services, days(70))).toBe(0);
  expect(await eraseDueMembers(services, days(71))).toBe(1);
});

it('erases every row of a member, and nothing of anybody else', async () => {
  const other = await fullMember('other@member.example');
  const before = await rowsOf(other);
  const me = await fullMember('me@member.example', { hasPlan: false });
  await leave(me);
  expect(await eraseDueMembers(services, days(30))).toBe(1);
  const left = await rowsOf(me);
  expect(left).toEqual({ ...Object.fromEntries(Object.keys(left).map((name) => [name, 0])), mails: 1 });
  expect(await rowsOf(other)).toEqual(before);
});

it('finds mails to the addresses a member had before, and leaves whoever has one of them now what is theirs', async () => {
  const { db } = database;
  const me = await fullMember('me@member.example', { hasPlan: false });
  const heir = await fullMember('former@member.example', { hasPlan: false });
  const former = { template: 't', recipient: 'former@member.example', subject: '早前的電郵', textBody: 't' };
  await db.insert(mails).values([
    { ...former, dedupeKey: 'mine', memberId: me.memberId },
    { ...former, dedupeKey: 'theirs', memberId: heir.memberId, subject: '現時的電郵' },
  ]);
  const subjectsOf = async ({ memberId }: { memberId: number }) =>
    (await exportPersonalData(services, { memberId, now })).tables['mails']?.map(({ subject }) => subject);
  expect(new Set(await subjectsOf(me))).toEqual(new Set(['早前的電郵', '重設密碼']));
  expect(new Set(await subjectsOf(heir))).toEqual(new Set(['現時的電郵', '重設密碼']));
  await leave(me);
  await eraseDueMembers(services, days(30));
  const left = (await db.select().from(mails)).map(({ dedupeKey }) => dedupeKey);
  expect(left).not.toContain('mine');
  expect(left).toContain('theirs');
});

it('keeps of a member who had a plan a row that says nothing, for as long as the plan names it', async () => {
  const { db } = database;
  const me = await fullMember('me@member.example');
  await leave(me);
  expect(await eraseDueMembers(services, days(30))).toBe(1);
  const left = await rowsOf(me);
  expect(left).toMatchObject({
    account: 1,
    subscriptions: 1,
    orders: 1,
    receipts: 1,
    rentals: 1,
    eventTickets: 1,
    givenTickets: 1,
    // Delivery addresses and names to read out are personal; the books need neither.
    campaignDetails: 0,
    sessions: 0,
    recurringProfiles: 1,
    securityEvents: 0,
  });
  const [row] = await db.select().from(tables.members).where(eq(tables.members.id, me.memberId));
  const { id: _id, createdAt: _created, updatedAt: _updated, ...blank } = row!;
  expect(Object.keys(blank)).toHaveLength(Object.keys(getTableColumns(tables.members)).length - 3);
  expect(new Set(Object.values(blank).map((value) => JSON.stringify(value)))).toEqual(
    new Set(['"erased"', 'null', '""', 'false', '1', '{}']),
  );
  // The mailbox is free for a new account.
  await fullMember('me@member.example');
});

it('stays a row that says nothing of a member who is named by nothing but a ticket that they gave', async () => {
  const { db } = database;
  const me = await fullMember('me@member.example', { hasPlan: false });
  const { eventId } = sold;
  await db
    .insert(eventTickets)
    .values({ eventId, source: 'hand', memberId: friendId, giverMemberId: me.memberId, givenAt: now, createdAt: now });
  await leave(me);
  expect(await eraseDueMembers(services, days(30))).toBe(1);
  expect(await rowsOf(me)).toMatchObject({ account: 1, givenTickets: 1, eventTickets: 0 });
  expect(await rowsOf({ memberId: friendId, email: 'friend@member.example' })).toMatchObject({ eventTickets: 1 });
});

describe('what was bought without the account, from the same mailbox', () => {
  async function boughtAsGuest(emailVerifiedAt: Date | null) {
    const { db } = database;
    const me = await fullMember('me@member.example', { hasPlan: false });
    await db.delete(guestBuyers);
    await db.update(tables.members).set({ emailVerifiedAt }).where(eq(tables.members.id, me.memberId));
    const [guest] = await db
      .insert(guestBuyers)
      .values({ email: me.email, emailHash: emailHashOf(me.email), provedAt: now })
      .returning({ id: guestBuyers.id });
    const orderId = await insertOrder(db, null);
    await db.update(orders).set({ guestId: guest!.id }).where(eq(orders.id, orderId));
    const { campaignId } = sold;
    await db
      .insert(campaignOrders)
      .values({ orderId, campaignId, termsVersion: '1', acceptedAt: now, deliveryState: 'sent' });
    await db.insert(campaignDetails).values({ orderId, recipient: '陳小明', addressLines: '月街 8 號', country: 'HK' });
    return me;
  }

  it('is exported and erased with it', async () => {
    const me = await boughtAsGuest(now);
    const { tables: told } = await exportPersonalData(services, { memberId: me.memberId, now });
    expect(told['orders']).toHaveLength(1);
    expect(told['campaignDetails']).toMatchObject([{ recipient: '陳小明' }]);
    await leave(me);
    expect(await eraseDueMembers(services, days(30))).toBe(1);
    expect(await database.db.select().from(campaignDetails)).toEqual([]);
    expect(await database.db.select().from(guestBuyers)).toEqual([]);
  });

  it('is neither told to nor erased with an account that did not prove the mailbox', async () => {
    const me = await boughtAsGuest(null);
    const { tables: told } = await exportPersonalData(services, { memberId: me.memberId, now });
    expect([told['orders'], told['campaignDetails'], told['guestBuyers']]).toEqual([[], [], []]);
    await leave(me);
    expect(await eraseDueMembers(services, days(30))).toBe(1);
    expect(await database.db.select().from(campaignDetails)).toHaveLength(1);
    expect(await database.db.select().from(guestBuyers)).toHaveLength(1);
  });
});

it.each([
  ['asks to leave', (me: { memberId: number; sessionId: number; email: string }) => leave(me)],
  ['is erased', () => eraseDueMembers(services, days(30))],
])('waits for a payment of a member who %s, and the payment for it: neither has to be begun again', async (_, go) => {
  const { db } = database;
  const me = await fullMember('me@member.example');
  await db
    .update(tables.members)
    .set({ state: 'deleting', eraseAt: days(30) })
    .where(eq(tables.members.id, me.memberId));
  let going: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await lockAccount(tx, me.memberId);
    going = go(me);
    // Wait until it blocks on the lock.
    await expect
      .poll(
        async () => {
          const { rows } = await database.pool.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          return rows[0]!.waiting;
        },
        { timeout: 10_000 },
      )
      .toBe(1);
    await insertOrder(tx, me.memberId);
  });
  await going;
});

it('writes one last mail and forgets its address once it is sent', async () => {
  const { db } = database;
  const me = await fullMember('me@member.example', { hasPlan: false });
  await leave(me);
  await eraseDueMembers(services, days(30));
  const [last, ...more] = await db.select().from(mails);
  expect(more).toEqual([]);
  expect(last).toMatchObject({ recipient: me.email, template: 'member-erased', sentAt: null });
  await db.transaction((tx) => erasedMailSent(tx, last!));
  expect(await db.select().from(mails)).toEqual([]);
});
