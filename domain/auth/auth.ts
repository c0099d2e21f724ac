// The door: what pages, the server and other modules may call.

export type { AuthServices, LoggingIn, LogInOutcome, Visitor } from './auth-services.ts';

// Who asks, and what they may.
export { can } from './auth.policy.ts';
export { demandGuest, memberOf, membersOnly, ownCalls, privateCalls, visitorOf, type OwnCall } from './own-calls.ts';

// Coming in.
export { countedLogIn, logIn, logInCookies, openFirstLogIn, openLogIn, type LoggedIn } from './log-in.ts';
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

// What a change to an account stands on: who it is of, and that it is them.
export { findAccount, findAccountByEmail, findOwnWords } from './accounts.store.ts';
export {
  isFreshForPayment,
  isFreshLogIn,
  lockOwner,
  lockOwnerAnd,
  reauthenticate,
  reauthenticateForPayment,
} from './reauthentication.ts';
