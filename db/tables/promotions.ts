import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, oneOf } from '#db/columns.ts';
import { PRODUCT_KINDS, type ProductKind } from '#shared/payment-enums.ts';
import { members } from './members.ts';

export const BATCH_KINDS = ['discount', 'link', 'redeem', 'gift'] as const;

/** A batch of codes and the benefit they carry. */
export const promotionBatches = pgTable(
  'promotion_batches',
  {
    id: id(),
    kind: text('kind').$type<(typeof BATCH_KINDS)[number]>().notNull(),
    name: text('name').notNull(),
    /** 1: cents off; 2: per cent off. Null if days are granted. */
    discountType: smallint('discount_type'),
    discountValue: integer('discount_value'),
    /** Days of a plan granted by redeeming a code. */
    days: integer('days'),
    /**
     * Kind of product it applies to. Null: plans; otherwise films or events, of which a redeem code grants one, without
     * days.
     */
    productKind: text('product_kind').$type<ProductKind>(),
    /** Films or events it applies to; empty: all. A redeem code has exactly one. */
    productIds: integer('product_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Plans it applies to; empty: all. */
    planIds: integer('plan_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    maxPerMember: integer('max_per_member').notNull().default(1),
    maxInAll: integer('max_in_all').notNull(),
    /** Uses that were paid, and uses held by orders that may still be paid. */
    used: integer('used').notNull().default(0),
    held: integer('held').notNull().default(0),
    /** Eligible members: `all`, `new` (never had a plan), `former`. */
    eligible: text('eligible').$type<'all' | 'new' | 'former'>().notNull().default('all'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    cancelledAt: instant('cancelled_at'),
  },
  (t) => [
    check('promotion_batches_kind', sql`${t.kind} in ('discount', 'link', 'redeem', 'gift')`),
    check('promotion_batches_count', sql`${t.used} >= 0 and ${t.held} >= 0 and ${t.used} + ${t.held} <= ${t.maxInAll}`),
    check('promotion_batches_times', sql`${t.endsAt} > ${t.startsAt}`),
    check('promotion_batches_product_kind', sql`${t.productKind} in (${oneOf(PRODUCT_KINDS)})`),
    check(
      'promotion_batches_product',
      sql`case when ${t.productKind} is null then cardinality(${t.productIds}) = 0
        else cardinality(${t.planIds}) = 0 and ${t.days} is null
          and (${t.discountType} is not null or cardinality(${t.productIds}) = 1) end`,
    ),
    check(
      'promotion_batches_worth',
      sql`(${t.productKind} is not null or (${t.days} is null) <> (${t.discountType} is null))
        and (${t.discountType} is null) = (${t.discountValue} is null)
        and (${t.discountType} is distinct from 2 or ${t.discountValue} between 1 and 100)`,
    ),
  ],
);

export const promotionCodes = pgTable(
  'promotion_codes',
  {
    id: id(),
    batchId: integer('batch_id')
      .notNull()
      .references(() => promotionBatches.id, { onDelete: 'restrict' }),
    /** Upper case, without spaces and dashes. */
    code: text('code').notNull(),
    maxUses: integer('max_uses').notNull(),
    used: integer('used').notNull().default(0),
    held: integer('held').notNull().default(0),
    /** The only member who may use it (21003). Null for a gift that is not claimed. */
    ownerId: integer('owner_id').references(() => members.id, { onDelete: 'restrict' }),
    /** For a gift: the order that bought it. */
    orderId: integer('order_id'),
    cancelledAt: instant('cancelled_at'),
  },
  (t) => [
    unique('promotion_codes_code').on(t.code),
    index('promotion_codes_batch_idx').on(t.batchId),
    index('promotion_codes_owner_idx').on(t.ownerId),
    index('promotion_codes_order_idx').on(t.orderId),
    check('promotion_codes_form', sql`${t.code} ~ '^[A-Z0-9]{4,32}$'`),
    check('promotion_codes_count', sql`${t.used} >= 0 and ${t.held} >= 0 and ${t.used} + ${t.held} <= ${t.maxUses}`),
  ],
);

/** A use of a code: held while its order may still be paid, used once it is. */
export const promotionUses = pgTable(
  'promotion_uses',
  {
    id: id(),
    codeId: integer('code_id')
      .notNull()
      .references(() => promotionCodes.id, { onDelete: 'restrict' }),
    memberId: integer('member_id').references(() => members.id, { onDelete: 'restrict' }),
    /** The order that holds it. Null: redeemed without an order. */
    orderId: integer('order_id'),
    state: text('state').$type<'held' | 'used' | 'released'>().notNull(),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    unique('promotion_uses_order').on(t.orderId),
    index('promotion_uses_member_idx').on(t.memberId, t.codeId),
    index('promotion_uses_code_idx').on(t.codeId),
    check('promotion_uses_state', sql`${t.state} in ('held', 'used', 'released')`),
  ],
);
