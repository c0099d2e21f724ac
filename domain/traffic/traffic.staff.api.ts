import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { listTunnelBoard } from './traffic.ts';

const seconds = z.number().describe('Unix seconds');

/** The tunnels, for reporters. */
export async function trafficStaffApi(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/staff/traffic/tunnels',
    {
      schema: {
        tags: ['traffic'],
        summary: 'All tunnels with what was last measured or reported, also if the site no longer shows it',
        response: {
          200: wrapped(
            z.object({
              now_ts: seconds,
              items: z.array(
                z.object({
                  name: z.string(),
                  minutes: z.number().int(),
                  free_minutes: z.number().int(),
                  is_closed: z.boolean(),
                  is_shown: z.boolean().describe('Whether the site shows it now'),
                  severity: z.literal([1, 2, 3]),
                  measured_ts: seconds,
                }),
              ),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('traffic.report'),
    },
    async () => {
      const now = clock();
      const tunnels = await listTunnelBoard({ db, now });
      return ok({
        now_ts: unixSeconds(now),
        items: tunnels.map(({ name, minutes, freeMinutes, isClosed, isShown, severity, measuredAtMs }) => ({
          name,
          minutes,
          free_minutes: freeMinutes,
          is_closed: isClosed,
          is_shown: isShown,
          severity,
          measured_ts: measuredAtMs / 1000,
        })),
      });
    },
  );
}
