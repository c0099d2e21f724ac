import { and, desc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { diagnosticReports } from '#db/tables/diagnostics.ts';
import { mediaStreams } from '#db/tables/media.ts';
import { members } from '#db/tables/members.ts';
import { orders } from '#db/tables/payments.ts';
import { receipts } from '#db/tables/receipts.ts';
import type { LookUpKey } from './support.rules.ts';

const PERSON = {
  id: members.id,
  state: members.state,
  email: members.email,
  emailVerifiedAt: members.emailVerifiedAt,
  phoneNoCountry: members.phoneNoCountry,
  phoneNo: members.phoneNo,
  phoneVerifiedAt: members.phoneVerifiedAt,
  surname: members.surname,
  givenName: members.givenName,
  displayName: members.displayName,
  eraseAt: members.eraseAt,
  devicesChangedAt: members.devicesChangedAt,
  createdAt: members.createdAt,
};
const person = (db: Db) => db.select(PERSON).from(members);
export type Person = Awaited<ReturnType<typeof person>>[number];

/** A member in any state; an erased one has neither address nor number. */
export async function findPerson(db: Db, memberId: number): Promise<Person | null> {
  const [row] = await person(db).where(eq(members.id, memberId));
  return row ?? null;
}

/** Members whose column or record equals the key. No prefix, no pattern. */
function whoHas(db: Db, key: LookUpKey): SQL | undefined {
  switch (key.kind) {
    case 'member':
      return eq(members.id, key.id);
    case 'email':
      return eq(members.emailKey, key.emailKey);
    case 'phone':
      return and(eq(members.phoneNo, key.phoneNo), ne(members.state, 'erased'));
    case 'order':
      return inArray(members.id, db.select({ id: orders.memberId }).from(orders).where(eq(orders.id, key.id)));
    case 'receipt': {
      const { kind, year, number } = key.receipt;
      return inArray(
        members.id,
        db
          .select({ id: orders.memberId })
          .from(receipts)
          .innerJoin(orders, eq(orders.id, receipts.orderId))
          .where(and(eq(receipts.kind, kind), eq(receipts.year, year), eq(receipts.number, number))),
      );
    }
    case 'diagnostic':
      return inArray(
        members.id,
        db
          .select({ id: diagnosticReports.memberId })
          .from(diagnosticReports)
          .where(eq(diagnosticReports.code, key.code)),
      );
  }
}

/** Names of streams by their numbers. */
export async function findStreamNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: mediaStreams.id, name: mediaStreams.name })
    .from(mediaStreams)
    .where(inArray(mediaStreams.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Newest members first. */
export const findPeople = (db: Db, key: LookUpKey, limit: number): Promise<Person[]> =>
  person(db).where(whoHas(db, key)).orderBy(desc(members.id)).limit(limit);
