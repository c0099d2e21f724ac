/**
 * Response codes of the wrapped reply, with HTTP status, meaning and whether operators are notified. 200 is success;
 * the spec's code 0 is never sent. Texts for people are in app/text, not here.
 */
export const RESPONSE_CODES = {
  invalidParam: { code: 1, status: 400, message: 'invalid param', report: false },
  serviceNotFound: { code: 2, status: 404, message: 'service not found', report: false },
  internalError: { code: 3, status: 500, message: 'internal server error', report: true },
  unavailable: { code: 3, status: 503, message: 'service unavailable', report: true },
  diskFull: { code: 3, status: 503, message: 'the disk is full', report: true },
  methodNotAllowed: { code: 2, status: 405, message: 'method not allowed', report: false },
  tooLarge: { code: 1, status: 413, message: 'request too large', report: false },
  unsupportedMediaType: { code: 1, status: 415, message: 'unsupported content type', report: false },
  tooManyRequests: { code: 1, status: 429, message: 'too many requests', report: false },
  tooManyCards: { code: 1, status: 429, message: 'too many declined cards from this address', report: false },
  conflict: { code: 1, status: 409, message: 'conflicts with the current state', report: false },
  forbidden: { code: 1, status: 403, message: 'forbidden', report: false },
  dataNotFound: { code: 6, status: 404, message: 'data not found', report: false },
  fileNotFound: { code: 9, status: 404, message: 'file does not exist', report: false },
  feedRevoked: { code: 6, status: 410, message: 'this feed was revoked', report: false },
  notYourTurn: { code: 1, status: 409, message: 'not your turn in the waiting room', report: false },
  soundRemoved: { code: '121001', status: 410, message: 'the audio was removed', report: false },
  invalidCharset: { code: 10, status: 415, message: 'invalid charset', report: false },
  functionSuspended: { code: 20, status: 503, message: 'function suspended', report: false },
  notAuthenticated: { code: 10004, status: 401, message: 'no authentication', report: false },

  // MEMBERS
  alreadyLoggedIn: { code: 10001, status: 409, message: 'already logged in', report: false },
  userNotFound: { code: 10002, status: 404, message: 'user not found', report: false },
  // 10003 as well: the detail has the masked address of the account that took it over.
  userMerged: { code: 10003, status: 403, message: 'user was merged into another', report: false },
  userInactive: { code: 10003, status: 403, message: 'user inactive', report: false },
  verifyCodeNotFound: { code: 10005, status: 400, message: 'verification code not found', report: false },
  passwordMismatch: { code: 10006, status: 400, message: 'password mismatch', report: false },
  duplicateUser: { code: 10007, status: 409, message: 'duplicate user', report: false },
  duplicateVerified: { code: 10008, status: 409, message: 'duplicate verified', report: false },
  oldPasswordMismatch: { code: 10011, status: 400, message: 'old password mismatch', report: false },
  // 10011 as well: no password was sent, so none was wrong.
  proofNeeded: { code: 10011, status: 400, message: 'log in again, or send the password', report: false },
  sameEmail: { code: 10012, status: 400, message: 'same e-mail', report: false },
  phoneNotAllowed: { code: 10016, status: 400, message: 'phone not allowed to verify', report: false },
  phoneTaken: { code: 10017, status: 409, message: 'phone not allowed to verify', report: false },
  smsLimit: { code: 10022, status: 429, message: 'SMS verification limit exceeded', report: false },
  duplicateVerifiedByUser: { code: 10023, status: 409, message: 'duplicate verified by same user', report: false },
  smsBlocked: { code: 10024, status: 422, message: 'SMS blocked by ISP', report: false },
  duplicateGmail: { code: 10025, status: 409, message: 'duplicate verified by same Gmail', report: false },
  invalidPassword: { code: 10026, status: 400, message: 'invalid password', report: false },

  // PLANS
  subscriptionExisted: { code: 20002, status: 409, message: 'no further plan can be added', report: false },
  needsPlan: { code: 20003, status: 403, message: 'paid content requires a plan', report: false },
  transactionProcessing: { code: 20006, status: 409, message: 'user has a processing transaction', report: false },
  planNotFound: { code: 20008, status: 404, message: 'plan not found at this price', report: false },
  offlinePending: { code: 23001, status: 409, message: 'an offline payment is pending', report: false },
  noRecurringProfile: { code: 30006, status: 404, message: 'no recurring profile', report: false },
  periodFixed: { code: 30007, status: 409, message: 'the provider owns this schedule', report: false },
  inRenewalBatch: { code: 31001, status: 409, message: 'profile is in a recurring batch', report: false },

  // Not in the catalogue; answered like any rejected request.
  accountJustChanged: { code: 1, status: 403, message: 'address or phone changed within a day', report: false },

  // SINGLE PURCHASES
  alreadyOwned: { code: 150005, status: 409, message: 'already owned', report: false },
  productNotFound: { code: 20008, status: 404, message: 'product not on sale at this price', report: false },
  // Not in the catalogue: sold out, or outside its period of sale.
  quotaFull: { code: 1, status: 409, message: 'sold out', report: false },

  // CODES
  discountCodeNotFound: { code: 21002, status: 404, message: 'promotion code invalid', report: false },
  codeOfAnother: { code: 21003, status: 403, message: 'promotion code belongs to another user', report: false },
  codeNotForPlan: { code: 21004, status: 409, message: 'promotion code is not for this plan', report: false },
  codeMemberLimit: { code: 70001, status: 409, message: 'limit of uses by a user', report: false },
  codeBatchLimit: { code: 70002, status: 409, message: 'limit of the campaign', report: false },
  codeLimit: { code: 70003, status: 409, message: 'limit of the code', report: false },
  codeNotEligible: { code: 70005, status: 403, message: 'user may not use this code', report: false },
  linkCodeNotFound: { code: 70007, status: 404, message: 'short promotion invalid', report: false },
  codeOver: { code: 70008, status: 410, message: 'code expired', report: false },
  codeInProcess: { code: 70009, status: 409, message: 'code held by an order of the same user', report: false },
  codeNotStarted: { code: 70010, status: 409, message: 'code not started', report: false },
  redeemCodeNotFound: { code: 70012, status: 404, message: 'redeem code invalid', report: false },
  alreadyRedeemed: { code: 70013, status: 409, message: 'already redeemed', report: false },

  // PLAYER: strings on the wire, as players expect
  noRightToPlay: { code: '121001', status: 403, message: 'no credential to play', report: false },
  tooManyKnownDevices: { code: '121002', status: 409, message: 'too many devices', report: false },
  tooManyDevices: { code: '121003', status: 409, message: 'too many concurrent devices', report: false },
  leaseLost: { code: '121003', status: 409, message: 'another device is playing', report: false },
  // MEMBER LISTS
  tooManyBookmarks: { code: 10027, status: 409, message: 'too many bookmarks', report: false },
  notForClassics: { code: 10028, status: 409, message: 'not for classic programs', report: false },
  playlistFull: { code: 120001, status: 409, message: 'playlist full', report: false },
  playlistHasItem: { code: 120004, status: 409, message: 'already in the playlist', report: false },

  // E-MAIL
  noMailExchange: { code: 40003, status: 400, message: 'MX record not found', report: false },
  plusSign: { code: 40004, status: 400, message: 'e-mail contains a plus sign', report: false },
  invalidDomain: { code: 40005, status: 400, message: 'invalid domain', report: false },

  // PHONES: the assignment of 220001 to 220010 and 270001 to 270007 is proposed by the spec
  phoneModeNotSet: { code: 220001, status: 503, message: 'phone verification is not set up', report: false },
  phoneVerifiedByAnother: { code: 220002, status: 409, message: 'phone verified by another', report: false },
  phoneSmsUnavailable: { code: 220003, status: 503, message: 'SMS unavailable', report: true },
  phoneRequestNotFound: { code: 220004, status: 404, message: 'request not found', report: false },
  phoneRequestInvalid: { code: 220005, status: 409, message: 'request invalid', report: false },
  phoneLimit: { code: 220006, status: 429, message: 'limit exceeded', report: false },
  phoneBlocked: { code: 220007, status: 422, message: 'blocked by the ISP', report: false },
  phoneTooLate: { code: 220008, status: 409, message: 'time check failed', report: false },
  phoneCallNotAllowed: { code: 220009, status: 409, message: 'call not allowed in SMS-only mode', report: false },
  registrationLimit: { code: 230001, status: 429, message: 'registration limit', report: false },
  registrationBlocked: { code: 230002, status: 422, message: 'registration blocked by the ISP', report: false },
  voiceUnavailable: { code: 270001, status: 503, message: 'voice OTP unavailable', report: true },
  voiceNotProcessed: { code: 270002, status: 409, message: 'voice OTP not processed', report: false },
  voiceTriggerLimit: { code: 270003, status: 429, message: 'voice OTP trigger limit reached', report: false },
  voiceTooSoon: { code: 270004, status: 429, message: 'voice OTP retry time not reached', report: false },
  voiceTriesUsedUp: { code: 270005, status: 429, message: 'voice OTP attempts exceeded', report: false },
  voiceCodeMismatch: { code: 270006, status: 400, message: 'voice OTP code mismatch', report: false },
} as const satisfies Record<string, { code: number | string; status: number; message: string; report: boolean }>;

export type ErrorName = keyof typeof RESPONSE_CODES;

/** The English sentence of a detail, if it has one. */
export function sentenceOf(detail: unknown): string | null {
  const told = typeof detail === 'object' && detail !== null && 'message' in detail ? detail.message : detail;
  return typeof told === 'string' ? told : null;
}

/** Rejection by a rule, door or store. `detail` is for readers of the reply and never contains a secret. */
export class DomainError extends Error {
  readonly errorName: ErrorName;
  readonly detail: unknown;
  /** What its detail says in English, for commands and logs; null if it has values alone. */
  readonly sentence: string | null;

  constructor(errorName: ErrorName, detail?: unknown) {
    const sentence = sentenceOf(detail);
    super(sentence === null ? RESPONSE_CODES[errorName].message : `${RESPONSE_CODES[errorName].message}: ${sentence}`);
    this.sentence = sentence;
    this.name = 'DomainError';
    this.errorName = errorName;
    this.detail = detail;
  }

  /** When what was refused may be asked for again, where that is known. */
  get retryAfterSeconds(): number | null {
    const { detail } = this;
    if (typeof detail !== 'object' || detail === null || !('retry_after_seconds' in detail)) return null;
    return typeof detail.retry_after_seconds === 'number' ? detail.retry_after_seconds : null;
  }
}
