import type { Actor } from '#shared/actor.ts';
import { assertUnreachable } from '#shared/assert-unreachable.ts';
import type { ErrorName } from '#shared/domain-error.ts';

/** What anybody may want to do with accounts. */
export type MemberAction =
  | 'logIn'
  | 'register'
  /** See and change one's own account. */
  | 'useAccount'
  /** Listen to what a plan pays for, and keep lists of it. */
  | 'usePlan'
  /** Watch what is paid for one by one. */
  | 'buyVideo'
  /** End a session, remove a passkey or a device: the member's own only. */
  | 'changeOwn';

/** Null where the actor may; otherwise why not. Used by calls, pages and buttons alike. */
export function can(actor: Actor, action: MemberAction, thing?: { memberId: number }): ErrorName | null {
  switch (action) {
    case 'logIn':
    case 'register':
      return actor.kind === 'member' ? 'alreadyLoggedIn' : null;
    case 'useAccount':
      return actor.kind === 'guest' ? 'notAuthenticated' : null;
    case 'usePlan':
      if (actor.kind === 'guest') return 'notAuthenticated';
      return actor.isSubscriber ? null : 'needsPlan';
    case 'buyVideo':
      if (actor.kind === 'guest') return 'notAuthenticated';
      return actor.isEmailVerified ? null : 'forbidden';
    case 'changeOwn':
      if (actor.kind === 'guest') return 'notAuthenticated';
      // Somebody else's is not there, as far as they can tell.
      return thing?.memberId === actor.memberId ? null : 'dataNotFound';
    default:
      return assertUnreachable(action);
  }
}
