import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { memberConsents, memberDevices, members } from '#db/tables/members.ts';
import { promotionBatches, promotionCodes } from '#db/tables/promotions.ts';
import { recurringProfiles, subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { seedSteps } from '#db/tables/timetable.ts';
import {
  codeFixtures,
  DEMO_PASSWORD,
  memberFixtures,
  payeeFixture,
  planFixtures,
  type MemberFixture,
} from '#fixtures/members.ts';
import { addDaysHk, dayHkOf, instantHk, type DayHk } from '#shared/hk-time.ts';

const STEP = { name: 'demo-members', version: '1' };
const PLANS_STEP = { name: 'demo-plans', version: '1' };
const HONG_KONG = 852;
const JOINED_DAYS_AGO = 200;

function lastDayOfMonth(today: DayHk): DayHk {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

function memberRow(fixture: MemberFixture, passwordHash: string, joinedAt: Date): typeof members.$inferInsert {
  const { id, email, surname, givenName, displayName, gender, dob, phoneNo, isVerified, isSubscribeEdm, hasSeenTour } =
    fixture;
  const verifiedAt = isVerified ? joinedAt : null;
  return {
    id,
    email,
    emailKey: email,
    emailVerifiedAt: verifiedAt,
    passwordHash,
    passwordChangedAt: joinedAt,
    surname,
    givenName,
    displayName,
    gender,
    dob,
    phoneNoCountry: HONG_KONG,
    phoneNo,
    phoneVerifiedAt: verifiedAt,
    isSubscribeEdm,
    isDemo: true,
    archiveTutorialReadAt: hasSeenTour ? joinedAt : null,
    createdAt: joinedAt,
    updatedAt: joinedAt,
  };
}

const CODES_LAST_DAYS = 365;
const USES = 1_000;

/** Seeds the plans and codes of the demo, once; also in a database older than the sale of plans. */
async function insertPlansAndCodes(tx: Tx, sellsFrom: Date): Promise<void> {
  const claimed = await tx.insert(seedSteps).values(PLANS_STEP).onConflictDoNothing().returning();
  if (!claimed.length) return;
  for (const plan of planFixtures) {
    const row = { ...plan, sellsFrom };
    await tx.insert(subscriptionPlans).values(row).onConflictDoUpdate({ target: subscriptionPlans.id, set: row });
  }
  const endsAt = new Date(sellsFrom.getTime() + (JOINED_DAYS_AGO + CODES_LAST_DAYS) * 86_400_000);
  for (const { code, ...batch } of codeFixtures) {
    const [made] = await tx
      .insert(promotionBatches)
      .values({ ...batch, startsAt: sellsFrom, endsAt, maxInAll: USES, createdBy: 'demo' })
      .returning({ id: promotionBatches.id });
    if (made) await tx.insert(promotionCodes).values({ batchId: made.id, code, maxUses: USES });
  }
}

/** Moves the id sequence past the explicitly assigned ids. */
async function countOnFrom(tx: Tx, table: string): Promise<void> {
  await tx.execute(
    sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`,
  );
}

/** Names and the password of the demo accounts, for the demo's log-in page. */
export const demoAccounts = () => ({
  password: DEMO_PASSWORD,
  accounts: memberFixtures.map(({ email, displayName }) => ({ email, displayName })),
});

export const demoPayee = payeeFixture;

/**
 * Seeds the accounts that the README names, once, and only into a database without members. For demos only, as their
 * password is public. Returns the number of accounts.
 */
export async function seedDemoMembers(
  db: Db,
  { now, hashPassword }: { now: Date; hashPassword: (password: string) => Promise<string> },
): Promise<number> {
  return db.transaction(async (tx) => {
    // Two processes that start together seed once: the second waits here and finds the step done.
    await tx.execute(sql`select pg_advisory_xact_lock(881903867)`);
    const today = dayHkOf(now);
    const joinedAt = instantHk(addDaysHk(today, -JOINED_DAYS_AGO), 21 * 60);
    const present = await tx.select({ id: members.id }).from(members).limit(1);
    const claimed = present.length > 0 ? [] : await tx.insert(seedSteps).values(STEP).onConflictDoNothing().returning();
    if (!claimed.length) {
      if (await isDemoDatabase(tx)) {
        await insertPlansAndCodes(tx, joinedAt);
        await countOnFrom(tx, 'subscription_plans');
      }
      return 0;
    }

    const passwordHash = await hashPassword(DEMO_PASSWORD);
    await tx.insert(members).values(memberFixtures.map((fixture) => memberRow(fixture, passwordHash, joinedAt)));
    await tx.insert(memberConsents).values(
      memberFixtures.flatMap(({ id, isSubscribeEdm }) => {
        const given = { memberId: id, wording: '2026-01', source: 'register', createdAt: joinedAt };
        return [
          { ...given, kind: 'terms' as const, isGiven: true },
          { ...given, kind: 'marketing' as const, isGiven: isSubscribeEdm },
        ];
      }),
    );
    await insertPlansAndCodes(tx, joinedAt);
    const devices = memberFixtures.flatMap(({ id, devices: names = [] }) =>
      names.map((name) => ({
        memberId: id,
        // A hash of no real token.
        tokenHash: createHash('sha256').update(`${id} ${name} ${now.toISOString()}`).digest(),
        name,
        usedAt: now,
        createdAt: joinedAt,
      })),
    );
    if (devices.length > 0) await tx.insert(memberDevices).values(devices);
    for (const { id, plan, hasCardEnding } of memberFixtures) {
      if (!plan) continue;
      const days = planFixtures.find((one) => one.id === plan.id)?.days ?? 0;
      const startsOn = addDaysHk(today, -plan.ranDays);
      await tx.insert(subscriptions).values({
        memberId: id,
        planId: plan.id,
        source: 'hand',
        startsAt: instantHk(startsOn, 0),
        endsAt: instantHk(addDaysHk(startsOn, days), 0),
        createdAt: instantHk(startsOn, 0),
      });
      if (!hasCardEnding) continue;
      await tx.insert(recurringProfiles).values({
        memberId: id,
        planId: plan.id,
        state: 'active',
        cardScheme: 'visa',
        // Unknown to every provider, so that its next charge is refused like that of an expired card.
        gatewayToken: 'demo-card-that-ends',
        cardLast4: '4242',
        cardEndsOn: lastDayOfMonth(today),
        periodMonths: 1,
        renewOn: addDaysHk(startsOn, days - 1),
        anchorDay: Number(addDaysHk(startsOn, days - 1).slice(8)),
        createdAt: instantHk(startsOn, 0),
      });
    }
    for (const table of ['members', 'subscription_plans']) await countOnFrom(tx, table);
    return memberFixtures.length;
  });
}

/** Whether a database was created as a demo: it has, or once had, accounts with a public password. */
export async function isDemoDatabase(db: Db): Promise<boolean> {
  const [step] = await db
    .select({ name: seedSteps.name })
    .from(seedSteps)
    .where(eq(seedSteps.name, STEP.name))
    .limit(1);
  if (step !== undefined) return true;
  const [marked] = await db.select({ id: members.id }).from(members).where(eq(members.isDemo, true)).limit(1);
  return marked !== undefined;
}
