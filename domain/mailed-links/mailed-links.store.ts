import { and, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { mailedLinks } from '#db/tables/mailed-links.ts';
import { addressChanges, members } from '#db/tables/members.ts';
import { registrations } from '#db/tables/registration.ts';

export type LinkPurpose = 'welcome' | 'reset' | 'verify' | 'change' | 'cancel';

export interface NewLink {
  purpose: LinkPurpose;
  codeHash: Buffer;
  memberId: number | null;
  registrationId: number | null;
  email: string;
  expiresAt: Date;
  createdAt: Date;
}

export interface FoundLink {
  id: number;
  purpose: LinkPurpose;
  memberId: number | null;
  registrationId: number | null;
  email: string;
}

const found = {
  id: mailedLinks.id,
  purpose: mailedLinks.purpose,
  memberId: mailedLinks.memberId,
  registrationId: mailedLinks.registrationId,
  email: mailedLinks.email,
};

/**
 * A link expires with its registration, with the credential epoch in which it was mailed, and with the address change
 * it belongs to.
 */
const isOpen = (codeHash: Buffer, now: Date) =>
  and(
    eq(mailedLinks.codeHash, codeHash),
    isNull(mailedLinks.usedAt),
    gt(mailedLinks.expiresAt, now),
    sql`(${mailedLinks.registrationId} is null or exists (
      select 1 from ${registrations} where ${registrations.id} = ${mailedLinks.registrationId}
        and ${registrations.expiresAt} > ${now.toISOString()}::timestamptz))`,
    sql`(${mailedLinks.memberId} is null or exists (
      select 1 from ${members} where ${members.id} = ${mailedLinks.memberId}
        and ${members.credentialEpoch} = ${mailedLinks.epoch}))`,
    sql`(${mailedLinks.purpose} not in ('change', 'cancel') or exists (
      select 1 from ${addressChanges} where ${addressChanges.memberId} = ${mailedLinks.memberId}
        and ${addressChanges.epoch} = ${mailedLinks.epoch} and ${addressChanges.expiresAt} > ${now.toISOString()}::timestamptz
        and (${mailedLinks.purpose} = 'cancel' or ${addressChanges.email} = ${mailedLinks.email})))`,
  );

/** Inserts a link, valid in the current epoch of its member. */
export async function insertLink(db: Db, link: NewLink): Promise<void> {
  const epoch = sql`coalesce((select credential_epoch from ${members} where id = ${link.memberId}), 1)`;
  await db.insert(mailedLinks).values({ ...link, epoch });
}

/** Finds a valid link without using it. */
export async function findLink(db: Db, codeHash: Buffer, now: Date): Promise<FoundLink | null> {
  const [row] = await db.select(found).from(mailedLinks).where(isOpen(codeHash, now));
  return row ?? null;
}

/** Locks the member's row until the end of the transaction. */
export async function lockLinkHolder(tx: Tx, memberId: number): Promise<void> {
  await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('update');
}

/** Uses a link. Exactly one of several concurrent callers succeeds. */
export async function takeLink(db: Db, codeHash: Buffer, now: Date): Promise<FoundLink | null> {
  const [row] = await db.update(mailedLinks).set({ usedAt: now }).where(isOpen(codeHash, now)).returning(found);
  return row ?? null;
}

/** Voids the links of a registration, except the one that replaces them. */
export async function spendLinksOfRegistration(
  db: Db,
  registrationId: number,
  now: Date,
  exceptCodeHash?: Buffer,
): Promise<void> {
  const open = and(eq(mailedLinks.registrationId, registrationId), isNull(mailedLinks.usedAt));
  await db
    .update(mailedLinks)
    .set({ usedAt: now })
    .where(exceptCodeHash ? and(open, ne(mailedLinks.codeHash, exceptCodeHash)) : open);
}

/**
 * Assigns the links of the mailbox's registrations to a new member and marks them used, so that reopening one shows
 * that the account exists.
 */
export async function giveLinksTo(db: Db, memberId: number, emailKey: string, now: Date): Promise<void> {
  await db
    .update(mailedLinks)
    .set({
      memberId,
      registrationId: null,
      usedAt: sql`coalesce(${mailedLinks.usedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(
      // Skips a link in use at this moment: its transaction waits for this member and is then refused, so waiting for
      // it would deadlock.
      sql`${mailedLinks.id} in (select links.id from ${mailedLinks} as links
        join ${registrations} as waiting on waiting.id = links.registration_id
        where waiting.email_key = ${emailKey} for update of links skip locked)`,
    );
}

/** Why a welcome link is invalid: the account exists, or a newer mail replaced it. */
export async function findSpentWelcome(db: Db, codeHash: Buffer): Promise<'activated' | 'replaced' | null> {
  const [row] = await db
    .select({ memberId: mailedLinks.memberId })
    .from(mailedLinks)
    .where(and(eq(mailedLinks.codeHash, codeHash), eq(mailedLinks.purpose, 'welcome'), isNotNull(mailedLinks.usedAt)));
  return row ? (row.memberId === null ? 'replaced' : 'activated') : null;
}

/** Voids the unused links of a member, of one purpose or of all. */
export async function spendLinks(db: Db, memberId: number, now: Date, purpose?: LinkPurpose): Promise<void> {
  const mine = and(eq(mailedLinks.memberId, memberId), isNull(mailedLinks.usedAt));
  await db
    .update(mailedLinks)
    .set({ usedAt: now })
    .where(purpose ? and(mine, eq(mailedLinks.purpose, purpose)) : mine);
}

/** Deletes links that expired or were used before `before`. */
export async function deleteOldLinks(db: Db, before: Date): Promise<void> {
  await db
    .delete(mailedLinks)
    .where(or(lt(mailedLinks.expiresAt, before), and(isNotNull(mailedLinks.usedAt), lt(mailedLinks.usedAt, before))));
}
