import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { memberOf, membersOnly, privateCalls } from '#domain/auth/auth.ts';
import { readFormBody, type FormBody } from '#domain/forms/forms.ts';
import { MAX_PICTURE_BYTES } from '#domain/forms/picture.rules.ts';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { OFFLINE_FORM } from './offline-applications.rules.ts';
import { applyOffline, type OfflineServices } from './offline-applications.ts';

const bodySchema = wireOf(
  OFFLINE_FORM,
  {
    plans365: 'Number of 365-day plans, at most two',
    extra30days: 'Number of 30-day extensions',
    payment_method: 'Payment method: 1 cheque, 2 deposit',
    receipt: 'PNG or JPEG file of at most 5 MB',
  },
  { isLoose: true },
);

/** The call that applies for a plan by cheque or deposit. */
export async function offlineApplicationsApi(
  app: FastifyInstance,
  { services, clock }: { services: OfflineServices; clock: () => Date },
): Promise<void> {
  privateCalls(app);
  const files = new WeakMap<FastifyRequest, FormBody['files']>();
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
    const body = await readFormBody(payload, request.headers['content-type'], { fileBytes: MAX_PICTURE_BYTES });
    files.set(request, body.files);
    return body.values;
  });
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/payment/offlineSubscription',
    {
      schema: {
        tags: ['payment'],
        summary: 'Applies for a plan paid by cheque or deposit',
        consumes: ['application/json', 'multipart/form-data'],
        body: bodySchema,
        response: {
          200: wrapped(z.object({ application_id: z.number().int() })),
          ...refusals(
            'notAuthenticated',
            'invalidParam',
            'planNotFound',
            'offlinePending',
            'tooLarge',
            'unsupportedMediaType',
            'unavailable',
          ),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const receipt = files.get(request)?.get('receipt');
      const { id } = await applyOffline(services, await memberOf(request), { ...request.body, receipt }, clock());
      return ok({ application_id: id });
    },
  );
}
