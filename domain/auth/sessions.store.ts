import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { memberSessions } from '#db/tables/auth.ts';
import { members } from '#db/tables/members.ts';
import { forgivingAttempts } from '#domain/attempts/attempts.ts';
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

/**
 * Writes a session, ends those of the member that were not used for longest so that `most` are left, and takes back the
 * counts of tries that were right: one statement, because every log-in does this. Null where `epoch` is over by now: who
 * raises it holds the member's row, so a log-in that began before waits here and then finds it raised.
 */
export async function insertSession(
  db: Db,
  session: NewSession,
  { most, rightTries, epoch }: { most: number; rightTries: readonly string[]; epoch: number | undefined },
): Promise<number | null> {
  const isSame = epoch === undefined ? sql`true` : sql`credential_epoch = ${epoch}::integer`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with holder as (
      select id, credential_epoch from ${members} where id = ${session.memberId} and ${isSame} for share
    ), ${forgivingAttempts(rightTries)}, ended as (
      delete from ${memberSessions} where id in (
        select id from ${memberSessions} where member_id = ${session.memberId}
        order by seen_at desc, id desc offset ${most - 1}
      )
    )
    insert into ${memberSessions}
      (member_id, epoch, token_hash, remember_me, user_agent, remote_ip, seen_at, expires_at, created_at)
    select holder.id, holder.credential_epoch, ${session.tokenHash}::bytea, ${session.rememberMe}::boolean, ${session.userAgent}, ${session.remoteIp},
      ${session.seenAt.toISOString()}::timestamptz, ${session.expiresAt.toISOString()}::timestamptz,
      ${session.createdAt.toISOString()}::timestamptz from holder
    returning id`);
  return rows[0] ? Number(rows[0].id) : null;
}

export interface FoundSession {
  tokenHash: Buffer;
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

/** Sessions of their members' present epochs, with what the members are; over or not. */
export async function findSessionsByToken(db: Db, tokenHashes: readonly Buffer[]): Promise<FoundSession[]> {
  return db
    .select({
      tokenHash: memberSessions.tokenHash,
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
    .where(
      and(
        sql`${memberSessions.tokenHash} = any(${sql.param([...tokenHashes])}::bytea[])`,
        eq(memberSessions.epoch, members.credentialEpoch),
      ),
    );
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

/**
 * Raises the epoch of a member: sessions, links, marks and changes of before are void. `kept` sessions go on in the new one.
 * The member's row is held from here to the end of the transaction.
 */
export async function raiseEpoch(tx: Tx, memberId: number, kept: 'none' | 'all' | number): Promise<number> {
  const [row] = await tx
    .update(members)
    .set({ credentialEpoch: sql`${members.credentialEpoch} + 1` })
    .where(eq(members.id, memberId))
    .returning({ epoch: members.credentialEpoch });
  const epoch = row?.epoch ?? 0;
  const mine = and(eq(memberSessions.memberId, memberId), eq(memberSessions.epoch, epoch - 1));
  if (kept !== 'none')
    await tx
      .update(memberSessions)
      .set({ epoch })
      .where(kept === 'all' ? mine : and(mine, eq(memberSessions.id, kept)));
  return epoch;
}

/** Throws away the sessions that the epoch `epoch` made void, and says how many. */
export async function deleteVoidSessions(db: Db, memberId: number, epoch: number): Promise<number> {
  const rows = await db
    .delete(memberSessions)
    .where(and(eq(memberSessions.memberId, memberId), lt(memberSessions.epoch, epoch)))
    .returning({ id: memberSessions.id });
  return rows.length;
}

/** Gives a session another token; null where it is not the member's, or over. */
export async function replaceToken(
  db: Db,
  { id, memberId, tokenHash, provedAt }: { id: number; memberId: number; tokenHash: Buffer; provedAt: Date },
): Promise<{ rememberMe: boolean; expiresAt: Date } | null> {
  const [row] = await db
    .update(memberSessions)
    .set({ tokenHash, provedAt })
    .where(and(eq(memberSessions.id, id), eq(memberSessions.memberId, memberId)))
    .returning({ rememberMe: memberSessions.rememberMe, expiresAt: memberSessions.expiresAt });
  return row ?? null;
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

export async function deleteOverSessions(db: Db, now: Date): Promise<void> {
  await db.delete(memberSessions).where(lt(memberSessions.expiresAt, now));
}

/** Tells every process, at commit. */
export async function announceChange(db: Db, message: string): Promise<void> {
  await db.execute(sql`select pg_notify(${SESSION_CHANGES}, ${message})`);
}
