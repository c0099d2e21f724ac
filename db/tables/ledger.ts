import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { bytes, createdAt, dayHk, id, instant } from '#db/columns.ts';
import { orders, paymentFacts } from './payments.ts';

/**
 * The books. Each row moves cents from one account to another, so they balance by construction. Append-only: a mistake
 * is corrected by another row on the open day. The service role can insert and select.
 */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** Day of the books: the Hong Kong day of writing. */
    dayHk: dayHk('day_hk').notNull(),
    /** Accounts: `clearing:<gateway>`, `income:<kind>`, `deferred:<kind>`, `receivable:offline`, `unapplied`, `fees:<gateway>`… */
    debit: text('debit').notNull(),
    credit: text('credit').notNull(),
    cents: bigint('cents', { mode: 'number' }).notNull(),
    /** Kind: `capture`, `fulfil`, `earn`, `refund`, `fee`, `chargeback`, `correction`… */
    kind: text('kind').notNull(),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    factId: integer('fact_id').references(() => paymentFacts.id, { onDelete: 'restrict' }),
    /** Idempotency key: a duplicate is rejected. */
    uniqueKey: text('unique_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('ledger_transfers_key').on(t.uniqueKey),
    // reports of a day, month or year
    index('ledger_transfers_day_idx').on(t.dayHk, t.debit, t.credit, t.cents),
    index('ledger_transfers_order_idx').on(t.orderId),
    check('ledger_transfers_cents', sql`${t.cents} > 0`),
    check('ledger_transfers_accounts', sql`${t.debit} <> ${t.credit}`),
  ],
);

/** Income recognised daily: a line of an order, from the first day it pays for. */
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
    /** No further income is recognised from this day on, because of a refund. */
    stoppedOn: dayHk('stopped_on'),
  },
  (t) => [
    unique('deferrals_line').on(t.orderId, t.lineNo),
    // income of a day
    index('deferrals_day_idx').on(t.fromDay),
    check('deferrals_days', sql`${t.days} > 0 and ${t.cents} > 0`),
  ],
);

/** A closed day of the books: its rows, its totals and the previous day's seal under one keyed hash. */
export const daySeals = pgTable('day_seals', {
  dayHk: dayHk('day_hk').primaryKey(),
  transfers: integer('transfers').notNull(),
  cents: bigint('cents', { mode: 'number' }).notNull(),
  previous: bytes('previous'),
  /** SHA-256 over every column of the rows. Null in seals older than the key. */
  rowsHash: bytes('rows_hash'),
  /** HMAC-SHA256 with `LEDGER_KEY`; SHA-256 where `rows_hash` is null. */
  hash: bytes('hash').notNull(),
  sealedAt: instant('sealed_at').notNull(),
});

/** Totals of a sealed day between two accounts, so that a year is computed from days instead of rows. */
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

/** A line of a provider's settlement file and, once matched, its payment fact. */
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
