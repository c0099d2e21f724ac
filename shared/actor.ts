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

/** Whose an order is: a member's, or of a guest who proved an address. */
export type Payer = { kind: 'member'; memberId: number } | { kind: 'guest'; guestId: number };

/** Who asks about an order: one whose it may be, or a browser of which nothing is known. */
export type Asker = Payer | { kind: 'guest'; guestId?: undefined };

/** What knows who asks: a request, the context of a page. It is looked up once, and only where somebody wants to know. */
export interface Asked {
  actor(): Promise<Actor>;
}

// Here and not at the server, so that the calls of every module have it without one.
declare module 'fastify' {
  interface FastifyRequest {
    actor: Asked['actor'];
  }
}

export const GUEST: Guest = { kind: 'guest' };
