import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '#shared/domain-error.ts';
import { readCookie } from '#shared/http/cookie-header.ts';
import type { Permission } from './permissions.rules.ts';
import type { StaffServices } from './authenticators.ts';
import { demandPermission, findStaffActor, type StaffActor, type StaffVisitor } from './staff-sessions.ts';

// Shared by the calls of the desk, `x.staff.api.ts` of every module.

const COOKIE = '__Host-staff';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session's staff member; null without one. Looked up once a request. */
    askedStaff: Promise<StaffActor | null> | null;
  }
}

export const staffTokenOf = ({ headers: { cookie } }: FastifyRequest): string | undefined => readCookie(cookie, COOKIE);

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
    this.askedStaff ??= findStaffActor(db, staffTokenOf(this), { remoteIp: this.ip, now: clock() });
    return this.askedStaff;
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    staff: () => Promise<StaffActor | null>;
  }
}

/** The caller; 10004 without a session. */
export async function staffOf(request: FastifyRequest): Promise<StaffActor> {
  const actor = await request.staff();
  if (actor === null) throw new DomainError('notAuthenticated');
  return actor;
}

/** Answers 10004 or 403 before the body is validated. The scope, if any, is checked by the action. */
export const staffOnly = (permission?: Permission) => ({
  preValidation: async (request: FastifyRequest): Promise<void> => {
    const actor = await staffOf(request);
    if (permission !== undefined) demandPermission(actor, permission, actor.roles.flatMap(({ scope }) => scope ?? []));
  },
});
