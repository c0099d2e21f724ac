import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refusals, ok, wrapped } from '#shared/reply.ts';
import type { FormFields } from './contact.schema.ts';
import { contactBodySchema, lostPropertyBodySchema, sentReplySchema } from './contact.wire.schema.ts';
import { readFormBody, submitForm, type ContactServices, type FormBody } from './contact.ts';

export interface ContactApiOptions extends ContactServices {
  clock: () => Date;
}

/** The texts of a body that its schema let pass. */
const texts = (body: Record<string, unknown>): FormFields =>
  Object.fromEntries(Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

export async function contactApi(app: FastifyInstance, options: ContactApiOptions): Promise<void> {
  const { clock, ...services } = options;
  const pictures = new WeakMap<FastifyRequest, FormBody['picture']>();
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
    const { values, picture } = await readFormBody(payload, request.headers['content-type']);
    pictures.set(request, picture);
    return values;
  });
  const sender = (request: FastifyRequest) => ({ now: clock(), remoteIp: request.ip, mayUseTicket: false });
  const api = app.withTypeProvider<ZodTypeProvider>();

  api.post(
    '/api/contactUs',
    {
      schema: {
        tags: ['contact'],
        summary: 'Sends the contact form, with a picture if one was chosen',
        description:
          'Faults are listed by field: `required`, `tooLong`, `format`, `picture`, `botCheck`. The same form under the same `idempotency_key` is taken once.',
        consumes: ['multipart/form-data'],
        body: contactBodySchema,
        response: {
          200: wrapped(sentReplySchema),
          ...refusals('invalidParam', 'tooLarge', 'unsupportedMediaType', 'tooManyRequests', 'unavailable'),
        },
      },
    },
    async (request) => {
      const body = { values: texts(request.body), picture: pictures.get(request) ?? null };
      await submitForm(services, 'contact', body, sender(request));
      return ok({ sent: true as const });
    },
  );

  api.post(
    '/api/traffic/lostproperty',
    {
      schema: {
        tags: ['contact'],
        summary: 'Reports something lost on the way, to be read out in the traffic programmes',
        description: 'Faults are listed by field: `required`, `tooLong`, `format`, `botCheck`.',
        consumes: ['application/json', 'multipart/form-data'],
        body: lostPropertyBodySchema,
        response: {
          200: wrapped(sentReplySchema),
          ...refusals('invalidParam', 'tooLarge', 'unsupportedMediaType', 'tooManyRequests', 'unavailable'),
        },
      },
    },
    async (request) => {
      await submitForm(services, 'lostproperty', { values: texts(request.body), picture: null }, sender(request));
      return ok({ sent: true as const });
    },
  );
}
