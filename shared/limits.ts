// Limits on what anonymous clients may do, in one list for operators and reviewers: sizes, rates, concurrency and
// timeouts. Names carry their unit. Rates set by operators are in `server/config.schema.ts`; list page sizes are in
// `page-limits.ts`.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Every request. */
export const REQUEST_LIMITS = {
  /**
   * Listen backlog: when an item sells out in one second, thousands of connections arrive in it. Beyond this they are
   * reset.
   */
  connectionsWaiting: 4_096,
  /** A keyword of 10,000 characters makes a URL of 90 kB, which must be answered. */
  headerBytes: 128 * 1024,
  /** For routes without a limit of their own. */
  bodyBytes: 1024 * 1024,
  /** More than three times the depth of any request of ours. */
  jsonDepth: 40,
  /** For receiving the whole request. */
  requestTimeoutMs: 30_000,
  /** For an idle connection. */
  silenceTimeoutMs: 60_000,
  /** Longer than the keep-alive of proxies, so that they close first. */
  keepAliveTimeoutMs: 65_000,
} as const;

/** Token buckets by address (decision 007): a carrier has thousands of people behind one. */
export const ADDRESS_LIMITS = {
  /** An address may burst the allowance of this many seconds. */
  savedSeconds: 10,
  /** The same for forms, which people submit one after another. */
  formsSavedSeconds: 600,
  /** Addresses remembered. The longest idle is evicted, and its bucket is full by then. */
  addresses: 50_000,
} as const;

/**
 * Pages rendered per visitor: rendering blocks the thread that serves everyone. The number of renders a second is
 * `RENDERS_PER_SECOND` in `server/config.schema.ts`.
 */
export const RENDER_LIMITS = {
  atOnce: 6,
  atOncePerAddress: 2,
  /** Queue length per address; further requests are rejected. */
  waitingPerAddress: 60,
} as const;

/** Log-in to the desk. */
export const STAFF_LIMITS = {
  passkeys: 10,
  /** Wrong codes of an authenticator app or recovery codes, by account. */
  codes: { limit: 10, windowMs: 15 * MINUTE_MS },
  /** Members looked up, and members opened, by account: more than support helps, far less than the list of members. */
  lookUps: { limit: 60, windowMs: HOUR_MS },
  lookUpsADay: { limit: 300, windowMs: DAY_MS },
  openings: { limit: 60, windowMs: HOUR_MS },
  openingsADay: { limit: 300, windowMs: DAY_MS },
} as const;

/** Studio screens. */
export const STUDIO_LIMITS = {
  /** Tokens that open no screen, by address. */
  wrongTokens: { limit: 20, windowMs: 15 * MINUTE_MS },
} as const;

/** Webhooks of providers. */
export const WEBHOOK_LIMITS = {
  bodyBytes: 64 * 1024,
  fields: 200,
  fieldChars: 2_000,
} as const;

/** Pushes of encoders. Segment sizes by rendition are in `domain/media/renditions.rules.ts`. */
export const PUSH_LIMITS = {
  /** An encoder must send faster than real time: the longest segment lasts 4.5 s. */
  bodyTimeoutMs: 20_000,
  initBytes: 64 * 1024,
  playlistBytes: 256 * 1024,
  tokenChars: 512,
  /** Burst of invalid tokens per address, and the refill rate per second. */
  wrongTokens: 30,
  wrongTokensPerSecond: 0.5,
} as const;

/** Pushes of captioners. What a push may hold is in `domain/archive/captions/captions.rules.ts`. */
export const CAPTION_LIMITS = {
  /** A hundred cues of the longest text in any encoding of JSON. */
  bodyBytes: 192 * 1024,
  /** A tool that sends each word as it recognises it, for one captioner. */
  pushes: { perSecond: 5, savedSeconds: 10 },
  /** Wrong tokens by address. */
  wrongTokens: { perSecond: 0.5, savedSeconds: 60 },
} as const;

/**
 * Pictures uploaded by visitors, decoded one at a time in a process of their own. The size of an upload:
 * `MAX_PICTURE_BYTES` in `domain/forms/picture.rules.ts`.
 */
export const PICTURE_LIMITS = {
  /** A few kilobytes can declare a billion pixels. */
  pixels: 25_000_000,
  /** The largest takes one or two seconds on an idle core. */
  decodeTimeoutMs: 45_000,
  /** Memory for a 25-megapixel picture of sixteen bits held whole, with room for its conversion to eight bits. */
  decodeMemoryBytes: 700 * 1024 * 1024,
  /** A JPEG of 2,400 by 2,400 is smaller. */
  decodedBytes: 16 * 1024 * 1024,
  /** Queue length; further uploads are asked to retry later. */
  waiting: 20,
} as const;

/** Reports and readers. Limits per call are in `domain/tracking/reports.rules.ts`. */
export const REPORT_LIMITS = {
  /** Calls a second per browser with consent to statistics, and per address for those without. */
  calls: { perSecond: 20, savedSeconds: 60 },
  /**
   * New browsers with consent to statistics per address: a mobile carrier has up to some hundred subscribers behind
   * one. A listener without a pseudonym is limited by the calls of the address, which allow about as many listeners.
   */
  visitorsPerHour: 1_000,
  /**
   * One reader may have many browsers; more readers than this on one address are treated as a bot that simulates
   * readers.
   */
  readersOfAddress: 200,
  /** Security log lines a second about rejections; the rest are counted. */
  securityLinesPerSecond: 20,
} as const;

/** Automatic calls of players (decision 025). */
export const PLAYBACK_LIMITS = {
  /** Calls per member: two devices call every ten seconds, and more often when they go away and come back. */
  calls: { perSecond: 1, savedSeconds: 60 },
  /** Events per call of a device that was offline; it sends the rest with the next call. */
  eventsACall: 100,
  heardSpansAnEvent: 20,
  deviceKeyChars: 64,
} as const;

/** Replays stored by browsers. */
export const DOWNLOAD_LIMITS = {
  /** Each address opens up to one whole replay: ten, resumed a few times. */
  addressesOfMember: { limit: 60, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Calls to external services, which may be slow or send too much. */
export const OUTSIDE_LIMITS = {
  /** Turnstile verification, tried twice at most. */
  botCheckTimeoutMs: 5_000,
  textsTimeoutMs: 8_000,
  mailTimeoutMs: 10_000,
  namesTimeoutMs: 2_000,
  /** One message to a push service. */
  pushTimeoutMs: 8_000,
  /** A reply is a few hundred bytes; a larger one is not from the provider. */
  replyBytes: 64 * 1024,
  paymentsTimeoutMs: 15_000,
  /** MPGS operations that move money, which wait for the bank. */
  moneyTimeoutMs: 30_000,
  /** MPGS returns an order with every attempt and refund and all their fields. */
  paymentReplyBytes: 512 * 1024,
} as const;

/** Forms as browsers send them. */
export const FORM_LIMITS = {
  /** More than our longest form when filled in, and additionally twice the size of a picture. */
  textBytes: 64 * 1024,
  /** A page of a list with all entries ticked. */
  fields: 128,
  readTimeoutMs: 25_000,
  /** Larger than any form; a longer body is truncated before the page process and rejected there for its length. */
  postedBytes: 12 * 1024 * 1024,
} as const;

/** A limit within a time window. Counters of accounts are shared by all processes; decision 009 explains the keys. */
interface Rate {
  limit: number;
  windowMs: number;
}

/** Forms without JavaScript, and so without the bot check (decision 008): for a few people, not for bots. */
export const UNCHECKED_LIMITS = {
  /** Per address, visitors and members together. */
  formsOfAddress: { limit: 20, windowMs: HOUR_MS },
  /** Member forms, all visitors together. */
  memberForms: { limit: 100, windowMs: HOUR_MS },
  /** Forms to the station, all visitors together. */
  stationForms: { limit: 20, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Log-ins and forgotten passwords. */
export const AUTH_LIMITS = {
  /** Password attempts on an account from one network address. */
  logInFromAddress: { limit: 10, windowMs: 15 * MINUTE_MS },
  /** Password attempts on an account from anywhere, against guessing from many addresses. */
  logInOfAccount: { limit: 100, windowMs: HOUR_MS },
  /** Password attempts on any account from one address, behind which a carrier may have thousands of people. */
  logInOfAddress: { limit: 300, windowMs: 15 * MINUTE_MS },
  /** Attempts by a trusted device of the account; other devices cannot use these up. */
  logInOfKnown: { limit: 10, windowMs: 15 * MINUTE_MS },
  /** Attempts by all trusted devices of an account together, since an account may have many. */
  logInOfAllKnown: { limit: 30, windowMs: HOUR_MS },
  /** Mails about a log-in from a new device. */
  newDeviceMails: { limit: 10, windowMs: DAY_MS },
  /** Attempts at the own password within a session: an unattended browser must not allow guessing. */
  ownPassword: { limit: 10, windowMs: 15 * MINUTE_MS },
  forgottenOfAddress: { limit: 20, windowMs: HOUR_MS },
  forgottenOfAccount: { limit: 5, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Registrations and changes by members. */
export const MEMBER_RATE_LIMITS = {
  registrationsOfAddress: { limit: 20, windowMs: HOUR_MS },
  registrationsOfMailbox: { limit: 5, windowMs: DAY_MS },
  resends: { limit: 5, windowMs: DAY_MS },
  /** Mails to verify or change an address, per member. */
  verifyMails: { limit: 5, windowMs: HOUR_MS },
  /** Domain look-ups per address. */
  domainChecks: { limit: 60, windowMs: HOUR_MS },
  /** Passwords set by mailed links, per address: each costs a password hash. */
  linksOfAddress: { limit: 60, windowMs: HOUR_MS },
  /** Exports per member: each reads every table. */
  exports: { limit: 20, windowMs: HOUR_MS },
  /** Receipts and summaries per member: each is rendered on demand. */
  papers: { limit: 120, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Guest buyers: mails with a code or a link. */
export const GUEST_LIMITS = {
  mailsOfMailbox: { limit: 5, windowMs: HOUR_MS },
  mailsOfAddress: { limit: 20, windowMs: HOUR_MS },
  /** All guests together, because these mails go to unverified addresses. */
  mails: { limit: 1_000, windowMs: HOUR_MS },
  /** Attempts at the codes mailed to a mailbox, and at codes and links from one address. */
  triesOfMailbox: { limit: 15, windowMs: DAY_MS },
  triesOfAddress: { limit: 60, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Single purchases. */
export const SALE_LIMITS = {
  /** Price quotes per member while codes are typed. */
  quotes: { limit: 120, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Codes that lower a price, grant something or were bought as a gift. */
export const CODE_LIMITS = {
  /** Tries of codes that were never issued, by one member and from one address (decision 007). */
  wrongCodesOfMember: { limit: 10, windowMs: HOUR_MS },
  wrongCodesOfAddress: { limit: 10, windowMs: HOUR_MS },
  /** Codes that were never issued, looked up at the desk by one account. */
  wrongCodesOfStaff: { limit: 20, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Tries to pay: card testers try stolen cards at small shops. Decision 007 defines what counts. */
export const PAYMENT_LIMITS = {
  /** Tries of one member or guest that were refused, or started and not paid, over all their orders. */
  triesOfPayer: { limit: 10, windowMs: HOUR_MS },
  triesOfPayerADay: { limit: 30, windowMs: DAY_MS },
  /** Refused cards from one address, not offset by paid ones, before further cards from there are refused. */
  refusedCardsOfAddress: { limit: 10, windowMs: HOUR_MS },
  refusedCardsOfAddressADay: { limit: 30, windowMs: DAY_MS },
} as const satisfies Record<string, Rate>;

/** Passkeys. */
export const PASSKEY_LIMITS = {
  keysOfMember: 10,
  /** Log-in challenges: each is a row until it expires. A page requests one when it opens. */
  challengesOfAddress: { limit: 300, windowMs: 15 * MINUTE_MS },
  logInsOfAddress: { limit: 100, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Rate | number>;

/** Phone verification. The hourly spending on texts and calls is set by an operator. */
export const PHONE_LIMITS = {
  /** Queries per member whose answer reveals whether a number is registered, to prevent enumeration. */
  questions: { limit: 20, windowMs: HOUR_MS },
  /** Texts requested from one address during registration. */
  textsOfAddress: { limit: 20, windowMs: HOUR_MS },
  /** Verification requests per member by call. */
  requests: { limit: 10, windowMs: HOUR_MS },
  /** Texts or calls with a code, per number and per requester. */
  sends: { limit: 3, windowMs: 10 * MINUTE_MS },
  sendsADay: { limit: 10, windowMs: DAY_MS },
  /** Attempts over all codes, per number and per requester: a new code does not reset them. */
  tries: { limit: 5, windowMs: 10 * MINUTE_MS },
  triesADay: { limit: 15, windowMs: DAY_MS },
  triesOfCode: 5,
  /** Per request: windows opened, calls with a code, and wrong codes. */
  windowsOfRequest: 6,
  callsOfRequest: 3,
  triesOfRequest: 5,
} as const satisfies Record<string, Rate | number>;

/** Podcasts: a private feed address that is passed on must not become a public service. */
export const PODCAST_LIMITS = {
  feedsOfMember: 5,
  /** Revoked feeds kept, so that apps get 410 and stop. */
  revokedOfMember: 20,
  /** Most recent broadcasts in a feed. */
  episodes: 50,
  /** Concurrent file transfers of a feed, per process. */
  filesAtOnce: 4,
  /**
   * Bytes of files per feed and process: thirty-five broadcasts of two hours in HD. A transfer in progress is not cut
   * short.
   */
  bytesOfFeed: { limit: 4 * 1024 ** 3, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate | number>;

/** Notifications. */
export const NOTIFICATION_LIMITS = {
  /** Browsers registered and settings saved from one address, behind which a carrier may have thousands of people. */
  savesOfAddress: { limit: 300, windowMs: HOUR_MS },
  /** Test messages per browser. */
  tests: { limit: 5, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Live events. */
export const EVENT_LIMITS = {
  /** Attempts of a member to give a ticket away: the answer reveals whether an address is registered. */
  gifts: { limit: 20, windowMs: HOUR_MS },
  /** Diagnostic reports per address: each is a row. */
  reportsOfAddress: { limit: 30, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Families. */
export const FAMILY_LIMITS = {
  /** Invitations of a payer: each is a mail to a mailbox that may be a stranger's. */
  mails: { limit: 10, windowMs: DAY_MS },
  /** To one mailbox, the first included. */
  mailsOfAddress: { limit: 3, windowMs: DAY_MS },
} as const satisfies Record<string, Rate>;

/** Invitations: codes have 128 bits, so only invalid ones are counted. */
export const INVITATION_LIMITS = {
  /** Invalid codes per address. */
  wrongCodes: { limit: 30, windowMs: HOUR_MS },
  /** Replies per address, which may be that of an office. */
  answers: { limit: 60, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;
