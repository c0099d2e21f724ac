import { and, isNotNull, lt, lte, or } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { mailedLinks, registrations, securityEvents } from '#db/tables/members.ts';

/** Registrations that were answered or that nobody answered by then, with their links and texts. */
export async function deleteOldRegistrations(db: Db, before: Date): Promise<void> {
  await db.delete(registrations).where(lte(registrations.expiresAt, before));
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
