import type { Db } from '#db/database.ts';
import type { FormSender, BotCheckServices } from '#domain/forms/forms.ts';
import type { Geoip } from '#shared/outside/geoip.ts';
import type { SessionLookup } from './session-lookup.ts';
import type { SessionMemory } from './session-memory.ts';

export type LogInOutcome = 'in' | 'wrong' | 'limited' | 'inactive' | 'failed';

/** Dependencies of this module. */
export interface AuthServices extends BotCheckServices {
  db: Db;
  /** Geoip lookup, shown only to the member. */
  geoip: Geoip;
  /** Signs values that clients return unchanged. Shared by all processes. */
  secretKey: string;
  siteUrl: string;
  /** Sessions this process has seen in the last few seconds. */
  sessions: SessionMemory;
  lookUpSession: SessionLookup;
  /** Whether a member has a plan now. Implemented by the module that sells plans. */
  isSubscriber: (memberId: number, now: Date) => Promise<boolean>;
  /**
   * Counts log-ins for metrics. `account` is a pseudonym of the submitted name, so that the metric identifies nobody.
   */
  countLogIn: (
    how: 'password' | 'passkey',
    outcome: LogInOutcome,
    by: { remoteIp: string; account: string | undefined },
  ) => void;
}

/** Who sends a request, as far as the request shows. */
export interface Visitor extends FormSender {
  userAgent: string;
}

/** A visitor who may have logged in from this browser before. */
export interface LoggingIn extends Visitor {
  /** Value of the cookie `__Host-known`. */
  known?: string | undefined;
}
