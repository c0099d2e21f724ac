import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';

export const HOLD_STATES = ['held', 'sold', 'released'] as const;

/** What there is so much of and no more: places of an event, a tier of a campaign, a stock. */
export const quotas = pgTable(
  'quotas',
  {
    id: id(),
    name: text('name').notNull(),
    total: integer('total').notNull(),
    sold: integer('sold').notNull().default(0),
    held: integer('held').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [check('quotas_count', sql`${t.sold} >= 0 and ${t.held} >= 0 and ${t.sold} + ${t.held} <= ${t.total}`)],
);

/** Kept for somebody until they have paid for it, or their time is over. */
export const quotaHolds = pgTable(
  'quota_holds',
  {
    id: id(),
    quotaId: integer('quota_id')
      .notNull()
      .references(() => quotas.id, { onDelete: 'restrict' }),
    /** `order:12`; who holds without an order, under a name of its own, such as `invitation:7`. */
    holder: text('holder').notNull(),
    quantity: integer('quantity').notNull(),
    /** Which ones, of things that are one of a kind: kept after they were let go, for who pays all the same. */
    units: text('units')
      .array()
      .notNull()
      .default(sql`'{}'`),
    state: text('state').$type<(typeof HOLD_STATES)[number]>().notNull().default('held'),
    /** Of what is held; what was sold has no end. */
    endsAt: instant('ends_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('quota_holds_key').on(t.quotaId, t.holder),
    // what an order holds, when it is paid or over
    index('quota_holds_holder_idx').on(t.holder),
    // clock: whose time is over
    index('quota_holds_ends_idx')
      .on(t.endsAt)
      .where(sql`state = 'held'`),
    check('quota_holds_state', sql`${t.state} in ('held', 'sold', 'released')`),
    check('quota_holds_quantity', sql`${t.quantity} > 0`),
  ],
);

/** Of a quota whose things are one of a kind: which one, such as a day or a seat. Gone once it is free again. */
export const holdUnits = pgTable(
  'hold_units',
  {
    quotaId: integer('quota_id')
      .notNull()
      .references(() => quotas.id, { onDelete: 'restrict' }),
    unit: text('unit').notNull(),
    holdId: integer('hold_id')
      .notNull()
      .references(() => quotaHolds.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.quotaId, t.unit] }), index('hold_units_hold_idx').on(t.holdId)],
);
