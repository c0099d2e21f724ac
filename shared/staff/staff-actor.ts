import type { FastifyRequest } from 'fastify';
import { DomainError } from '#shared/domain-error.ts';
import { may, type HeldRole, type Permission, type Scope } from './permissions.ts';

// The caller of the desk, for the staff calls of every module (`x.staff.api.ts`).

/** Looked up for every request, so that an ended session or a changed role counts at once. */
export interface StaffActor {
  accountId: number;
  name: string;
  email: string;
  sessionId: number;
  roles: HeldRole[];
  /** Last proof by an authenticator. */
  provedAt: Date;
}

// Declared here and not in the server, so that the calls of every module have it without importing the server.
declare module 'fastify' {
  interface FastifyRequest {
    staff: () => Promise<StaffActor | null>;
  }
}

/** Actions with money, erasure, roles and keys need a proof by an authenticator this recent. */
const FRESH_MS = 5 * 60_000;

/** Throws `forbidden` with the permission that is missing. */
export function demandPermission(
  { roles }: Pick<StaffActor, 'roles'>,
  permission: Permission,
  within: readonly Scope[] = [],
): void {
  if (!may(roles, permission, within)) throw new DomainError('forbidden', { permission });
}

/** Throws `proofNeeded` (10011) if the last proof by an authenticator is older than five minutes. */
export function demandFreshProof({ provedAt }: Pick<StaffActor, 'provedAt'>, now: Date): void {
  if (now.getTime() - provedAt.getTime() > FRESH_MS) throw new DomainError('proofNeeded');
}

/** The caller; 10004 without a session. */
export async function staffOf(request: FastifyRequest): Promise<StaffActor> {
  const actor = await request.staff();
  if (actor === null) throw new DomainError('notAuthenticated');
  return actor;
}

/**
 * Answers 10004 or 403 before the body is validated; one of several permissions suffices. A scope, if the action has one, is
 * checked by the action.
 */
export const staffOnly = (...anyOf: Permission[]) => ({
  preValidation: async (request: FastifyRequest): Promise<void> => {
    const actor = await staffOf(request);
    const scopes = actor.roles.flatMap(({ scope }) => scope ?? []);
    const [first] = anyOf;
    if (first !== undefined && !anyOf.some((permission) => may(actor.roles, permission, scopes)))
      throw new DomainError('forbidden', { permission: first });
  },
});
