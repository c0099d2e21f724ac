import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/database.ts';
import { members } from '#db/tables/members.ts';
import { orders } from '#db/tables/payments.ts';
import { receipts } from '#db/tables/receipts.ts';
import { guestBuyers } from '#db/tables/sales.ts';
import type { DayHk } from '#shared/hk-time.ts';
import type { ReceiptKind } from './receipts.rules.ts';
import { receiptContentSchema, type ReceiptContent } from './receipts.schema.ts';

export interface NotedReceipt {
  kind: ReceiptKind;
  orderId: number;
  /** Set for a refund note. */
  refundId: number | null;
  cents: number;
  /** When the money moved. */
  paidAt: Date;
  content: ReceiptContent;
}

/** Does nothing if already noted; returns whether it is new. */
export async function insertReceipt(tx: Tx, noted: NotedReceipt): Promise<boolean> {
  const rows = await tx.insert(receipts).values(noted).onConflictDoNothing().returning({ id: receipts.id });
  return rows.length > 0;
}

/**
 * Serialises numbering until the transaction ends. A separate statement, so that later ones see the numbers given
 * before.
 */
export async function lockNumbers(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('receipt numbers'))`);
}

/** Assigns the next numbers of the year, per kind, to those waiting longest. Requires `lockNumbers`. */
export async function giveNumbers(
  tx: Tx,
  { year, issuedAt, limit }: { year: number; issuedAt: Date; limit: number },
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with waiting as (
      select id, kind from ${receipts} where number is null order by id limit ${limit}
    ), placed as (
      select id, kind, row_number() over (partition by kind order by id) as place from waiting
    ), given as (
      select kind, max(number) as last from ${receipts} where year = ${year} group by kind
    )
    update ${receipts} as numbered
    set year = ${year}, number = coalesce(given.last, 0) + placed.place, issued_at = ${issuedAt.toISOString()}::timestamptz
    from placed left join given on given.kind = placed.kind
    where numbered.id = placed.id
    returning numbered.id`);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** A numbered receipt, with its member while the account exists. */
export interface IssuedReceipt {
  id: number;
  kind: ReceiptKind;
  year: number;
  number: number;
  orderId: number;
  cents: number;
  paidAt: Date;
  issuedAt: Date;
  content: ReceiptContent;
  member: { id: number; email: string; surname: string; givenName: string; displayName: string } | null;
  /** A buyer without an account. */
  guestEmail: string | null;
  /** For a refund note: the receipt of the payment. */
  of: { kind: ReceiptKind; year: number; number: number } | null;
}

const paidBy = alias(receipts, 'paid_by');

const issuedReceipts = (db: Db) =>
  db
    .select({
      id: receipts.id,
      kind: receipts.kind,
      year: receipts.year,
      number: receipts.number,
      orderId: receipts.orderId,
      cents: receipts.cents,
      paidAt: receipts.paidAt,
      issuedAt: receipts.issuedAt,
      content: receipts.content,
      memberId: members.id,
      email: members.email,
      surname: members.surname,
      givenName: members.givenName,
      displayName: members.displayName,
      guestEmail: guestBuyers.email,
      paidByYear: paidBy.year,
      paidByNumber: paidBy.number,
    })
    .from(receipts)
    .innerJoin(orders, eq(orders.id, receipts.orderId))
    .leftJoin(members, eq(members.id, orders.memberId))
    .leftJoin(guestBuyers, eq(guestBuyers.id, orders.guestId))
    .leftJoin(
      paidBy,
      and(eq(paidBy.orderId, receipts.orderId), eq(paidBy.kind, 'receipt'), ne(receipts.kind, 'receipt')),
    );

type Row = Awaited<ReturnType<typeof issuedReceipts>>[number];

function issuedOf(row: Row): IssuedReceipt[] {
  const { year, number, issuedAt, memberId, email, surname, givenName, displayName, paidByYear, paidByNumber } = row;
  if (year === null || number === null || issuedAt === null) return [];
  const { id, kind, orderId, cents, paidAt, guestEmail } = row;
  return [
    {
      id,
      kind,
      year,
      number,
      orderId,
      cents,
      paidAt,
      issuedAt,
      content: receiptContentSchema.parse(row.content),
      // An erased member has no address and is treated as absent.
      member:
        memberId === null || email === null
          ? null
          : {
              id: memberId,
              email,
              surname: surname ?? '',
              givenName: givenName ?? '',
              displayName: displayName ?? '',
            },
      guestEmail,
      of:
        paidByYear === null || paidByNumber === null
          ? null
          : { kind: 'receipt', year: paidByYear, number: paidByNumber },
    },
  ];
}

/** Those that have a number, in order of number. */
export async function findIssuedReceipts(db: Db, ids: readonly number[]): Promise<IssuedReceipt[]> {
  if (ids.length === 0) return [];
  const rows = await issuedReceipts(db)
    .where(inArray(receipts.id, [...ids]))
    .orderBy(receipts.id);
  return rows.flatMap(issuedOf);
}

/** A member's receipts, newest first. */
export async function findReceiptsOfMember(db: Db, memberId: number, limit: number): Promise<IssuedReceipt[]> {
  const rows = await issuedReceipts(db)
    .where(and(eq(orders.memberId, memberId), isNotNull(receipts.number)))
    .orderBy(desc(receipts.issuedAt), desc(receipts.id))
    .limit(limit);
  return rows.flatMap(issuedOf);
}

/** A member's receipts by time of payment, oldest first. */
export async function findReceiptsBetween(
  db: Db,
  { memberId, from, to }: { memberId: number; from: Date; to: Date },
  limit: number,
): Promise<IssuedReceipt[]> {
  const rows = await issuedReceipts(db)
    .where(
      and(
        eq(orders.memberId, memberId),
        isNotNull(receipts.number),
        gte(receipts.paidAt, from),
        lt(receipts.paidAt, to),
      ),
    )
    .orderBy(receipts.paidAt, receipts.id)
    .limit(limit);
  return rows.flatMap(issuedOf);
}

/** The id of the document with a number. */
export async function findReceiptNumbered(
  db: Db,
  { kind, year, number }: { kind: ReceiptKind; year: number; number: number },
): Promise<number | null> {
  const [row] = await db
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.kind, kind), eq(receipts.year, year), eq(receipts.number, number)));
  return row?.id ?? null;
}

export async function findOrderOfReceipt(
  db: Db,
  { kind, year, number }: { kind: ReceiptKind; year: number; number: number },
): Promise<number | null> {
  const [row] = await db
    .select({ orderId: receipts.orderId })
    .from(receipts)
    .where(and(eq(receipts.kind, kind), eq(receipts.year, year), eq(receipts.number, number)));
  return row?.orderId ?? null;
}

export const findReceiptsOfOrder = (db: Db, orderId: number) =>
  db.select().from(receipts).where(eq(receipts.orderId, orderId)).orderBy(receipts.id);

/** Documents waiting for a number, with the oldest wait. */
export async function countWaiting(db: Db): Promise<{ receipts: number; oldestAt: Date | null }> {
  const [row] = await db
    .select({
      receipts: sql<number>`count(*)::int`,
      oldestAt: sql<Date | null>`min(${orders.fulfilledAt})`.mapWith(orders.fulfilledAt),
    })
    .from(receipts)
    .innerJoin(orders, eq(orders.id, receipts.orderId))
    .where(isNull(receipts.number));
  return row ?? { receipts: 0, oldestAt: null };
}

/** Whole years only, so that kept years have no gaps. */
export async function deleteReceiptsBefore(db: Db, year: number): Promise<void> {
  await db.delete(receipts).where(lt(receipts.year, year));
}

/**
 * Deletes book entries before a day, and orders with nothing left, by a function of the owner role that never deletes
 * what must be kept by law.
 */
export async function forgetMoneyBefore(db: Db, dayHk: DayHk): Promise<number> {
  const { rows } = await db.execute<{ orders: number }>(sql`select forget_old_money(${dayHk}::date) as orders`);
  return rows[0]?.orders ?? 0;
}

/** The recipient of an order's mails; null if erased. */
export async function findBuyerOf(db: Db, orderId: number) {
  const [row] = await db
    .select({
      memberId: members.id,
      email: sql<string | null>`coalesce(${members.email}, ${guestBuyers.email})`,
      name: members.displayName,
    })
    .from(orders)
    .leftJoin(members, eq(members.id, orders.memberId))
    .leftJoin(guestBuyers, eq(guestBuyers.id, orders.guestId))
    .where(eq(orders.id, orderId));
  return row?.email ? { memberId: row.memberId, email: row.email, name: row.name ?? '' } : null;
}
