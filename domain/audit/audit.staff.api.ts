import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { MAX_ID } from '#shared/ids.ts';
import { addDaysHk, instantHk, unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { SUBJECT_KINDS } from './audit.rules.ts';
import { listAudit, type AuditEvent } from './audit.ts';
import { checkAudit } from './chain.ts';

const LISTED = 50;
const values = z.record(z.string(), z.unknown()).nullable();

const querySchema = z.object({
  who: z.string().trim().max(60).optional(),
  action: z
    .string()
    .regex(/^[a-z-]+\.[a-z-]+$/)
    .optional(),
  subject_kind: z.enum(SUBJECT_KINDS).optional(),
  subject_id: z.string().max(120).optional(),
  from: z.iso.date().optional().describe('Hong Kong day, inclusive'),
  to: z.iso.date().optional().describe('Hong Kong day, inclusive'),
  before_id: z.coerce.number().int().min(1).max(MAX_ID).optional().describe('Events older than this one'),
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
      const { who, action, subject_kind: kind, subject_id: id, from, to, before_id: beforeId } = query;
      const events = await listAudit(
        db,
        {
          ...(who && { who }),
          ...(action && { action }),
          ...(kind && { subject: { kind, ...(id && { id }) } }),
          ...(from && { from: instantHk(from, 0) }),
          ...(to && { to: instantHk(addDaysHk(to, 1), 0) }),
          ...(beforeId && { beforeId }),
        },
        LISTED + 1,
      );
      const items = events.slice(0, LISTED).map(present);
      return ok({ items, next_before_id: events.length > LISTED ? (items.at(-1)?.id ?? null) : null });
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
