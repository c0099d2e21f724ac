import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/database.ts';
import { members } from '#db/tables/members.ts';
import { registrations } from '#db/tables/registration.ts';
import { passkeys } from '#db/tables/passkeys.ts';

export interface Account {
  id: number;
  state: 'active' | 'inactive' | 'deleting' | 'erased';
  email: string | null;
  emailKey: string | null;
  emailVerifiedAt: Date | null;
  passwordHash: string | null;
  /** Credential epoch. Sessions, links and devices created under a lower epoch are void. */
  epoch: number;
  displayName: string;
  /** The member who took this account over; nobody logs in to it any more. */
  mergedIntoId: number | null;
}

const account = {
  id: members.id,
  state: members.state,
  email: members.email,
  emailKey: members.emailKey,
  emailVerifiedAt: members.emailVerifiedAt,
  passwordHash: members.passwordHash,
  epoch: members.credentialEpoch,
  displayName: members.displayName,
  mergedIntoId: members.mergedIntoId,
};

const notErased = ne(members.state, 'erased');

export async function findAccount(db: Db, id: number): Promise<Account | null> {
  const [row] = await db
    .select(account)
    .from(members)
    .where(and(eq(members.id, id), notErased));
  return row ?? null;
}

const kept = alias(members, 'kept');

/** Address of the member who took an account over; null if nobody did. */
export async function findAddressOfKept(db: Db, id: number): Promise<string | null> {
  const [row] = await db
    .select({ email: kept.email })
    .from(members)
    .innerJoin(kept, eq(kept.id, members.mergedIntoId))
    .where(eq(members.id, id));
  return row?.email ?? null;
}

/** Like `findAccount`, but locks the row until the end of the transaction. */
export async function lockAccount(tx: Tx, id: number): Promise<Account | null> {
  const [row] = await tx
    .select(account)
    .from(members)
    .where(and(eq(members.id, id), notErased))
    .for('update');
  return row ?? null;
}

export async function findAccountByEmail(db: Db, emailKey: string): Promise<Account | null> {
  const [row] = await db
    .select(account)
    .from(members)
    .where(and(eq(members.emailKey, emailKey), notErased));
  return row ?? null;
}

/** Finds an account by its username on one of the two legacy sites. */
export async function findAccountByName(db: Db, site: 'acc881' | 'acc903', name: string): Promise<Account | null> {
  const [row] = await db
    .select(account)
    .from(members)
    .where(and(eq(members[site], name), notErased));
  return row ?? null;
}

/** Accounts with a phone number: the one that verified it; if none did, those that entered it, oldest first. */
export async function findAccountsByPhone(
  db: Db,
  phoneNo: string,
  limit: number,
): Promise<(Account & { isPhoneProved: boolean })[]> {
  return db
    .select({ ...account, isPhoneProved: sql<boolean>`${members.phoneVerifiedAt} is not null` })
    .from(members)
    .where(and(eq(members.phoneNo, phoneNo), notErased))
    .orderBy(sql`${members.phoneVerifiedAt} is null`, asc(members.id))
    .limit(limit);
}

/**
 * Personal words that a new password must not contain: address, names and phone number. Empty if the account is
 * unknown.
 */
export async function findOwnWords(
  db: Db,
  { memberId, registrationId }: { memberId: number | null; registrationId: number | null },
): Promise<string[]> {
  const [row] =
    memberId === null
      ? await db
          .select({
            email: registrations.email,
            displayName: registrations.displayName,
            surname: registrations.surname,
            givenName: registrations.givenName,
            phoneNo: registrations.phoneNo,
          })
          .from(registrations)
          .where(eq(registrations.id, registrationId ?? 0))
      : await db
          .select({
            email: members.email,
            displayName: members.displayName,
            surname: members.surname,
            givenName: members.givenName,
            phoneNo: members.phoneNo,
            acc881: members.acc881,
            acc903: members.acc903,
          })
          .from(members)
          .where(eq(members.id, memberId));
  return Object.values(row ?? {}).filter((word) => word !== null);
}

/** Stores a new hash of the same password, unless the password has changed since it was read. */
export async function replaceHash(db: Db, id: number, former: string, passwordHash: string): Promise<void> {
  await db
    .update(members)
    .set({ passwordHash })
    .where(and(eq(members.id, id), eq(members.passwordHash, former)));
}

export async function setPasswordHash(db: Db, id: number, passwordHash: string, now: Date): Promise<void> {
  await db
    .update(members)
    .set({ passwordHash, passwordChangedAt: now, updatedAt: now })
    .where(and(eq(members.id, id), notErased));
}

/**
 * Names of the passkeys that still open an account, for mails about a changed password. An empty object without
 * passkeys.
 */
export async function namesOfPasskeys(db: Db, memberId: number): Promise<Record<string, string>> {
  const rows = await db
    .select({ name: passkeys.name })
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
  return rows.length > 0 ? { passkeys: rows.map(({ name }) => `「${name}」`).join('、') } : {};
}
