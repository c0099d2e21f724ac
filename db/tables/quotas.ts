import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';

export const HOLD_STATES = ['held', 'sold', 'released'] as const;

/** A limited quantity: seats of an event, a campaign tier, stock. */
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

/** A reservation, until paid or expired. */
export const quotaHolds = pgTable(
  'quota_holds',
  {
    id: id(),
    quotaId: integer('quota_id')
      .notNull()
      .references(() => quotas.id, { onDelete: 'restrict' }),
    /** `order:12`; holders without an order use a prefix of their own, such as `invitation:7`. */
    holder: text('holder').notNull(),
    quantity: integer('quantity').notNull(),
    /** The reserved units, if units are distinguishable. Kept after release, for late payments. */
    units: text('units')
      .array()
      .notNull()
      .default(sql`'{}'`),
    state: text('state').$type<(typeof HOLD_STATES)[number]>().notNull().default('held'),
    /** For a hold; ignored once sold. */
    endsAt: instant('ends_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('quota_holds_key').on(t.quotaId, t.holder),
    // holds of an order, when it is paid or closed
    index('quota_holds_holder_idx').on(t.holder),
    // clock: expired holds
    index('quota_holds_ends_idx')
      .on(t.endsAt)
      .where(sql`state = 'held'`),
    check('quota_holds_state', sql`${t.state} in ('held', 'sold', 'released')`),
    check('quota_holds_quantity', sql`${t.quantity} > 0`),
  ],
);

/** The individual unit of a hold, such as a day or a seat. Deleted on release. */
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
