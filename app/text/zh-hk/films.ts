import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { filmCardText } from './film-card.ts';
import { timeText } from './time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** 12月8日 14:05 */
export const momentWords = (ms: number): string => `${timeText.date(dayHkOf(new Date(ms)))} ${clockHk(new Date(ms))}`;

/** Remaining time, rounded down. */
export function leftWords(ms: number): string {
  if (ms >= 3 * DAY_MS) return `尚餘 ${Math.floor(ms / DAY_MS)} 日`;
  if (ms < MINUTE_MS) return '尚餘唔夠 1 分鐘';
  const minutes = Math.floor(ms / MINUTE_MS);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `尚餘 ${minutes} 分`;
  return rest === 0 ? `尚餘 ${hours} 小時` : `尚餘 ${hours} 小時 ${rest} 分`;
}

/** 1:11:40; 4:05 */
export function positionWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Films for rent: lists, film page, a member's rentals. */
export const filmRentalText = {
  ...filmCardText,
  title: '影視',
  description: '現場音樂、廣播劇、棟篤笑同紀錄片，租看一次，喺家慢慢睇。',
  nav: '影視導覽',
  all: '所有影片',
  mostPlayed: '最多人睇',
  mostPlayedNote: '過去 7 日',
  search: '搜尋影片',
  crumbs: '目前位置',
  price: (words: string) => `租看 ${words}`,
  rent: '租看',
  watch: '開始睇',
  goOn: '繼續睇',
  trailer: (length: string) => `預告 ${length}`,
  windows: (days: number, hours: number) => `租看後 ${days} 日內收看，開始播放後 ${hours} 小時有效`,
  notStarted: '未開始',
  more: '全部',
  moreFilms: '睇埋呢啲',
  continue: '繼續睇',
  continueWords: '租咗嘅影片喺「我的影片」，用邊部裝置都可以由上次嗰度睇落去。',
  toMine: '我的影片',
  count: (films: number) => `${films} 套`,
  empty: '呢度暫時未有影片。',

  find: {
    title: '搜尋影片',
    titleOf: (keyword: string) => `搜尋影片：${keyword}`,
    label: '片名、類別、主持',
    submit: '搜尋',
    ask: '請輸入關鍵字',
    count: (total: number) => `${total} 套`,
    sort: '排序',
    sorts: { relevant: '最相關', latest: '最新' },
    none: (keyword: string) => `「${keyword}」搵唔到影片`,
    instead: '不如睇吓呢啲',
  },

  film: {
    once: '租看一次',
    story: '內容',
    about: { category: '類別', length: '片長', spoken: '語言', captions: '字幕' },
    redeem: '用兌換碼',
    within: (days: number) => `付款後 ${days} 日內收看`,
    hours: (hours: number) => `開始播放後 ${hours} 小時有效`,
    devices: '裝置名單 14 日可更改一次',
    soldNoMore: '已經停止租看。租咗而未到期嘅，照樣睇得。',
    fromProgram: (title: string) => `出自節目《${title}》`,
    inUse: '已開始播放。',
    until: (endMs: number) => `到 ${momentWords(endMs)}。`,
    notStarted: '租咗未開始。',
    startBy: (endMs: number) => `${momentWords(endMs)} 之前睇得。`,
    mustFinish: (endMs: number) => `而家開始，要喺 ${momentWords(endMs)} 之前睇完。`,
    tooLong: '餘下時間唔夠睇完成套影片。',
    givenBack: (length: string) => `因為我哋嘅問題停咗 ${length}，已經補返畀你。`,
    toMine: '我的影片',
  },

  purchase: {
    title: (film: string) => `租看《${film}》`,
    plainTitle: '租看影片',
    description: '選擇付款方法，付款後即可收看。',
    order: '租看內容',
    windows: (days: number, hours: number) =>
      `付款後有 ${days} 日可以開始收看。由影片開始播放起計，有 ${hours} 小時收看；兩者以較早者為準。`,
    refund: '開始播放前可以申請退款，開始播放後不設退款。',
    closed: '這套影片現時未能租看。',
    owned: '你已租看這套影片，仍未到期。',
    ended: '你租看這套影片的期限已過。',
    toFilm: '返到影片',
  },

  result: {
    success: '租看成功',
    successWords: '影片已加到「我的影片」。',
    startWhenYouLike: (days: number, hours: number) =>
      `未播放之前唔會開始計時：${days} 日內開始，開始播放後有 ${hours} 小時。`,
    failure: '租看未能完成',
    failureWords: '未有收到付款，影片尚未加到你的帳戶。請先查看會員紀錄，再決定是否重新租看。',
    toHistory: '會員紀錄',
    toOrder: '返回付款',
    toFilms: '所有影片',
  },

  mine: {
    title: '我的影片',
    history: '收看紀錄',
    devices: '裝置',
    tabs: '我的影片',
    loading: '載入緊…',
    failed: '載入唔到你嘅影片，請再試一次。',
    again: '再試一次',
    guestTitle: '登入先見到',
    guest: '登入之後，就見到你租咗嘅影片。',
    logIn: '登入',
    none: '你而家冇租緊影片',
    noneWords: '租咗或者兌換咗嘅影片，會喺呢度由上次嘅位繼續。',
    noneBefore: '未有收看紀錄',
    noneBeforeWords: '租過嘅影片，睇到邊、租到幾時，都會記喺呢度。',
    inUse: '使用中',
    soonOver: '即將到期',
    notStarted: '未開始',
    over: '已到期',
    refunded: '已安排退款',
    position: (at: string, of: string) => `播到 ${at}，共 ${of}`,
    seenTo: (at: string) => `睇到 ${at}`,
    noPosition: { begun: '開始咗', seen: '睇過', never: '冇睇過' },
    moment: momentWords,
    begins: (hours: number) => `影片一開始播放就計 ${hours} 小時。預告隨便睇。`,
    again48: (position: string) => `再租會由 ${position} 繼續。`,
    rentAgain: (price: string) => `再租 ${price}`,
    remove: '由清單移走',
    removed: '已經由清單移走',
    overSince: (ms: number) => `${timeText.date(dayHkOf(new Date(ms)))}到期`,
    columns: { date: '日期', film: '影片', seen: '睇到', until: '租期', paid: '金額' },
    untilDay: (ms: number) => `至 ${momentWords(ms)}`,
    byCode: '兌換碼',
    given: '電台送出',
    receipts: '收據喺會員紀錄。',
    older: '較早嘅紀錄',
    scripts: '我的影片要開咗 JavaScript 先睇到。付款同收據喺會員紀錄。',
  },
} as const;
