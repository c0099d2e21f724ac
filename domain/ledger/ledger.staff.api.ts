import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { csvDownload } from '#shared/http/csv-download.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { csvLine } from '#shared/text/csv.ts';
import { daysBetweenHk, firstDayKept } from './ledger.rules.ts';
import { balances, movements, report } from './ledger.ts';
import { checkSeals, sealedDays, type SealServices } from './seals.ts';

const MAX_DAYS = 366;
const SEALS_LISTED = 60;

const day = dayHk().describe('Hong Kong day, inclusive');
const spanSchema = z.object({ from: day, to: day });
const cents = z.number().int();
const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam');

function demandSpan({ from, to }: z.output<typeof spanSchema>): void {
  if (to < from || daysBetweenHk(from, to) >= MAX_DAYS) throw impossible('too-many-days', { max: MAX_DAYS });
}

/** The books, for staff. */
export async function ledgerStaffApi(
  app: FastifyInstance,
  { clock, ...services }: SealServices & { clock: () => Date },
): Promise<void> {
  const { db } = services;
  const api = app.withTypeProvider<ZodTypeProvider>();
  const common = { tags: ['money'] };

  api.get(
    '/api/staff/money/ledger',
    {
      schema: {
        ...common,
        summary: 'Movements between accounts on some days, and debits and credits of each account by day',
        querystring: spanSchema,
        response: {
          200: wrapped(
            z.object({
              movements: z.array(z.object({ debit: z.string(), credit: z.string(), transfers: cents, cents })),
              lines: z.array(
                z.object({ day: z.string(), account: z.string(), debit_cents: cents, credit_cents: cents }),
              ),
            }),
          ),
          ...refused,
        },
      },
      ...staffOnly('money.see'),
    },
    async ({ query }) => {
      demandSpan(query);
      const lines = await report(db, query);
      return ok({
        movements: await movements(db, query),
        lines: lines.map(({ dayHk, account, debitCents, creditCents }) => ({
          day: dayHk,
          account,
          debit_cents: debitCents,
          credit_cents: creditCents,
        })),
      });
    },
  );
  api.get(
    '/api/staff/money/ledger.csv',
    {
      schema: { ...common, summary: 'The same as CSV, by day and account', querystring: spanSchema, response: refused },
      ...staffOnly('money.see'),
    },
    async (request, reply) => {
      const { query } = request;
      demandSpan(query);
      const { name, accountId } = await staffOf(request);
      const lines = await report(db, query);
      await db.transaction((tx) =>
        recordAudit(
          tx,
          { who: name, why: 'ledger.export', accountId },
          { action: 'ledger.export', subject: ['export', `ledger ${query.from} ${query.to}`] },
          clock(),
        ),
      );
      const rows = function* () {
        yield csvLine(['day', 'account', 'debit_cents', 'credit_cents']);
        for (const { dayHk, account, debitCents, creditCents } of lines)
          yield csvLine([dayHk, account, debitCents, creditCents]);
      };
      return csvDownload(reply, `ledger-${query.from}-${query.to}.csv`).send(Readable.from(rows()));
    },
  );
  api.get(
    '/api/staff/money/balances',
    {
      schema: {
        ...common,
        summary: 'Debits less credits of every account since the start; their sum is zero',
        response: {
          200: wrapped(z.object({ items: z.array(z.object({ account: z.string(), cents })), sum_cents: cents })),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('money.see'),
    },
    async () => {
      const items = await balances(db);
      return ok({ items, sum_cents: items.reduce((sum, item) => sum + item.cents, 0) });
    },
  );
  api.get(
    '/api/staff/money/days',
    {
      schema: {
        ...common,
        summary: 'Sealed days, newest first, sixty at once, and the first day that is open',
        querystring: z.object({ before: dayHk().optional() }),
        response: {
          200: wrapped(
            z.object({
              first_open_day: z.string().nullable(),
              items: z.array(
                z.object({ day: z.string(), transfers: cents, cents, sealed_ts: z.number(), hash: z.string() }),
              ),
              next_before: z.string().nullable(),
            }),
          ),
          ...refused,
        },
      },
      ...staffOnly('money.see'),
    },
    async ({ query }) => {
      const before = query.before ?? null;
      const { firstOpenDay, days } = await sealedDays(db, { before, limit: SEALS_LISTED + 1 });
      const items = days.slice(0, SEALS_LISTED).map(({ dayHk, sealedAt, ...seal }) => ({
        day: dayHk,
        sealed_ts: unixSeconds(sealedAt),
        ...seal,
      }));
      const next = days.length > SEALS_LISTED ? (items.at(-1)?.day ?? null) : null;
      return ok({ first_open_day: firstOpenDay, items, next_before: next });
    },
  );
  api.get(
    '/api/staff/money/days/check',
    {
      schema: {
        ...common,
        summary: 'Verifies all seals; returns the days that differ',
        response: {
          200: wrapped(z.object({ broken: z.array(z.string()), checked_ts: z.number() })),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('money.see'),
    },
    async () => {
      const now = clock();
      return ok({
        broken: await checkSeals(services, { rowsFrom: firstDayKept(now) }),
        checked_ts: unixSeconds(now),
      });
    },
  );
}
