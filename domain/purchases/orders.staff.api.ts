import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import type { Db } from '#db/database.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import { countWork, listWork } from '#domain/payments/payments.ts';
import { addDaysHk, dayHkOf, instantHk, unixSeconds } from '#shared/hk-time.ts';
import { csvDownload } from '#shared/http/csv-download.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { GATEWAYS, KEPT_REASONS, METHODS, ORDER_STATES } from '#shared/payment-enums.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { csvLine } from '#shared/text/csv.ts';
import { moneyOfDay, orderPages, searchOrders, type OrderSearch } from './order-search.ts';
import { staffStory } from './staff-story.ts';

const LISTED = 50;
const id = z.coerce.number().int().min(1).max(MAX_ID);
const cents = z.number().int();
const detail = z.record(z.string(), z.unknown());
const seconds = z.number().describe('Unix seconds');
const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam');

const filterSchema = z.object({
  state: z.enum(ORDER_STATES).optional(),
  kind: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
  method: z.enum(METHODS).optional(),
  gateway: z.enum(GATEWAYS).optional(),
  number: z.string().trim().max(40).optional().describe('Of an order, payment, refund, receipt or refund note'),
  member_id: id.optional(),
  from: dayHk().optional().describe('Hong Kong day of the order, inclusive'),
  to: dayHk().optional().describe('Hong Kong day, inclusive'),
});
const orderSchema = z.object({
  order_id: z.number().int(),
  kind: z.string(),
  state: z.enum(ORDER_STATES),
  member_id: z.number().int().nullable(),
  is_guest: z.boolean(),
  names: z.array(z.string()),
  total_cents: cents,
  captured_cents: cents,
  refunded_cents: cents,
  method: z.string().nullable(),
  gateway: z.string().nullable(),
  created_ts: seconds,
  paid_ts: seconds.nullable(),
  fulfilled_ts: seconds.nullable(),
});

const searchOf = ({ member_id: memberId, from, to, ...plain }: z.output<typeof filterSchema>): OrderSearch => ({
  ...plain,
  memberId,
  from: from === undefined ? undefined : instantHk(from, 0),
  to: to === undefined ? undefined : instantHk(addDaysHk(to, 1), 0),
});

const tsOf = (at: Date | null): number | null => at && unixSeconds(at);

const presentOrder = (order: Awaited<ReturnType<typeof searchOrders>>[number]) => ({
  order_id: order.id,
  kind: order.kind,
  state: order.state,
  member_id: order.memberId,
  is_guest: order.isGuest,
  names: order.names,
  total_cents: order.totalCents,
  captured_cents: order.capturedCents,
  refunded_cents: order.refundedCents,
  method: order.method,
  gateway: order.gateway,
  created_ts: unixSeconds(order.createdAt),
  paid_ts: tsOf(order.paidAt),
  fulfilled_ts: tsOf(order.fulfilledAt),
});

const CSV_COLUMNS = Object.keys(orderSchema.shape) as (keyof z.output<typeof orderSchema>)[];

const csvOfOrder = (order: Parameters<typeof presentOrder>[0]): string => {
  const shown = presentOrder(order);
  return csvLine(
    CSV_COLUMNS.map((column) => {
      const value = shown[column];
      if (Array.isArray(value)) return value.join('; ');
      return column.endsWith('_ts') && typeof value === 'number' ? new Date(value * 1000) : value;
    }),
  );
};

/** Orders and work items, for staff. Only the member's id as personal data. */
export async function ordersStaffApi(
  app: FastifyInstance,
  services: Pick<PaymentServices, 'fulfilments' | 'clock'> & { db: Db },
): Promise<void> {
  const { db, clock } = services;
  const api = app.withTypeProvider<ZodTypeProvider>();
  const common = { tags: ['money'] };

  api.get(
    '/api/staff/money/today',
    {
      schema: {
        ...common,
        summary: 'Totals of today, and how many work items are open',
        response: {
          200: wrapped(
            z.object({
              day: z.string(),
              received_cents: cents,
              received: cents,
              refunded_cents: cents,
              refunds: cents,
              open_work: z.array(z.object({ kind: z.string(), items: cents, oldest_ts: seconds })),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('money.see'),
    },
    async () => {
      const { day, receivedCents, received, refundedCents, refunds } = await moneyOfDay(db, dayHkOf(clock()));
      const work = await countWork(db);
      return ok({
        day,
        received_cents: receivedCents,
        received,
        refunded_cents: refundedCents,
        refunds,
        open_work: work.map(({ kind, items, oldestAt }) => ({ kind, items, oldest_ts: unixSeconds(oldestAt) })),
      });
    },
  );
  api.get(
    '/api/staff/money/work',
    {
      schema: {
        ...common,
        summary: 'Open work items, oldest first, fifty at once',
        querystring: z.object({
          kind: z
            .string()
            .regex(/^[a-z_]{1,40}$/)
            .optional(),
          owner: z.enum(['me', 'nobody']).optional(),
          after_id: id.optional(),
        }),
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                z.object({
                  work_item_id: z.number().int(),
                  kind: z.string(),
                  subject: z.string(),
                  order_id: z.number().int().nullable(),
                  opened_ts: seconds,
                  owner_id: z.number().int().nullable(),
                  owner: z.string().nullable().describe('Name of who deals with it'),
                  detail,
                }),
              ),
              next_after_id: z.number().int().nullable(),
            }),
          ),
          ...refused,
        },
      },
      ...staffOnly('money.see'),
    },
    async (request) => {
      const { kind, owner, after_id: afterId } = request.query;
      const { accountId } = await staffOf(request);
      const ownerId = owner && (owner === 'me' ? accountId : null);
      const found = await listWork(db, LISTED + 1, { kind, ownerId, afterId });
      const items = found.slice(0, LISTED).map((item) => ({
        work_item_id: item.id,
        kind: item.kind,
        subject: item.subject,
        order_id: item.orderId,
        opened_ts: unixSeconds(item.openedAt),
        owner_id: item.ownerId,
        owner: item.owner,
        detail: item.detail,
      }));
      return ok({ items, next_after_id: found.length > LISTED ? (items.at(-1)?.work_item_id ?? null) : null });
    },
  );
  api.get(
    '/api/staff/money/orders',
    {
      schema: {
        ...common,
        summary: 'Orders, newest first, fifty at once',
        querystring: filterSchema.extend({ before_id: id.optional() }),
        response: {
          200: wrapped(z.object({ items: z.array(orderSchema), next_before_id: z.number().int().nullable() })),
          ...refused,
        },
      },
      ...staffOnly('money.see'),
    },
    async ({ query: { before_id: beforeId, ...filter } }) => {
      const found = await searchOrders(db, { ...searchOf(filter), beforeId }, LISTED + 1);
      const items = found.slice(0, LISTED).map(presentOrder);
      return ok({ items, next_before_id: found.length > LISTED ? (items.at(-1)?.order_id ?? null) : null });
    },
  );
  api.get(
    '/api/staff/money/orders.csv',
    {
      schema: { ...common, summary: 'All orders of a filter as CSV', querystring: filterSchema, response: refused },
      ...staffOnly('money.see'),
    },
    async (request, reply) => {
      const { name, accountId } = await staffOf(request);
      const now = clock();
      await db.transaction((tx) =>
        recordAudit(
          tx,
          { who: name, why: 'orders.export', accountId },
          { action: 'orders.export', subject: ['export', 'orders'], after: { ...request.query } },
          now,
        ),
      );
      const search = searchOf(request.query);
      const rows = async function* () {
        yield csvLine(CSV_COLUMNS);
        // A page at once: the stream keeps a few of its items, and each is a write to the socket.
        for await (const orders of orderPages(db, search)) yield orders.map(csvOfOrder).join('');
      };
      return csvDownload(reply, 'orders.csv').send(Readable.from(rows()));
    },
  );
  api.get(
    '/api/staff/money/orders/:id',
    {
      schema: {
        ...common,
        summary: 'One order: its lines, attempts, refunds and documents, and all that happened to it',
        params: z.object({ id }),
        response: {
          200: wrapped(
            z.object({
              order: orderSchema,
              lines: z.array(
                z.object({
                  line_no: z.number().int(),
                  kind: z.string(),
                  name: z.string(),
                  quantity: z.number().int(),
                  unit_cents: cents,
                  discount_cents: cents,
                }),
              ),
              steps: z.array(z.object({ at_ts: seconds, what: z.string(), detail })),
              refunds: z.array(
                z.object({
                  number: z.string(),
                  cents,
                  state: z.string(),
                  reason: z.string(),
                  asked_by: z.string(),
                  may_be_withdrawn: z.boolean().describe('It waits for staff, and a bank took its money back'),
                }),
              ),
              receipts: z.array(z.object({ number: z.string().nullable(), kind: z.string(), cents, paid_ts: seconds })),
              money: z.array(z.object({ account: z.string(), cents })).describe('Where the money of it is now'),
              refundable: z
                .object({ most_cents: cents, unused_cents: cents, is_all_or_nothing: z.boolean() })
                .nullable()
                .describe('Besides what waits'),
              kept: z.enum(KEPT_REASONS).nullable().describe('Why more of what was paid cannot be refunded'),
              waiting: z
                .array(
                  z.object({
                    approval_id: z.number().int(),
                    cents,
                    reason: z.string(),
                    asked_by: z.string(),
                    asked_ts: seconds,
                    expires_ts: seconds,
                  }),
                )
                .describe('Refunds that wait for a second person, oldest first'),
              is_ending: z.boolean().describe('Cancelled, and its provider has not confirmed that nobody can pay it'),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound'),
        },
      },
      ...staffOnly('money.see'),
    },
    async ({ params }) => {
      const { order, lines, steps, refunds, receipts, money, refundable, kept, waiting, isEnding } = await staffStory(
        services,
        params.id,
      );
      return ok({
        order: presentOrder(order),
        lines: lines.map(({ lineNo, kind, name, quantity, unitCents, discountCents }) => ({
          line_no: lineNo,
          kind,
          name,
          quantity,
          unit_cents: unitCents,
          discount_cents: discountCents,
        })),
        steps: steps.map(({ at, ...step }) => ({ at_ts: unixSeconds(at), ...step })),
        refunds: refunds.map(({ askedBy, mayBeWithdrawn, ...refund }) => ({
          ...refund,
          asked_by: askedBy,
          may_be_withdrawn: mayBeWithdrawn,
        })),
        receipts: receipts.map(({ no, kind, cents: worth, paidAt }) => ({
          number: no,
          kind,
          cents: worth,
          paid_ts: unixSeconds(paidAt),
        })),
        money,
        refundable: refundable && {
          most_cents: refundable.mostCents,
          unused_cents: refundable.unusedCents,
          is_all_or_nothing: refundable.isAllOrNothing,
        },
        kept,
        waiting: waiting.map(({ approvalId, cents: worth, reason, askedBy, askedAt, expiresAt }) => ({
          approval_id: approvalId,
          cents: worth,
          reason,
          asked_by: askedBy,
          asked_ts: unixSeconds(askedAt),
          expires_ts: unixSeconds(expiresAt),
        })),
        is_ending: isEnding,
      });
    },
  );
}
