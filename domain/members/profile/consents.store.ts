import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { memberConsents } from '#db/tables/members.ts';

export interface Consent {
  memberId: number;
  kind: 'terms' | 'guardian' | 'marketing';
  isGiven: boolean;
  wording: string;
  source: string;
  createdAt: Date;
}

export async function insertConsents(db: Db, consents: readonly Consent[]): Promise<void> {
  if (consents.length > 0) await db.insert(memberConsents).values([...consents]);
}

/** Newest first. */
export function findConsents(db: Db, memberId: number, limit: number): Promise<(Consent & { id: number })[]> {
  return db
    .select()
    .from(memberConsents)
    .where(eq(memberConsents.memberId, memberId))
    .orderBy(desc(memberConsents.createdAt), desc(memberConsents.id))
    .limit(limit);
}

/** The latest consent decision of a member about one kind. Null if there is none. */
export async function findLastConsent(db: Db, memberId: number, kind: Consent['kind']): Promise<boolean | null> {
  const [row] = await db
    .select({ isGiven: memberConsents.isGiven })
    .from(memberConsents)
    .where(and(eq(memberConsents.memberId, memberId), eq(memberConsents.kind, kind)))
    .orderBy(desc(memberConsents.createdAt), desc(memberConsents.id))
    .limit(1);
  return row?.isGiven ?? null;
}
