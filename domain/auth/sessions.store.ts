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
 * Inserts a session, ends the least recently used sessions of the member beyond `most`, and uncounts successful
 * attempts, in one statement because every log-in runs it. Null if `epoch` is no longer current: raising it locks the
 * member's row, so a concurrent log-in waits here and then finds it raised.
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

/** Sessions of their members' current epochs, with the state of the members. Includes expired sessions. */
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

/** Records a use of a session. False if another process has just done so. */
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
 * Raises the epoch of a member, which voids earlier sessions, links, trusted devices and pending changes. `kept`
 * sessions move to the new epoch. Locks the member's row until the end of the transaction.
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

/** Deletes the sessions voided by the epoch `epoch`. Returns their number. */
export async function deleteVoidSessions(db: Db, memberId: number, epoch: number): Promise<number> {
  const rows = await db
    .delete(memberSessions)
    .where(and(eq(memberSessions.memberId, memberId), lt(memberSessions.epoch, epoch)))
    .returning({ id: memberSessions.id });
  return rows.length;
}

/** Replaces the token of a session. Null if it belongs to another member or is over. */
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

/** Active sessions of a member, most recently used first. */
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

/** Notifies every process at commit. */
export async function announceChange(db: Db, message: string): Promise<void> {
  await db.execute(sql`select pg_notify(${SESSION_CHANGES}, ${message})`);
}
