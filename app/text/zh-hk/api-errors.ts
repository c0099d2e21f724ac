import { moneyErrors } from './money-errors.ts';
import { problems } from './problems.ts';

/** Texts for the codes of calls. Loaded on the first refusal only. */
export const { busy, tooMany } = problems;

/** The network gave no answer. */
export const noAnswer = '連唔到網絡，連返線再試。';

const { badInput, phoneTaken } = problems;

export const apiErrors: Readonly<Record<number | string, string>> = {
  ...moneyErrors,
  1: badInput,
  2: busy,
  3: busy,
  6: busy,
  9: busy,
  10: '文字編碼唔啱，請再輸入。',
  20: '呢個功能暫停緊，請遲啲再試。',
  10001: problems.alreadyLoggedIn,
  10002: busy,
  10003: problems.userInactive,
  10004: problems.notAuthenticated,
  10005: problems.verifyCodeNotFound,
  10006: problems.passwordMismatch,
  10007: problems.duplicateUser,
  10008: problems.duplicateVerified,
  10011: '密碼未改到，仍然係舊密碼。請等一陣再試。',
  10012: problems.sameEmail,
  10016: problems.phoneNotAllowed,
  10017: phoneTaken,
  10022: problems.smsLimit,
  10023: problems.duplicateVerifiedByUser,
  10024: problems.smsBlocked,
  10025: problems.duplicateUser,
  10027: problems.tooManyBookmarks,
  10028: problems.notForClassics,
  10026: '密碼唔符合要求，請用另一個。',
  20006: '付款處理中，請勿再次付款。',
  20003: '這是收費內容，訂閱節目重溫計劃便可收聽。',
  120001: problems.playlistFull,
  120004: problems.playlistHasItem,
  40003: '@ 後面嘅網域收唔到信，請睇吓有冇打錯。',
  40004: '電郵唔可以有 + 號。',
  40005: '搵唔到 @ 後面嘅網域，請睇吓有冇打錯。',

  // PLAYER
  121001: '你嘅帳戶聽唔到呢個節目。',
  121002: '收聽裝置滿咗，請先移除一部。',
  121003: '另一部裝置播緊，請先停咗嗰部。',
  121004: '呢部裝置播唔到，請用另一部。',

  // PHONES: texts that the catalogue leaves to us
  220001: problems.phoneModeNotSet,
  220002: phoneTaken,
  220003: problems.phoneSmsUnavailable,
  220004: problems.phoneRequestNotFound,
  220005: problems.phoneRequestInvalid,
  220006: problems.phoneLimit,
  220007: problems.smsBlocked,
  220008: problems.phoneTooLate,
  220009: problems.phoneCallNotAllowed,
  230001: problems.registrationLimit,
  230002: problems.registrationBlocked,
  270001: problems.voiceUnavailable,
  270002: problems.voiceNotProcessed,
  270003: problems.voiceTriggerLimit,
  270004: problems.voiceTooSoon,
  270005: problems.voiceTriesUsedUp,
  270006: problems.voiceCodeMismatch,
};

export const sessionOverWords = {
  title: '登入時間過咗，請再登入',
  words: '為保障帳戶，請重新載入呢一頁。',
  reload: '重新載入',
  stays: '請喺選單再登入。',
} as const;

export const askToLogIn = {
  title: '請先登入',
  words: problems.notAuthenticated,
  planForGuests: '這是收費內容，請先登入，再訂閱節目重溫計劃。',
  later: '遲啲先',
  logIn: '登入',
  planTitle: '收費內容',
  plan: '睇計劃',
  planMissing: '這是收費內容，計劃現時未開放訂閱。',
  refused: '未做到',
} as const;
