import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { seeSession } from '#domain/members/sessions.ts';
import type { MemberServices } from '#domain/members/accounts.ts';
import type { Actor } from '#shared/actor.ts';
import { secretOf, SESSION_COOKIES, sessionCookie } from '#shared/session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks. Asked once a request, and only where a handler wants to know. */
    actor(): Promise<Actor>;
  }
}

/** The token a browser shows. */
export const tokenOf = (cookieHeader: string | undefined | null): string | undefined =>
  secretOf(cookieHeader, SESSION_COOKIES.session);

/**
 * Gives every request `actor()`. A session that its use renewed is told to the browser with the reply; where the reply
 * sets the cookie itself, as a log-out does, that counts.
 */
export function memberSessions(app: FastifyInstance, members: MemberServices, clock: () => Date): void {
  const asked = new WeakMap<FastifyRequest, Promise<Actor>>();
  const renewed = new WeakMap<FastifyRequest, string>();

  async function ask(request: FastifyRequest): Promise<Actor> {
    const token = tokenOf(request.headers.cookie);
    const now = clock();
    const { actor, renewedUntil } = await seeSession(members, token, now, request.ip);
    if (token !== undefined && renewedUntil !== null)
      renewed.set(request, sessionCookie({ token, expiresAt: renewedUntil }, now));
    return actor;
  }

  app.decorateRequest('actor', function actor(this: FastifyRequest) {
    const known = asked.get(this);
    if (known) return known;
    const asking = ask(this);
    asked.set(this, asking);
    return asking;
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const cookie = renewed.get(request);
    if (cookie !== undefined && !setsSession(reply)) void reply.header('set-cookie', cookie);
    done(null, payload);
  });
}

const setsSession = (reply: FastifyReply): boolean =>
  [reply.getHeader('set-cookie')].flat().some((cookie) => String(cookie).startsWith(`${SESSION_COOKIES.session}=`));
