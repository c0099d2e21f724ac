import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { securityEvents } from '#db/tables/security-events.ts';
import { members } from '#db/tables/members.ts';
import type { SecurityEventKind } from './security-events.rules.ts';

export interface NewSecurityEvent {
  memberId: number;
  kind: string;
  userAgent: string;
  remoteIp: string;
  detail: Record<string, string>;
  createdAt: Date;
}

export async function insertSecurityEvent(db: Db, event: NewSecurityEvent): Promise<number> {
  const [row] = await db.insert(securityEvents).values(event).returning({ id: securityEvents.id });
  if (!row) throw new Error('insert into security_events returned no row');
  return row.id;
}

/** Mail address of a member. Null if erased. */
export async function findMailbox(db: Db, memberId: number): Promise<{ email: string; displayName: string } | null> {
  const [row] = await db
    .select({ email: members.email, displayName: members.displayName })
    .from(members)
    .where(eq(members.id, memberId));
  return row?.email ? { email: row.email, displayName: row.displayName } : null;
}

export function findSecurityEvents(db: Db, memberId: number, limit: number) {
  return db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.memberId, memberId))
    .orderBy(desc(securityEvents.createdAt), desc(securityEvents.id))
    .limit(limit);
}

export async function hadSecurityEvent(
  db: Db,
  memberId: number,
  kinds: readonly SecurityEventKind[],
  since: Date,
): Promise<boolean> {
  const rows = await db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.memberId, memberId),
        inArray(securityEvents.kind, [...kinds]),
        gt(securityEvents.createdAt, since),
        // Re-verifying the account's current number is not a change.
        sql`${securityEvents.detail} ->> 'same' is null`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function deleteOldSecurityEvents(db: Db, before: Date): Promise<void> {
  await db.delete(securityEvents).where(lt(securityEvents.createdAt, before));
}
