import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { PERMISSIONS } from '#shared/staff/permissions.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { heldRoleSchema } from './staff.schema.ts';
import { listRoles, listStaff } from './staff.ts';

/** Who may enter the desk, and with which roles. */
export async function staffAccountsApi(app: FastifyInstance, db: Db): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['staff'];

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
}
