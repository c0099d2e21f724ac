import { and, desc, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { registrations } from '#db/tables/registration.ts';

export type NewRegistration = Omit<typeof registrations.$inferInsert, 'id' | 'phoneVerifiedAt'>;
export type Registration = typeof registrations.$inferSelect;

export async function insertRegistration(db: Db, registration: NewRegistration): Promise<number> {
  const [row] = await db.insert(registrations).values(registration).returning({ id: registrations.id });
  if (!row) throw new Error('insert into registrations returned no row');
  return row.id;
}

export async function findRegistrationBySalt(db: Db, saltHash: Buffer, now: Date): Promise<Registration | null> {
  const [row] = await db
    .select()
    .from(registrations)
    .where(and(eq(registrations.saltHash, saltHash), gt(registrations.expiresAt, now)));
  return row ?? null;
}

export async function findRegistration(db: Db, id: number, now: Date): Promise<Registration | null> {
  const [row] = await db
    .select()
    .from(registrations)
    .where(and(eq(registrations.id, id), gt(registrations.expiresAt, now)));
  return row ?? null;
}

export async function changeRegistration(
  db: Db,
  id: number,
  values: Partial<Pick<Registration, 'email' | 'emailKey' | 'mailedAt'>>,
): Promise<void> {
  await db.update(registrations).set(values).where(eq(registrations.id, id));
}

/** The newest open registration of a mailbox. */
export async function findNewestRegistration(db: Db, emailKey: string, now: Date): Promise<Registration | null> {
  const [row] = await db
    .select()
    .from(registrations)
    .where(and(eq(registrations.emailKey, emailKey), gt(registrations.expiresAt, now)))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(1);
  return row ?? null;
}

/**
 * Ends the registrations of a mailbox. They are deleted a day later, because limits and the hourly spending count the
 * texts that belong to them.
 */
export async function endRegistrationsOf(db: Db, emailKey: string, now: Date): Promise<void> {
  await db
    .update(registrations)
    .set({ expiresAt: now })
    .where(and(eq(registrations.emailKey, emailKey), gt(registrations.expiresAt, now)));
}

/** Deletes registrations that were completed or expired by then, with their links and texts. */
export async function deleteOldRegistrations(db: Db, before: Date): Promise<void> {
  await db.delete(registrations).where(lte(registrations.expiresAt, before));
}

export interface RegistrationPhone {
  registrationId: number;
  phoneNoCountry: number;
  phoneNo: string;
  phoneVerifiedAt: Date | null;
}

export async function findRegistrationPhone(db: Db, saltHash: Buffer, now: Date): Promise<RegistrationPhone | null> {
  const [row] = await db
    .select({
      registrationId: registrations.id,
      phoneNoCountry: registrations.phoneNoCountry,
      phoneNo: registrations.phoneNo,
      phoneVerifiedAt: registrations.phoneVerifiedAt,
    })
    .from(registrations)
    .where(and(eq(registrations.saltHash, saltHash), gt(registrations.expiresAt, now)));
  return row ?? null;
}

export async function markRegistrationPhoneVerified(db: Db, registrationId: number, now: Date): Promise<void> {
  await db.update(registrations).set({ phoneVerifiedAt: now }).where(eq(registrations.id, registrationId));
}
