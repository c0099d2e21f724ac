// The door: what pages, the server and other modules may call.

export type { AuthServices, LoggingIn, LogInOutcome, Visitor } from './auth-services.ts';

// Identity and authorisation.
export { can } from './auth.policy.ts';
export { demandGuest, memberOf, membersOnly, ownCalls, privateCalls, visitorOf, type OwnCall } from './own-calls.ts';

// Log-in.
export {
  countedLogIn,
  demandOpenAccount,
  liftLogInLock,
  logIn,
  logInCookies,
  openFirstLogIn,
  openLogIn,
} from './log-in.ts';
export { forgetPassword, resetPassword, type MailNewcomer } from './forgotten-password.ts';
export { carriedCookie } from './trusted-device.ts';

// Sessions.
export {
  endSession,
  endSessions,
  hearSessionChanges,
  listSessions,
  memberChanged,
  rememberedActor,
  seeSession,
} from './sessions.ts';
export { createSessionLookup } from './session-lookup.ts';
export { createSessionMemory } from './session-memory.ts';
export { endOneSession, endOtherSessions, updatePassword } from './own-access.ts';

// Prerequisites of a change to an account: the account itself, and proof that its owner makes the change.
export { findAccount, findAccountByEmail, findOwnWords } from './accounts.store.ts';
export {
  isFreshForPayment,
  isFreshLogIn,
  lockOwner,
  lockOwnerAnd,
  reauthenticate,
  reauthenticateForPayment,
} from './reauthentication.ts';
