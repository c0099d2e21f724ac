import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { phoneCallbacks, phoneRequests } from '#db/tables/phone-verification.ts';
import type { PhoneNumber } from '#domain/phones/phone-number.rules.ts';
import type { PhoneRequest } from './phone-verification.rules.ts';
import type { CallDelivery } from './sms-codes.rules.ts';

export type PhoneRequestRow = typeof phoneRequests.$inferSelect;

/** Literals, not parameters: otherwise PostgreSQL cannot use the partial index. */
const isLive = sql`${phoneRequests.state} in ('requested', 'waiting-sms', 'waiting-call', 'waiting-voice')`;

export async function findLiveRequest(db: Db, memberId: number): Promise<PhoneRequestRow | null> {
  const [row] = await db
    .select()
    .from(phoneRequests)
    .where(and(eq(phoneRequests.memberId, memberId), isLive));
  return row ?? null;
}

/** The member's latest request about a number, in any state. */
export async function findLatestRequest(
  db: Db,
  { memberId, phoneNo, phoneNoCountry }: PhoneNumber & { memberId: number },
): Promise<PhoneRequestRow | null> {
  const [row] = await db
    .select()
    .from(phoneRequests)
    .where(
      and(
        eq(phoneRequests.phoneNo, phoneNo),
        eq(phoneRequests.phoneNoCountry, phoneNoCountry),
        eq(phoneRequests.memberId, memberId),
      ),
    )
    .orderBy(desc(phoneRequests.createdAt), desc(phoneRequests.id))
    .limit(1);
  return row ?? null;
}

/** The member's active request, locked. */
export async function lockLiveRequest(tx: Tx, memberId: number): Promise<PhoneRequestRow | null> {
  const [row] = await tx
    .select()
    .from(phoneRequests)
    .where(and(eq(phoneRequests.memberId, memberId), isLive))
    .for('update');
  return row ?? null;
}

export async function findRequest(db: Db, id: number): Promise<PhoneRequestRow | null> {
  const [row] = await db.select().from(phoneRequests).where(eq(phoneRequests.id, id));
  return row ?? null;
}

export async function lockRequest(tx: Tx, id: number): Promise<PhoneRequestRow | null> {
  const [row] = await tx.select().from(phoneRequests).where(eq(phoneRequests.id, id)).for('update');
  return row ?? null;
}

export async function insertRequest(
  db: Db,
  request: PhoneNumber &
    Pick<
      PhoneRequestRow,
      'memberId' | 'pageInstance' | 'phoneChangeId' | 'verifyType' | 'stationNo' | 'textCode' | 'createdAt'
    >,
): Promise<PhoneRequestRow> {
  const [row] = await db.insert(phoneRequests).values(request).returning();
  if (!row) throw new Error('insert into phone_requests returned no row');
  return row;
}

/** Saves the result of a step. The request must be locked. */
export async function saveRequest(db: Db, id: number, next: PhoneRequest): Promise<void> {
  const { state, verifyType, windows, windowBeganAt, windowEndsAt, matchedAt, tries, triggers, triggeredAt } = next;
  await db
    .update(phoneRequests)
    .set({ state, verifyType, windows, windowBeganAt, windowEndsAt, matchedAt, tries, triggers, triggeredAt })
    .where(eq(phoneRequests.id, id));
}

export async function saveVoiceCode(db: Db, id: number, codeMac: Buffer): Promise<void> {
  await db.update(phoneRequests).set({ codeMac, callDelivery: 'queued' }).where(eq(phoneRequests.id, id));
}

/** Records a delivery report for the call of a turn, unless a later state is already known. */
export async function saveCallDelivery(
  db: Db,
  { id, turn, delivery, before }: { id: number; turn: number; delivery: CallDelivery; before: CallDelivery[] },
): Promise<void> {
  await db
    .update(phoneRequests)
    .set({ callDelivery: delivery })
    .where(
      and(eq(phoneRequests.id, id), eq(phoneRequests.triggers, turn), inArray(phoneRequests.callDelivery, before)),
    );
}

/** Station numbers assigned to active requests of a caller since an instant. */
export async function listStationNosInUse(db: Db, phoneNo: string, since: Date): Promise<string[]> {
  const rows = await db
    .select({ stationNo: phoneRequests.stationNo })
    .from(phoneRequests)
    .where(and(eq(phoneRequests.phoneNo, phoneNo), gt(phoneRequests.createdAt, since), isLive))
    .limit(100);
  return rows.map(({ stationNo }) => stationNo);
}

/**
 * The request that waits for a call, or for a text with this code, from this number to that station number; locked.
 * Null if there is none or more than one, as the member is then ambiguous.
 */
export async function lockWaitingRequest(
  tx: Tx,
  {
    caller,
    stationNo,
    by,
    textCode,
    now,
  }: { caller: PhoneNumber; stationNo: string; by: 'sms' | 'call'; textCode: string; now: Date },
): Promise<PhoneRequestRow | null> {
  const rows = await tx
    .select()
    .from(phoneRequests)
    .where(
      and(
        eq(phoneRequests.phoneNo, caller.phoneNo),
        eq(phoneRequests.phoneNoCountry, caller.phoneNoCountry),
        eq(phoneRequests.stationNo, stationNo),
        eq(phoneRequests.state, by === 'sms' ? 'waiting-sms' : 'waiting-call'),
        gt(phoneRequests.windowEndsAt, now),
        by === 'sms' ? eq(phoneRequests.textCode, textCode) : undefined,
      ),
    )
    .orderBy(desc(phoneRequests.createdAt))
    .limit(2)
    .for('update');
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

/** False if the call or text was already reported. */
export async function insertCallback(
  db: Db,
  callback: Pick<typeof phoneCallbacks.$inferInsert, 'providerId' | 'channel' | 'fromNo' | 'toNo' | 'createdAt'>,
): Promise<boolean> {
  const rows = await db
    .insert(phoneCallbacks)
    .values(callback)
    .onConflictDoNothing({ target: phoneCallbacks.providerId })
    .returning({ id: phoneCallbacks.id });
  return rows.length > 0;
}

export async function saveCallbackRequest(db: Db, providerId: string, requestId: number): Promise<void> {
  await db.update(phoneCallbacks).set({ requestId }).where(eq(phoneCallbacks.providerId, providerId));
}

/** Deletes requests and incoming calls and texts from before an instant. */
export async function removeOldRequests(db: Db, before: Date): Promise<void> {
  await db.delete(phoneCallbacks).where(lt(phoneCallbacks.createdAt, before));
  await db.delete(phoneRequests).where(lt(phoneRequests.createdAt, before));
}
