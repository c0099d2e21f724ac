import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { memberSessions } from '#db/tables/auth.ts';
import { members } from '#db/tables/members.ts';

const isTheirs = ({ memberId, sessionId }: { memberId: number; sessionId: number }) =>
  and(
    eq(memberSessions.id, sessionId),
    eq(memberSessions.memberId, memberId),
    eq(memberSessions.epoch, members.credentialEpoch),
  );

/**
 * When the user of a session last authenticated, and the password hash to verify against. Null if the session is over.
 */
export async function findOwner(
  db: Db,
  actor: { memberId: number; sessionId: number },
): Promise<{ provedAt: Date; passwordHash: string | null } | null> {
  const [row] = await db
    .select({
      openedAt: memberSessions.createdAt,
      provedAt: memberSessions.provedAt,
      passwordHash: members.passwordHash,
    })
    .from(memberSessions)
    .innerJoin(members, eq(members.id, memberSessions.memberId))
    .where(isTheirs(actor));
  return row ? { provedAt: row.provedAt ?? row.openedAt, passwordHash: row.passwordHash } : null;
}

/**
 * Locks members in the order of their ids. `no key update` does not block rows that merely reference them, as their key
 * does not change.
 */
export async function holdMembers(tx: Tx, memberIds: readonly number[]): Promise<void> {
  await tx
    .select({ id: members.id })
    .from(members)
    .where(inArray(members.id, [...memberIds]))
    .orderBy(asc(members.id))
    .for('no key update');
}

/** Locks the member's row. Null if the session ended after it was checked. */
export async function lockMemberOf(
  tx: Tx,
  actor: { memberId: number; sessionId: number },
): Promise<{ epoch: number; email: string | null } | null> {
  const [row] = await tx
    .select({ epoch: members.credentialEpoch, email: members.email })
    .from(members)
    .innerJoin(memberSessions, eq(memberSessions.memberId, members.id))
    .where(isTheirs(actor))
    .for('update', { of: members });
  return row ?? null;
}
