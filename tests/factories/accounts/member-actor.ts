import type { MemberActor } from '#shared/actor.ts';

/** A logged-in member with a verified address and no plan. */
export const memberActor = (memberId: number, over: Partial<MemberActor> = {}): MemberActor => ({
  kind: 'member',
  memberId,
  sessionId: 1,
  isEmailVerified: true,
  isSubscriber: false,
  isLeaving: false,
  ...over,
});
