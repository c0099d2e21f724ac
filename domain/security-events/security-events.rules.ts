/** Security events a member is notified of. */
export const SECURITY_EVENTS = [
  'login-new-device',
  'password-changed',
  'password-reset',
  'email-change-asked',
  'email-change-cancelled',
  'email-changed',
  'phone-change-cancelled',
  'phone-changed',
  'passkey-added',
  'passkey-removed',
  'feed-made',
  'feed-revoked',
  'sessions-ended',
  'deletion-asked',
  'deletion-taken-back',
  'account-merged',
  'account-unmerged',
  'lock-lifted',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];
