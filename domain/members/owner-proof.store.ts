import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { members, memberSessions } from '#db/tables/members.ts';

/** When a session was opened and what its member's password is checked against; null where it is over. */
export async function findOwner(
  db: Db,
  { memberId, sessionId }: { memberId: number; sessionId: number },
): Promise<{ openedAt: Date; passwordHash: string | null } | null> {
  const [row] = await db
    .select({ openedAt: memberSessions.createdAt, passwordHash: members.passwordHash })
    .from(memberSessions)
    .innerJoin(members, eq(members.id, memberSessions.memberId))
    .where(and(eq(memberSessions.id, sessionId), eq(memberSessions.memberId, memberId)));
  return row ?? null;
}
