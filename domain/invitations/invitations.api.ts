import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { presentInvitation } from './invitations.present.ts';
import { codeParamsSchema, invitationReplySchema } from './invitations.schema.ts';
import { readInvitation, type InvitationServices } from './invitations.ts';

/** An invitation by its code. Answers are sent by the form of its page. */
export async function invitationsApi(
  app: FastifyInstance,
  { services, clock }: { services: InvitationServices; clock: () => Date },
): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/campaign/reply/:code',
    {
      schema: {
        tags: ['campaigns'],
        summary: 'An invitation, by its mailed code',
        params: codeParamsSchema,
        response: { 200: wrapped(invitationReplySchema), ...refusals('dataNotFound', 'tooManyRequests') },
      },
    },
    async ({ params, ip }, reply) => {
      void reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .header('referrer-policy', 'no-referrer');
      return ok(presentInvitation(await readInvitation(services, params.code, { remoteIp: ip, now: clock() })));
    },
  );
}
