import type { Actor, MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { can } from './auth.policy.ts';

/** The member who sent a request; 10004 for a guest. */
export async function memberOf(request: { actor(): Promise<Actor> }): Promise<MemberActor> {
  const actor = await request.actor();
  const refusal = can(actor, 'useAccount');
  if (refusal !== null || actor.kind !== 'member') throw new DomainError(refusal ?? 'notAuthenticated');
  return actor;
}
