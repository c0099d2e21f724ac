import { momentWords } from './moment.ts';

/** The family plan, on the page of a member's plans. */
export const familiesText = {
  title: '家庭計劃',
  /** Before the purchase; with the day on which it begins, if the member has a plan already. */
  buy: (from: string | null) =>
    `家庭計劃最多 5 個人一齊聽，由你一個人付款。買咗之後喺「會員紀錄」邀請屋企人。${from === null ? '' : `你而家嘅計劃未完，家庭計劃 ${from} 先開始，兩個計劃唔會重複收費；自動續訂緊嘅計劃，可以喺「更改計劃」即日轉。`}`,
  lead: (devices: number) =>
    `你同最多四位屋企人，一齊用你嘅計劃聽節目重溫。各有各嘅紀錄同清單，你唔會見到佢哋聽過乜；全家同一時間聽得 ${devices} 部裝置，每人最多 2 部。影片同現場活動唔包括在內。`,
  none: '你未邀請任何人。',
  people: '家庭成員',
  you: '你',
  payer: '付款人',
  unnamed: '家庭成員',
  joined: (atMs: number) => `${momentWords(atMs)} 加入`,
  invited: (atMs: number) => `${momentWords(atMs)} 之前有效`,
  lapsed: '邀請已經過期',
  waiting: '等緊對方加入',
  invite: {
    label: '屋企人嘅電郵',
    hint: '邀請信會寫上你嘅電郵地址，連結 14 日內有效。',
    submit: '邀請',
    done: '已經寄出邀請。',
    again: '再寄',
    againTo: (email: string) => `再寄畀 ${email}`,
    withdraw: '收回',
    withdrawOf: (email: string) => `收回畀 ${email} 嘅邀請`,
    withdrawn: '已經收回邀請，嗰條連結用唔到。',
    unverified: '驗證咗你嘅電郵，先可以邀請屋企人。',
    verify: '去驗證電郵',
  },
  full: '5 個人已經齊。要換人，就要先移走一位。',
  allInvited: '邀請已經寄齊，等緊對方加入。',
  changesUsed: (atMs: number) => `30 日內最多換兩個人。${momentWords(atMs)} 之後可以再邀請。`,
  ended: '你嘅家庭計劃已經完，屋企人而家聽唔到。續訂之後佢哋即刻聽返。',
  remove: '移走',
  removeOf: (name: string) => `移走 ${name}`,
  removed: '已經移走，對方聽唔到節目重溫。',
  member: {
    words: (payer: string) => `你用緊 ${payer} 嘅家庭計劃聽節目重溫。`,
    lapsed: (payer: string) => `${payer} 嘅家庭計劃而家冇生效，所以你聽唔到節目重溫。續訂之後你會即刻聽返。`,
    own: '你自己嘅計劃仲會照樣收費，直至你停止為止。',
    stop: '睇點樣停止續訂',
    leave: '離開家庭計劃',
    left: '你已經離開家庭計劃。',
    everybody: '一齊用嘅人',
  },
  opened: {
    title: '有人邀請你加入家庭計劃',
    words: (email: string) =>
      `${email} 邀請你一齊聽節目重溫。加入唔使付款；付款人同其他成員會見到你嘅顯示名稱，唔會見到你聽過乜。`,
    join: '加入',
    joined: '已經加入。而家可以聽節目重溫。',
    listen: '去節目重溫',
    own: '呢條係你自己寄出嘅邀請。等對方開條連結再撳「加入」。',
    mine: '你已經喺呢個家庭計劃入面。',
    elsewhere: '你已經喺另一個家庭計劃入面。離開咗先可以加入呢個。',
    full: '呢個家庭計劃而家加唔到人，請問返付款人。',
    lapsed: '付款人嘅家庭計劃而家冇生效，請問返付款人。',
    gone: '呢條邀請連結用唔到：可能已經用咗、過咗期，或者對方收回咗。請對方再寄一次。',
  },
};
