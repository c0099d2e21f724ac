import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { bytes, createdAt, dayHk, id, instant } from '#db/columns.ts';
import { orders, paymentFacts } from './payments.ts';

/**
 * The books: each row moves cents from one account to another, so they balance by how they are written. Added and never
 * changed; a mistake is put right by another row, on the day that is open. The serving role can add and read.
 */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** Day of the books: the Hong Kong day on which it was written. */
    dayHk: dayHk('day_hk').notNull(),
    /** Accounts: `clearing:<gateway>`, `income:<kind>`, `deferred:<kind>`, `receivable:offline`, `unapplied`, `fees:<gateway>`… */
    debit: text('debit').notNull(),
    credit: text('credit').notNull(),
    cents: bigint('cents', { mode: 'number' }).notNull(),
    /** What it is: `capture`, `fulfil`, `earn`, `refund`, `fee`, `chargeback`, `correction`… */
    kind: text('kind').notNull(),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    factId: integer('fact_id').references(() => paymentFacts.id, { onDelete: 'restrict' }),
    /** What may be written once: the same again is refused. */
    uniqueKey: text('unique_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('ledger_transfers_key').on(t.uniqueKey),
    // the report of a day, a month, a year
    index('ledger_transfers_day_idx').on(t.dayHk, t.debit, t.credit, t.cents),
    index('ledger_transfers_order_idx').on(t.orderId),
    check('ledger_transfers_cents', sql`${t.cents} > 0`),
    check('ledger_transfers_accounts', sql`${t.debit} <> ${t.credit}`),
  ],
);

/** Income that is earned by the day: a line of an order, from the first day that it pays for. */
export const deferrals = pgTable(
  'deferrals',
  {
    id: id(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    lineNo: smallint('line_no').notNull(),
    kind: text('kind').notNull(),
    cents: integer('cents').notNull(),
    fromDay: dayHk('from_day').notNull(),
    days: integer('days').notNull(),
    /** From this day on nothing of it is earned any more: it was refunded. */
    stoppedOn: dayHk('stopped_on'),
  },
  (t) => [
    unique('deferrals_line').on(t.orderId, t.lineNo),
    // what a day earns
    index('deferrals_day_idx').on(t.fromDay),
    check('deferrals_days', sql`${t.days} > 0 and ${t.cents} > 0`),
  ],
);

/** A closed day of the books: its rows, its totals and the seal of the day before under one keyed hash. */
export const daySeals = pgTable('day_seals', {
  dayHk: dayHk('day_hk').primaryKey(),
  transfers: integer('transfers').notNull(),
  cents: bigint('cents', { mode: 'number' }).notNull(),
  previous: bytes('previous'),
  /** SHA-256 of every column of the rows. Null in a seal made before seals had a key. */
  rowsHash: bytes('rows_hash'),
  /** HMAC-SHA256 with `LEDGER_KEY`; SHA-256 where `rows_hash` is null. */
  hash: bytes('hash').notNull(),
  sealedAt: instant('sealed_at').notNull(),
});

/** What a sealed day moved between two accounts: a year is read by its days and not by its rows. */
export const ledgerDayTotals = pgTable(
  'ledger_day_totals',
  {
    dayHk: dayHk('day_hk').notNull(),
    debit: text('debit').notNull(),
    credit: text('credit').notNull(),
    transfers: integer('transfers').notNull(),
    cents: bigint('cents', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.dayHk, t.debit, t.credit] })],
);

/** A line of a provider's settlement file, and the fact that it is about once that is known. */
export const settlementLines = pgTable(
  'settlement_lines',
  {
    id: id(),
    gateway: text('gateway').notNull(),
    dayHk: dayHk('day_hk').notNull(),
    file: text('file').notNull(),
    gatewayTxn: text('gateway_txn').notNull(),
    kind: text('kind').notNull(),
    cents: integer('cents').notNull(),
    feeCents: integer('fee_cents').notNull(),
    factId: integer('fact_id').references(() => paymentFacts.id, { onDelete: 'restrict' }),
    importedAt: instant('imported_at').notNull(),
  },
  (t) => [
    unique('settlement_lines_key').on(t.gateway, t.gatewayTxn, t.kind),
    index('settlement_lines_day_idx').on(t.gateway, t.dayHk),
    index('settlement_lines_fact_idx').on(t.factId),
  ],
);
