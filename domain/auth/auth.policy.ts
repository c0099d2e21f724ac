import type { Actor } from '#shared/actor.ts';
import { assertUnreachable } from '#shared/assert-unreachable.ts';
import type { ErrorName } from '#shared/domain-error.ts';

/** Actions on accounts that are subject to authorisation. */
export type MemberAction =
  | 'logIn'
  | 'register'
  /** View and change one's own account. */
  | 'useAccount'
  /** Listen to what a plan includes, and keep lists of it. */
  | 'usePlan'
  /** Watch what is sold individually. */
  | 'buyVideo'
  /** End a session, remove a passkey or a device, if it belongs to the member. */
  | 'changeOwn';

/** Null if the actor may perform the action, otherwise the reason. Used by API calls, pages and buttons. */
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
      // Another member's object is reported as missing, so that its existence does not leak.
      return thing?.memberId === actor.memberId ? null : 'dataNotFound';
    default:
      return assertUnreachable(action);
  }
}
