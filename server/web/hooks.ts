import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { takeNotice, type Notice, type NoticeHandler, type NoticeHandlers } from '#domain/hooks/hooks.ts';
import { DomainError } from '#shared/domain-error.ts';
import { HOOK_LIMITS } from '#shared/limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The provider that writes here: its signature says so, and no origin or cookie is asked of it. */
    hook?: string;
  }
}

/** What a provider sent, byte for byte: signatures are over what was sent and not over what was understood. */
export interface SentHook {
  /** The public address with its query, as the provider knows it, whatever a proxy made of it. */
  url: string;
  body: Buffer;
  headers: FastifyRequest['headers'];
}

export interface HookReply {
  type: string;
  body: string;
}

/** Something we are only told: it is written down, answered, and worked off by a job. */
export interface NoticeHook {
  kind: string;
  /** The event's id and what is kept of it; null for what we need not know. Refuses what makes no sense. */
  read: (sent: SentHook) => Pick<Notice, 'eventId' | 'payload'> | null;
  handle: NoticeHandler;
}

/** Something that waits for words of ours: the door behind it must bear to be asked twice. */
type QuestionHook = (sent: SentHook, now: Date) => Promise<HookReply>;

/** What `server/outside/<provider>/hooks.ts` says of the requests that come from there. */
export interface HookProvider {
  name: string;
  contentType: string;
  /** Whether it was sent by who shares our secret, and is about our account. */
  isGenuine: (sent: SentHook) => boolean;
  /** The answer that there is nothing to be done. */
  taken: HookReply;
  /** By address. */
  notices: Readonly<Record<string, NoticeHook>>;
  questions: Readonly<Record<string, QuestionHook>>;
}

export interface HooksOptions {
  db: Db;
  siteUrl: string;
  clock: () => Date;
}

/** The one way in for what providers tell us. What is not signed is refused before anything of it is read or written. */
export async function hooks(
  app: FastifyInstance,
  provider: HookProvider,
  { db, siteUrl, clock }: HooksOptions,
): Promise<void> {
  const { name, contentType, taken, notices, questions } = provider;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    contentType,
    { parseAs: 'buffer', bodyLimit: HOOK_LIMITS.bodyBytes },
    (_request, body, done) => done(null, body),
  );

  function open({ raw, body, headers }: FastifyRequest): SentHook {
    const sent = {
      url: `${siteUrl}${raw.url ?? ''}`,
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      headers,
    };
    if (!provider.isGenuine(sent)) throw new DomainError('forbidden');
    return sent;
  }

  const send = (reply: FastifyReply, { type, body }: HookReply) =>
    reply.type(type).header('cache-control', 'no-store').send(body);
  const options = { schema: { hide: true }, config: { hook: name } };

  for (const [path, { kind, read }] of Object.entries(notices))
    app.post(path, options, async (request, reply) => {
      const notice = read(open(request));
      if (notice) await takeNotice({ db, now: clock() }, { provider: name, kind, ...notice });
      return send(reply, taken);
    });
  for (const [path, answer] of Object.entries(questions))
    app.post(path, options, async (request, reply) => send(reply, await answer(open(request), clock())));
}

/** What the worker does about the notices of these providers. */
export const noticeHandlers = (providers: readonly HookProvider[]): NoticeHandlers =>
  Object.fromEntries(
    providers.map(({ name, notices }) => [
      name,
      Object.fromEntries(Object.values(notices).map(({ kind, handle }) => [kind, handle])),
    ]),
  );
