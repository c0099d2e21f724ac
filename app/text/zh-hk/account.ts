import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import type { SecurityEventKind } from '#domain/security-events/security-events.rules.ts';
import { problemWords } from './forms.ts';
import { problems } from './problems.ts';
import { timeText } from './time.ts';

const CHANGED_MEANWHILE = '呢項已經改過或者唔喺度，請重新載入呢一頁。';

/** What a member's own pages say better than the rest of the site. */
const PROBLEMS: Partial<Record<ErrorName | 'offline', string>> = {
  conflict: CHANGED_MEANWHILE,
  dataNotFound: CHANGED_MEANWHILE,
  oldPasswordMismatch: problems.passwordMismatch,
  passwordMismatch: '部裝置確認唔到係你，請再試一次。',
  duplicateVerified: problems.phoneTaken,
};

export const accountProblem = (problem: ErrorName | 'offline', retryAfterSeconds: number | null): string =>
  PROBLEMS[problem] ?? problemWords(problem, retryAfterSeconds);

/** 2026年11月21日 14:05 */
export function momentWords(atMs: number): string {
  const at = new Date(atMs);
  const day = dayHkOf(at);
  return `${timeText.year(day.slice(0, 4))}${timeText.date(day)} ${clockHk(at)}`;
}

export const dayWords = (atMs: number): string => momentWords(atMs).slice(0, -6);

/** The last day of what ends at an instant: a plan that ends at a midnight lasts to the day before. */
export const lastDayWords = (endsAtMs: number): string => dayWords(endsAtMs - 1);

/** As its bank writes it; providers have names of their own. */
export const cardName = (scheme: string): string =>
  /visa/i.test(scheme) ? 'Visa' : /master/i.test(scheme) ? 'Mastercard' : scheme;

/** A member's own pages. */
export const accountText = {
  shell: {
    nav: '會員帳戶',
    since: (year: number) => `${year} 年起係會員`,
    leaving: (at: string) => `你申請咗刪除帳戶，${at} 之後會永久刪除。`,
    takeBack: '收回申請',
  },
  form: {
    change: '更改',
    save: '儲存',
    cancel: '取消',
    ownPassword: '你而家嘅密碼',
    ownPasswordHint: '你登入咗超過 15 分鐘，要用密碼證明係本人。',
    proveFirst: '填咗嘅嘢仲喺度：喺下面輸入你而家嘅密碼，再撳一次就得。',
    logInAgain: '你登入咗超過 15 分鐘，請登出再登入，先可以改。',
    toLogOut: '去「登入與保安」登出',
  },
  account: {
    title: '帳戶資料',
    description: '你嘅CR電台會員帳戶資料。',
    personal: '個人資料',
    empty: '未有',
    verified: '已驗證',
    unverified: '未驗證',
    labels: {
      display_name: '顯示名稱',
      surname: '姓',
      given_name: '名',
      real_name: '姓名',
      email: '電郵',
      new_email: '新電郵',
      phone: '手提電話',
      gender: '性別',
      password: '密碼',
      dob: '出生日期',
    },
    hints: {
      display_name: '其他人會見到，最多 20 個字',
      new_email: '我哋會寄一條連結去新電郵；撳咗連結先會轉用，之前照用舊電郵。',
      dob: '年、月、日，例如 1990/5/17。未滿 18 歲，要有父母或者監護人同意嘅紀錄先可以改。',
    },
    genders: { F: '女', M: '男' },
    done: {
      displayName: '已經更改顯示名稱。',
      realName: '已經更改姓名。',
      gender: '已經更改性別。',
      dob: '已經更改出生日期。',
      email: '確認連結寄緊去新電郵（如果用得）。撳咗入面嘅連結先會轉。',
      verifyEmail: '驗證電郵寄緊出嚟，撳入面嘅連結就完成。',
    },
    passwordSet: '設定咗',
    pending: {
      title: '等緊新電郵確認',
      lead: (email: string, asked: string, until: string) =>
        `你喺 ${asked} 話要轉用 ${email}。撳咗新電郵入面嘅連結先會轉；連結 ${until} 過期。`,
      resend: '再寄連結',
      resent: '連結寄緊去新電郵。',
      cancel: '取消更改',
      cancelled: '已經取消更改，照用而家嘅電郵。',
    },
    sendLink: '寄確認連結',
    verifyTitle: '電郵未驗證',
    verifyLead: (email: string) => `驗證咗 ${email}，先可以訂閱計劃，同用電郵搵返帳戶。`,
    verify: '寄驗證電郵',
    verifyPhone: '驗證',
    changePhone: '更改',
    phoneHint: '可以喺呢度驗證或者轉電話號碼',
  },
  preferences: {
    title: '設定',
    description: '直接促銷、畫質同版面。',
    marketing: '直接促銷',
    marketingWords: '同意以電郵接收節目推介及優惠（直接促銷），可隨時撤回',
    marketingNote: '每次更改均有紀錄，可在「資料與私隱」查看。',
    marketingDone: (isOn: boolean) => (isOn ? '已記錄你同意電郵直接促銷。' : '已撤回同意，我們不再以電郵作直接促銷。'),
    quality: '畫質',
    qualityLabel: '手機預設畫質',
    qualities: [
      ['1', '標準（慳數據）'],
      ['2', '高清'],
    ],
    qualityDone: '已經更改手機預設畫質。',
    display: '版面',
    displayWords: '節目表清單唔顯示圖片',
    displayNote: '會記喺你嘅帳戶；呢個瀏覽器即刻生效。',
    displayDone: '已經更改版面設定。',
    password: '密碼',
    passwordNote: (since: string) => `上次設定：${since}`,
    noPassword: '你嘅帳戶未有密碼。想用密碼登入，可以用「忘記密碼」設定一個。',
    oldPassword: '而家嘅密碼',
    newPassword: '新密碼',
    confirm: '再輸入一次新密碼',
    changePassword: '更改密碼',
    passwordDone: '已經更改密碼，其他瀏覽器都登出咗。',
  },
  history: {
    title: '會員紀錄',
    description: '你嘅計劃、付款、兌換同帳戶更改。',
    plans: '計劃',
    noPlans: '未訂閱過計劃。',
    states: { pending: '未開始', running: '使用中', over: '已完結' },
    span: (from: string, to: string) => `${from} 至 ${to}`,
    payments: '付款',
    noPayments: '未有付款紀錄。',
    redemptions: '兌換',
    noRedemptions: '未有兌換紀錄。',
    recurring: '自動續訂',
    recurringStates: { active: '生效中', grace: '寬限期', stopping: '正在停止', stopped: '已停止' },
    card: (scheme: string, last4: string, end: string) => `${cardName(scheme)} 尾四位 ${last4}，${end} 到期`,
    changes: '帳戶更改',
    noChanges: '未有更改過電郵、電話或者密碼。',
  },
  devices: {
    title: '收聽裝置',
    description: '可以收聽收費內容嘅裝置。',
    lead: (days: number) => `收費內容會喺呢啲裝置播放。裝置每 ${days} 日可以移除一次，一次可以揀多部。`,
    none: '未有裝置。第一次喺裝置播放收費內容，部裝置就會喺度出現。',
    used: (at: string) => `上次使用：${at}`,
    added: (at: string) => `加入：${at}`,
    pick: '揀要移除嘅裝置',
    pickOne: '請最少揀一部裝置。',
    remove: '移除揀咗嘅裝置',
    removeWarning: (days: number) => `移除之後，要等 ${days} 日先可以再移除其他裝置。`,
    locked: (at: string, days: number) => `你啱啱移除過裝置，${at} 之後先可以再移除。（每 ${days} 日一次）`,
    done: '已經移除裝置。',
  },
  security: {
    title: '登入與保安',
    description: '密碼、通行密鑰、登入咗嘅瀏覽器同保安紀錄。',
    sessions: '登入咗嘅瀏覽器',
    unknown: '未知裝置',
    current: '呢個瀏覽器',
    seen: (at: string) => `上次使用：${at}`,
    since: (at: string) => `登入：${at}`,
    address: (ip: string, place: string | null) => (place ? `${place}（IP 地址 ${ip}）` : `IP 地址：${ip}`),
    end: '登出',
    endOf: (device: string) => `登出 ${device}`,
    endThis: '登出呢個瀏覽器',
    ended: '已經登出嗰個瀏覽器。',
    endOthers: '登出其他所有瀏覽器',
    endedOthers: '其他瀏覽器已經全部登出。',
    onlyThis: '你淨係喺呢個瀏覽器登入咗。',
    passkeys: '通行密鑰',
    passkeysLead: '用指紋、樣貌或者裝置密碼登入，唔使記密碼，釣魚網站亦呃唔到。',
    noPasskeys: '未有通行密鑰。',
    passkeyName: '名稱',
    passkeyNameHint: '例如「我部電話」，最多 50 個字',
    passkeyAdd: '加入通行密鑰',
    passkeyAdding: '等緊你部裝置…',
    passkeyAdded: '已經加入通行密鑰。',
    passkeyFault: '加唔到通行密鑰。可能取消咗，或者呢部裝置已經有一條。',
    passkeyNoScripts: '加入通行密鑰要開 JavaScript。',
    passkeyUnsupported: '呢個瀏覽器唔支援通行密鑰。',
    passkeyRename: '改名',
    passkeyRenamed: '已經改名。',
    passkeyRemove: '移除',
    passkeyRemoveOf: (name: string) => `移除通行密鑰 ${name}`,
    passkeyRemoved: '已經移除通行密鑰。',
    passkeySynced: '會喺你嘅裝置之間同步',
    passkeyUsed: (at: string) => `上次使用：${at}`,
    passkeyUnused: '未用過',
    passkeyMade: (at: string) => `加入：${at}`,
    manage: '管理',
    events: '保安紀錄',
    noEvents: '未有保安紀錄。',
    eventKinds: {
      'login-new-device': '喺新裝置登入',
      'password-changed': '更改密碼',
      'password-reset': '重設密碼',
      'email-change-asked': '要求更改電郵',
      'email-change-cancelled': '取消更改電郵',
      'email-changed': '更改電郵',
      'phone-changed': '更改或驗證電話',
      'passkey-added': '加入通行密鑰',
      'passkey-removed': '移除通行密鑰',
      'feed-made': '新增 Podcast 私人連結',
      'feed-revoked': '停用 Podcast 私人連結',
      'sessions-ended': '登出其他瀏覽器',
      'deletion-asked': '申請刪除帳戶',
      'deletion-taken-back': '收回刪除帳戶申請',
    } satisfies Record<SecurityEventKind, string>,
    notYou: '唔係你做嘅？',
    notYouDo: '即刻更改密碼',
  },
  data: {
    title: '資料與私隱',
    description: '下載我哋持有嘅資料、睇同意紀錄，或者刪除帳戶。',
    export: '下載你嘅資料',
    exportLead: '入面有我哋持有關於你嘅所有資料。',
    exportPage: '下載網頁版（易睇）',
    exportJson: '下載 JSON（畀程式用）',
    correct: '資料唔啱？',
    correctDo: '去帳戶資料更改',
    consents: '同意紀錄',
    noConsents: '未有紀錄。',
    wording: (version: string) => `文字版本 ${version}`,
    consentKinds: { terms: '使用條款及私隱政策', guardian: '父母或監護人同意', marketing: '電郵直接促銷' },
    given: '同意',
    takenBack: '不同意',
    leave: '刪除帳戶',
    leaveLead: (days: number) =>
      `申請之後有 ${days} 日可以收回。自動續訂會即刻停止，其他瀏覽器會登出；${days} 日後，資料會永久刪除，搵唔返。`,
    leaveOpen: '我要刪除帳戶',
    leaveConfirm: '申請刪除帳戶',
    leaveDone: '收到刪除帳戶嘅申請。',
    leavingTitle: '帳戶等候刪除',
    leaving: (at: string) => `${at} 之後會永久刪除。之前隨時可以收回。`,
    stay: '收回申請，留低帳戶',
    stayDone: '已經收回申請，帳戶會留低。',
  },
} as const;
