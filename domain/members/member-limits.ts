import type { AttemptLimit } from '#domain/auth/auth.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How often what may be done. Counts are of all processes together; decision 009 says why these keys. */
export const LIMITS = {
  registrationsOfAddress: { limit: 20, windowMs: HOUR_MS },
  registrationsOfMailbox: { limit: 5, windowMs: DAY_MS },
  resends: { limit: 5, windowMs: DAY_MS },
  /** Mails to prove or change an address, of one member. */
  verifyMails: { limit: 5, windowMs: HOUR_MS },
  /** Domains looked up for one address. */
  domainChecks: { limit: 60, windowMs: HOUR_MS },
  /** Passwords set by mailed links from one address: each costs us a hash. */
  linksOfAddress: { limit: 60, windowMs: HOUR_MS },
} as const satisfies Record<string, AttemptLimit>;
