import type { SecurityEventKind } from '#domain/security-events/security-events.rules.ts';

/** Texts of the personal data page. */
export const PAGE_WORDS = {
  title: '你的個人資料',
  intro: '以下是電台持有、與你的會員帳戶有關的全部資料。密碼、驗證碼等可用來登入的內容不會列出。',
  exportedAt: '匯出時間（香港）',
  none: '沒有紀錄',
  yes: '是',
  no: '否',
  empty: '—',
} as const;

const EVENTS: Record<SecurityEventKind, string> = {
  'login-new-device': '在新裝置登入',
  'password-changed': '更改密碼',
  'password-reset': '重設密碼',
  'email-change-asked': '要求更改登入電郵',
  'email-change-cancelled': '取消更改登入電郵',
  'email-changed': '更改登入電郵',
  'phone-change-cancelled': '取消更改電話號碼',
  'phone-changed': '更改電話號碼',
  'passkey-added': '加入通行密鑰',
  'passkey-removed': '移除通行密鑰',
  'feed-made': '建立 Podcast 私人連結',
  'feed-revoked': '停用 Podcast 私人連結',
  'sessions-ended': '登出其他瀏覽器',
  'deletion-asked': '申請刪除帳戶',
  'deletion-taken-back': '收回刪除帳戶申請',
  'account-merged': '合併帳戶',
  'account-unmerged': '還原合併帳戶',
  'lock-lifted': '職員解除裝置及登入限制',
};

const LISTS = { queue: '待播', playlist: '播放清單', favourite: '收藏', history: '收聽紀錄', bookmark: '書籤' };

/** Display texts of coded column values. A code without an entry is shown as it is. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  state: {
    active: '生效',
    inactive: '已停用',
    deleting: '等候刪除',
    stopped: '已停止',
    open: '進行中',
    done: '已完成',
    replaced: '已被取代',
    requested: '已提出',
    waiting: '等候驗證',
    'waiting-sms': '等候短訊',
    'waiting-call': '等候來電',
    'waiting-voice': '等候語音驗證',
    verified: '已驗證',
    failed: '未能驗證',
    'timed-out': '已過期',
    paid: '已付款',
    cancelled: '已取消',
    expired: '已過期',
    review: '覆核中',
    part_refunded: '部分退款',
    refunded: '已退款',
    entered: '已入場',
    left: '已離開',
    yes: '出席',
    no: '不出席',
    offered: '座位保留中',
    lapsed: '已失效',
  },
  gender: { M: '男', F: '女' },
  phone_no_country: { 852: '香港', 0: '其他地區' },
  mobile_default_resolution: { 1: '標準', 2: '高清' },
  kind: {
    terms: '使用條款及私隱政策',
    guardian: '父母或監護人同意',
    marketing: '電郵直接促銷',
    receipt: '收據',
    refund_note: '退款通知書',
    premium: '影片',
    livestream: '網上直播',
    campaign: '眾籌及限量發售',
    replay: '單集重溫',
    ...LISTS,
    ...EVENTS,
  },
  purpose: { welcome: '設定密碼', reset: '重設密碼', verify: '驗證電郵', change: '更改電郵' },
  delivery: {
    queued: '等候發出',
    sent: '已發出',
    delivered: '已送達',
    undelivered: '未能送達',
    blocked: '被電訊商攔截',
  },
  ended_why: { closed: '已關閉', taken_over: '由另一部裝置接手', logged_out: '已登出', withdrawn: '內容不再提供' },
  verify_type: { 1: '致電電台', 2: '短訊', 3: '語音驗證碼' },
  template: {
    'member-welcome': '設定密碼',
    'member-exists': '已有帳戶',
    'member-reset': '重設密碼',
    'member-merged-reset': '帳戶已合併',
    'member-none': '沒有帳戶',
    'member-verify': '驗證電郵',
    'member-change': '更改電郵',
    'member-security': '帳戶安全',
    receipt: '收據',
    'refund-note': '退款通知書',
  },
  source: { hand: '電台贈送', register: '登記', '/api/userinfo/changePreference': '會員設定' },
};

/** The display text of a code. Undefined if there is none. */
export const wordsFor = (column: string, value: string | number): string | undefined => {
  const words = VALUES[column];
  return words && Object.hasOwn(words, value) ? words[value] : undefined;
};
