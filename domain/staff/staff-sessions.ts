import { hash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import type { StaffActor } from '#shared/staff/staff-actor.ts';
import {
  deleteOtherSessions,
  deleteOldSessions,
  deleteStaffSession,
  findCurrentSessions,
  findHeldRoles,
  findSessionsOf,
  findStaffAccount,
  findStaffSession,
  insertStaffSession,
  touchStaffSession,
  type StaffAccount,
  type StaffSession,
} from './staff.store.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;
const MAX_SESSION_MS = 10 * 60 * MINUTE_MS;
/** Minimum interval between recorded uses. */
const TOUCH_MS = MINUTE_MS;
const TOKEN = /^[\w-]{43}$/;
const MAX_AGENT_CHARS = 300;

export interface StaffVisitor {
  remoteIp: string;
  userAgent: string;
  now: Date;
}

const hashOf = (token: string) => hash('sha256', token, 'buffer');
const idleSince = (now: Date) => new Date(now.getTime() - IDLE_MS);

/** Opens a session of an account that just proved itself. Returns the token, which only the browser holds. */
export async function openStaffSession(
  db: Db | Tx,
  { id, epoch }: Pick<StaffAccount, 'id' | 'epoch'>,
  { remoteIp, userAgent, now }: StaffVisitor,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + MAX_SESSION_MS);
  await insertStaffSession(db, {
    accountId: id,
    tokenHash: hashOf(token),
    epoch,
    provedAt: now,
    userAgent: userAgent.toWellFormed().replaceAll('\u0000', '').slice(0, MAX_AGENT_CHARS),
    remoteIp,
    seenAt: now,
    expiresAt,
    createdAt: now,
  });
  return { token, expiresAt };
}

/** An active account with its roles, without a session; null if it may not enter the desk any more. */
export async function findActiveStaff(
  tx: Tx,
  accountId: number,
  now: Date,
): Promise<Pick<StaffActor, 'accountId' | 'name' | 'roles'> | null> {
  const account = await findStaffAccount(tx, accountId);
  if (account?.state !== 'active') return null;
  return { accountId, name: account.name, roles: await findHeldRoles(tx, accountId, now) };
}

/** The caller of a token; null if its session is over, idle, or of an earlier epoch. */
export async function findStaffActor(
  db: Db,
  token: string | undefined,
  { remoteIp, now }: Pick<StaffVisitor, 'remoteIp' | 'now'>,
): Promise<StaffActor | null> {
  if (token === undefined || !TOKEN.test(token)) return null;
  const found = await findStaffSession(db, hashOf(token), { now, idleSince: idleSince(now) });
  if (found === null) return null;
  const { session, account } = found;
  if (now.getTime() - session.seenAt.getTime() >= TOUCH_MS || session.remoteIp !== remoteIp)
    await touchStaffSession(db, session.id, { seenAt: now, remoteIp });
  return {
    accountId: account.id,
    name: account.name,
    email: account.email,
    sessionId: session.id,
    roles: await findHeldRoles(db, account.id, now),
    provedAt: session.provedAt,
  };
}

/** Those of these sessions that are still open. Does not count as use of them. */
export const currentStaffSessions = (db: Db, ids: readonly number[], now: Date): Promise<number[]> =>
  findCurrentSessions(db, ids, { now, idleSince: idleSince(now) });

export const noteProof = (db: Db | Tx, { sessionId }: Pick<StaffActor, 'sessionId'>, now: Date): Promise<void> =>
  touchStaffSession(db, sessionId, { provedAt: now, seenAt: now });

export const listStaffSessions = (db: Db, accountId: number, now: Date): Promise<StaffSession[]> =>
  findSessionsOf(db, accountId, { now, idleSince: idleSince(now) });

export const endStaffSession = (db: Db, { sessionId, accountId }: Pick<StaffActor, 'sessionId' | 'accountId'>) =>
  deleteStaffSession(db, { id: sessionId, accountId });

/** Ends all sessions of the account but the given one. */
export const endOtherStaffSessions = (db: Db, { sessionId, accountId }: Pick<StaffActor, 'sessionId' | 'accountId'>) =>
  deleteOtherSessions(db, { id: sessionId, accountId });

export const deleteOverSessions = (db: Db, now: Date): Promise<void> =>
  deleteOldSessions(db, { now, idleSince: idleSince(now) });
