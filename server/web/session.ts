import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MemberServices } from '#domain/members/members.ts';
import { rememberedActor, seeSession } from '#domain/auth/auth.ts';
import { GUEST, type Actor } from '#shared/actor.ts';
import { secretOf, SESSION_COOKIES, sessionCookie } from '#shared/http/session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the browser sent a session: the reply that carries its renewal. */
    sessionReply: FastifyReply | null;
    askedActor: Promise<Actor> | null;
  }
}

const NOBODY = Promise.resolve<Actor>(GUEST);

/** The session token of a cookie header. */
export const tokenOf = (cookieHeader: string | undefined | null): string | undefined =>
  secretOf(cookieHeader, SESSION_COOKIES.session);

/**
 * Adds `actor()` to every request. A renewed session is set in the reply; a log-out in the same reply removes the
 * cookie, because it comes after.
 */
export function memberSessions(app: FastifyInstance, members: MemberServices, clock: () => Date): void {
  async function see(token: string, now: Date, request: FastifyRequest): Promise<Actor> {
    const { actor, renewedUntil } = await seeSession(members, token, now, request.ip);
    if (renewedUntil !== null)
      void request.sessionReply?.header('set-cookie', sessionCookie({ token, expiresAt: renewedUntil }, now));
    return actor;
  }

  function look(request: FastifyRequest): Promise<Actor> {
    const token = tokenOf(request.headers.cookie);
    if (token === undefined) return NOBODY;
    const now = clock();
    const remembered = rememberedActor(members, token, now);
    return remembered ? Promise.resolve(remembered) : see(token, now, request);
  }

  app.decorateRequest('sessionReply', null);
  app.decorateRequest('askedActor', null);
  app.decorateRequest('actor', function actor(this: FastifyRequest) {
    this.askedActor ??= look(this);
    return this.askedActor;
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.cookie !== undefined) request.sessionReply = reply;
    done();
  });
}
