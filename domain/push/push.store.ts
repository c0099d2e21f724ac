import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { programHosts } from '#db/tables/programs.ts';
import { pushSubscriptions, pushTopics } from '#db/tables/push.ts';
import type { FollowKind } from '#shared/follow-kinds.ts';
import type { NotificationKind } from '#shared/notification-kinds.ts';
import type { Receiver } from './push-services.ts';
import type { PushSettings } from './push.rules.ts';

export interface Owner {
  memberId: number;
  sessionId: number;
}

export interface Topic {
  kind: FollowKind;
  subject: string;
}

export type Subscription = Receiver & PushSettings & { id: number; memberId: number | null };

const SETTINGS = {
  kinds: pushSubscriptions.kinds,
  quietFrom: pushSubscriptions.quietFrom,
  quietUntil: pushSubscriptions.quietUntil,
  isAlwaysWarned: pushSubscriptions.isAlwaysWarned,
  perDay: pushSubscriptions.perDay,
};
const COLUMNS = {
  id: pushSubscriptions.id,
  memberId: pushSubscriptions.memberId,
  endpoint: pushSubscriptions.endpoint,
  p256dh: pushSubscriptions.p256dh,
  auth: pushSubscriptions.auth,
  ...SETTINGS,
};

export async function findSubscription(db: Db, endpoint: string): Promise<Subscription | null> {
  const [row] = await db.select(COLUMNS).from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
  return row ?? null;
}

/** Locks it until the transaction ends: settings are changed from what they are then. */
export async function lockSubscription(tx: Tx, endpoint: string): Promise<Subscription | null> {
  const [row] = await tx
    .select(COLUMNS)
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, endpoint))
    .for('update');
  return row ?? null;
}

/** Inserts, or gives an existing one its new owner and settings. */
export async function saveSubscription(
  tx: Tx,
  { endpoint, p256dh, auth }: Receiver,
  owner: Owner | null,
  settings: PushSettings,
  now: Date,
): Promise<number> {
  const values = {
    memberId: owner?.memberId ?? null,
    sessionId: owner?.sessionId ?? null,
    ...settings,
    failures: 0,
    updatedAt: now,
  };
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({ endpoint, p256dh, auth, ...values, createdAt: now })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values })
    .returning({ id: pushSubscriptions.id });
  return row!.id;
}

/** Ends the devices of a member beyond the newest. */
export async function trimDevices(tx: Tx, memberId: number, kept: number): Promise<void> {
  const beyond = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.memberId, memberId))
    .orderBy(sql`${pushSubscriptions.updatedAt} desc, ${pushSubscriptions.id} desc`)
    .offset(kept);
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, beyond));
}

export async function replaceTopics(tx: Tx, subscriptionId: number, topics: readonly Topic[]): Promise<void> {
  await tx.delete(pushTopics).where(eq(pushTopics.subscriptionId, subscriptionId));
  if (topics.length === 0) return;
  await tx
    .insert(pushTopics)
    .values(topics.map((topic) => ({ ...topic, subscriptionId })))
    .onConflictDoNothing();
}

export async function deleteSubscriptions(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, [...ids]));
}

/** Turns a kind off. */
export async function removeKind(db: Db, id: number, kind: NotificationKind, now: Date): Promise<boolean> {
  const rows = await db
    .update(pushSubscriptions)
    .set({ kinds: sql`array_remove(${pushSubscriptions.kinds}, ${kind})`, updatedAt: now })
    .where(eq(pushSubscriptions.id, id))
    .returning({ id: pushSubscriptions.id });
  return rows.length > 0;
}

/** Notes that push services took something from these browsers: at most once a day each, as most messages change nothing. */
export async function noteSuccess(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const dayAgo = new Date(now.getTime() - 86_400_000);
  await tx
    .update(pushSubscriptions)
    .set({ lastSuccessAt: now, failures: 0 })
    .where(
      and(
        inArray(pushSubscriptions.id, [...ids]),
        or(
          isNull(pushSubscriptions.lastSuccessAt),
          lt(pushSubscriptions.lastSuccessAt, dayAgo),
          sql`${pushSubscriptions.failures} > 0`,
        ),
      ),
    );
}

/** Counts a refusal of each, and ends those refused too often in a row. */
export async function noteRefusals(tx: Tx, ids: readonly number[], most: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(pushSubscriptions)
    .set({ failures: sql`${pushSubscriptions.failures} + 1` })
    .where(inArray(pushSubscriptions.id, [...ids]));
  await tx
    .delete(pushSubscriptions)
    .where(and(inArray(pushSubscriptions.id, [...ids]), sql`${pushSubscriptions.failures} >= ${most}`));
}

/** Hosts of a programme, whose followers are told as well. */
export async function findHostIds(db: Db, programId: number): Promise<number[]> {
  const rows = await db
    .select({ hostId: programHosts.hostId })
    .from(programHosts)
    .where(eq(programHosts.programId, programId))
    .orderBy(asc(programHosts.position))
    .limit(20);
  return rows.map(({ hostId }) => hostId);
}
