import { moneyHk } from '#shared/money.ts';
import { momentWords } from './moment.ts';
import { timeText } from './time.ts';

/** Reasons for refusing a request, as named by `domain/campaigns`, with obstacles beside it. */
export type AskRefusal =
  | 'nothing'
  | 'quantity'
  | 'tooMany'
  | 'day'
  | 'dayTwice'
  | 'delivery'
  | 'closed'
  | 'terms'
  | 'full'
  | 'packed'
  | 'played'
  | 'notYours'
  | 'unverified';

const REFUSALS: Record<AskRefusal, string> = {
  nothing: '未揀到嘢，返上一頁揀返一樣先。',
  quantity: '數量唔啱，請再揀。',
  tooMany: '連之前買咗嘅，已經過咗每人上限。請減少數量。',
  day: '呢日唔喺可以揀嘅日子入面，請揀另一日。',
  dayTwice: '同一日揀咗兩次，請揀另一日。',
  delivery: '請揀一個收貨方法。',
  closed: '而家未有得買。如果已經付款，款項會自動退回。',
  terms: '條款啱啱更新咗，請重新載入呢一頁再睇一次。',
  full: '啱啱畀人揀咗，未有扣款。請揀另一個。',
  packed: '已經執咗貨，改唔到收件資料。',
  played: '嗰日已經播咗，改唔到名。',
  notYours: '要用落單嗰部裝置，或者登入返嗰個帳戶，先改到資料。',
  unverified: '請先驗證帳戶嘅電郵，先可以付款。',
};

/** Texts common to all campaigns. Each campaign has a file with its own. */
export const campaignText = {
  money: moneyHk,
  refusals: REFUSALS,
  collected: '已籌',
  target: (money: string) => `目標 ${money}`,
  percent: (perMille: number) => `${(perMille / 10).toFixed(1)}%`,
  progress: (collected: string, target: string, percent: string) => `目標 ${target}，已籌 ${collected}，即 ${percent}`,
  supporters: '支持者',
  chosenDays: '已揀日子',
  closes: '截止',
  opens: '開始',
  until: (ms: number) => momentWords(ms),
  left: (left: number, total: number) => `尚餘 ${left} / ${total}`,
  noLimit: '不設上限',
  noCharge: '免費',
  full: '已滿',
  soldOut: '售罄',
  support: '支持',
  chooseDay: '揀日子',
  statusLabel: '現況',
  year: (count: number) => `${count} 日`,
  yearNote: '深色已有人揀',
  yearPicture: (taken: number, count: number) => `${count} 日入面 ${taken} 日已有人揀`,
  taken: '已有人揀',
  free: '可以揀',
  mine: '你揀緊',
  dayField: '揀邊一日',
  takeDay: '要呢日',
  plays: '已經播出',
  playOf: (day: string) => `重溫 ${timeText.date(day)} 讀出嘅名`,
  thanked: '鳴謝',
  updates: '最新消息',
  updateLink: (title: string) => `「${title}」嘅連結`,
  questions: '大家問',
  ask: '仲有問題？問我哋',
  toTerms: '條款及細則',
  failed: {
    pledge: {
      title: '未能達標，現正退款',
      words: '眾籌未能達標。所有款項會退回原來的付款方法，每位支持者會收到電郵通知。',
    },
    sale: {
      title: '發售取消，現正退款',
      words: '未寄出的訂單會退回原來的付款方法，每位買家會收到電郵通知。',
    },
  },
  succeededTitle: '達標，多謝大家',

  payment: {
    title: '付款',
    description: '核對項目，填寫資料後付款。',
    what: '你揀咗',
    sums: '金額',
    total: '總數',
    change: '改項目',
    extra: '多撐少少',
    noExtra: '唔加',
    quantity: '數量',
    delivery: '點收貨',
    details: '收件資料',
    detailsLater: '收件資料之後可以喺紀錄頁補填。',
    airName: '讀出街嘅名',
    airNameHint: (most: number) => `最多 ${most} 個字；職員會核對，粗口唔讀`,
    named: '喺活動頁嘅鳴謝名單列出我個名',
    buyer: '聯絡電郵',
    email: '電郵',
    promotionCode: '優惠碼',
    emailHint: '驗證碼同紀錄會寄去呢個電郵。登入咗嘅會員唔使填。',
    member: '會用你帳戶嘅電郵寄收據同紀錄。',
    code: '電郵驗證碼',
    codeHint: (email: string) => `6 位數字嘅驗證碼寄咗去 ${email}`,
    another: '用另一個電郵',
    accept: '我已閱讀並同意',
    terms: '條款及細則',
    acceptFault: '要同意條款及細則先可以付款',
    next: '下一步：揀付款方法',
    prove: '寄驗證碼',
    confirm: '確認，去付款',
    sending: '處理緊…',
    charged: '款項會即時收取。如眾籌未能達標，會全數退回原來的付款方法。',
    chargedSale: '款項會即時收取。',
    held: '撳咗之後會為你留 10 分鐘。',
    dayTaken: (day: string) => `${timeText.date(day)} 已經有人揀咗。`,
    near: '附近仲有：',
    closed: '而家未有得買',
    back: '返上一頁',
    recipient: '收件人',
    phone: '手提電話',
    phoneHint: '只輸入數字，最少 8 位',
    place: { here: '地區', locker: '自提點編號', abroad: '城市' },
    address: '地址',
    postcode: '郵政編號',
    country: '國家或者地區',
    chooseCountry: '請揀',
    countries: {
      MO: '澳門',
      TW: '台灣',
      CN: '中國內地',
      GB: '英國',
      CA: '加拿大',
      AU: '澳洲',
      US: '美國',
      SG: '新加坡',
      MY: '馬來西亞',
      JP: '日本',
      NZ: '新西蘭',
    } as Record<string, string>,
    summary: '有嘢要改：',
  },

  told: {
    none: '搵唔到呢個紀錄。請由電郵入面嘅連結再開一次。',
    noneTitle: '未有紀錄',
    waiting: '我們仍在等候付款結果，請勿再次付款；有結果會電郵通知你。',
    waitingTitle: '付款處理中',
    items: '項目',
    amount: '金額',
    receipt: '收據會寄去你嘅電郵。',
    keep: '呢條連結唔使登入就睇到進度，請留返封電郵。',
    story: '付款紀錄',
    day: (day: string) => timeText.fullDate(day),
    played: '你嗰日播咗喇',
    hearAgain: '重溫讀你個名嗰段',
    shareTitle: '話畀人知',
    shareWords: { tier: (item: string) => `我撐咗「${item}」`, goods: (item: string) => `我買咗「${item}」` },
    sharePicture: (item: string) => `「${item}」嘅分享圖片`,
    savePicture: '儲存圖片',
    nameWaiting: '個名等緊同事核對',
    nameApproved: '個名會照讀',
    nameRefused: '個名未能採用，請改一個',
    incomplete: '仲有資料未填',
    fill: '填返資料',
    changeTitle: '改資料',
    saved: '儲存咗',
    save: '儲存',
    delivery: '送貨進度',
    steps: { waiting: '已付款', packed: '執貨', sent: '已寄出', received: '已收件' },
    tracking: '追蹤編號',
    returned: {
      waiting: '未能完成，等候退款',
      asked: '已要求退款，等候銀行或電子錢包',
      done: '退款已完成',
      nothing: '款項之前已經退回',
    },
    returnedTitle: '退款',
    backTitle: '呢張訂單會退款',
    isBackTitle: '呢張訂單已經退款',
    toCampaign: '返眾籌主頁',
    toSale: '返發售主頁',
  },

  failure: {
    title: '未成功，未有扣款',
    words: '今次未能付款，未有扣款。揀咗嘅嘢會再留一陣，過咗就會放返出嚟畀其他人。',
    over: '呢張訂單已經取消或者過咗期，揀咗嘅嘢已經放返出嚟。想要嘅話，返上一頁再揀過。',
    again: '再試',
  },

  terms: {
    title: '條款及細則',
    version: (version: string, day: string) => `版本 ${version}　${timeText.fullDate(day).replace(/（.*/, '')}生效`,
    back: '返上一頁',
  },
} as const;

export interface CampaignTerms {
  version: string;
  /** Hong Kong date. */
  since: string;
  clauses: readonly string[];
}

/** Texts of one campaign. */
export interface CampaignWords {
  name: string;
  /** Of the landing page, with `description`, for search engines. */
  title: string;
  description: string;
  /** By the item's code. */
  items: Readonly<Record<string, { name: string; lead: string }>>;
  /** By `CampaignStatus`. */
  status: Readonly<Record<number, { title: string; words: string }>>;
  thanks: string;
  thanksWords: (no: number) => string;
  failure: string;
}
