import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { smsCodes } from '#db/tables/phone-verification.ts';
import type { PhoneNumber } from '#domain/phones/phone-number.rules.ts';
import { PHONE_LIMITS } from '#shared/limits.ts';
import type { Counts, SmsDelivery } from './sms-codes.rules.ts';

export type SmsCode = typeof smsCodes.$inferSelect;
/** Owner of a code: a registration or a member. */
export type CodeOwner = { registrationId: number } | { memberId: number };

const isOf = (owner: CodeOwner) =>
  'memberId' in owner ? eq(smsCodes.memberId, owner.memberId) : eq(smsCodes.registrationId, owner.registrationId);
const isTo = ({ phoneNoCountry, phoneNo }: PhoneNumber) =>
  and(eq(smsCodes.phoneNo, phoneNo), eq(smsCodes.phoneNoCountry, phoneNoCountry));

export async function insertSmsCode(
  db: Db,
  code: CodeOwner &
    PhoneNumber &
    Pick<SmsCode, 'saltHash' | 'phoneChangeId' | 'codeMac' | 'share' | 'expiresAt' | 'createdAt'>,
): Promise<number> {
  const [row] = await db.insert(smsCodes).values(code).returning({ id: smsCodes.id });
  if (!row) throw new Error('insert into sms_codes returned no row');
  return row.id;
}

export async function saveSaltHash(db: Db, id: number, saltHash: Buffer): Promise<void> {
  await db.update(smsCodes).set({ saltHash }).where(eq(smsCodes.id, id));
}

export async function findLatestCode(db: Db, owner: CodeOwner, phone: PhoneNumber): Promise<SmsCode | null> {
  const [row] = await db
    .select()
    .from(smsCodes)
    .where(and(isOf(owner), isTo(phone)))
    .orderBy(desc(smsCodes.createdAt), desc(smsCodes.id))
    .limit(1);
  return row ?? null;
}

export async function findCodeBySalt(db: Db, memberId: number, saltHash: Buffer): Promise<SmsCode | null> {
  const [row] = await db
    .select()
    .from(smsCodes)
    .where(and(eq(smsCodes.saltHash, saltHash), eq(smsCodes.memberId, memberId)));
  return row ?? null;
}

/** Invalidates the owner's older codes. */
export async function replaceCodes(db: Db, owner: CodeOwner): Promise<void> {
  await db
    .update(smsCodes)
    .set({ state: 'replaced' })
    .where(and(isOf(owner), eq(smsCodes.state, 'waiting')));
}

/** Number of codes to a number, or of an owner, since two instants. */
export async function countSends(
  db: Db,
  of: PhoneNumber | CodeOwner,
  { spanFrom, dayFrom }: { spanFrom: Date; dayFrom: Date },
): Promise<Counts> {
  const [row] = await db
    .select({
      inSpan: sql<number>`(count(*) filter (where ${smsCodes.createdAt} > ${spanFrom}))::int`,
      inDay: sql<number>`count(*)::int`,
    })
    .from(smsCodes)
    .where(and('phoneNo' in of ? isTo(of) : isOf(of), gt(smsCodes.createdAt, dayFrom)));
  return row ?? { inSpan: 0, inDay: 0 };
}

export async function countShare(db: Db, share: SmsCode['share'], from: Date): Promise<number> {
  const [row] = await db
    .select({ texts: sql<number>`count(*)::int` })
    .from(smsCodes)
    .where(and(gt(smsCodes.createdAt, from), eq(smsCodes.share, share)));
  return row?.texts ?? 0;
}

/** Whether the carrier refused the last text to a number since an instant. */
export async function isBlockedSince(db: Db, phone: PhoneNumber, from: Date): Promise<boolean> {
  const [row] = await db
    .select({ delivery: smsCodes.delivery })
    .from(smsCodes)
    .where(and(isTo(phone), gt(smsCodes.createdAt, from)))
    .orderBy(desc(smsCodes.createdAt), desc(smsCodes.id))
    .limit(1);
  return row?.delivery === 'blocked';
}

/** Attempts at all codes to a number, or of an owner, sent since two instants. */
export async function countTries(
  db: Db,
  of: PhoneNumber | CodeOwner,
  { spanFrom, dayFrom }: { spanFrom: Date; dayFrom: Date },
): Promise<Counts> {
  const [row] = await db
    .select({
      inSpan: sql<number>`coalesce(sum(${smsCodes.tries}) filter (where ${smsCodes.createdAt} > ${spanFrom}), 0)::int`,
      inDay: sql<number>`coalesce(sum(${smsCodes.tries}), 0)::int`,
    })
    .from(smsCodes)
    .where(and('phoneNo' in of ? isTo(of) : isOf(of), gt(smsCodes.createdAt, dayFrom)));
  return row ?? { inSpan: 0, inDay: 0 };
}

/** Uses one attempt of a code. False if none is left, or the code is replaced, expired or used. */
export async function takeTry(db: Db, id: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(smsCodes)
    .set({ tries: sql`${smsCodes.tries} + 1` })
    .where(
      and(
        eq(smsCodes.id, id),
        eq(smsCodes.state, 'waiting'),
        gt(smsCodes.expiresAt, now),
        lt(smsCodes.tries, PHONE_LIMITS.triesOfCode),
      ),
    )
    .returning({ id: smsCodes.id });
  return rows.length > 0;
}

/** Marks a code as used. True for the first caller only. */
export async function useCode(db: Db, id: number): Promise<boolean> {
  const rows = await db
    .update(smsCodes)
    .set({ state: 'verified' })
    .where(and(eq(smsCodes.id, id), eq(smsCodes.state, 'waiting')))
    .returning({ id: smsCodes.id });
  return rows.length > 0;
}

export async function markCodeFailed(db: Db, id: number): Promise<void> {
  await db.update(smsCodes).set({ state: 'failed' }).where(eq(smsCodes.id, id));
}

/** Records a delivery report, unless a later state is already known. */
export async function saveSmsDelivery(
  db: Db,
  { id, delivery, before }: { id: number; delivery: SmsDelivery; before: SmsDelivery[] },
): Promise<void> {
  await db
    .update(smsCodes)
    .set({ delivery })
    .where(and(eq(smsCodes.id, id), inArray(smsCodes.delivery, before)));
}

export async function saveProviderId(db: Db, id: number, providerId: string): Promise<void> {
  await db.update(smsCodes).set({ providerId }).where(eq(smsCodes.id, id));
}

export async function removeOldCodes(db: Db, before: Date): Promise<void> {
  await db.delete(smsCodes).where(lt(smsCodes.createdAt, before));
}
