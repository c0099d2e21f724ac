import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { may } from '#shared/staff/permissions.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { listUndos, previewAction, runAction, type ActionServices } from './actions.ts';
import { approve, listApprovals, refuseApproval } from './approvals.ts';

/** An input may contain a file of a megabyte as text, which JSON escapes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
const values = z.record(z.string(), z.unknown()).nullable();
const rowSchema = z.object({
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string().nullable().describe('Null: assigned by the run'),
  before: values,
  after: values,
});
const rowsSchema = z.array(rowSchema);
const undoSchema = z.object({ action: z.string(), input: z.unknown(), undo_of: z.string() });
const nameParams = z.object({ name: z.string().regex(/^[a-z-]+\.[a-z-]+$/) });
const idParams = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) });
const reason = z.string().max(2_000).default('');
const keyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\w-]{8,80}$/)
    .describe('Chosen by the caller; a repeated request gets the reply of the first, for a day'),
});
const refused = refusals(
  'notAuthenticated',
  'forbidden',
  'invalidParam',
  'serviceNotFound',
  'dataNotFound',
  'proofNeeded',
  'conflict',
);

/** Actions of staff, each previewed and run by its name, and their approvals by a second person. */
export async function actionsStaffApi(app: FastifyInstance, services: ActionServices): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const common = { tags: ['actions'] };

  api.get(
    '/api/staff/actions',
    {
      schema: {
        ...common,
        summary: 'Actions that the caller may run, and what each demands',
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                z.object({
                  name: z.string(),
                  permission: z.string(),
                  needs_reason: z.boolean(),
                  needs_proof: z.boolean(),
                  second_person: z.string().nullable().describe('Permission of the approver, where one may be needed'),
                }),
              ),
            }),
          ),
          ...refusals('notAuthenticated'),
        },
      },
      ...staffOnly(),
    },
    async (request) => {
      const { roles } = await staffOf(request);
      const scopes = roles.flatMap(({ scope }) => scope ?? []);
      return ok({
        items: services.actions
          .filter(({ permission }) => may(roles, permission, scopes))
          .map(({ name, permission, needsReason, needsProof, secondPerson }) => ({
            name,
            permission,
            needs_reason: needsReason,
            needs_proof: needsProof,
            second_person: secondPerson,
          })),
      });
    },
  );
  api.post(
    '/api/staff/actions/:name/preview',
    {
      schema: {
        ...common,
        summary: 'What an action would change; nothing is changed and no provider is called',
        params: nameParams,
        body: z.object({ input: z.unknown() }),
        response: {
          200: wrapped(
            z.object({
              rows: rowsSchema,
              hash: z.string(),
              needs_reason: z.boolean(),
              needs_second_person: z.boolean(),
            }),
          ),
          ...refused,
        },
      },
      bodyLimit: MAX_BODY_BYTES,
      ...staffOnly(),
    },
    async (request) => {
      const { rows, hash, needsReason, needsSecondPerson } = await previewAction(services, await staffOf(request), {
        name: request.params.name,
        input: request.body.input,
      });
      return ok({ rows, hash, needs_reason: needsReason, needs_second_person: needsSecondPerson });
    },
  );
  api.post(
    '/api/staff/actions/:name',
    {
      schema: {
        ...common,
        summary: 'Runs an action, or asks a second person for it',
        params: nameParams,
        headers: keyHeader,
        body: z.object({
          input: z.unknown(),
          reason,
          shown_hash: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .nullable()
            .default(null)
            .describe('Hash of the preview; 409 with the rows of now if something else would change'),
          undo_of: z
            .uuid()
            .nullable()
            .default(null)
            .describe('Run that this one takes back; 409 if something else has changed since'),
        }),
        response: {
          200: wrapped(
            z.discriminatedUnion('outcome', [
              z.object({
                outcome: z.literal('done'),
                result: z.record(z.string(), z.unknown()),
                rows: rowsSchema,
                undo: undoSchema.nullable(),
              }),
              z.object({ outcome: z.literal('asked'), approval_id: z.number().int(), rows: rowsSchema }),
            ]),
          ),
          ...refused,
        },
      },
      bodyLimit: MAX_BODY_BYTES,
      ...staffOnly(),
    },
    async (request) => {
      const { input, reason: why, shown_hash: shownHash, undo_of: undoOf } = request.body;
      const what = { name: request.params.name, input, reason: why, undoOf };
      const key = request.headers['idempotency-key'];
      return ok(await runAction(services, await staffOf(request), what, { key, shownHash }));
    },
  );

  api.get(
    '/api/staff/undos',
    {
      schema: {
        ...common,
        summary: 'Of some runs, those that the caller may take back because nothing else has changed since',
        querystring: z.object({
          runs: z
            .string()
            .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,49}$/)
            .describe('Request ids of the audit, separated by commas'),
        }),
        response: {
          200: wrapped(z.object({ items: z.array(undoSchema) })),
          ...refusals('notAuthenticated', 'invalidParam'),
        },
      },
      ...staffOnly(),
    },
    async (request) => ok({ items: await listUndos(services, await staffOf(request), request.query.runs.split(',')) }),
  );

  // APPROVALS

  api.get(
    '/api/staff/approvals',
    {
      schema: {
        ...common,
        summary: 'Actions that wait for a second person, oldest first; or the newest hundred with their decisions',
        querystring: z.object({ state: z.enum(['open', 'all']).default('open') }),
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                z.object({
                  approval_id: z.number().int(),
                  action: z.string(),
                  reason: z.string(),
                  rows: rowsSchema,
                  state: z.enum(['open', 'approved', 'refused', 'withdrawn', 'expired']),
                  asked_by: z.string(),
                  asked_ts: z.number(),
                  expires_ts: z.number(),
                  decided_by: z.string().nullable(),
                  decided_ts: z.number().nullable(),
                  is_mine: z.boolean(),
                  may_decide: z.boolean(),
                }),
              ),
            }),
          ),
          ...refusals('notAuthenticated', 'invalidParam'),
        },
      },
      ...staffOnly(),
    },
    async (request) => {
      const actor = await staffOf(request);
      const now = services.clock();
      const scopes = actor.roles.flatMap(({ scope }) => scope ?? []);
      const holds = (permission: Parameters<typeof may>[1] | undefined | null) =>
        permission !== null && permission !== undefined && may(actor.roles, permission);
      const found = await listApprovals(services.db, { isOpen: request.query.state === 'open' });
      const items = found.flatMap((approval) => {
        const action = services.actions.find(({ name }) => name === approval.action);
        const isMine = approval.askedBy === actor.accountId;
        const mayDecide = !isMine && holds(action?.secondPerson);
        const maySee =
          isMine || mayDecide || holds('audit.see') || (action && may(actor.roles, action.permission, scopes));
        const isOver = approval.state === 'open' && approval.expiresAt <= now;
        if (!maySee || (isOver && request.query.state === 'open')) return [];
        return {
          approval_id: approval.id,
          action: approval.action,
          reason: approval.reason,
          rows: approval.shown,
          state: isOver ? ('expired' as const) : approval.state,
          asked_by: approval.askedByName,
          asked_ts: unixSeconds(approval.askedAt),
          expires_ts: unixSeconds(approval.expiresAt),
          decided_by: approval.decidedByName,
          decided_ts: approval.decidedAt && unixSeconds(approval.decidedAt),
          is_mine: isMine,
          may_decide: mayDecide && !isOver,
        };
      });
      return ok({ items });
    },
  );
  api.post(
    '/api/staff/approvals/:id/approve',
    {
      schema: {
        ...common,
        summary: 'Approves and runs an action that another person asked for',
        params: idParams,
        response: { 200: wrapped(z.object({ rows: rowsSchema })), ...refused },
      },
      ...staffOnly(),
    },
    async (request) => ok(await approve(services, await staffOf(request), request.params.id)),
  );
  api.post(
    '/api/staff/approvals/:id/refuse',
    {
      schema: {
        ...common,
        summary: 'Refuses it, or withdraws it as the requester',
        params: idParams,
        body: z.object({ reason: z.string().trim().min(1).max(500) }),
        response: { 200: wrapped(z.object({})), ...refused },
      },
      ...staffOnly(),
    },
    async (request) => {
      const { id } = request.params;
      await refuseApproval(services, await staffOf(request), { id, reason: request.body.reason });
      return ok({});
    },
  );
}
