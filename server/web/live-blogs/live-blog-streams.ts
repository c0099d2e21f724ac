import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '#shared/domain-error.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { isPossibleId } from '#shared/ids.ts';
import type { LiveBlogHub } from './live-blog-hub.ts';

/** A refused reader polls meanwhile. */
const RETRY_AFTER_S = 30;

export interface LiveBlogLimits {
  /** Streams of this process. */
  readers: number;
  /** Per address: a carrier's gateway has many behind it. */
  ofAddress: number;
}

const idOf = (text: string): number => {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (!isPossibleId(id)) throw new DomainError('dataNotFound');
  return id;
};

/** A number as browsers send it, which anybody may make up. */
const parseVersion = (text: unknown): number =>
  typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;

/** `GET /live-blogs/{id}/events`: server-sent events; `…/changes`: the same for readers who poll. */
export async function liveBlogStreams(
  app: FastifyInstance,
  { hub, limits }: { hub: LiveBlogHub; limits: LiveBlogLimits },
): Promise<void> {
  const readers = new Map<string, number>();
  let all = 0;

  app.addHook('preClose', () => hub.close());

  function turnAway(reply: FastifyReply): never {
    void reply.header('retry-after', RETRY_AFTER_S);
    throw new DomainError('tooManyRequests', 'too many streams; ask for the changes instead');
  }

  app.get<{ Params: { id: string }; Querystring: { after?: unknown } }>(
    '/live-blogs/:id/events',
    { schema: { hide: true }, exposeHeadRoute: false, config: { isEndless: true } },
    async (request, reply) => {
      const articleId = idOf(request.params.id);
      const key = addressKey(request.ip);
      const ofAddress = readers.get(key) ?? 0;
      if (all >= limits.readers || ofAddress >= limits.ofAddress) return turnAway(reply);
      // Counted before anything is awaited.
      all++;
      readers.set(key, ofAddress + 1);
      reply.raw.once('close', () => {
        all--;
        const left = readers.get(key)! - 1;
        if (left > 0) readers.set(key, left);
        else readers.delete(key);
      });
      if (!(await hub.has(articleId))) throw new DomainError('dataNotFound');
      // A reconnecting browser knows more than its URL, which has the state of its page.
      const after = parseVersion(request.headers['last-event-id'] ?? request.query.after);
      void reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // nginx would hold events back until its buffer is full.
        'x-accel-buffering': 'no',
        // A stream that ends leaves no idle connection, which a shutdown would wait for.
        connection: 'close',
      });
      await hub.follow(articleId, after, reply.raw);
      return reply;
    },
  );

  app.get<{ Params: { id: string }; Querystring: { after?: unknown } }>(
    '/live-blogs/:id/changes',
    { schema: { hide: true } },
    async (request, reply) => {
      const body = await hub.changes(idOf(request.params.id), parseVersion(request.query.after));
      if (body === null) throw new DomainError('dataNotFound');
      return reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=1').send(body);
    },
  );
}
