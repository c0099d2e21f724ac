/** Numbers and names on the wire, assigned by the spec. Never renumber. */

/** Bit of each channel in `channel_bitwise`; GUEST marks a guest host. */
export const ChannelBit = { 881: 1, 903: 2, 864: 4, GUEST: 8 } as const;

export const CHANNEL_IDS = [881, 903, 864] as const;
export type ChannelId = (typeof CHANNEL_IDS)[number];

export function isChannelId(value: number): value is ChannelId {
  return (CHANNEL_IDS as readonly number[]).includes(value);
}

/** The channels whose bits are set in a mask, in display order. */
export function channelsOf(mask: number): ChannelId[] {
  return CHANNEL_IDS.filter((id) => (mask & ChannelBit[id]) !== 0);
}

export const ProgramType = { MAIN: 1, SUB: 2 } as const;
export const EntityStatus = { ACTIVE: 1, INACTIVE: 0, DELETED: 2 } as const;
/** Host types: the numbers are proposed by the spec (EN-58); 8 is the channel flag GUEST. */
export const HostType = { REGULAR: 1, GUEST: 8 } as const;

/** Type number of hosts, which have no ContentType. */
export const HOST_TYPE = 100;
/** Type numbers of songs and singers in search, which have no ContentType either. */
export const SONG_TYPE = 110;
export const SINGER_TYPE = 111;

export const ContentType = {
  PROGRAM: 200,
  PROGRAM_ARCHIVE_SECTION: 202,
  ARTICLE: 301,
  SOUND_COLUMN_ARTICLE: 302,
  PROGRAM_HIGHLIGHT_ARTICLE: 303,
  NEWS_ARTICLE: 304,
  NEWS_ARTICLE_ARTICLE: 305,
  TRAFFIC_NEWS_ARTICLE: 306,
  TRAFFIC_HIGHLIGHT_ARTICLE: 307,
  TRAFFIC_PHONOGRAPH_ARTICLE: 308,
  PREMIUM_CONTENT: 500,
} as const;
/** Whether a number is one of these eleven. */
export const isContentType = (value: number): boolean => (Object.values(ContentType) as number[]).includes(value);

/** Types of article blocks (EN-33). */
export const ContentBlockType = {
  TEXT: 1,
  IMAGE: 2,
  AUDIO: 3,
  VIDEO: 4,
  FACEBOOK: 5,
  YOUTUBE: 6,
  MEDIA_LIBRARY: 7,
} as const;

/** Kinds of column (EN-07). */
export const ArticleColumn = {
  DJ_COLUMN: 1,
  HIGHLIGHT: 2,
  OTHER: 3,
  INSTANT_NEWS: 4,
  TRAFFIC: 5,
  NEWS_FEATURE: 6,
  EVENT_HIGHLIGHTS: 7,
  PHONOGRAPH: 8,
} as const;

/** News sections in URLs; those beyond the three of the spec follow its proposal. */
export const NEWS_SECTIONS = [
  'local',
  'greaterchina',
  'international',
  'finance',
  'sports',
  'editorial',
  'traffic',
] as const;
export type NewsSection = (typeof NEWS_SECTIONS)[number];

/** Categories of the road user's directory (EN-25). */
export const TrafficCategory = {
  OIL_STATION: 1,
  TOW: 2,
  CHARGES: 3,
  CAR_PARK: 4,
  MAINTENANCE: 5,
  LICENSE: 6,
  PUBLIC_TRANSPORT: 7,
} as const;

/** Programmes with performing guests, labelled in lists and on their pages. */
export const PERFORMER_SHOW_PROGRAM_IDS: readonly number[] = [1087, 1172];

/** The only complete film among trailers, labelled accordingly. */
export const FULL_FILM_ID = 821;

/** Brands of the company (R-021, EN-01): radio, productions, digital. */
export const Brand = { CR: 1, CRP: 2, CRi: 3 } as const;
export type Brand = (typeof Brand)[keyof typeof Brand];
/** Brand names in URLs and texts. */
export const RECRUITING_COMPANIES = Object.keys(Brand) as (keyof typeof Brand)[];

export const Platform = { WEB: 1, ANDROID: 2, IOS: 3 } as const;

export const PlayerState = { UNSTARTED: -1, ENDED: 0, PLAYING: 1, PAUSED: 2, BUFFERING: 3, CUED: 5 } as const;
export type PlayerState = (typeof PlayerState)[keyof typeof PlayerState];

/** Permitted names of a browser window. */
export const WINDOW_NAMES = ['archive', 'live', 'other'] as const;

/**
 * Services of others (EN-11).
 *
 * @internal For tests: no call has a field for it.
 */
export const Social = { FACEBOOK: 1, YOUTUBE: 2 } as const;

/** What was played (EN-13). */
export const MediaType = { LIVE: 1, ARCHIVE: 2, ARTICLE: 3 } as const;

/** What a mailed link of `sendVerifyEmail` is for (EN-10). */
export const VerificationPurpose = { VERIFY_EMAIL: 2, CHANGE_USER_LOGIN_EMAIL: 8 } as const;

/** Supported dialling codes (EN-16); strings on the wire. */
export const PhoneCountry = { OTHER: 0, HONG_KONG: 852 } as const;
export const PhoneVerificationChannel = { CALL: 1, SMS: 2, VOICE_OTP: 3 } as const;
export const PhoneVerificationResult = { FAIL: 0, SUCCESS: 1 } as const;
export const Quality = { SD: 1, HD: 2 } as const;

/** Pages at /member/error/… (EN-49). */
export const MESSAGE_PAGE_KINDS = [
  'contactCs',
  'emailNotVerified',
  'subscriptionExisted',
  'subscribeServiceInvalid',
  'show404',
  'tvodEmailNotVerified',
  'show500',
  'promotionCodeInvalid',
  'transactionProcessing',
] as const;
export type MessagePageKind = (typeof MESSAGE_PAGE_KINDS)[number];

/** Result pages for visitors who are not logged in (EN-50). */
export const GUEST_RESULT_KINDS = [
  'subscriptionSuccess',
  'subscriptionFailure',
  'redeemSuccess',
  'redeemFailure',
  'premiumPurchaseSuccess',
  'premiumPurchaseFailure',
  // additionally for buyers who return to a payment logged out
  'newSubscriptionFailure',
  'changePlanFailure',
  'changeCardFailure',
] as const;
export type GuestResultKind = (typeof GUEST_RESULT_KINDS)[number];

/** Lines on every page, the most urgent first: breaking news; the station's messages about weather and service. */
export const STRIP_KINDS = ['breaking', 'weather', 'service'] as const;
export type StripKind = (typeof STRIP_KINDS)[number];
