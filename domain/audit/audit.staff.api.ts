import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import type { Db } from '#db/database.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { csvDownload } from '#shared/http/csv-download.ts';
import { csvLine } from '#shared/text/csv.ts';
import { line } from '#shared/text/line-schema.ts';
import { MAX_ID } from '#shared/ids.ts';
import { addDaysHk, instantHk, unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { AUDIT_AREAS, kindsOf } from './audit-areas.rules.ts';
import { SUBJECT_KINDS } from './audit.rules.ts';
import { auditPages, listAudit, recordAudit, type AuditEvent, type AuditFilter } from './audit.ts';
import { checkAudit } from './chain.ts';

const LISTED = 50;
const MAX_EXPORTED = 10_000;
const values = z.record(z.string(), z.unknown()).nullable();

const filterSchema = z.object({
  who: line(60).optional(),
  action: z
    .string()
    .regex(/^[a-z-]+\.[a-z-]+$/)
    .optional(),
  area: z.enum(AUDIT_AREAS).optional(),
  subject_kind: z.enum(SUBJECT_KINDS).optional(),
  subject_id: line(120).optional(),
  from: dayHk().optional().describe('Hong Kong day, inclusive'),
  to: dayHk().optional().describe('Hong Kong day, inclusive'),
});
const querySchema = filterSchema.extend({
  before_id: z.coerce.number().int().min(1).max(MAX_ID).optional().describe('Events older than this one'),
});

const filterOf = (query: z.output<typeof filterSchema>): AuditFilter => ({
  ...(query.who && { who: query.who }),
  ...(query.action && { action: query.action }),
  subject: { kind: kindsOf(query.area, query.subject_kind), id: query.subject_id || undefined },
  ...(query.from && { from: instantHk(query.from, 0) }),
  ...(query.to && { to: instantHk(addDaysHk(query.to, 1), 0) }),
});

const eventSchema = z.object({
  id: z.number().int(),
  at_ts: z.number().describe('Unix seconds'),
  who: z.string(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  before: values,
  after: values,
  reason: z.string(),
  position: z.number().int().nullable().describe('Position in the hash chain; null within a minute of the event'),
  request_id: z.string().nullable().describe('Run of an action at the desk'),
});

const present = ({
  id,
  at,
  who,
  action,
  subjectKind,
  subjectId,
  before,
  after,
  reason,
  position,
  requestId,
}: AuditEvent) => ({
  id,
  at_ts: unixSeconds(at),
  who,
  action,
  subject_kind: subjectKind,
  subject_id: subjectId,
  before,
  after,
  reason,
  position,
  request_id: requestId,
});

/** Columns of the export, with what each has of an event. */
const CSV: readonly (readonly [name: string, of: keyof AuditEvent])[] = [
  ['id', 'id'],
  ['at', 'at'],
  ['who', 'who'],
  ['action', 'action'],
  ['subject_kind', 'subjectKind'],
  ['subject_id', 'subjectId'],
  ['reason', 'reason'],
  ['before', 'before'],
  ['after', 'after'],
  ['position', 'position'],
  ['request_id', 'requestId'],
];

/** The audit, for those who may read it. */
export async function auditStaffApi(
  app: FastifyInstance,
  { db, ledgerKey, clock }: { db: Db; ledgerKey: string; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const common = { tags: ['audit'] };

  api.get(
    '/api/staff/audit',
    {
      schema: {
        ...common,
        summary: 'Manual actions, newest first, fifty at once',
        querystring: querySchema,
        response: {
          200: wrapped(z.object({ items: z.array(eventSchema), next_before_id: z.number().int().nullable() })),
          ...refusals('notAuthenticated', 'forbidden', 'invalidParam'),
        },
      },
      ...staffOnly('audit.see'),
    },
    async ({ query }) => {
      const { before_id: beforeId, ...filter } = query;
      const events = await listAudit(db, { ...filterOf(filter), ...(beforeId && { beforeId }) }, LISTED + 1);
      const items = events.slice(0, LISTED).map(present);
      return ok({ items, next_before_id: events.length > LISTED ? (items.at(-1)?.id ?? null) : null });
    },
  );
  api.get(
    '/api/staff/audit.csv',
    {
      schema: {
        ...common,
        summary: `Manual actions of a filter as CSV, the newest ${MAX_EXPORTED} at most`,
        querystring: filterSchema,
        response: refusals('notAuthenticated', 'forbidden', 'invalidParam'),
      },
      ...staffOnly('audit.see'),
    },
    async (request, reply) => {
      const { name: who, accountId } = await staffOf(request);
      const { subject_kind: kind, subject_id: subject, ...filter } = request.query;
      const after = { ...filter, ...(kind && { kind }), ...(subject && { subject }) };
      await db.transaction((tx) =>
        recordAudit(
          tx,
          { who, why: 'audit.export', accountId },
          { action: 'audit.export', subject: ['export', 'audit'], after },
          clock(),
        ),
      );
      const rows = async function* () {
        yield csvLine(CSV.map(([name]) => name));
        for await (const events of auditPages(db, filterOf(request.query), MAX_EXPORTED))
          yield events.map((event) => csvLine(CSV.map(([, of]) => event[of]))).join('');
      };
      return csvDownload(reply, 'audit.csv').send(Readable.from(rows()));
    },
  );
  api.get(
    '/api/staff/audit/check',
    {
      schema: {
        ...common,
        summary: 'Verifies the hash chain',
        response: {
          200: wrapped(
            z.object({
              events: z.number().int(),
              checked_ts: z.number(),
              faults: z.array(z.object({ kind: z.string(), position: z.number().int().nullable() })),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('audit.see'),
    },
    async () => {
      const now = clock();
      const { events, faults } = await checkAudit({ db, ledgerKey }, { now });
      return ok({
        events,
        checked_ts: unixSeconds(now),
        faults: faults.map((fault) => ({
          kind: fault.kind,
          position: 'position' in fault ? fault.position : 'from' in fault ? fault.from : null,
        })),
      });
    },
  );
}
