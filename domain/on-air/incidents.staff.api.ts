import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { closedIncidents, openIncidents, runbookOf } from './incidents.ts';
import { RUNBOOK_OF, type IncidentKind } from './incidents.rules.ts';

const KINDS = Object.keys(RUNBOOK_OF) as [IncidentKind, ...IncidentKind[]];

const incidentSchema = z.object({
  incident_id: z.number().int(),
  kind: z.enum(KINDS),
  subject: z.string().describe('Channel, encoder, task or provider; empty for the station'),
  figures: z.record(z.string(), z.number()),
  opened_ts: z.number(),
  seen_ts: z.number(),
  closed_ts: z.number().nullable(),
  closed_by: z.string().nullable().describe('Null: it was over, or is open'),
  closing_words: z.string().nullable(),
  runbook: z.string().describe('Heading in the runbooks'),
});

type Incident = Awaited<ReturnType<typeof openIncidents>>[number];
const present = ({ id, kind, subject, figures, openedAt, seenAt, closedAt, closedBy, closingWords }: Incident) => ({
  incident_id: id,
  kind,
  subject,
  figures,
  opened_ts: unixSeconds(openedAt),
  seen_ts: unixSeconds(seenAt),
  closed_ts: closedAt && unixSeconds(closedAt),
  closed_by: closedBy,
  closing_words: closingWords,
  runbook: RUNBOOK_OF[kind],
});

/** Incidents, and what the runbooks say about them. */
export async function incidentsStaffApi(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  api.get(
    '/api/staff/incidents',
    {
      schema: {
        tags: ['on air'],
        summary: 'Open incidents, oldest first, and closed ones, newest first, fifty at once',
        querystring: z.object({ before_id: z.coerce.number().int().min(1).max(MAX_ID).optional() }),
        response: {
          200: wrapped(
            z.object({
              open: z.array(incidentSchema),
              items: z.array(incidentSchema),
              next_before_id: z.number().int().nullable(),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('on-air.see'),
    },
    async ({ query }) => {
      const [open, { incidents, nextBeforeId }] = await Promise.all([
        openIncidents(db),
        closedIncidents(db, query.before_id ?? null),
      ]);
      return ok({ open: open.map(present), items: incidents.map(present), next_before_id: nextBeforeId });
    },
  );
  api.get(
    '/api/staff/incidents/runbooks/:kind',
    {
      schema: {
        tags: ['on air'],
        summary: 'What to do about a kind of incident',
        params: z.object({ kind: z.enum(KINDS) }),
        response: {
          200: wrapped(z.object({ title: z.string(), text: z.string().describe('Markdown') })),
          ...refusals('notAuthenticated', 'forbidden', 'invalidParam'),
        },
      },
      ...staffOnly('on-air.see'),
    },
    async ({ params }) => ok(runbookOf(params.kind)),
  );
}
