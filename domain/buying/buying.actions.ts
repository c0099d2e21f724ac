import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import type { NewBatch } from '#domain/promotions/promotions.ts';
import { getPlan, type Plan } from '#domain/subscriptions/subscriptions.ts';
import { addDaysHk, dayHkOf, instantHk } from '#shared/hk-time.ts';
import { MAX_ID } from '#shared/ids.ts';
import { PRODUCT_KINDS } from '#shared/payment-enums.ts';
import { MAX_DAYS_GIVEN, MAX_PLAN_CENTS } from './by-hand.rules.ts';
import { endCodes, makeCodes, makePlan, repricePlan, sellPlan } from './by-hand.ts';
import { worthOfBatch } from './code-worth.ts';

/** A batch that can cost more than this needs a second person, in cents. */
const WORTH_OF_ONE_PERSON = 10_000_00;
const MAX_CODES = 10_000;
const MAX_USES = 100_000;
const END_OF_DAY = 24 * 60;

const id = z.number().int().min(1).max(MAX_ID);
const word = z.string().trim().min(4).max(40);

const planCents = z.number().int().min(0).max(MAX_PLAN_CENTS);
/** By cheque or deposit a member may apply for two at once. */
const MAX_PLANS_OFFLINE = 2;
const MONTHS = { once: null, monthly: 1, yearly: 12, offline: null };

const batchInput = z
  .object({
    kind: z.enum(['discount', 'redeem', 'link']),
    name: z.string().trim().min(1).max(60),
    worth: z.union([
      z.object({ cents: z.number().int().min(1).max(MAX_PLAN_CENTS) }),
      z.object({ percent: z.number().int().min(1).max(100) }),
      z.object({ days: z.number().int().min(1).max(MAX_DAYS_GIVEN) }),
      z.object({ free: z.enum(['premium', 'livestream']) }).describe('One film or event, named by product_ids'),
    ]),
    plan_ids: z.array(id).max(20).default([]).describe('Empty: all plans; for days, the plan they are of'),
    product: z.enum(PRODUCT_KINDS).nullable().default(null).describe('Instead of plans'),
    product_ids: z.array(id).max(50).default([]),
    starts_on: dayHk().describe('Hong Kong day, inclusive'),
    ends_on: dayHk().describe('Hong Kong day, inclusive'),
    codes: z
      .union([z.number().int().min(1).max(MAX_CODES), z.array(word).min(1).max(100)])
      .describe('How many, or which'),
    max_uses: z.number().int().min(1).max(MAX_USES).default(1).describe('Of each code'),
    eligible: z.enum(['all', 'new', 'former']).default('all'),
  })
  .refine(({ starts_on: from, ends_on: to }) => from <= to, { path: ['ends_on'], error: 'is before the start' });

function batchOf(input: z.output<typeof batchInput>): Omit<NewBatch, 'who'> {
  const { worth, codes, max_uses: maxUses } = input;
  const productKind = 'free' in worth ? worth.free : input.product;
  return {
    kind: input.kind,
    name: input.name,
    ...('cents' in worth && { discount: { type: 1 as const, value: worth.cents } }),
    ...('percent' in worth && { discount: { type: 2 as const, value: worth.percent } }),
    ...('days' in worth && { days: worth.days }),
    planIds: input.plan_ids,
    product: productKind === null ? undefined : { kind: productKind, ids: input.product_ids },
    startsAt: instantHk(input.starts_on, 0),
    endsAt: instantHk(input.ends_on, END_OF_DAY),
    maxPerMember: 1,
    maxInAll: (typeof codes === 'number' ? codes : codes.length) * maxUses,
    eligible: input.eligible,
    codes,
    maxUses,
  };
}

/** The days of a sale, as the input has them; null if it does not begin and end with a day. */
function saleDays({ sellsFrom, sellsUntil }: Plan) {
  const from = sellsFrom && dayHkOf(sellsFrom);
  const until = sellsUntil && addDaysHk(dayHkOf(sellsUntil), -1);
  const isWhole =
    (from === null || instantHk(from, 0).getTime() === sellsFrom?.getTime()) &&
    (until === null || instantHk(until, END_OF_DAY).getTime() === sellsUntil?.getTime());
  return isWhole ? { sells_on: from, sells_until: until } : null;
}

/**
 * Staff actions with codes and plans. The codes of a new batch are not in the reply, which is kept and may be an approver's: they
 * are downloaded, and that is recorded.
 */
export const buyingActions = (): StaffAction[] => [
  staffAction({
    name: 'codes.create',
    permission: 'codes.create',
    input: batchInput,
    assigned: ['subject_id'],
    secondPerson: {
      permission: 'money.approve',
      async isNeeded(tx, { now }, input) {
        const worth = await worthOfBatch({ db: tx, now }, batchOf(input));
        return worth === null || worth > WORTH_OF_ONE_PERSON;
      },
    },
    async run(tx, { hand, now }, input) {
      const { batchId, codes } = await makeCodes(tx, hand, batchOf(input), now);
      return { result: { batch_id: batchId, codes: codes.length } };
    },
  }),
  staffAction({
    name: 'codes.end',
    permission: 'codes.create',
    input: z.union([z.object({ batch_id: id }), z.object({ codes: z.array(word).min(1).max(100) })]),
    async run(tx, { hand, now }, input) {
      const which = 'batch_id' in input ? { batchId: input.batch_id } : input;
      return { result: { ended: await endCodes(tx, hand, which, now) } };
    },
  }),
  staffAction({
    name: 'plans.create',
    permission: 'plans.edit',
    input: z.object({
      kind: z.enum(['once', 'monthly', 'yearly', 'offline']),
      name: z.string().trim().min(1).max(60),
      price_cents: planCents,
      days: z.number().int().min(1).max(MAX_DAYS_GIVEN),
      description: z.string().trim().max(500).default(''),
      family: z.boolean().default(false).describe('Entitles up to five people'),
    }),
    assigned: ['subject_id'],
    // Its price is one as any other.
    secondPerson: { permission: 'money.approve', isNeeded: () => true },
    async run(tx, { hand, now }, { kind, name, price_cents: priceCents, days, description, family: isFamily }) {
      const terms = {
        kind,
        name,
        priceCents,
        days,
        description,
        isFamily,
        periodMonths: MONTHS[kind],
        eligible: 'all' as const,
      };
      const maxQuantity = kind === 'offline' ? MAX_PLANS_OFFLINE : 1;
      const plan = await makePlan(
        tx,
        hand,
        { ...terms, maxQuantity, sellsFrom: null, sellsUntil: null, position: 0 },
        now,
      );
      return { result: { plan } };
    },
  }),
  staffAction({
    name: 'plans.price',
    permission: 'prices.edit',
    input: z.object({ plan: id, price_cents: planCents }),
    secondPerson: { permission: 'money.approve', isNeeded: () => true },
    run: (tx, { hand, now }, { plan, price_cents: cents }) => repricePlan(tx, hand, plan, cents, now),
  }),
  staffAction({
    name: 'plans.sell',
    permission: 'plans.edit',
    input: z.object({
      plan: id,
      sells_on: dayHk().nullable().describe('First Hong Kong day; null: not on sale'),
      sells_until: dayHk().nullable().describe('Last Hong Kong day; null: until further notice'),
    }),
    async run(tx, { hand, now }, { plan, sells_on: from, sells_until: until }) {
      const former = saleDays(await getPlan(tx, plan));
      const sale = {
        sellsFrom: from === null ? null : instantHk(from, 0),
        sellsUntil: until === null ? null : instantHk(until, END_OF_DAY),
      };
      await sellPlan(tx, hand, plan, sale, now);
      return former === null ? {} : { undo: { action: 'plans.sell', input: { plan, ...former } } };
    },
  }),
];
