import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import { MAX_ID } from '#shared/ids.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { PERMISSIONS } from '#shared/staff/permissions.ts';
import { demandFreshProof, staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { heldRoleSchema } from './staff.schema.ts';
import {
  disableAccount,
  grantRole,
  inviteAgain,
  inviteStaff,
  listRoles,
  listStaff,
  revokeRole,
  type StaffServices,
} from './staff.ts';

const accountId = z.number().int().min(1).max(MAX_ID);
const reason = z.string().trim().min(1).max(300);
const DONE = ok({});
const emptySchema = wrapped(z.object({}));

/** Who may enter the desk, and with which roles. */
export async function staffAccountsApi(
  app: FastifyInstance,
  { services, clock }: { services: StaffServices; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['staff'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound', 'conflict', 'proofNeeded');
  const { db } = services;

  api.get(
    '/api/staff/accounts',
    {
      schema: {
        tags,
        summary: 'Everybody with an account, and the matrix of roles and permissions',
        response: {
          200: wrapped(
            z.object({
              accounts: z.array(
                z.object({
                  account_id: z.number().int(),
                  name: z.string(),
                  email: z.string(),
                  state: z.string(),
                  roles: z.array(heldRoleSchema),
                  created_ts: z.number(),
                }),
              ),
              roles: z.array(z.object({ name: z.string(), permissions: z.array(z.string()) })),
              permissions: z.array(z.string()),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('staff.see'),
    },
    async () => {
      const [accounts, roles] = await Promise.all([listStaff(db), listRoles(db)]);
      return ok({
        accounts: accounts.map(({ id, name, email, state, roles: held, createdAt }) => ({
          account_id: id,
          name,
          email,
          state,
          roles: held.map(({ role, scope }) => ({ role, scope })),
          created_ts: unixSeconds(createdAt),
        })),
        roles,
        permissions: [...PERMISSIONS],
      });
    },
  );

  api.post(
    '/api/staff/accounts/invite',
    {
      schema: {
        tags,
        summary: 'Invites a person with a first role; the link is mailed',
        body: heldRoleSchema.extend({ email: z.string().max(254), name: z.string().max(60), reason }),
        response: { 200: wrapped(z.object({ account_id: z.number().int() })), ...refused },
      },
      ...staffOnly('staff.invite'),
    },
    async (request) => {
      const actor = await staffOf(request);
      const now = clock();
      demandFreshProof(actor, now);
      const { reason: why, ...person } = request.body;
      const invited = await db.transaction((tx) => inviteStaff(tx, services, { who: actor.name, why }, person, now));
      return ok({ account_id: invited.accountId });
    },
  );

  const changes = {
    'invite-again': {
      summary: 'Sends an invited person a new link',
      permission: 'staff.invite',
      body: z.object({ account_id: accountId, reason }),
    },
    disable: {
      summary: 'Disables an account and ends its sessions',
      permission: 'staff.invite',
      body: z.object({ account_id: accountId, reason }),
    },
  } as const;
  for (const [verb, { summary, permission, body }] of Object.entries(changes))
    api.post(
      `/api/staff/accounts/${verb}`,
      { schema: { tags, summary, body, response: { 200: emptySchema, ...refused } }, ...staffOnly(permission) },
      async (request) => {
        const actor = await staffOf(request);
        const now = clock();
        demandFreshProof(actor, now);
        const hand = { who: actor.name, why: request.body.reason };
        const { account_id: id } = request.body;
        await db.transaction(async (tx) => {
          if (verb === 'disable') await disableAccount(tx, hand, id, now);
          else await inviteAgain(tx, services, hand, id, now);
        });
        return DONE;
      },
    );
  for (const [verb, change] of [
    ['grant', grantRole],
    ['revoke', revokeRole],
  ] as const)
    api.post(
      `/api/staff/accounts/${verb}`,
      {
        schema: {
          tags,
          summary: verb === 'grant' ? 'Grants a role and ends the sessions' : 'Revokes a role and ends the sessions',
          body: heldRoleSchema.extend({ account_id: accountId, reason }),
          response: { 200: emptySchema, ...refused },
        },
        ...staffOnly('staff.roles'),
      },
      async (request) => {
        const actor = await staffOf(request);
        const now = clock();
        demandFreshProof(actor, now);
        const { account_id: id, reason: why, role, scope } = request.body;
        await db.transaction((tx) => change(tx, { who: actor.name, why }, id, { role, scope }, now));
        return DONE;
      },
    );
}
