import type { AttemptLimit } from './attempts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How often what may be done. Counts are of all processes together; decision 009 says why these keys. */
export const AUTH_LIMITS = {
  /** Tries at the password of an account from one network address. */
  logInFromAddress: { limit: 10, windowMs: 15 * MINUTE_MS },
  /** Tries at the password of an account from anywhere: what a guesser with many addresses has. */
  logInOfAccount: { limit: 100, windowMs: HOUR_MS },
  /** Tries at anybody's password from one address, behind which a carrier may have thousands of people. */
  logInOfAddress: { limit: 300, windowMs: 15 * MINUTE_MS },
  /** Tries of a browser that logged in to the account before: nobody else uses these up. */
  logInOfKnown: { limit: 10, windowMs: 15 * MINUTE_MS },
  /** And of all such browsers of one account together: whoever logged in often has many. */
  logInOfAllKnown: { limit: 30, windowMs: HOUR_MS },
  /** Mails about a log-in from a new device. */
  newDeviceMails: { limit: 10, windowMs: DAY_MS },
  forgottenOfAddress: { limit: 20, windowMs: HOUR_MS },
  forgottenOfAccount: { limit: 5, windowMs: HOUR_MS },
} as const satisfies Record<string, AttemptLimit>;
