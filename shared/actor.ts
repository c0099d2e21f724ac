/** Who asks. Rules and policies decide by it; it holds nothing that a page may not know. */
export type Actor = Guest | MemberActor;

export interface Guest {
  kind: 'guest';
}

export interface MemberActor {
  kind: 'member';
  memberId: number;
  sessionId: number;
  /** The address was proved by a mailed link. */
  isEmailVerified: boolean;
  /** A plan runs now. */
  isSubscriber: boolean;
  /** The account will be erased unless the member takes it back. */
  isLeaving: boolean;
}

export const GUEST: Guest = { kind: 'guest' };
