import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readCookie } from '#shared/http/cookie-header.ts';
import type { StaffActor } from '#shared/staff/staff-actor.ts';
import type { StaffServices } from './authenticators.ts';
import { findStaffActor, type StaffVisitor } from './staff-sessions.ts';

const COOKIE = '__Host-staff';
/** Whose rooms the document of the caller shows: another account may have logged in since in another tab. */
const ACCOUNT_HEADER = 'x-staff-account';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session's staff member; null without one. Looked up once a request. */
    askedStaff: Promise<StaffActor | null> | null;
  }
}

const staffTokenOf = ({ headers: { cookie } }: FastifyRequest): string | undefined => readCookie(cookie, COOKIE);

/** `Set-Cookie` of a session until the browser closes; null ends it. */
export const staffCookie = (token: string | null): string =>
  `${COOKIE}=${token ?? ''}; Path=/${token === null ? '; Max-Age=0' : ''}; Secure; HttpOnly; SameSite=Strict`;

export const staffVisitorOf = (request: FastifyRequest, now: Date): StaffVisitor => ({
  now,
  remoteIp: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
});

/** Adds the caller to every request of the desk. */
export function staffSessions(app: FastifyInstance, { db }: Pick<StaffServices, 'db'>, clock: () => Date): void {
  app.decorateRequest('askedStaff', null);
  app.addHook('onRequest', (request, reply, done) => {
    // Nothing of the desk is stored by a cache.
    void reply.header('cache-control', 'no-store');
    request.askedStaff = null;
    done();
  });
  app.decorateRequest('staff', function staff(this: FastifyRequest) {
    const { [ACCOUNT_HEADER]: expected } = this.headers;
    this.askedStaff ??= findStaffActor(db, staffTokenOf(this), { remoteIp: this.ip, now: clock() }).then((actor) =>
      expected === undefined || expected === String(actor?.accountId) ? actor : null,
    );
    return this.askedStaff;
  });
}
