import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { FormError, readFormBody, type FormBody } from '#domain/forms/forms.ts';
import { BOT_CHECK_FIELDS } from '#domain/forms/bot-check.rules.ts';
import { MAX_PICTURE_BYTES } from '#domain/forms/picture.rules.ts';
import { refusals, ok, wrapped } from '#shared/http/reply.ts';
import type { FormName } from './contact.rules.ts';
import { contactBodySchema, FORMER_TOKEN_FIELD, lostPropertyBodySchema, sentReplySchema } from './contact.schema.ts';
import { submitForm, type ContactServices } from './contact.ts';

export interface ContactApiOptions extends ContactServices {
  clock: () => Date;
}

const { token: TOKEN } = BOT_CHECK_FIELDS;

/** Text values of a validated body, with the token under its current name. */
function textsOf(body: Record<string, unknown>): FormBody['values'] {
  const { [FORMER_TOKEN_FIELD]: former, ...given } = body;
  return Object.fromEntries(
    Object.entries({ [TOKEN]: former, ...given }).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

/** Reports a token fault under the former field name to clients that use it. */
function underFormerName(error: unknown): unknown {
  if (!(error instanceof FormError)) return error;
  return new FormError(
    error.faults.map(({ field, code }) => ({ field: field === TOKEN ? FORMER_TOKEN_FIELD : field, code })),
  );
}

export async function contactApi(app: FastifyInstance, options: ContactApiOptions): Promise<void> {
  const { clock, ...services } = options;
  const files = new WeakMap<FastifyRequest, FormBody['files']>();
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
    const body = await readFormBody(payload, request.headers['content-type'], { fileBytes: MAX_PICTURE_BYTES });
    files.set(request, body.files);
    return body.values;
  });
  async function submit(form: FormName, request: FastifyRequest<{ Body: Record<string, unknown> }>) {
    const body = { values: textsOf(request.body), files: files.get(request) ?? new Map() };
    try {
      await submitForm(services, form, body, { now: clock(), remoteIp: request.ip });
    } catch (error) {
      throw FORMER_TOKEN_FIELD in request.body ? underFormerName(error) : error;
    }
    return ok({ sent: true as const });
  }
  const api = app.withTypeProvider<ZodTypeProvider>();

  api.post(
    '/api/contactUs',
    {
      schema: {
        tags: ['contact'],
        summary: 'Sends the contact form, with an optional picture',
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
    (request) => submit('contact', request),
  );

  api.post(
    '/api/traffic/lostproperty',
    {
      schema: {
        tags: ['contact'],
        summary: 'Reports lost property, to be announced in traffic programmes',
        description: 'Faults are listed by field: `required`, `tooLong`, `format`, `botCheck`.',
        consumes: ['application/json', 'multipart/form-data'],
        body: lostPropertyBodySchema,
        response: {
          200: wrapped(sentReplySchema),
          ...refusals('invalidParam', 'tooLarge', 'unsupportedMediaType', 'tooManyRequests', 'unavailable'),
        },
      },
    },
    (request) => submit('lostproperty', request),
  );
}
