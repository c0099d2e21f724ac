import { and, asc, count, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { daySeals, deferrals, ledgerDayTotals, ledgerTransfers, settlementLines } from '#db/tables/ledger.ts';
import { addDaysHk, type DayHk } from '#shared/hk-time.ts';

const FIRST_OPEN_DAY = sql`(select max(day_hk) + 1 from ${daySeals})`;

type NewTransfer = typeof ledgerTransfers.$inferInsert;

/** Returns how many were new. */
export async function insertTransfers(tx: Tx, rows: NewTransfer[]): Promise<number> {
  if (rows.length === 0) return 0;
  const written = await tx
    .insert(ledgerTransfers)
    // A sealed day never changes: later rows are written on the first open day.
    .values(rows.map((row) => ({ ...row, dayHk: sql`greatest(${row.dayHk}::date, ${FIRST_OPEN_DAY})` })))
    .onConflictDoNothing({ target: ledgerTransfers.uniqueKey })
    .returning({ id: ledgerTransfers.id });
  return written.length;
}

export async function insertDeferral(tx: Tx, row: typeof deferrals.$inferInsert): Promise<void> {
  await tx
    .insert(deferrals)
    .values(row)
    .onConflictDoNothing({ target: [deferrals.orderId, deferrals.lineNo] });
}

export async function lockDeferral(tx: Tx, orderId: number, lineNo: number) {
  const [row] = await tx
    .select()
    .from(deferrals)
    .where(and(eq(deferrals.orderId, orderId), eq(deferrals.lineNo, lineNo)))
    .for('update');
  return row;
}

export async function updateDeferral(
  tx: Tx,
  id: number,
  set: Partial<Pick<typeof deferrals.$inferInsert, 'cents' | 'fromDay' | 'days' | 'stoppedOn'>>,
): Promise<void> {
  await tx.update(deferrals).set(set).where(eq(deferrals.id, id));
}

export const findDeferralsOf = (db: Db, orderId: number) =>
  db
    .select()
    .from(deferrals)
    .where(and(eq(deferrals.orderId, orderId), isNull(deferrals.stoppedOn)));

/** Earnings of a day by kind: the floor of the cumulative amount up to it, less that up to the day before. */
export async function sumEarned(db: Db, dayHk: DayHk): Promise<{ kind: string; cents: number }[]> {
  const { rows } = await db.execute<{ kind: string; cents: string }>(sql`
    select kind, sum(
      cents::bigint * (${dayHk}::date - from_day + 1) / days - cents::bigint * (${dayHk}::date - from_day) / days
    ) as cents
    from ${deferrals}
    where from_day <= ${dayHk}::date and ${dayHk}::date < from_day + days
      and (stopped_on is null or ${dayHk}::date < stopped_on)
    group by kind
    order by kind`);
  return rows.map(({ kind, cents }) => ({ kind, cents: Number(cents) }));
}

/** The first unsealed day; null while the books are empty. */
export async function findFirstOpenDay(db: Db): Promise<DayHk | null> {
  const last = await findLastSeal(db);
  return last ? addDaysHk(last.dayHk, 1) : findFirstDay(db);
}

/** The first day with entries; null if there are none. */
async function findFirstDay(db: Db): Promise<DayHk | null> {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select least(
      (select min(day_hk) from ${ledgerTransfers}), (select min(from_day) from ${deferrals})
    )::text as day`);
  return rows[0]?.day ?? null;
}

// SEALS

export interface DayTotal {
  debit: string;
  credit: string;
  transfers: number;
  cents: number;
}

/** Serialised: each seal includes the previous one. */
export async function lockSeals(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(881903869)`);
}

export async function findLastSeal(db: Db) {
  const [row] = await db.select().from(daySeals).orderBy(desc(daySeals.dayHk)).limit(1);
  return row;
}

/** Sealed days before a day, newest first. */
export const listSealsBefore = (db: Db, before: DayHk | null, limit: number) =>
  db
    .select()
    .from(daySeals)
    .where(before === null ? undefined : lt(daySeals.dayHk, before))
    .orderBy(desc(daySeals.dayHk))
    .limit(limit);

export const listSeals = (db: Db) => db.select().from(daySeals).orderBy(asc(daySeals.dayHk));

/** Seals up to and including a day. */
export async function countSeals(db: Db, through: DayHk): Promise<number> {
  const [row] = await db.select({ seals: count() }).from(daySeals).where(lte(daySeals.dayHk, through));
  return row?.seals ?? 0;
}

export type SealedTransfer = typeof ledgerTransfers.$inferSelect;

/** All columns of a day's rows, by id. */
export const listTransfersOfDay = (db: Db, dayHk: DayHk): Promise<SealedTransfer[]> =>
  db.select().from(ledgerTransfers).where(eq(ledgerTransfers.dayHk, dayHk)).orderBy(asc(ledgerTransfers.id));

/** Totals of a sealed day by pair of accounts, in the order the seal uses. */
export const listDayTotals = (db: Db, dayHk: DayHk): Promise<DayTotal[]> =>
  db
    .select({
      debit: ledgerDayTotals.debit,
      credit: ledgerDayTotals.credit,
      transfers: ledgerDayTotals.transfers,
      cents: ledgerDayTotals.cents,
    })
    .from(ledgerDayTotals)
    .where(eq(ledgerDayTotals.dayHk, dayHk))
    .orderBy(sql`${ledgerDayTotals.debit} collate "C", ${ledgerDayTotals.credit} collate "C"`);

export async function insertSeal(tx: Tx, seal: typeof daySeals.$inferInsert): Promise<void> {
  await tx.insert(daySeals).values(seal);
}

export async function insertDayTotals(tx: Tx, dayHk: DayHk): Promise<void> {
  await tx.execute(sql`
    insert into ${ledgerDayTotals} (day_hk, debit, credit, transfers, cents)
    select day_hk, debit, credit, count(*)::int, sum(cents)::bigint
    from ${ledgerTransfers} where day_hk = ${dayHk}::date
    group by day_hk, debit, credit`);
}

// REPORTS

export interface ReportLine {
  dayHk: DayHk;
  account: string;
  debitCents: number;
  creditCents: number;
}

/** Sealed days from their totals, open days from their rows. */
export async function sumAccounts(db: Db, { from, to }: { from: DayHk; to: DayHk }): Promise<ReportLine[]> {
  const { rows } = await db.execute<{ day: string; account: string; debit: string; credit: string }>(sql`
    with moved as (
      select day_hk, debit, credit, cents from ${ledgerDayTotals}
      where day_hk between ${from}::date and ${to}::date
      union all
      select day_hk, debit, credit, sum(cents)::bigint from ${ledgerTransfers}
      where day_hk between ${from}::date and ${to}::date
        and day_hk > coalesce((select max(day_hk) from ${daySeals}), '-infinity'::date)
      group by day_hk, debit, credit
    )
    select day_hk::text as day, account, sum(debit_cents)::bigint as debit, sum(credit_cents)::bigint as credit
    from (
      select day_hk, debit as account, cents as debit_cents, 0 as credit_cents from moved
      union all
      select day_hk, credit, 0, cents from moved
    ) as sides
    group by day_hk, account
    order by day_hk, account`);
  return rows.map(({ day, account, debit, credit }) => ({
    dayHk: day,
    account,
    debitCents: Number(debit),
    creditCents: Number(credit),
  }));
}

/** Transfers between each two accounts on some days: how many, and how much. */
export async function sumMovements(db: Db, { from, to }: { from: DayHk; to: DayHk }): Promise<DayTotal[]> {
  const { rows } = await db.execute<{ debit: string; credit: string; transfers: string; cents: string }>(sql`
    with moved as (
      select debit, credit, transfers, cents from ${ledgerDayTotals}
      where day_hk between ${from}::date and ${to}::date
      union all
      select debit, credit, 1, cents from ${ledgerTransfers}
      where day_hk between ${from}::date and ${to}::date
        and day_hk > coalesce((select max(day_hk) from ${daySeals}), '-infinity'::date)
    )
    select debit, credit, sum(transfers)::bigint as transfers, sum(cents)::bigint as cents
    from moved group by debit, credit order by debit, credit`);
  return rows.map(({ debit, credit, transfers, cents }) => ({
    debit,
    credit,
    transfers: Number(transfers),
    cents: Number(cents),
  }));
}

/**
 * Debits less credits of every account since the start. Sealed days are read from their totals, because their rows may
 * be deleted after seven years.
 */
export async function sumBalances(db: Db): Promise<{ account: string; cents: number }[]> {
  const { rows } = await db.execute<{ account: string; cents: string }>(sql`
    with moved as (
      select debit, credit, cents from ${ledgerDayTotals}
      union all
      select debit, credit, cents from ${ledgerTransfers}
      where day_hk > coalesce((select max(day_hk) from ${daySeals}), '-infinity'::date)
    )
    select account, sum(cents)::bigint as cents from (
      select debit as account, cents from moved
      union all
      select credit, -cents from moved
    ) as sides group by account order by account`);
  return rows.map(({ account, cents }) => ({ account, cents: Number(cents) }));
}

export const listTransfersOfOrder = (db: Db, orderId: number) =>
  db.select().from(ledgerTransfers).where(eq(ledgerTransfers.orderId, orderId)).orderBy(asc(ledgerTransfers.id));

// SETTLEMENT

type NewSettlementLine = typeof settlementLines.$inferInsert;

/** Returns the new lines. */
export async function insertSettlementLines(tx: Tx, rows: NewSettlementLine[]) {
  if (rows.length === 0) return [];
  return tx
    .insert(settlementLines)
    .values(rows)
    .onConflictDoNothing({ target: [settlementLines.gateway, settlementLines.gatewayTxn, settlementLines.kind] })
    .returning();
}

export async function findSettlementLine(
  db: Db,
  { gateway, gatewayTxn, kind }: { gateway: string; gatewayTxn: string; kind: string },
) {
  const [line] = await db
    .select()
    .from(settlementLines)
    .where(
      and(
        eq(settlementLines.gateway, gateway),
        eq(settlementLines.gatewayTxn, gatewayTxn),
        eq(settlementLines.kind, kind),
      ),
    );
  return line ?? null;
}

/** The line that settled a fact; the first of several. */
export async function findLineOfFact(db: Db, factId: number) {
  const [line] = await db
    .select()
    .from(settlementLines)
    .where(eq(settlementLines.factId, factId))
    .orderBy(asc(settlementLines.id))
    .limit(1);
  return line ?? null;
}

export async function setLineFact(tx: Tx, lineId: number, factId: number): Promise<void> {
  await tx.update(settlementLines).set({ factId }).where(eq(settlementLines.id, lineId));
}
