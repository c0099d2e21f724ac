import { and, isNotNull, lt, lte, or } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { mailedLinks, registrations, securityEvents } from '#db/tables/members.ts';

/** Registrations that nobody answered, with their links. */
export async function deleteOverRegistrations(db: Db, now: Date): Promise<void> {
  await db.delete(registrations).where(lte(registrations.expiresAt, now));
}

/** Links that are over, and used ones, as soon as they are older than `before`. */
export async function deleteOldLinks(db: Db, before: Date): Promise<void> {
  await db
    .delete(mailedLinks)
    .where(or(lt(mailedLinks.expiresAt, before), and(isNotNull(mailedLinks.usedAt), lt(mailedLinks.usedAt, before))));
}

export async function deleteOldSecurityEvents(db: Db, before: Date): Promise<void> {
  await db.delete(securityEvents).where(lt(securityEvents.createdAt, before));
}
