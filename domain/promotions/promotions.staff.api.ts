import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { csvDownload } from '#shared/http/csv-download.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { may } from '#shared/staff/permissions.ts';
import { demandPermission, staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { csvLine } from '#shared/text/csv.ts';
import { CODE_STANDINGS, shownCode, standingOfCode } from './promotions.rules.ts';
import { codesOfBatch, listBatches, lookUpCode, type FoundCode } from './promotions.ts';

const LISTED = 50;
const id = z.coerce.number().int().min(1).max(MAX_ID);
const count = z.number().int();

/** Makers of codes and readers of money see the batches. */
const seesBatches = {
  preValidation: async (request: FastifyRequest): Promise<void> => {
    const actor = await staffOf(request);
    if (!may(actor.roles, 'money.see')) demandPermission(actor, 'codes.create');
  },
};

const worthOf = ({
  discountType,
  discountValue,
  days,
}: Pick<FoundCode, 'discountType' | 'discountValue' | 'days'>) => ({
  discount_cents: discountType === 1 ? discountValue : null,
  discount_percent: discountType === 2 ? discountValue : null,
  days,
});

/** Batches of codes, for staff. */
export async function promotionsStaffApi(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const common = { tags: ['money'] };

  api.get(
    '/api/staff/money/batches',
    {
      schema: {
        ...common,
        summary: 'Batches of codes, newest first, fifty at once; not those of gifts',
        querystring: z.object({ before_id: id.optional() }),
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                z.object({
                  batch_id: count,
                  kind: z.string(),
                  name: z.string(),
                  discount_cents: count.nullable(),
                  discount_percent: count.nullable(),
                  days: count.nullable(),
                  plan_ids: z.array(count),
                  product: z.string().nullable(),
                  product_ids: z.array(count),
                  codes: count,
                  used: count,
                  held: count,
                  max_in_all: count,
                  eligible: z.string(),
                  starts_ts: z.number(),
                  ends_ts: z.number(),
                  created_by: z.string(),
                  state: z.enum(['waiting', 'running', 'over', 'ended']),
                }),
              ),
              next_before_id: count.nullable(),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden', 'invalidParam'),
        },
      },
      ...seesBatches,
    },
    async ({ query }) => {
      const now = clock();
      const found = await listBatches(db, { beforeId: query.before_id, limit: LISTED + 1 });
      const items = found.slice(0, LISTED).map((batch) => ({
        batch_id: batch.id,
        kind: batch.kind,
        name: batch.name,
        ...worthOf(batch),
        plan_ids: batch.planIds,
        product: batch.productKind,
        product_ids: batch.productIds,
        codes: batch.codes,
        used: batch.used,
        held: batch.held,
        max_in_all: batch.maxInAll,
        eligible: batch.eligible,
        starts_ts: unixSeconds(batch.startsAt),
        ends_ts: unixSeconds(batch.endsAt),
        created_by: batch.createdBy,
        state:
          batch.cancelledAt !== null
            ? ('ended' as const)
            : batch.endsAt <= now
              ? ('over' as const)
              : batch.startsAt > now
                ? ('waiting' as const)
                : ('running' as const),
      }));
      return ok({ items, next_before_id: found.length > LISTED ? (items.at(-1)?.batch_id ?? null) : null });
    },
  );
  // In the body: a code in an address would stay in logs and in the history of the browser.
  api.post(
    '/api/staff/money/codes/look-up',
    {
      schema: {
        ...common,
        summary: 'One code: its batch, whether it can be used, and its newest fifty uses; null if it was never issued',
        body: z.object({ code: z.string().trim().min(1).max(60) }),
        response: {
          200: wrapped(
            z.object({
              found: z
                .object({
                  code: z.string(),
                  batch_id: count,
                  kind: z.string(),
                  name: z.string(),
                  discount_cents: count.nullable(),
                  discount_percent: count.nullable(),
                  days: count.nullable(),
                  product: z.string().nullable(),
                  starts_ts: z.number(),
                  ends_ts: z.number(),
                  standing: z.enum(CODE_STANDINGS),
                  used: count,
                  max_uses: count,
                  owner_id: count.nullable().describe('The only member who may use it'),
                  bought_by_order_id: count.nullable().describe('Of a gift'),
                  uses: z.array(
                    z.object({
                      member_id: count.nullable(),
                      order_id: count.nullable().describe('Null: redeemed without an order'),
                      state: z.string().describe('`held` while its order may be paid, then `used`'),
                      at_ts: z.number(),
                    }),
                  ),
                })
                .nullable(),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden', 'invalidParam', 'tooManyRequests'),
        },
      },
      ...seesBatches,
    },
    async (request) => {
      const now = clock();
      const found = await lookUpCode(db, { code: request.body.code, staff: await staffOf(request), now });
      return ok({
        found: found && {
          code: shownCode(found.code),
          batch_id: found.batchId,
          kind: found.kind,
          name: found.name,
          ...worthOf(found),
          product: found.productKind,
          starts_ts: unixSeconds(found.startsAt),
          ends_ts: unixSeconds(found.endsAt),
          standing: standingOfCode(found, now),
          used: found.codeUsed,
          max_uses: found.maxUses,
          owner_id: found.ownerId,
          bought_by_order_id: found.orderId,
          uses: found.uses.map(({ memberId, orderId, state, at }) => ({
            member_id: memberId,
            order_id: orderId,
            state,
            at_ts: unixSeconds(at),
          })),
        },
      });
    },
  );
  api.get(
    '/api/staff/money/batches/:file',
    {
      schema: {
        ...common,
        summary: 'The codes of a batch as CSV, named by its id: 12.csv',
        params: z.object({ file: z.string().regex(/^\d{1,9}\.csv$/) }),
        response: refusals('notAuthenticated', 'forbidden', 'invalidParam'),
      },
      // A code is worth money to its reader.
      ...staffOnly('codes.create'),
    },
    async (request, reply) => {
      const batchId = Number.parseInt(request.params.file, 10);
      const { name, accountId } = await staffOf(request);
      await db.transaction((tx) =>
        recordAudit(
          tx,
          { who: name, why: 'codes.export', accountId },
          { action: 'codes.export', subject: ['promotion-batch', batchId] },
          clock(),
        ),
      );
      const rows = async function* () {
        yield csvLine(['code', 'max_uses', 'used', 'ended_at']);
        for await (const { code, maxUses, used, cancelledAt } of codesOfBatch(db, batchId))
          yield csvLine([shownCode(code), maxUses, used, cancelledAt]);
      };
      return csvDownload(reply, `codes-${batchId}.csv`).send(Readable.from(rows()));
    },
  );
}
