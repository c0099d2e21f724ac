import type { Db } from '#db/database.ts';
import type { FormSender, HumanServices } from '#domain/forms/forms.ts';
import type { Places } from '#shared/places.ts';
import type { SessionLookup } from './session-lookup.ts';
import type { SessionMemory } from './session-memory.ts';

export type LogInOutcome = 'in' | 'wrong' | 'limited' | 'inactive' | 'failed';

/** What the doors of this module need of the house. */
export interface AuthServices extends HumanServices {
  db: Db;
  /** Where somebody is who comes from a network address, for the member's own eyes. */
  places: Places;
  /** Signs what we hand out and want back unchanged; every process has the same. */
  secretKey: string;
  siteUrl: string;
  /** Sessions this process has seen within the last seconds. */
  sessions: SessionMemory;
  lookUpSession: SessionLookup;
  /** Whether a member has a plan now: who sells plans knows. */
  isSubscriber: (memberId: number, now: Date) => Promise<boolean>;
  /** Counts log-ins for the operator, without a word of whose: `account` stands for the name that was given. */
  countLogIn: (
    how: 'password' | 'passkey',
    outcome: LogInOutcome,
    by: { remoteIp: string; account: string | undefined },
  ) => void;
}

/** Who asks, as far as the request tells. */
export interface Visitor extends FormSender {
  userAgent: string;
}

/** A visitor who may have logged in before. */
export interface LoggingIn extends Visitor {
  /** Value of the cookie `__Host-known`. */
  known?: string | undefined;
}
