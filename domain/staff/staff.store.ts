import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import {
  staffAccounts,
  staffInvitations,
  staffRecoveryCodes,
  staffRoleGrants,
  staffRoles,
  staffSessions,
  staffTotps,
} from '#db/tables/staff.ts';
import type { HeldRole, Scope } from '#shared/staff/permissions.ts';

export type StaffAccount = typeof staffAccounts.$inferSelect;
export type StaffSession = typeof staffSessions.$inferSelect;

// ACCOUNTS

export async function insertAccount(
  tx: Tx,
  account: { email: string; name: string; createdAt: Date },
): Promise<number | null> {
  const [row] = await tx
    .insert(staffAccounts)
    .values(account)
    .onConflictDoNothing()
    .returning({ id: staffAccounts.id });
  return row?.id ?? null;
}

export async function findAccountByEmail(db: Db | Tx, email: string): Promise<StaffAccount | null> {
  const [row] = await db.select().from(staffAccounts).where(eq(staffAccounts.email, email));
  return row ?? null;
}

export async function findStaffAccount(db: Db | Tx, id: number): Promise<StaffAccount | null> {
  const [row] = await db.select().from(staffAccounts).where(eq(staffAccounts.id, id));
  return row ?? null;
}

/** Serialises changes of an account and its authenticators. */
export async function lockStaffAccount(tx: Tx, id: number): Promise<StaffAccount | null> {
  const [row] = await tx.select().from(staffAccounts).where(eq(staffAccounts.id, id)).for('update');
  return row ?? null;
}

export async function updateAccount(tx: Tx, id: number, change: Partial<StaffAccount>): Promise<void> {
  await tx.update(staffAccounts).set(change).where(eq(staffAccounts.id, id));
}

/** Ends every session of an account: those of an earlier epoch are over. */
export async function raiseStaffEpoch(tx: Tx, id: number): Promise<void> {
  await tx
    .update(staffAccounts)
    .set({ epoch: sql`${staffAccounts.epoch} + 1` })
    .where(eq(staffAccounts.id, id));
  await tx.delete(staffSessions).where(eq(staffSessions.accountId, id));
}

export const findAccounts = (db: Db, limit: number): Promise<StaffAccount[]> =>
  db.select().from(staffAccounts).orderBy(asc(staffAccounts.name), asc(staffAccounts.id)).limit(limit);

// ROLES

/** The role with every permission; it counts for an hour after it was granted. */
export const BREAK_GLASS = 'break-glass';
export const BREAK_GLASS_MS = 3_600_000;

const scopeOf = ({ scopeKind, scopeId }: { scopeKind: Scope['kind'] | null; scopeId: string | null }): Scope | null =>
  scopeKind === null || scopeId === null ? null : { kind: scopeKind, id: scopeId };

/** Those that count at an instant; without one, also a past emergency that nobody has reviewed. */
export async function findHeldRoles(db: Db | Tx, accountId: number, at?: Date): Promise<HeldRole[]> {
  const rows = await db
    .select({
      role: staffRoles.name,
      permissions: staffRoles.permissions,
      scopeKind: staffRoleGrants.scopeKind,
      scopeId: staffRoleGrants.scopeId,
    })
    .from(staffRoleGrants)
    .innerJoin(staffRoles, eq(staffRoles.name, staffRoleGrants.role))
    .where(
      and(
        eq(staffRoleGrants.accountId, accountId),
        at &&
          or(
            ne(staffRoleGrants.role, BREAK_GLASS),
            gt(staffRoleGrants.createdAt, new Date(at.getTime() - BREAK_GLASS_MS)),
          ),
      ),
    )
    .orderBy(asc(staffRoles.name));
  return rows.map(({ role, permissions, ...scope }) => ({ role, permissions, scope: scopeOf(scope) }));
}

export const findRoles = (db: Db | Tx) => db.select().from(staffRoles).orderBy(asc(staffRoles.name));

export async function insertRoleGrant(
  tx: Tx,
  grant: { accountId: number; role: string; scope: Scope | null; grantedBy: string; createdAt: Date },
): Promise<boolean> {
  const { scope, ...rest } = grant;
  const rows = await tx
    .insert(staffRoleGrants)
    .values({ ...rest, scopeKind: scope?.kind ?? null, scopeId: scope?.id ?? null })
    .onConflictDoNothing()
    .returning({ id: staffRoleGrants.id });
  return rows.length > 0;
}

export async function deleteRoleGrant(
  tx: Tx,
  { accountId, role, scope }: { accountId: number; role: string; scope: Scope | null },
): Promise<boolean> {
  const rows = await tx
    .delete(staffRoleGrants)
    .where(
      and(
        eq(staffRoleGrants.accountId, accountId),
        eq(staffRoleGrants.role, role),
        scope === null ? isNull(staffRoleGrants.scopeKind) : eq(staffRoleGrants.scopeKind, scope.kind),
        scope === null ? isNull(staffRoleGrants.scopeId) : eq(staffRoleGrants.scopeId, scope.id),
      ),
    )
    .returning({ id: staffRoleGrants.id });
  return rows.length > 0;
}

/** Accounts with a permission everywhere; used for alarms, and so that the last administrator is kept. */
export async function findHolders(
  db: Db | Tx,
  permission: string,
): Promise<Pick<StaffAccount, 'id' | 'email' | 'name'>[]> {
  return db
    .selectDistinct({ id: staffAccounts.id, email: staffAccounts.email, name: staffAccounts.name })
    .from(staffAccounts)
    .innerJoin(staffRoleGrants, eq(staffRoleGrants.accountId, staffAccounts.id))
    .innerJoin(staffRoles, eq(staffRoles.name, staffRoleGrants.role))
    .where(
      and(
        eq(staffAccounts.state, 'active'),
        isNull(staffRoleGrants.scopeKind),
        ne(staffRoleGrants.role, BREAK_GLASS),
        sql`${permission} = any (${staffRoles.permissions})`,
      ),
    );
}

// INVITATIONS

export async function insertInvitation(
  tx: Tx,
  invitation: { secretHash: Buffer; accountId: number; expiresAt: Date; createdAt: Date },
): Promise<void> {
  // A newer link replaces the last.
  await tx
    .delete(staffInvitations)
    .where(and(eq(staffInvitations.accountId, invitation.accountId), isNull(staffInvitations.usedAt)));
  await tx.insert(staffInvitations).values(invitation);
}

/** The invited account of a valid link. */
export async function findInvited(db: Db | Tx, secretHash: Buffer, now: Date): Promise<StaffAccount | null> {
  const [row] = await db
    .select({ account: staffAccounts })
    .from(staffInvitations)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffInvitations.accountId))
    .where(
      and(
        eq(staffInvitations.secretHash, secretHash),
        isNull(staffInvitations.usedAt),
        gt(staffInvitations.expiresAt, now),
        eq(staffAccounts.state, 'invited'),
      ),
    );
  return row?.account ?? null;
}

export async function spendInvitation(tx: Tx, secretHash: Buffer, now: Date): Promise<void> {
  await tx.update(staffInvitations).set({ usedAt: now }).where(eq(staffInvitations.secretHash, secretHash));
}

// AUTHENTICATOR APPS AND RECOVERY CODES

export type StaffTotp = typeof staffTotps.$inferSelect;

export async function findTotp(db: Db | Tx, accountId: number): Promise<StaffTotp | null> {
  const [row] = await db.select().from(staffTotps).where(eq(staffTotps.accountId, accountId));
  return row ?? null;
}

/** Replaces an unconfirmed secret; a confirmed one stays. False then. */
export async function saveTotp(tx: Tx, totp: { accountId: number; sealedSecret: Buffer }): Promise<boolean> {
  const rows = await tx
    .insert(staffTotps)
    .values(totp)
    .onConflictDoUpdate({
      target: staffTotps.accountId,
      set: { sealedSecret: totp.sealedSecret, lastStep: 0 },
      setWhere: isNull(staffTotps.confirmedAt),
    })
    .returning({ accountId: staffTotps.accountId });
  return rows.length > 0;
}

/** Records the step of a right code. False if the step or a later one was used: a code counts once. */
export async function spendTotpStep(
  tx: Db | Tx,
  { accountId, step, confirmedAt }: { accountId: number; step: number; confirmedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(staffTotps)
    .set({
      lastStep: step,
      confirmedAt: sql`coalesce(${staffTotps.confirmedAt}, ${confirmedAt.toISOString()}::timestamptz)`,
    })
    .where(and(eq(staffTotps.accountId, accountId), lt(staffTotps.lastStep, step)))
    .returning({ accountId: staffTotps.accountId });
  return rows.length > 0;
}

export async function replaceRecoveryCodes(tx: Tx, accountId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.accountId, accountId));
  await tx.insert(staffRecoveryCodes).values(hashes.map((codeHash) => ({ accountId, codeHash })));
}

export async function spendRecoveryCode(db: Db | Tx, accountId: number, codeHash: Buffer, now: Date): Promise<boolean> {
  const rows = await db
    .update(staffRecoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(staffRecoveryCodes.accountId, accountId),
        eq(staffRecoveryCodes.codeHash, codeHash),
        isNull(staffRecoveryCodes.usedAt),
      ),
    )
    .returning({ accountId: staffRecoveryCodes.accountId });
  return rows.length > 0;
}

// SESSIONS

export async function insertStaffSession(tx: Db | Tx, session: typeof staffSessions.$inferInsert): Promise<number> {
  const [row] = await tx.insert(staffSessions).values(session).returning({ id: staffSessions.id });
  return row!.id;
}

/** A session with its account, if both are current and it was used since `idleSince`. */
export async function findStaffSession(
  db: Db | Tx,
  tokenHash: Buffer,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<{ session: StaffSession; account: StaffAccount } | null> {
  const [row] = await db
    .select({ session: staffSessions, account: staffAccounts })
    .from(staffSessions)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffSessions.accountId))
    .where(
      and(
        eq(staffSessions.tokenHash, tokenHash),
        gt(staffSessions.expiresAt, now),
        gt(staffSessions.seenAt, idleSince),
        eq(staffAccounts.state, 'active'),
        eq(staffSessions.epoch, staffAccounts.epoch),
      ),
    );
  return row ?? null;
}

/** Those of these sessions that are current and were used since `idleSince`. */
export async function findCurrentSessions(
  db: Db,
  ids: readonly number[],
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<number[]> {
  const rows = await db
    .select({ id: staffSessions.id })
    .from(staffSessions)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffSessions.accountId))
    .where(
      and(
        inArray(staffSessions.id, [...ids]),
        gt(staffSessions.expiresAt, now),
        gt(staffSessions.seenAt, idleSince),
        eq(staffAccounts.state, 'active'),
        eq(staffSessions.epoch, staffAccounts.epoch),
      ),
    );
  return rows.map(({ id }) => id);
}

export async function touchStaffSession(
  db: Db | Tx,
  id: number,
  change: Partial<Pick<StaffSession, 'seenAt' | 'provedAt' | 'remoteIp'>>,
): Promise<void> {
  await db.update(staffSessions).set(change).where(eq(staffSessions.id, id));
}

export const findSessionsOf = (
  db: Db,
  accountId: number,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<StaffSession[]> =>
  db
    .select()
    .from(staffSessions)
    .where(
      and(
        eq(staffSessions.accountId, accountId),
        gt(staffSessions.expiresAt, now),
        gt(staffSessions.seenAt, idleSince),
      ),
    )
    .orderBy(desc(staffSessions.createdAt));

export async function deleteStaffSession(
  db: Db | Tx,
  { id, accountId }: { id: number; accountId: number },
): Promise<boolean> {
  const rows = await db
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, id), eq(staffSessions.accountId, accountId)))
    .returning({ id: staffSessions.id });
  return rows.length > 0;
}

export async function deleteOtherSessions(
  db: Db | Tx,
  { id, accountId }: { id: number; accountId: number },
): Promise<number> {
  const rows = await db
    .delete(staffSessions)
    .where(and(eq(staffSessions.accountId, accountId), ne(staffSessions.id, id)))
    .returning({ id: staffSessions.id });
  return rows.length;
}

export async function deleteOldSessions(db: Db, { now, idleSince }: { now: Date; idleSince: Date }): Promise<void> {
  await db.execute(
    sql`delete from ${staffSessions} where expires_at <= ${now.toISOString()} or seen_at <= ${idleSince.toISOString()}`,
  );
}
