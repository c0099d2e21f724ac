import type { Actor } from '#shared/actor.ts';
import type { ErrorName } from '#shared/domain-error.ts';

/** Change and prove the number of one's own account. */
export type PhoneAction = 'changePhone';

/** Null where the actor may; otherwise why not. Used by calls, pages and buttons alike. */
export const can = (actor: Actor, _action: PhoneAction): ErrorName | null =>
  actor.kind === 'guest' ? 'notAuthenticated' : null;
