import { hash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { familiesText } from '#app/text/zh-hk/families.ts';
import { attempts } from '#db/tables/attempts.ts';
import { familyInvitations, familySeats } from '#db/tables/families.ts';
import { mails } from '#db/tables/mail.ts';
import { members } from '#db/tables/members.ts';
import { subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { cutTime, findLiveTimes, layTime } from '#domain/subscriptions/plan-times.ts';
import { createSubscriberCheck, sharersOf } from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { RESPONSE_CODES, type DomainError } from '#shared/domain-error.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { plansOf, scannedTables } from '#tests/setup/plans.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import {
  findFamilyInvitation,
  inviteAgain,
  inviteToFamily,
  joinFamily,
  leaveFamily,
  removeFromFamily,
  tidyFamilies,
  viewFamily,
  withdrawFamilyInvitation,
} from './families.ts';

// Five people at most play by one paid plan, each in one family only, exactly as long as its payer may.

const START = new Date('2026-11-21T12:00:00+08:00');
const DAY_MS = 86_400_000;
const [FAMILY, SINGLE] = [1, 2];

let database: TestDatabase;
let now = START;
let payer: MemberActor;
let friend: MemberActor;
let stranger: MemberActor;
let check: ReturnType<typeof createSubscriberCheck>;

beforeAll(async () => {
  database = await createTestDatabase();
  check = createSubscriberCheck(database.db);
  const plan = { priceCents: 8_800, days: 30 };
  await database.db.insert(subscriptionPlans).values([
    { ...plan, id: FAMILY, name: '家庭計劃', isFamily: true },
    { ...plan, id: SINGLE, name: '每月' },
  ]);
});
afterAll(() => database.close());
beforeEach(async () => {
  now = START;
  const { db } = database;
  for (const table of [familyInvitations, familySeats, subscriptions, mails, attempts]) await db.delete(table);
  payer = await person('payer');
  friend = await person('friend');
  stranger = await person('stranger');
  await pay(payer);
});

let people = 0;
async function person(name: string): Promise<MemberActor> {
  const email = `${name}${(people += 1)}@member.example`;
  const memberId = await insertMember(database.db, email, { displayName: name });
  return memberActor(memberId);
}
const pay = (who: MemberActor, planId = FAMILY, days = 30) =>
  database.db.transaction((tx) =>
    layTime(tx, { memberId: who.memberId, planId, source: 'hand', length: { days }, now }),
  );
const at = () => ({ db: database.db, now, siteUrl: 'https://radio.example' });
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const plays = (who: MemberActor) => check(who.memberId, now);
const refused = (errorName: string) => ({ errorName });

/** Invites a mailbox and reads the code in its newest mail. */
async function invite(email: string, as = payer): Promise<string> {
  await inviteToFamily(at(), as, email);
  return codeTo(email);
}
async function codeTo(email: string): Promise<string> {
  const rows = await database.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id);
  return (
    /https:\/\/radio\.example\/member\/userinfo\/memberHistory\?code=([\w-]{43})/.exec(
      rows.at(-1)?.textBody ?? '',
    )?.[1] ?? ''
  );
}
const take = (token: string, as = friend) => joinFamily(at(), as, token);
async function fill(count: number): Promise<MemberActor[]> {
  const joined: MemberActor[] = [];
  for (let i = 0; i < count; i += 1) {
    const one = await person('relative');
    await take(await invite(`relative${i}@mail.example`), one);
    await database.db.delete(attempts);
    joined.push(one);
  }
  return joined;
}
const seatOf = async (who: MemberActor) =>
  (await viewFamily(at(), payer)).people.find(({ memberId }) => memberId === who.memberId)?.id ?? 0;

describe('the entitlement', () => {
  it('lets who joined play from then on, and nobody else', async () => {
    const token = await invite('friend@mail.example');
    expect([await plays(friend), await plays(payer)]).toEqual([false, true]);
    await take(token);
    expect([await plays(friend), await plays(stranger)]).toEqual([true, false]);
  });

  it('ends and returns with the plan of the payer, whatever ends it', async () => {
    await take(await invite('friend@mail.example'));
    const { db } = database;
    // A refund or chargeback cuts the period.
    const [time] = await findLiveTimes(db, payer.memberId, now);
    later(1_000);
    await db.transaction((tx) => cutTime(tx, time!, now));
    expect(await plays(friend)).toBe(false);
    // Grace of a failed charge entitles the payer, so it does the family.
    const until = new Date(now.getTime() + 3 * DAY_MS);
    const grace = { memberId: payer.memberId, planId: FAMILY, startsAt: now, endsAt: until };
    await db.insert(subscriptions).values({ ...grace, source: 'grace' });
    expect(await plays(friend)).toBe(true);
    now = new Date(until.getTime() - 1);
    expect(await plays(friend)).toBe(true);
    now = until;
    expect([await plays(friend), await plays(payer)]).toEqual([false, false]);
    await pay(payer);
    expect(await plays(friend)).toBe(true);
  });

  it('is of a family plan only: after a change to a single one, the payer plays alone', async () => {
    await take(await invite('friend@mail.example'));
    await database.db.update(subscriptions).set({ planId: SINGLE });
    expect([await plays(payer), await plays(friend)]).toEqual([true, false]);
  });

  it('stops with the account of the payer, but not while its deletion can be cancelled', async () => {
    await take(await invite('friend@mail.example'));
    const set = (values: Partial<typeof members.$inferInsert>) =>
      database.db.update(members).set(values).where(eq(members.id, payer.memberId));
    await set({ state: 'deleting', eraseAt: new Date(now.getTime() + DAY_MS) });
    expect(await plays(friend)).toBe(true);
    await set({ state: 'inactive', eraseAt: null });
    expect(await plays(friend)).toBe(false);
  });

  it('stays with a member whose own plan runs when they leave or are removed', async () => {
    await pay(friend, SINGLE);
    await take(await invite('friend@mail.example'));
    await leaveFamily(at(), friend);
    expect(await plays(friend)).toBe(true);
  });
});

describe('an invitation', () => {
  it('is for who pays a family plan that runs', async () => {
    await expect(invite('a@mail.example', stranger)).rejects.toMatchObject(refused('forbidden'));
    await pay(stranger, SINGLE);
    await expect(invite('a@mail.example', stranger)).rejects.toMatchObject(refused('forbidden'));
    await expect(invite('a@mail.example', { ...payer, isEmailVerified: false })).rejects.toMatchObject(
      refused('forbidden'),
    );
    await take(await invite('friend@mail.example'));
    await expect(invite('a@mail.example', friend)).rejects.toMatchObject(refused('forbidden'));
    later(31 * DAY_MS);
    await expect(invite('a@mail.example')).rejects.toMatchObject(refused('forbidden'));
  });

  it('is never to the payer: their own mailbox is refused as such, in any spelling, and no mail is sent', async () => {
    const { db } = database;
    const [own] = await db.select().from(members).where(eq(members.id, payer.memberId));
    await expect(inviteToFamily(at(), payer, own!.email!.toUpperCase())).rejects.toMatchObject(refused('sameEmail'));
    expect(await db.select().from(mails)).toEqual([]);
  });

  it('is used once: a second member and another code get nothing', async () => {
    const token = await invite('friend@mail.example');
    const taken = await Promise.allSettled([take(token), take(token, stranger)]);
    expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (const code of [token, '', 'A'.repeat(43)])
      await expect(take(code, await person('late'))).rejects.toMatchObject(refused('dataNotFound'));
    expect(await findFamilyInvitation(at(), stranger, 'A'.repeat(43))).toEqual({ state: 'gone', payerEmail: null });
  });

  it('is void once it was sent again, withdrawn, or 14 days old, and is never that of its payer', async () => {
    const first = await invite('friend@mail.example');
    await expect(take(first, payer)).rejects.toMatchObject(refused('dataNotFound'));
    const [{ id } = { id: 0 }] = (await viewFamily(at(), payer)).invitations;
    later(1_000);
    await inviteAgain(at(), payer, id);
    const second = await codeTo('friend@mail.example');
    await expect(take(first)).rejects.toMatchObject(refused('dataNotFound'));
    await expect(withdrawFamilyInvitation(at(), stranger, id)).rejects.toMatchObject(refused('dataNotFound'));
    await expect(inviteAgain(at(), stranger, id)).rejects.toMatchObject(refused('dataNotFound'));
    expect(await findFamilyInvitation(at(), friend, second)).toMatchObject({ state: 'waiting' });
    later(14 * DAY_MS);
    await expect(take(second)).rejects.toMatchObject(refused('dataNotFound'));
    now = START;
    await withdrawFamilyInvitation(at(), payer, id);
    await expect(take(second)).rejects.toMatchObject(refused('dataNotFound'));
  });

  it('stores no code that opens it, and is mailed three times a day to one mailbox', async () => {
    const token = await invite('friend@mail.example');
    const [row] = await database.db.select().from(familyInvitations);
    expect(row!.tokenHash.includes(token)).toBe(false);
    for (let i = 0; i < 2; i += 1) {
      later(1_000);
      await invite('friend@mail.example');
    }
    await expect(invite('friend@mail.example')).rejects.toMatchObject(refused('tooManyRequests'));
  });

  it('does not open while the payer’s plan does not run', async () => {
    const token = await invite('friend@mail.example');
    await database.db.delete(subscriptions);
    expect(await findFamilyInvitation(at(), friend, token)).toMatchObject({ state: 'lapsed' });
    await expect(take(token)).rejects.toMatchObject(refused('conflict'));
    expect(await plays(friend)).toBe(false);
  });

  it('is deleted a month after it expired', async () => {
    await invite('friend@mail.example');
    later(43 * DAY_MS);
    await tidyFamilies(at());
    expect(await database.db.select().from(familyInvitations)).toHaveLength(1);
    later(2 * DAY_MS);
    await tidyFamilies(at());
    expect(await database.db.select().from(familyInvitations)).toEqual([]);
  });
});

describe('a family', () => {
  it('has four others at most, of two who take the last seat at once one', async () => {
    await fill(3);
    const token = await invite('last@mail.example');
    await expect(invite('fifth@mail.example')).rejects.toMatchObject(refused('conflict'));
    // As if two invitations were left for one seat.
    const [row] = await database.db.select().from(familyInvitations);
    const other = 'B'.repeat(43);
    const tokenHash = hash('sha256', other, 'buffer');
    const { id: _, ...copy } = row!;
    await database.db.insert(familyInvitations).values({ ...copy, emailKey: 'other', tokenHash });
    const taken = await Promise.allSettled([take(token), take(other, stranger)]);
    expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await viewFamily(at(), payer)).people).toHaveLength(5);
    expect([await plays(friend), await plays(stranger)].filter(Boolean)).toHaveLength(1);
  });

  it('that is full says so to whoever opens a link that was left, and refuses them with 409', async () => {
    const left = await invite('late@mail.example');
    const [row] = await database.db.select().from(familyInvitations);
    const { id, ...copy } = row!;
    await fill(3);
    // As if the seat that its invitation held had been given away.
    await withdrawFamilyInvitation(at(), payer, id);
    await fill(1);
    await database.db.insert(familyInvitations).values(copy);
    const { state } = await findFamilyInvitation(at(), friend, left);
    expect(state).toBe('full');
    expect(familiesText.opened[state as 'full']).toContain('加唔到人');
    const error: unknown = await take(left).catch((caught: unknown) => caught);
    expect(RESPONSE_CODES[(error as DomainError).errorName].status).toBe(409);
    expect(await viewFamily(at(), payer)).toMatchObject({ isFull: true, free: 0 });
    expect(await plays(friend)).toBe(false);
  });

  it('is one for each member, of two joined at once one', async () => {
    const second = await person('payer');
    await pay(second);
    const [a, b] = [await invite('friend@mail.example'), await invite('friend@mail.example', second)];
    const taken = await Promise.allSettled([take(a), take(b)]);
    expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await findFamilyInvitation(at(), friend, taken[0]!.status === 'fulfilled' ? b : a)).toMatchObject({
      state: 'elsewhere',
    });
  });

  it('is no rota: after two changes in 30 days nobody new joins, who left comes back', async () => {
    const joined = await fill(4);
    const gone: MemberActor[] = [];
    for (const one of joined.slice(0, 2)) {
      await removeFromFamily(at(), payer, await seatOf(one));
      gone.push(one);
    }
    await fill(2);
    await removeFromFamily(at(), payer, await seatOf(joined[2]!));
    await expect(invite('another@mail.example')).rejects.toMatchObject(refused('conflict'));
    expect(await viewFamily(at(), payer)).toMatchObject({ free: 0, freeFrom: new Date(START.getTime() + 30 * DAY_MS) });
    later(30 * DAY_MS);
    await pay(payer);
    await take(await invite('another@mail.example'));
  });

  it('is changed by its payer alone; a member leaves, and sees neither invitations nor others’ seats to end', async () => {
    await take(await invite('friend@mail.example'));
    await invite('waiting@mail.example');
    const seat = await seatOf(friend);
    for (const who of [friend, stranger])
      await expect(removeFromFamily(at(), who, seat)).rejects.toMatchObject(refused('dataNotFound'));
    await expect(leaveFamily(at(), payer)).rejects.toMatchObject(refused('dataNotFound'));
    await expect(leaveFamily(at(), stranger)).rejects.toMatchObject(refused('dataNotFound'));
    expect(await viewFamily(at(), friend)).toMatchObject({ role: 'member', invitations: [], free: 0 });
    await removeFromFamily(at(), payer, seat);
    expect(await plays(friend)).toBe(false);
    // The last of the others has left, so that the payer can join a family themselves.
    expect((await viewFamily(at(), payer)).people).toEqual([]);
  });

  it('tells its payer by mail who joined', async () => {
    await take(await invite('friend@mail.example'));
    const rows = await database.db.select().from(mails).where(eq(mails.memberId, payer.memberId));
    expect(rows.map(({ template }) => template)).toEqual(['family-joined']);
  });
});

it('is refused by the database where a bug would allow more', async () => {
  await take(await invite('friend@mail.example'));
  const open = { ownerId: payer.memberId, joinedAt: now };
  const second = await person('payer');
  const wrong = [
    // a sixth seat, a taken seat, a second payer, a second family
    { ...open, memberId: stranger.memberId, seat: 6 },
    { ...open, memberId: stranger.memberId, seat: 2 },
    { ...open, memberId: stranger.memberId, seat: 1 },
    { ownerId: second.memberId, memberId: friend.memberId, seat: 2, joinedAt: now },
    // a family of a member who is in another, and of one who pays none
    { ownerId: friend.memberId, memberId: stranger.memberId, seat: 2, joinedAt: now },
    { ownerId: second.memberId, memberId: stranger.memberId, seat: 2, joinedAt: now },
  ];
  for (const seat of wrong) await expect(database.db.insert(familySeats).values(seat)).rejects.toThrow();
  // The payer’s seat ends after the others.
  await expect(
    database.db.update(familySeats).set({ leftAt: now, leftWhy: 'closed' }).where(eq(familySeats.seat, 1)),
  ).rejects.toThrow();
});

it('is found for every call by indexes, however many members and plans there are', async () => {
  const { db, pool } = database;
  await db.execute(
    sql.raw(`insert into members (id, email, email_key, display_name, surname, given_name)
    select 100000 + i, 'm' || i, 'm' || i, '', '', '' from generate_series(1, 5000) as i`),
  );
  await db.execute(
    sql.raw(`insert into subscriptions (member_id, plan_id, source, starts_at, ends_at)
    select 100000 + i, ${SINGLE}, 'hand', timestamptz '2026-01-01' + n * interval '30 days', timestamptz '2026-01-01' + (n + 1) * interval '30 days'
    from generate_series(1, 5000) as i cross join generate_series(0, 3) as n`),
  );
  await db.execute(
    sql.raw(`insert into family_seats (owner_id, member_id, seat, joined_at)
    select 100000 + i - i % 5, 100000 + i, 1 + i % 5, '2026-01-01' from generate_series(5, 4999) as i order by i`),
  );
  await db.execute(sql`vacuum analyze`);
  const plans = await plansOf(pool, async (tx) => {
    await createSubscriberCheck(tx)(friend.memberId, now);
    await sharersOf(tx, friend.memberId, now);
    await viewFamily({ db: tx, now }, friend);
    await findFamilyInvitation({ db: tx, now }, friend, 'a code');
  });
  // The catalogue of plans is two rows.
  expect(scannedTables(plans).filter((table) => !['subscription_plans', 'family_invitations'].includes(table))).toEqual(
    [],
  );
  await db.delete(familySeats);
  await db.delete(subscriptions);
});
