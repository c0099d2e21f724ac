import { expect, it } from 'vitest';
import { Platform, Quality } from './enums.ts';
import * as enums from './enums.ts';
import * as payment from './payment-enums.ts';
import { PlayEvent, TagType } from './tracking.ts';

// The numbers that the spec gives to what is on the wire: clients hold the same, so none may ever change.

const { ChannelBit, ContentType, MediaType, TrafficCategory, Social, VerificationPurpose } = enums;

it.each([
  ['channel bits (R-234)', ChannelBit, { 881: 1, 903: 2, 864: 4, GUEST: 8 }],
  [
    'content types (R-236)',
    ContentType,
    {
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
    },
  ],
  ['platforms (R-238)', Platform, { WEB: 1, ANDROID: 2, IOS: 3 }],
  ['purposes of a mailed link (R-239)', VerificationPurpose, { VERIFY_EMAIL: 2, CHANGE_USER_LOGIN_EMAIL: 8 }],
  ['services of others (R-239)', Social, { FACEBOOK: 1, YOUTUBE: 2 }],
  ['what was played (R-240)', MediaType, { LIVE: 1, ARCHIVE: 2, ARTICLE: 3 }],
  ['methods of paying offline (R-241)', payment.OfflineMethod, { cheque: 1, deposit: 2 }],
  ['dialling codes (R-242)', enums.PhoneCountry, { OTHER: 0, HONG_KONG: 852 }],
  ['programmes (R-242)', enums.ProgramType, { MAIN: 1, SUB: 2 }],
  ['states (R-242)', enums.EntityStatus, { ACTIVE: 1, INACTIVE: 0, DELETED: 2 }],
  [
    'play events (R-243)',
    PlayEvent,
    {
      LIVE_PLAY: 100,
      LIVE_PROGRESS: 101,
      ARCHIVE_PLAY_HD: 200,
      ARCHIVE_PLAY_SD: 201,
      ARCHIVE_PROGRESS: 202,
      CONTENT_VIEWED: 300,
      PREMIUM_CONTENT_PLAY: 400,
      PREMIUM_CONTENT_PROGRESS: 401,
    },
  ],
  ['qualities (R-244)', Quality, { SD: 1, HD: 2 }],
  [
    'tags, in the order of the listing (R-245)',
    TagType,
    { PROGRAM_TYPE: 1, META: 2, HK: 3, KLN: 4, NT: 5, NEWS: 6, PREMIUM_CONTENT: 7, COMMON: 100 },
  ],
  [
    'the road user’s directory (R-246)',
    TrafficCategory,
    { OIL_STATION: 1, TOW: 2, CHARGES: 3, CAR_PARK: 4, MAINTENANCE: 5, LICENSE: 6, PUBLIC_TRANSPORT: 7 },
  ],
  ['ways to verify a phone (R-249)', enums.PhoneVerificationChannel, { CALL: 1, SMS: 2, VOICE_OTP: 3 }],
  ['what became of it (R-249)', enums.PhoneVerificationResult, { FAIL: 0, SUCCESS: 1 }],
  [
    'states of the player (R-252)',
    enums.PlayerState,
    { UNSTARTED: -1, ENDED: 0, PLAYING: 1, PAUSED: 2, BUFFERING: 3, CUED: 5 },
  ],
])('numbers %s as the spec does', (_, ours, theirs) => expect(ours).toEqual(theirs));

it('numbers the eight columns and the seven parts of an article in the order of the spec (R-237, R-250)', () => {
  expect(Object.values(enums.ArticleColumn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(Object.keys(enums.ArticleColumn).at(3)).toBe('INSTANT_NEWS');
  expect(Object.keys(enums.ContentBlockType)).toEqual([
    'TEXT',
    'IMAGE',
    'AUDIO',
    'VIDEO',
    'FACEBOOK',
    'YOUTUBE',
    'MEDIA_LIBRARY',
  ]);
  expect(Object.values(enums.ContentBlockType)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it('numbers the fifteen kinds of transaction that have a name in the order of the listing, and leaves 16 to 43 (R-247)', () => {
  expect(Object.keys(payment.TransactionType)).toEqual([
    'SUBSCRIPTION',
    'AUTO_RENEW',
    'OFF',
    'REFUND',
    'PENDING_REFUND',
    'VOID',
    'CARD_AUTHORISATION',
    'PLAN_CHANGE',
    'CARD_REMOVAL',
    'TRANSFER',
    'VOD_PURCHASE',
    'VOD_REFUND',
    'VOD_VOID',
    'CAMPAIGN_REDEMPTION',
    'OTHER',
  ]);
  expect(Object.values(payment.TransactionType)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1));
  expect(payment.transactionTypeOf('plan_change')).toBe(8);
  expect(payment.transactionTypeOf('livestream')).toBe(15);
});

it('numbers what is paid by, and has four product types of the spec as labels, and one of ours (R-248)', () => {
  const ways = payment.METHODS.map((method) => [method, payment.gatewayTypeOf(method)]);
  expect(Object.fromEntries(ways)).toEqual({
    card: 1,
    cheque: 2,
    deposit: 2,
    alipay: 3,
    wechat: 4,
    payme: 5,
    jetco: 6,
    none: null,
  });
  expect(new Set(payment.PRODUCT_TYPES)).toEqual(
    new Set(['subscription', 'premium', 'campaign', 'livestream', 'replay']),
  );
  expect(payment.productTypeOf('renewal')).toBe('subscription');
  expect(payment.productTypeOf('premium')).toBe('premium');
});
