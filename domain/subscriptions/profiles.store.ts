import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { members } from '#db/tables/members.ts';
import { orders, paymentAttempts } from '#db/tables/payments.ts';
import { renewalRuns } from '#db/tables/renewals.ts';
import { recurringProfiles, subscriptions } from '#db/tables/subscriptions.ts';
import type { DayHk } from '#shared/hk-time.ts';

export type ProfileRow = typeof recurringProfiles.$inferSelect;

/** The stored card in the form that payments expect. */
export const cardOf = ({ id, gateway, gatewayToken, gatewayAgreement }: ProfileRow) => ({
  profileId: id,
  gateway,
  card: { token: gatewayToken, agreement: gatewayAgreement },
});

/** States that may still charge. */
const LIVE = ['active', 'grace', 'stopping'] as const;

/** A member's only profile that may still charge. */
export async function findLiveProfile(db: Db, memberId: number): Promise<ProfileRow | null> {
  const [row] = await db
    .select()
    .from(recurringProfiles)
    .where(and(eq(recurringProfiles.memberId, memberId), inArray(recurringProfiles.state, [...LIVE])));
  return row ?? null;
}

export async function findLastProfile(db: Db, memberId: number): Promise<ProfileRow | null> {
  const [row] = await db
    .select()
    .from(recurringProfiles)
    .where(eq(recurringProfiles.memberId, memberId))
    .orderBy(desc(recurringProfiles.id))
    .limit(1);
  return row ?? null;
}

export async function lockProfile(tx: Tx, id: number): Promise<ProfileRow | null> {
  const [row] = await tx.select().from(recurringProfiles).where(eq(recurringProfiles.id, id)).for('update');
  return row ?? null;
}

export async function findOwner(db: Db, id: number): Promise<number | null> {
  const [row] = await db
    .select({ memberId: recurringProfiles.memberId })
    .from(recurringProfiles)
    .where(eq(recurringProfiles.id, id));
  return row?.memberId ?? null;
}

/** PayDollar schedules whose member has neither paid time nor continuing grace. */
export function findSchedules(db: Db, now: Date, limit: number): Promise<{ id: number }[]> {
  return db
    .select({ id: recurringProfiles.id })
    .from(recurringProfiles)
    .where(
      and(
        eq(recurringProfiles.gateway, 'paydollar'),
        inArray(recurringProfiles.state, ['active', 'grace']),
        or(isNull(recurringProfiles.graceUntil), lte(recurringProfiles.graceUntil, now)),
        notExists(
          db
            .select({ id: subscriptions.id })
            .from(subscriptions)
            .where(
              and(
                eq(subscriptions.memberId, recurringProfiles.memberId),
                gt(subscriptions.endsAt, now),
                ne(subscriptions.source, 'grace'),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(recurringProfiles.id))
    .limit(limit);
}

/**
 * Finds a profile by its schedule id, or by the attempt that set it up: PayDollar may report the schedule id only with
 * a charge.
 */
export async function findProfileOfAgreement(db: Db, agreement: string): Promise<ProfileRow | null> {
  const setUp = db
    .select({ id: subscriptions.profileId })
    .from(subscriptions)
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, subscriptions.orderId))
    .where(eq(paymentAttempts.number, agreement));
  const [row] = await db
    .select()
    .from(recurringProfiles)
    .where(
      and(
        eq(recurringProfiles.gateway, 'paydollar'),
        or(eq(recurringProfiles.gatewayAgreement, agreement), inArray(recurringProfiles.id, setUp)),
      ),
    )
    .orderBy(desc(recurringProfiles.id))
    .limit(1);
  return row ?? null;
}

/** Numbers of the payments that may have set a profile's schedule up. */
export async function findSetUpNumbers(db: Db, profileId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ number: paymentAttempts.number })
    .from(subscriptions)
    .innerJoin(orders, eq(orders.id, subscriptions.orderId))
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .where(
      and(eq(subscriptions.profileId, profileId), ne(orders.kind, 'renewal'), eq(paymentAttempts.gateway, 'paydollar')),
    )
    .orderBy(asc(paymentAttempts.number));
  return rows.map(({ number }) => number);
}

export async function insertProfile(tx: Tx, profile: typeof recurringProfiles.$inferInsert): Promise<number> {
  const [row] = await tx.insert(recurringProfiles).values(profile).returning({ id: recurringProfiles.id });
  if (!row) throw new Error('insert into recurring_profiles returned no row');
  return row.id;
}

export async function updateProfile(
  tx: Tx,
  id: number,
  change: Partial<typeof recurringProfiles.$inferInsert>,
  now: Date,
): Promise<void> {
  await tx
    .update(recurringProfiles)
    .set({ ...change, updatedAt: now })
    .where(eq(recurringProfiles.id, id));
}

/**
 * Stops a leaving member's profiles: one held by no run stops now, a held one when its run ends, a schedule when
 * confirmed.
 */
export async function stopLiveProfiles(tx: Tx, memberId: number, now: Date): Promise<ProfileRow[]> {
  return tx
    .update(recurringProfiles)
    .set({
      stopAskedAt: now,
      updatedAt: now,
      state: sql`case when ${recurringProfiles.gateway} = 'paydollar' then 'stopping'
        when ${recurringProfiles.runId} is null then 'stopped' else ${recurringProfiles.state} end`,
      renewOn: sql`case when ${recurringProfiles.runId} is null then null else ${recurringProfiles.renewOn} end`,
    })
    .where(
      and(
        eq(recurringProfiles.memberId, memberId),
        inArray(recurringProfiles.state, ['active', 'grace']),
        isNull(recurringProfiles.stopAskedAt),
      ),
    )
    .returning();
}

/** Schedules being stopped, least recently queried first. */
export function findStopping(db: Db, limit: number): Promise<ProfileRow[]> {
  return db
    .select()
    .from(recurringProfiles)
    .where(eq(recurringProfiles.state, 'stopping'))
    .orderBy(asc(recurringProfiles.updatedAt), asc(recurringProfiles.id))
    .limit(limit);
}

/**
 * Claims profiles due for a run. Skips rows locked by others instead of waiting, so that this can run before member
 * locks are taken.
 */
export async function claimDue(
  tx: Tx,
  { runId, today, afterId, limit }: { runId: number; today: DayHk; afterId: number; limit: number },
): Promise<{ id: number; memberId: number }[]> {
  const due = tx
    .select({ id: recurringProfiles.id })
    .from(recurringProfiles)
    .where(
      and(
        inArray(recurringProfiles.state, ['active', 'grace']),
        lte(recurringProfiles.renewOn, today),
        eq(recurringProfiles.gateway, 'mpgs'),
        isNull(recurringProfiles.runId),
        gt(recurringProfiles.id, afterId),
      ),
    )
    .orderBy(asc(recurringProfiles.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(recurringProfiles)
    .set({ runId })
    .where(inArray(recurringProfiles.id, due))
    .returning({ id: recurringProfiles.id, memberId: recurringProfiles.memberId });
  return rows.sort((a, b) => a.id - b.id);
}

/** Released by a run; a stop requested meanwhile takes effect. */
const LET_GO = {
  runId: null,
  state: sql`case when ${recurringProfiles.stopAskedAt} is null then ${recurringProfiles.state} else 'stopped' end`,
  renewOn: sql`case when ${recurringProfiles.stopAskedAt} is null then ${recurringProfiles.renewOn} end`,
};

/** Releases claims of runs that ended or were killed: started before `before` without finishing. */
export async function freeDeadClaims(db: Db, before: Date): Promise<number> {
  const rows = await db
    .update(recurringProfiles)
    .set(LET_GO)
    .where(
      inArray(
        recurringProfiles.runId,
        db
          .select({ id: renewalRuns.id })
          .from(renewalRuns)
          .where(or(lte(renewalRuns.startedAt, before), sql`${renewalRuns.endedAt} is not null`)),
      ),
    )
    .returning({ id: recurringProfiles.id });
  return rows.length;
}

export async function letGo(tx: Tx, runId: number): Promise<void> {
  await tx.update(recurringProfiles).set(LET_GO).where(eq(recurringProfiles.runId, runId));
}

/** Cards of stopped profiles whose members have no time left in which to resume. */
export function findTokensLeft(db: Db, { now, afterId, limit }: { now: Date; afterId: number; limit: number }) {
  return db
    .select({ id: recurringProfiles.id, gatewayToken: recurringProfiles.gatewayToken })
    .from(recurringProfiles)
    .where(
      and(
        eq(recurringProfiles.state, 'stopped'),
        isNotNull(recurringProfiles.gatewayToken),
        gt(recurringProfiles.id, afterId),
        notExists(
          db
            .select({ id: subscriptions.id })
            .from(subscriptions)
            .where(and(eq(subscriptions.memberId, recurringProfiles.memberId), gt(subscriptions.endsAt, now))),
        ),
      ),
    )
    .orderBy(asc(recurringProfiles.id))
    .limit(limit);
}

/** Deletes profiles of erased members once nothing can charge any more. */
export async function deleteErasedProfiles(db: Db): Promise<void> {
  await db
    .delete(recurringProfiles)
    .where(
      and(
        eq(recurringProfiles.state, 'stopped'),
        isNull(recurringProfiles.gatewayToken),
        inArray(recurringProfiles.memberId, db.select({ id: members.id }).from(members).where(isNull(members.email))),
      ),
    );
}
