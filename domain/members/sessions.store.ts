import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { members, memberSessions } from '#db/tables/members.ts';
import { SESSION_CHANGES } from './session-memory.ts';

export interface NewSession {
  memberId: number;
  tokenHash: Buffer;
  rememberMe: boolean;
  userAgent: string;
  remoteIp: string;
  seenAt: Date;
  expiresAt: Date;
  createdAt: Date;
}

export async function insertSession(db: Db, session: NewSession): Promise<number> {
  const [row] = await db.insert(memberSessions).values(session).returning({ id: memberSessions.id });
  if (!row) throw new Error('a session was not written');
  return row.id;
}

export interface FoundSession {
  id: number;
  memberId: number;
  rememberMe: boolean;
  remoteIp: string;
  seenAt: Date;
  expiresAt: Date;
  createdAt: Date;
  state: 'active' | 'deleting' | 'inactive' | 'erased';
  emailVerifiedAt: Date | null;
}

/** A session that is not over, with what its member is. */
export async function findSession(db: Db, tokenHash: Buffer, now: Date): Promise<FoundSession | null> {
  const [row] = await db
    .select({
      id: memberSessions.id,
      memberId: memberSessions.memberId,
      rememberMe: memberSessions.rememberMe,
      remoteIp: memberSessions.remoteIp,
      seenAt: memberSessions.seenAt,
      expiresAt: memberSessions.expiresAt,
      createdAt: memberSessions.createdAt,
      state: members.state,
      emailVerifiedAt: members.emailVerifiedAt,
    })
    .from(memberSessions)
    .innerJoin(members, eq(members.id, memberSessions.memberId))
    .where(and(eq(memberSessions.tokenHash, tokenHash), gt(memberSessions.expiresAt, now)));
  return row ?? null;
}

/** Says that a session was used. False where another process just did. */
export async function touchSession(
  db: Db,
  {
    id,
    seenBefore,
    seenAt,
    expiresAt,
    remoteIp,
  }: { id: number; seenBefore: Date; seenAt: Date; expiresAt: Date; remoteIp: string },
): Promise<boolean> {
  const rows = await db
    .update(memberSessions)
    .set({ seenAt, expiresAt, remoteIp })
    .where(and(eq(memberSessions.id, id), lt(memberSessions.seenAt, seenBefore)))
    .returning({ id: memberSessions.id });
  return rows.length > 0;
}

export async function deleteSession(db: Db, id: number, memberId: number): Promise<boolean> {
  const rows = await db
    .delete(memberSessions)
    .where(and(eq(memberSessions.id, id), eq(memberSessions.memberId, memberId)))
    .returning({ id: memberSessions.id });
  return rows.length > 0;
}

export async function deleteSessionsOf(db: Db, memberId: number, exceptId: number | undefined): Promise<number> {
  const mine = eq(memberSessions.memberId, memberId);
  const rows = await db
    .delete(memberSessions)
    .where(exceptId === undefined ? mine : and(mine, ne(memberSessions.id, exceptId)))
    .returning({ id: memberSessions.id });
  return rows.length;
}

/** The sessions of a member that are not over, the one used last first. */
export function findSessions(db: Db, memberId: number, now: Date, limit: number) {
  return db
    .select({
      id: memberSessions.id,
      rememberMe: memberSessions.rememberMe,
      userAgent: memberSessions.userAgent,
      remoteIp: memberSessions.remoteIp,
      seenAt: memberSessions.seenAt,
      createdAt: memberSessions.createdAt,
    })
    .from(memberSessions)
    .where(and(eq(memberSessions.memberId, memberId), gt(memberSessions.expiresAt, now)))
    .orderBy(desc(memberSessions.seenAt), desc(memberSessions.id))
    .limit(limit);
}

/** Ends the sessions of a member that were not used for longest, so that no more than `most` are left. */
export async function deleteOldestSessions(db: Db, memberId: number, most: number): Promise<void> {
  const old = db
    .select({ id: memberSessions.id })
    .from(memberSessions)
    .where(eq(memberSessions.memberId, memberId))
    .orderBy(desc(memberSessions.seenAt), desc(memberSessions.id))
    .offset(most);
  await db.delete(memberSessions).where(inArray(memberSessions.id, old));
}

export async function deleteOverSessions(db: Db, now: Date): Promise<void> {
  await db.delete(memberSessions).where(lt(memberSessions.expiresAt, now));
}

/** Tells every process, at commit. */
export async function announceChange(db: Db, message: string): Promise<void> {
  await db.execute(sql`select pg_notify(${SESSION_CHANGES}, ${message})`);
}
