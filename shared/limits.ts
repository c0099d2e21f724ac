// What a stranger may do to the station, in one list for operators and reviewers: how much may be sent, how often, how many
// at once, and how long we wait. Names carry their unit. Rates that an operator sets stand in `server/config.schema.ts`; how many
// of a list come at a time in `page-limits.ts`.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Every request. */
export const REQUEST_LIMITS = {
  /** Connections that wait to be taken: thousands come in one second where something is sold out in one. Else they are reset. */
  connectionsWaiting: 4_096,
  /** A keyword of 10,000 letters is 90 kB of address, and has an answer. */
  headerBytes: 128 * 1024,
  /** A body that no rule of its own bounds. */
  bodyBytes: 1024 * 1024,
  /** No call of ours is nested a third as deep. */
  jsonDepth: 40,
  /** For the whole request to come. */
  requestTimeoutMs: 30_000,
  /** For a connection that says nothing. */
  silenceTimeoutMs: 60_000,
  /** Longer than proxies keep theirs, so that they close first. */
  keepAliveTimeoutMs: 65_000,
} as const;

/** Buckets by address (decision 007): a carrier has thousands of people behind one. */
export const ADDRESS_LIMITS = {
  /** What an address has not used for this long it may use at once. */
  savedSeconds: 10,
  /** The same of forms, which people send one after another. */
  formsSavedSeconds: 600,
  /** Addresses remembered: the longest silent is forgotten, and by then has all its writes back. */
  addresses: 50_000,
} as const;

/** Pages that are made for one visitor: rendering holds the thread that answers everybody. */
export const RENDER_LIMITS = {
  atOnce: 6,
  atOncePerAddress: 2,
  /** Of one address, in line; whoever comes after them is refused. */
  waitingPerAddress: 60,
} as const;

/** What providers send to our hooks. */
export const HOOK_LIMITS = {
  bodyBytes: 64 * 1024,
  fields: 200,
  fieldChars: 2_000,
} as const;

/** What encoders push. Segments by rendition stand in `domain/media/renditions.rules.ts`. */
export const PUSH_LIMITS = {
  /** An encoder sends faster than real time or is of no use: the longest segment lasts 4.5 s. */
  bodyTimeoutMs: 20_000,
  initBytes: 64 * 1024,
  playlistBytes: 256 * 1024,
  tokenChars: 512,
  /** Tokens nobody has that one address may try at once, and how many come back a second. */
  wrongTokens: 30,
  wrongTokensPerSecond: 0.5,
} as const;

/** Pictures of visitors, decoded in a process of their own, one at a time. */
export const PICTURE_LIMITS = {
  /** A few kilobytes can say that they are a billion pixels. */
  pixels: 25_000_000,
  /** The largest takes one or two seconds of a core that has nothing else to do. */
  decodeTimeoutMs: 45_000,
  /** What 25 megapixels of sixteen bits take when they must be held whole, with room for the way to eight bits. */
  decodeMemoryBytes: 700 * 1024 * 1024,
  /** A JPEG of 2,400 by 2,400 has less. */
  decodedBytes: 16 * 1024 * 1024,
  /** In line; who comes after them is asked to come again. */
  waiting: 20,
} as const;

/** What is read of reports and readers. What one call may bring stands in `domain/tracking/reports.rules.ts`. */
export const REPORT_LIMITS = {
  /** Calls a second of one browser that agreed to statistics, and of one address of those that did not. */
  callsPerSecond: 20,
  callsSavedSeconds: 60,
  /**
   * Browsers that agree to statistics and are new to us, of one address: a mobile carrier has up to some hundred subscribers behind
   * one, and a listener without a name is held by the calls of the address, which are those of about as many listeners.
   */
  visitorsPerHour: 1_000,
  /** One reader may have many browsers; more readers of one address are taken for a program that plays readers. */
  readersOfAddress: 200,
  /** Lines a second in which refusals are told; a flood is counted whole. */
  securityLinesPerSecond: 20,
} as const;

/** What players send by themselves (decision 025). */
export const PLAYBACK_LIMITS = {
  /** Calls of one member: two devices make one each ten seconds, and some when they go and come back. */
  callsPerSecond: 1,
  callsSavedSeconds: 60,
  /** What a device may have to tell after a spell without a network: it sends the rest with the next call. */
  eventsACall: 100,
  heardSpansAnEvent: 20,
  deviceKeyChars: 64,
} as const;

/** What we ask of others, who may be slow or say too much. */
export const OUTSIDE_LIMITS = {
  /** Turnstile's verdict, asked for twice at most. */
  botCheckTimeoutMs: 5_000,
  textsTimeoutMs: 8_000,
  mailTimeoutMs: 10_000,
  namesTimeoutMs: 2_000,
  /** An answer is a few hundred bytes; whoever sends more is not the provider. */
  replyBytes: 64 * 1024,
  paymentsTimeoutMs: 15_000,
  /** Of MPGS, where money moves: it waits for the bank. */
  moneyTimeoutMs: 30_000,
  /** An order as MPGS tells of it has each try and each refund with all their fields. */
  paymentReplyBytes: 512 * 1024,
} as const;

/** Forms as browsers send them. */
export const FORM_LIMITS = {
  /** More than the longest of our forms with everything filled in, and beside it twice what a picture may have. */
  textBytes: 64 * 1024,
  /** A page of a list with each of its entries ticked. */
  fields: 128,
  readTimeoutMs: 25_000,
  /** More than any form may bring: what is longer is cut off before the page process, and refused there for its length. */
  postedBytes: 12 * 1024 * 1024,
} as const;

/** So many within a span. Counts of accounts are of all processes together; decision 009 says why these keys. */
interface Rate {
  limit: number;
  windowMs: number;
}

/** Forms without JavaScript, and so without the bot check (decision 008): the few people, not programs. */
export const UNCHECKED_LIMITS = {
  /** Of one address, visitors and members together. */
  formsOfAddress: { limit: 20, windowMs: HOUR_MS },
  /** Forms of members, all visitors together. */
  memberForms: { limit: 100, windowMs: HOUR_MS },
  /** Forms to the station, all visitors together. */
  stationForms: { limit: 20, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Log-ins and lost passwords. */
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
  /** Tries at one's own password with a session in hand: a browser left open is no place to guess in. */
  ownPassword: { limit: 10, windowMs: 15 * MINUTE_MS },
  forgottenOfAddress: { limit: 20, windowMs: HOUR_MS },
  forgottenOfAccount: { limit: 5, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Registrations and what members change. */
export const MEMBER_RATE_LIMITS = {
  registrationsOfAddress: { limit: 20, windowMs: HOUR_MS },
  registrationsOfMailbox: { limit: 5, windowMs: DAY_MS },
  resends: { limit: 5, windowMs: DAY_MS },
  /** Mails to prove or change an address, of one member. */
  verifyMails: { limit: 5, windowMs: HOUR_MS },
  /** Domains looked up for one address. */
  domainChecks: { limit: 60, windowMs: HOUR_MS },
  /** Passwords set by mailed links from one address: each costs us a hash. */
  linksOfAddress: { limit: 60, windowMs: HOUR_MS },
  /** Exports of one member: each reads every table. */
  exports: { limit: 20, windowMs: HOUR_MS },
  /** Receipts and summaries of one member: each is drawn anew. */
  papers: { limit: 120, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Guests who buy: mails with a code or a link. */
export const GUEST_LIMITS = {
  mailsOfMailbox: { limit: 5, windowMs: HOUR_MS },
  mailsOfAddress: { limit: 20, windowMs: HOUR_MS },
  /** All guests together: strangers' addresses are written to. */
  mails: { limit: 1_000, windowMs: HOUR_MS },
  /** Tries at codes over all that a mailbox was sent, and at codes and links from one address. */
  triesOfMailbox: { limit: 15, windowMs: DAY_MS },
  triesOfAddress: { limit: 60, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** What is bought one by one. */
export const SALE_LIMITS = {
  /** Prices asked for while codes are typed, of one member. */
  quotes: { limit: 120, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Codes that lower a price, give something or were bought as a gift. */
export const CODE_LIMITS = {
  /** Codes that nobody was ever given, tried by one member, and from one address (decision 007). */
  wrongCodesOfMember: { limit: 10, windowMs: HOUR_MS },
  wrongCodesOfAddress: { limit: 10, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Tries to pay: card testers try stolen cards at small shops. Decision 007 says what counts. */
export const PAYMENT_LIMITS = {
  /** Tries of one member or guest that were refused, or begun and not paid, over all their orders. */
  triesOfPayer: { limit: 10, windowMs: HOUR_MS },
  triesOfPayerADay: { limit: 30, windowMs: DAY_MS },
  /** Cards from one address that were refused and not made up for by one that was paid, before others there may try theirs. */
  refusedCardsOfAddress: { limit: 10, windowMs: HOUR_MS },
  refusedCardsOfAddressADay: { limit: 30, windowMs: DAY_MS },
} as const satisfies Record<string, Rate>;

/** Passkeys. */
export const PASSKEY_LIMITS = {
  keysOfMember: 10,
  /** Challenges for log-ins: each is a row until it is over. A page asks when it opens. */
  challengesOfAddress: { limit: 300, windowMs: 15 * MINUTE_MS },
  logInsOfAddress: { limit: 100, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Rate | number>;

/** The proving of phones. What all texts and calls cost an hour an operator sets. */
export const PHONE_LIMITS = {
  /** Questions of a member to which the answer tells whether a number is somebody's: nobody may go through numbers one by one. */
  questions: { limit: 20, windowMs: HOUR_MS },
  /** Texts that one address asks for while it registers. */
  textsOfAddress: { limit: 20, windowMs: HOUR_MS },
  /** Requests of a member to be called or to call. */
  requests: { limit: 10, windowMs: HOUR_MS },
  /** Texts or calls with a code to a number, and texts of whoever asks for them. */
  sends: { limit: 3, windowMs: 10 * MINUTE_MS },
  sendsADay: { limit: 10, windowMs: DAY_MS },
  /** Tries over all codes of a number, and of whoever asked for them: a new code gives no new ones. */
  tries: { limit: 5, windowMs: 10 * MINUTE_MS },
  triesADay: { limit: 15, windowMs: DAY_MS },
  triesOfCode: 5,
  /** Of one request: how often it is opened, calls with a code, and wrong ones. */
  windowsOfRequest: 6,
  callsOfRequest: 3,
  triesOfRequest: 5,
} as const satisfies Record<string, Rate | number>;

/** Podcasts: an address of a member's own that somebody passed on must not become a station of its own. */
export const PODCAST_LIMITS = {
  feedsOfMember: 5,
  /** Revoked ones, which programs are told of. */
  revokedOfMember: 20,
  /** The newest broadcasts of a feed. */
  episodes: 50,
  /** Files of one feed under way in a process. */
  filesAtOnce: 4,
  /** Bytes of files of one feed and process: thirty-five broadcasts of two hours in HD. A file under way is not cut short. */
  bytesOfFeed: { limit: 4 * 1024 ** 3, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate | number>;

/** Live events. */
export const EVENT_LIMITS = {
  /** Tickets that a member tries to give away: the answer tells whether an address is somebody's. */
  gifts: { limit: 20, windowMs: HOUR_MS },
  /** Measurements that one address sends to support: each is a row. */
  reportsOfAddress: { limit: 30, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;

/** Invitations: their codes are 128 bits, so what is counted is who tries others. */
export const INVITATION_LIMITS = {
  /** Codes nobody has, from one address. */
  wrongCodes: { limit: 30, windowMs: HOUR_MS },
  /** Answers from one address, behind which an office may sit. */
  answers: { limit: 60, windowMs: HOUR_MS },
} as const satisfies Record<string, Rate>;
