import type { FaultCode, FieldFault } from '#domain/forms/fields.rules.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import { problems } from './problems.ts';

const FAULTS: Record<FaultCode, string> = {
  required: '呢格要填',
  tooLong: '超出字數上限',
  format: '格式唔啱',
  choice: '請揀返其中一項',
  date: '請輸入正確嘅日期',
  password: '最少 8 個字元，唔可以有空格、引號或者 < >',
  commonPassword: '呢個密碼太多人用，好易畀人估中，請用另一個',
  knownPassword: '密碼唔可以淨係用你嘅電郵、名、電話或者電台嘅名，請用另一個',
  confirmed: '兩次輸入嘅密碼唔一樣',
  plusSign: '電郵唔可以有 + 號',
  invalidDomain: '搵唔到 @ 後面嘅網域，請睇吓有冇打錯',
  noMailExchange: '@ 後面嘅網域收唔到信，請睇吓有冇打錯',
  phone: '只輸入數字，最少 8 位',
  hkMobile: '香港手提電話要有 8 個數字',
  guardian: '未滿 18 歲，要父母或者監護人同意先可以登記',
  terms: '要同意使用條款，並已閱讀私隱政策，先可以登記',
  botCheck: '請完成真人驗證',
  code: '驗證碼唔啱',
  wrongCode: '驗證碼唔啱，請再輸入',
  tooLarge: '內容太大',
};

/** Faults that one field says better. */
const FIELD_FAULTS: Record<string, string> = {
  'email required': '請輸入電郵',
  'password required': '請輸入密碼',
  'verify_code required': '請輸入短訊入面嘅 4 位驗證碼',
  'verify_code code': '驗證碼係 4 個數字',
  'dob required': '請輸入出生日期',
  'gender required': '請揀性別',
};

export const memberFaultWords = ({ field, code }: FieldFault): string =>
  FIELD_FAULTS[`${field} ${code}`] ?? FAULTS[code];

const LATER = '暫時做唔到，請等一陣再試。填咗嘅嘢仲喺度。';
const PROBLEMS: Partial<Record<ErrorName | 'offline', string>> = {
  ...problems,
  // Said at the log-in alone, which must not tell which of the two it was.
  passwordMismatch: '電郵或者密碼唔啱。再試，或者重設密碼。',
  duplicateGmail: problems.duplicateUser,
  phoneVerifiedByAnother: problems.phoneTaken,
  phoneBlocked: problems.smsBlocked,
};

function waitWords(seconds: number): string {
  return seconds < 90 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分鐘`;
}

export function memberProblemWords(problem: ErrorName | 'offline', retryAfterSeconds: number | null): string {
  if (problem === 'tooManyRequests')
    return `試得太密，請等${retryAfterSeconds ? ` ${waitWords(retryAfterSeconds)}` : '幾分鐘'}再試。`;
  return PROBLEMS[problem] ?? LATER;
}

const terms = { before: '我同意', tou: '使用條款', and: '，並已閱讀', privacy: '私隱政策' };

/** Pages of those who are not logged in: registration, log-in, forgotten passwords and mailed links. */
export const authText = {
  sending: '處理緊…',
  show: '顯示',
  hide: '隱藏',
  showPassword: (label: string) => `顯示${label}`,
  toLogin: '去登入',
  toRegister: '免費登記',
  toForget: '忘記密碼',
  toHome: '返主頁',
  /** What is asked of a new password, below its field; `say…` is read aloud when the typing pauses. */
  passwordRules: {
    least: '最少 8 個字元',
    clean: '冇空格、引號或者 < >',
    longer: '愈長愈難估；唔好用常見密碼或者自己嘅資料',
    notYet: '密碼未符合要求',
    easy: '好易估：加長啲，或者用幾個唔相干嘅字',
    hard: '夠難估',
    met: '，做到',
    broken: '，未做到',
    sayShort: (missing: number) => `密碼仲差 ${missing} 個字元`,
    sayUnclean: '密碼唔可以有空格、引號或者 < >',
    sayEasy: '密碼好易估，加長啲會好啲',
    sayGood: '密碼夠難估',
  },
  didYouMean: ['你係咪想打 ', '？'],
  labels: {
    email: '電郵',
    password: '密碼',
    confirmed_password: '再輸入一次密碼',
    surname: '姓',
    given_name: '名',
    dispaly_name: '顯示名稱',
    phone_no_country: '地區號碼',
    phone_no: '手提電話',
    gender: '性別',
    dob: '出生日期',
    under_18_terms: '父母或者監護人同意',
    terms: '使用條款',
    verify_code: '短訊驗證碼',
    acc881: '舊 881 網站嘅帳戶名稱',
    acc903: '舊 903 網站嘅帳戶名稱',
    turnstileToken: '真人驗證',
  },
  login: {
    title: '登入',
    description: '登入CR電台會員帳戶。',
    noAccount: '未有帳戶？',
    over: '登入時間過咗，請再登入。',
    overKept: '登入時間過咗，請再登入。啱啱填嘅嘢仲喺度，登入之後再儲存就得。',
    rememberMe: '喺呢部裝置保持登入 30 日',
    submit: '登入',
    nearLock: (triesLeft: number, seconds: number) =>
      triesLeft > 0
        ? `再錯 ${triesLeft} 次，就要等 ${waitWords(seconds)}先可以再用密碼登入。`
        : `再試之前，要等 ${waitWords(seconds)}。`,
    waysOpen: '通行密鑰照樣登入得；或者用電郵',
    toReset: '重設密碼',
    or: '或者',
    passkey: '用通行密鑰登入',
    passkeyWait: '等緊通行密鑰…',
    passkeyFault: '通行密鑰登入唔到，請再試，或者用密碼登入。',
    agree: { ...terms, before: '登入即表示你同意' },
    demo: '示範帳戶',
    demoLead: '呢個係示範網站。以下帳戶嘅密碼都係',
    demoMail: '示範信箱',
    demoPhones: '示範短訊同電話',
  },
  register: {
    title: '免費登記',
    description: '免費登記成為CR電台會員。',
    haveAccount: '已有帳戶？',
    countries: [
      ['852', '香港 +852'],
      ['0', '其他地區'],
    ],
    displayNameHint: '其他人會見到，最多 20 個字；留空就用你個名',
    dobHint: '年、月、日，例如 1990/5/17',
    phoneHint: '只輸入數字，香港手提電話 8 位',
    emailHint: '我哋會寄一條連結畀你設定密碼',
    genders: [
      ['F', '女'],
      ['M', '男'],
    ],
    under18: '我未滿 18 歲，父母或監護人同意我登記',
    terms,
    edm: '同意以電郵接收節目推介及優惠（直接促銷），可隨時撤回',
    submit: '登記',
  },
  finish: {
    title: '仲差一步',
    description: '完成會員登記。',
    noneTitle: '冇未完成嘅登記',
    none: '可能已經過咗 7 日，或者係喺另一個瀏覽器登記。你可以再登記一次。',
    mailTitle: '去信箱開電郵',
    mail: (email: string) => `我哋寄咗封電郵去 ${email}。撳入面嘅連結設定密碼，帳戶就會啟用。`,
    mailHint: '收唔到？睇吓垃圾郵件，或者等一兩分鐘再寄。連結 7 日內有效。',
    resend: '再寄電郵',
    resent: '如果登記未完成，好快會再收到電郵。',
    smsTitle: '驗證手提電話',
    sms: (phone: string) => `我哋會傳一個 4 位數字驗證碼去 ${phone}。`,
    smsLater: '唔想而家做？遲啲喺帳戶入面驗證都得。',
    send: '傳送驗證碼',
    sent: (phone: string) => `驗證碼已經傳去 ${phone}。`,
    sentFor: (minutes: number) => `${minutes} 分鐘內有效。`,
    over: '驗證碼過咗期，請再傳一次。',
    delivery: {
      delivered: '短訊送到咗，請輸入驗證碼。',
      undelivered: '短訊送唔到。檢查吓電話訊號，再傳一次，或者遲啲喺帳戶入面再驗證。',
      blocked: '電訊商唔畀短訊送去呢個號碼。你可以遲啲喺帳戶入面再驗證電話。',
    },
    resendSms: '再傳一次',
    resendMailIn: (seconds: number) => `${seconds} 秒後可以再寄`,
    wrongAddress: '電郵打錯咗？',
    newEmail: '啱嘅電郵',
    changeEmail: '改電郵，再寄過',
    changed: (email: string) => `改好喇，電郵而家寄緊去 ${email}。`,
    resendIn: (seconds: number) => `${seconds} 秒後可以再傳`,
    verify: '驗證',
    verified: '手提電話驗證好喇，多謝。',
  },
  password: {
    welcomeTitle: '設定密碼',
    welcomeLead: (email: string) => `${email} 嘅帳戶就快得。設定密碼，即刻登入。`,
    welcomeDescription: '設定會員帳戶嘅密碼。',
    welcomeSubmit: '設定密碼，啟用帳戶',
    resetTitle: '重設密碼',
    resetLead: (email: string) => `幫 ${email} 嘅帳戶設定新密碼。設定之後，所有瀏覽器都要再登入。`,
    resetDescription: '重設會員帳戶嘅密碼。',
    resetSubmit: '設定新密碼',
    newPassword: '新密碼',
  },
  deadLink: {
    title: '呢條連結用唔到',
    lead: '連結可能已經用過、過咗期，或者冇抄齊。最新嗰封嘅連結先用得。',
    again: '再攞一條連結',
  },
  /** Of a welcome link that is no use any more. */
  endedWelcome: {
    activated: { title: '呢個帳戶已經啟用', lead: '密碼設定好喇，用你嘅電郵同密碼登入就得。' },
    replaced: { title: '呢條連結已經換咗', lead: '之後再寄過一封電郵：用最新嗰封嘅連結。' },
  },
  registerSuccess: {
    title: '登記好喇',
    description: '會員登記已經完成。',
    lead: '帳戶已經啟用，你而家登入咗。揀個台，即刻聽直播。',
    listen: '聽直播',
    back: '返回之前嗰頁',
  },
  forget: {
    title: '忘記密碼',
    description: '重設會員帳戶嘅密碼。',
    lead: '填其中一項就得。如果搵到帳戶，我哋會寄一條連結去帳戶嘅電郵。',
    other: '用其他資料搵帳戶',
    phone: '登記咗嘅手提電話',
    submit: '寄連結畀我',
    oneOf: '最少填一項',
  },
  resetMailSent: {
    title: '去信箱睇吓',
    description: '重設密碼嘅電郵已經處理。',
    lead: '如果搵到帳戶，我哋已經寄咗封電郵去帳戶嘅信箱。連結 1 個鐘內有效。',
    hint: '收唔到？睇吓垃圾郵件，等幾分鐘，或者用另一項資料再試。',
    again: '再試一次',
  },
  resetSuccess: {
    title: '密碼改好喇',
    description: '會員帳戶嘅密碼已經重設。',
    lead: '為咗安全，所有瀏覽器都已經登出。用新密碼登入就得。',
  },
  verifyEmail: {
    title: '驗證電郵',
    description: '驗證會員帳戶嘅電郵。',
    ask: {
      verify: {
        title: '驗證電郵',
        lead: (email: string) => `撳一下，確認 ${email} 係你嘅。`,
        submit: '驗證電郵',
      },
      change: {
        title: '更改登入電郵',
        lead: (email: string) => `撳一下，以後用 ${email} 登入。`,
        submit: '確認更改',
      },
      cancel: {
        title: '取消更改登入電郵',
        lead: (email: string) => `撳一下，繼續用 ${email} 登入，所有瀏覽器即刻登出。`,
        submit: '取消更改',
      },
    },
    done: {
      verify: { title: '電郵驗證好喇', lead: '多謝，你嘅電郵已經驗證。' },
      change: { title: '登入電郵改好喇', lead: '以後用新電郵登入。' },
      cancel: { title: '已經取消更改', lead: '登入電郵冇改，所有瀏覽器已經登出。唔係你要求更改嘅話，即刻設定新密碼。' },
    },
    toNewPassword: '設定新密碼',
    toAccount: '去「我的帳戶」',
  },
} as const;
