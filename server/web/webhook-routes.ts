import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { receiveWebhook, type Webhook, type WebhookHandler, type WebhookHandlers } from '#domain/webhooks/webhooks.ts';
import { DomainError } from '#shared/domain-error.ts';
import { WEBHOOK_LIMITS } from '#shared/limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The provider that posts here: authenticated by signature, without origin or cookie checks. */
    webhook?: string;
  }
}

/** A provider's request as raw bytes, because signatures cover what was sent, not its parsed form. */
export interface SentWebhook {
  /** The public URL with query, as the provider knows it, before any proxy rewriting. */
  url: string;
  body: Buffer;
  headers: FastifyRequest['headers'];
}

export interface WebhookReply {
  type: string;
  body: string;
}

/** A notification: stored, acknowledged, and processed by a job. */
export interface WebhookRoute {
  kind: string;
  /** The event id and payload to store; null for events we ignore. Throws if malformed. */
  read: (sent: SentWebhook) => Pick<Webhook, 'eventId' | 'payload'> | null;
  handle: WebhookHandler;
}

/** A request that needs an answer; its door must be idempotent. */
type QuestionRoute = (sent: SentWebhook, now: Date) => Promise<WebhookReply>;

/** Definition of a provider's requests in `server/outside/<provider>/webhooks.ts`. */
export interface WebhookProvider {
  name: string;
  contentType: string;
  /** Verifies the shared secret and that our account is meant. */
  isGenuine: (sent: SentWebhook) => boolean;
  /** The reply if there is nothing to do. */
  taken: WebhookReply;
  /** By path. */
  webhooks: Readonly<Record<string, WebhookRoute>>;
  questions: Readonly<Record<string, QuestionRoute>>;
}

export interface WebhookRoutesOptions {
  db: Db;
  siteUrl: string;
  clock: () => Date;
}

/** The entry point for provider requests. Unsigned ones are refused before anything is read or written. */
export async function webhookRoutes(
  app: FastifyInstance,
  provider: WebhookProvider,
  { db, siteUrl, clock }: WebhookRoutesOptions,
): Promise<void> {
  const { name, contentType, taken, webhooks, questions } = provider;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    contentType,
    { parseAs: 'buffer', bodyLimit: WEBHOOK_LIMITS.bodyBytes },
    (_request, body, done) => done(null, body),
  );

  function open({ raw, body, headers }: FastifyRequest): SentWebhook {
    const sent = {
      url: `${siteUrl}${raw.url ?? ''}`,
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      headers,
    };
    if (!provider.isGenuine(sent)) throw new DomainError('forbidden');
    return sent;
  }

  const send = (reply: FastifyReply, { type, body }: WebhookReply) =>
    reply.type(type).header('cache-control', 'no-store').send(body);
  const options = { schema: { hide: true }, config: { webhook: name } };

  for (const [path, { kind, read }] of Object.entries(webhooks))
    app.post(path, options, async (request, reply) => {
      const webhook = read(open(request));
      if (webhook) await receiveWebhook({ db, now: clock() }, { provider: name, kind, ...webhook });
      return send(reply, taken);
    });
  for (const [path, answer] of Object.entries(questions))
    app.post(path, options, async (request, reply) => send(reply, await answer(open(request), clock())));
}

/** Handlers of these providers' webhooks, for the worker. */
export const webhookHandlers = (providers: readonly WebhookProvider[]): WebhookHandlers =>
  Object.fromEntries(
    providers.map(({ name, webhooks }) => [
      name,
      Object.fromEntries(Object.values(webhooks).map(({ kind, handle }) => [kind, handle])),
    ]),
  );
