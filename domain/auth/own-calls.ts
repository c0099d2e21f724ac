import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { ActorSource, MemberActor } from '#shared/actor.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import { jsonBody } from '#shared/http/json-body.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import { can, type MemberAction } from './auth.policy.ts';
import { emptyReplySchema } from './auth.schema.ts';
import type { LoggingIn } from './auth-services.ts';

// Shared by the authenticated calls of all modules.

/** The member who sent a request; 10004 for a guest. */
export async function memberOf(request: ActorSource): Promise<MemberActor> {
  const actor = await request.actor();
  const refusal = can(actor, 'useAccount');
  if (refusal !== null || actor.kind !== 'member') throw new DomainError(refusal ?? 'notAuthenticated');
  return actor;
}

/** 10008 for a member: the action is for guests only. */
export async function demandGuest(
  request: ActorSource,
  action: Extract<MemberAction, 'logIn' | 'register'>,
): Promise<void> {
  const refusal = can(await request.actor(), action);
  if (refusal !== null) throw new DomainError(refusal);
}

/** The sender of a request, including the trusted-device cookie. */
export const visitorOf = (request: FastifyRequest, now: Date): LoggingIn => ({
  now,
  remoteIp: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  known: secretOf(request.headers.cookie, SESSION_COOKIES.known),
});

/**
 * Prepares a scope for calls whose response depends on the visitor: no cache stores them. An empty body with a JSON
 * content type is accepted, because clients send it with calls that take none; everything else is parsed as
 * elsewhere.
 */
export function privateCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
  const read = jsonBody<FastifyRequest>(app.getDefaultJsonParser('error', 'error'));
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else read(request, body, done);
  });
}

/** Answers `notAuthenticated` before the body is validated. */
export const membersOnly = {
  preValidation: async (request: FastifyRequest): Promise<void> => void (await memberOf(request)),
};

/** A call of `/api/userinfo` that changes something of its member and returns only cookies. */
export interface OwnCall {
  path: string;
  summary: string;
  description?: string;
  /** Null: the call takes no body. */
  body: z.ZodType | null;
  refused: readonly ErrorName[];
  change: (
    actor: MemberActor,
    given: Readonly<Record<string, unknown>>,
    visitor: LoggingIn,
  ) => Promise<string[] | void>;
}

const bodyOf = ({ body }: FastifyRequest): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

/** Registers such calls in a scope of `privateCalls`. */
export function ownCalls(app: FastifyInstance, calls: readonly OwnCall[], clock: () => Date): void {
  const api = app.withTypeProvider<ZodTypeProvider>();
  for (const { path, summary, description, body, refused, change } of calls)
    api.post(
      `/api/userinfo/${path}`,
      {
        schema: {
          tags: ['member info'],
          summary,
          ...(description === undefined ? {} : { description }),
          ...(body === null ? {} : { body }),
          response: {
            200: wrapped(emptyReplySchema),
            ...refusals('notAuthenticated', 'invalidParam', ...refused),
          },
        },
        ...membersOnly,
      },
      async (request, reply) => {
        const actor = await memberOf(request);
        const cookies = await change(actor, bodyOf(request), visitorOf(request, clock()));
        if (cookies) void reply.header('set-cookie', cookies);
        return ok({});
      },
    );
}
