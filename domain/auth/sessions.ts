import { hash, randomBytes } from 'node:crypto';
import type { Database, Db, Tx } from '#db/database.ts';
import { watchNotifications, type Watch } from '#db/listening.ts';
import { GUEST, type Actor, type MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { AuthServices } from './auth-services.ts';
import { endOf } from './session-ends.rules.ts';
import { SESSION_CHANGES, type SessionMemory } from './session-memory.ts';
import {
  announceChange,
  deleteSession,
  deleteVoidSessions,
  findSessions,
  insertSession,
  raiseEpoch,
  replaceToken,
  touchSession,
  type FoundSession,
} from './sessions.store.ts';

export type { SessionMemory } from './session-memory.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
/** Minimum interval between recorded uses. */
const TOUCH_MS = 10 * 60_000;
/** Minimum interval if the client's address changed. */
const MOVED_MS = 60_000;
const SESSIONS_A_MEMBER = 50;
const MAX_AGENT_CHARS = 300;

export type SessionServices = Pick<AuthServices, 'db' | 'sessions'>;

const tokenHashOf = (token: string) => hash('sha256', token, 'buffer');

export interface OpenedSession {
  /** Secret: held by the browser only. */
  token: string;
  /** Null: until the browser closes. */
  expiresAt: Date | null;
  sessionId: number;
}

/** Opens a session for an authenticated member. `db` may be a transaction. */
export async function openSession(
  { db }: Pick<SessionServices, 'db'>,
  {
    memberId,
    rememberMe,
    userAgent,
    remoteIp,
    now,
    rightTries = [],
    epoch,
  }: {
    memberId: number;
    rememberMe: boolean;
    userAgent: string;
    remoteIp: string;
    now: Date;
    /** Keys of attempts that succeeded: they are uncounted. */
    rightTries?: readonly string[];
    /** The member's epoch when authentication began. The session is opened only if it is still current. */
    epoch?: number | undefined;
  },
): Promise<OpenedSession> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = endOf({ rememberMe, createdAt: now }, now);
  const session = {
    memberId,
    tokenHash: tokenHashOf(token),
    rememberMe,
    userAgent: userAgent.toWellFormed().replaceAll('\u0000', '').slice(0, MAX_AGENT_CHARS),
    remoteIp,
    seenAt: now,
    expiresAt,
    createdAt: now,
  };
  const sessionId = await insertSession(db, session, { most: SESSIONS_A_MEMBER, rightTries, epoch });
  // The password was changed in the meantime, which ended every session, so none is opened by the old one.
  if (sessionId === null) throw new DomainError('passwordMismatch');
  return { token, expiresAt: rememberMe ? expiresAt : null, sessionId };
}

export interface SeenSession {
  actor: Actor;
  /** New expiry of the cookie if the session was just renewed. */
  renewedUntil: Date | null;
}

const NOBODY: SeenSession = { actor: GUEST, renewedUntil: null };

async function renew(
  { db }: SessionServices,
  session: FoundSession,
  now: Date,
  remoteIp: string | undefined,
): Promise<Date | null> {
  const hasMoved = remoteIp !== undefined && remoteIp !== session.remoteIp;
  const seenBefore = new Date(now.getTime() - (hasMoved ? MOVED_MS : TOUCH_MS));
  if (session.seenAt >= seenBefore) return null;
  const expiresAt = endOf(session, now);
  const isRenewed = await touchSession(db, {
    id: session.id,
    seenBefore,
    seenAt: now,
    expiresAt,
    remoteIp: remoteIp ?? session.remoteIp,
  });
  return isRenewed && session.rememberMe ? expiresAt : null;
}

/** The member of a cached session. Undefined: ask the database. */
export const rememberedActor = (
  { sessions }: Pick<SessionServices, 'sessions'>,
  token: string,
  now: Date,
): MemberActor | undefined => sessions.find(token, now.getTime());

/** Resolves a token to its actor, and renews the session if due. */
export async function seeSession(
  services: SessionServices & Pick<AuthServices, 'isSubscriber' | 'lookUpSession'>,
  token: string | undefined,
  now: Date,
  remoteIp?: string,
): Promise<SeenSession> {
  if (token === undefined || !TOKEN.test(token)) return NOBODY;
  const { sessions } = services;
  const remembered = sessions.find(token, now.getTime());
  if (remembered) return { actor: remembered, renewedUntil: null };
  const change = sessions.begin();
  const found = await services.lookUpSession(tokenHashOf(token), now);
  if (!found || (found.state !== 'active' && found.state !== 'deleting')) return NOBODY;
  const [isPaying, renewedUntil] = await Promise.all([
    services.isSubscriber(found.memberId, now),
    renew(services, found, now, remoteIp),
  ]);
  const actor: MemberActor = {
    kind: 'member',
    memberId: found.memberId,
    sessionId: found.id,
    isEmailVerified: found.emailVerifiedAt !== null,
    isSubscriber: isPaying,
    isLeaving: found.state === 'deleting',
  };
  sessions.keep(token, actor, { expiresAtMs: found.expiresAt.getTime(), checkedAtMs: now.getTime(), change });
  return { actor, renewedUntil };
}

/** Resolves a token: the member of an active session, or a guest. */
export const actorOf = async (
  services: Parameters<typeof seeSession>[0],
  token: string | undefined,
  now: Date,
): Promise<Actor> => (await seeSession(services, token, now)).actor;

/**
 * Ends one session of a member: in this process at once, elsewhere at commit. False if it belongs to another member or
 * is over.
 */
export async function endSession(
  { db, sessions }: SessionServices,
  { memberId, sessionId }: { memberId: number; sessionId: number },
): Promise<boolean> {
  const isEnded = await deleteSession(db, sessionId, memberId);
  await announceChange(db, `session:${sessionId}`);
  sessions.drop(`session:${sessionId}`);
  return isEnded;
}

/**
 * Raises the epoch of a member, which ends every session but `kept` and voids links, pending changes and trusted
 * devices. Returns the new epoch and the number of sessions ended.
 */
export async function endSessions(
  { db: tx, sessions }: SessionServices & { db: Tx },
  memberId: number,
  kept: 'none' | 'all' | number = 'none',
): Promise<{ epoch: number; ended: number }> {
  const epoch = await raiseEpoch(tx, memberId, kept);
  const ended = await deleteVoidSessions(tx, memberId, epoch);
  await announceChange(tx, `member:${memberId}`);
  sessions.drop(`member:${memberId}`);
  return { epoch, ended };
}

/**
 * Replaces the token of a session after its member authenticated, so that a copy of the former token is useless. 10004
 * if the session is over.
 */
export async function renewToken(
  { db: tx, sessions }: SessionServices & { db: Tx },
  { memberId, sessionId }: { memberId: number; sessionId: number },
  now: Date,
): Promise<OpenedSession> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const renewed = await replaceToken(tx, { id: sessionId, memberId, tokenHash: tokenHashOf(token), provedAt: now });
  if (!renewed) throw new DomainError('notAuthenticated');
  await announceChange(tx, `session:${sessionId}`);
  sessions.drop(`session:${sessionId}`);
  return { token, expiresAt: renewed.rememberMe ? renewed.expiresAt : null, sessionId };
}

/**
 * Invalidates the cached actor in every process, after the address was verified, a plan began, or deletion was
 * requested.
 */
export async function memberChanged(db: Db, memberId: number): Promise<void> {
  await announceChange(db, `member:${memberId}`);
}

export interface ListedSession {
  id: number;
  isCurrent: boolean;
  rememberMe: boolean;
  userAgent: string;
  remoteIp: string;
  seenAt: Date;
  createdAt: Date;
}

/** Active sessions of a member, the current one first. */
export async function listSessions(
  { db }: Pick<SessionServices, 'db'>,
  { memberId, sessionId }: Pick<MemberActor, 'memberId' | 'sessionId'>,
  now: Date,
): Promise<ListedSession[]> {
  const rows = await findSessions(db, memberId, now, SESSIONS_A_MEMBER);
  const listed = rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }));
  return [...listed.filter((row) => row.isCurrent), ...listed.filter((row) => !row.isCurrent)];
}

/**
 * Subscribes to session changes of other processes. Clears the cache on every (re)connect, as notifications may have
 * been missed.
 */
export function hearSessionChanges(
  { pool }: Pick<Database, 'pool'>,
  memory: Pick<SessionMemory, 'drop' | 'dropAll'>,
): Promise<Watch> {
  return watchNotifications(pool, SESSION_CHANGES, {
    onMessage: (message) => memory.drop(message),
    onListening: () => memory.dropAll(),
  });
}
