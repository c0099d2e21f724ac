import type { ContactTopic } from '#domain/contact/contact.rules.ts';
import type { FaultCode, FieldFault } from '#domain/forms/fields.rules.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import { problems } from './problems.ts';
import { waitWords } from './wait-words.ts';

/** Error texts of fields. */
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
  picture: '只接受 PNG 或 JPEG 圖片，上限 5 MB、2,500 萬像素',
};

/** Errors with a specific text for one field. */
const FIELD_FAULTS: Record<string, string> = {
  'email required': '請輸入電郵',
  'password required': '請輸入密碼',
  'verify_code required': '請輸入短訊入面嘅 4 位驗證碼',
  'verify_code code': '驗證碼係 4 個數字',
  'dob required': '請輸入出生日期',
  'gender required': '請揀性別',
};

/** Topics of the contact form, also of letters at the desk. */
export const contactTopics: Record<ContactTopic, string> = {
  programme: '節目意見',
  correction: '更正新聞或資料',
  site: '網站及手機程式',
  advertising: '廣告查詢',
  press: '傳媒查詢',
  complaint: '投訴',
  other: '其他',
};

export const faultWords = ({ field, code }: FieldFault): string => FIELD_FAULTS[`${field} ${code}`] ?? FAULTS[code];

const LATER = '暫時做唔到，請等一陣再試。填咗嘅嘢仲喺度。';
const PROBLEMS: Partial<Record<ErrorName | 'offline', string>> = {
  ...problems,
  // For login only, which must not reveal which of the two was wrong.
  passwordMismatch: '電郵或者密碼唔啱。再試，或者重設密碼。',
  duplicateGmail: problems.duplicateUser,
  phoneVerifiedByAnother: problems.phoneTaken,
  phoneBlocked: problems.smsBlocked,
};

/** Text of an error without a field. */
export function problemWords(problem: ErrorName | 'offline', retryAfterSeconds: number | null): string {
  if (problem === 'tooManyRequests')
    return `試得太密，請等${retryAfterSeconds ? ` ${waitWords(retryAfterSeconds)}` : '幾分鐘'}再試。`;
  return PROBLEMS[problem] ?? LATER;
}

/** Forms in general, and the two forms to the station. */
export const formsText = {
  required: '必填',
  optional: '可以唔填',
  send: '送出',
  sending: '送緊…',
  working: '處理緊…',
  backAt: (moment: string) => `預計 ${moment} 恢復。`,
  charsLeft: (chars: number) => (chars === 0 ? '啱啱好，唔可以再打' : `仲可以打 ${chars} 個字`),
  charsOver: (chars: number) => `多咗 ${chars} 個字`,
  summary: (faults: number) => `有 ${faults} 處要改：`,
  /** Without scripts there is no check to complete: a form is accepted once it has been open for a few seconds. */
  tooQuick: '送得太快，等 5 秒再撳一次就得。填咗嘅嘢仲喺度。',
  tooQuickEn: 'That was quick: wait five seconds and press again. Nothing is lost.',
  choosePicture: '揀圖片',
  noPicture: '未揀圖片',
  trap: '請留空呢一格',
  pictureAgain: '如果有揀圖片，請再揀一次。',
  check: '真人驗證',
  contact: {
    title: '聯絡我們',
    description: '意見、查詢、投訴、廣告同傳媒查詢，填好表送畀CR電台，我哋會用電郵覆你。',
    lead: '有意見、想查詢、想讚、想投訴，寫畀我哋。我哋會用電郵覆你。',
    labels: {
      topic: '主題',
      name: '姓名',
      email: '電郵',
      phone: '電話',
      message: '內容',
      picture: '圖片',
      turnstileToken: '真人驗證',
    },
    topics: contactTopics,
    hints: {
      phone: '只輸入數字，最少 8 位',
      message: '最多 2000 字',
      picture: 'PNG 或 JPEG，上限 5 MB、2,500 萬像素。相入面嘅位置資料會刪走。',
    },
    otherWays: '其他方法',
    callHotline: '路況報料熱線',
    lostProperty: '失物報失',
    faq: '常見問題',
  },
  result: {
    title: '多謝你嘅來信',
    sent: '我哋收到喇。有同事會睇；要覆嘅，3 個工作天內用電郵覆你。',
    noneTitle: '未送出過表格',
    none: '呢度會話你知送出表格嘅結果。你未送過，或者已經睇過。',
    toForm: '去聯絡表格',
    toHome: '返主頁',
  },
  lost: {
    title: '失物報失',
    titleEn: 'Lost property',
    lead: '喺的士、巴士、港鐵或者路上漏咗嘢？填好呢份表，我哋會喺交通節目幫你搵。',
    leadEn: 'Left something in a taxi, bus or train? Fill in this form and we will ask for it on air.',
    labels: {
      name: '姓名 Name',
      phone: '電話 Phone',
      email: '電郵 E-mail',
      item: '漏咗乜 Item',
      place: '喺邊度 Where',
      time: '幾時 When',
      description: '描述 Description',
      turnstileToken: '真人驗證 Verification',
    },
    hints: {
      phone: '只輸入數字，最少 8 位 Digits only, at least 8',
      place: '例如的士車牌、巴士路線、車站 e.g. taxi plate, bus route, station',
      time: '例如今朝八點幾 e.g. this morning at about eight',
      description: '顏色、牌子、入面有乜 Colour, brand, what is inside',
    },
    sent: '報失收到喇，希望你早日搵返。',
    sentEn: 'We have received your report.',
    again: '再報一件 Report another',
  },
} as const;

/** The forms to the station have no field-specific texts. */
export const stationFaultWords = ({ code }: FieldFault): string => FAULTS[code];

const FAULTS_EN: Partial<Record<FaultCode, string>> = {
  required: 'This field is required',
  tooLong: 'Too long',
  format: 'Incorrect format',
  botCheck: 'Please complete the verification',
};

/** The lost-property form also shows them in English (R-319). */
export function faultWordsInBoth({ code }: FieldFault): string {
  return [FAULTS[code], FAULTS_EN[code]].filter(Boolean).join(' / ');
}

const STATION_PROBLEMS: Partial<Record<ErrorName | 'offline', string>> = {
  offline: problems.offline,
  tooManyRequests: '試得太密，請等幾分鐘再試。填咗嘅嘢仲喺度。',
  tooLarge: '檔案太大，請揀細過 5 MB 嘅圖片。',
};

/** Text of an error without a field, for forms to the station. */
export const stationProblemWords = (problem: ErrorName | 'offline'): string => STATION_PROBLEMS[problem] ?? LATER;
