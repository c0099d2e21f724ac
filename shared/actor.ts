/** The caller. Rules and policies decide by it; it contains nothing that a page may not know. */
export type Actor = Guest | MemberActor;

export interface Guest {
  kind: 'guest';
}

export interface MemberActor {
  kind: 'member';
  memberId: number;
  sessionId: number;
  /** The address was verified by a mailed link. */
  isEmailVerified: boolean;
  /** A plan is active. */
  isSubscriber: boolean;
  /** The account is scheduled for erasure, which the member can cancel. */
  isLeaving: boolean;
}

/** Owner of an order: a member, or a guest with a verified address. */
export type Payer = { kind: 'member'; memberId: number } | { kind: 'guest'; guestId: number };

/** Caller of an order: a possible owner, or an unidentified browser. */
export type Requester = Payer | { kind: 'guest'; guestId?: undefined };

/** Source of the caller: a request or the context of a page. Looked up once, on demand. */
export interface ActorSource {
  actor(): Promise<Actor>;
}

// Declared here and not in the server, so that the APIs of every module have it without importing the server.
declare module 'fastify' {
  interface FastifyRequest {
    actor: ActorSource['actor'];
  }
}

export const GUEST: Guest = { kind: 'guest' };
