import type { ProductType } from '#shared/payment-enums.ts';
import type { ReceiptKind } from './receipts.rules.ts';

/** Chinese with English: employers and tax offices read these documents too. */
export type Words = readonly [zh: string, en: string];

export const STATION: Words = ['CR電台', 'CR Radio'];

export const TITLES = {
  receipt: ['收據', 'Receipt'],
  refund_note: ['退款通知書', 'Refund note'],
} as const satisfies Record<ReceiptKind, Words>;

export const summaryTitle = (year: number): Words => [`${year}年付款總結`, `Summary of payments, ${year}`];

export const FACTS = {
  no: ['編號', 'Number'],
  issued: ['簽發日期', 'Date of issue'],
  paid: ['付款日期', 'Date of payment'],
  refunded: ['退款日期', 'Date of refund'],
  buyer: ['會員', 'Member'],
  order: ['訂單編號', 'Order'],
  method: ['付款方式', 'Paid by'],
  backTo: ['退回', 'Refunded to'],
  payment: ['付款編號', 'Payment number'],
  refund: ['退款編號', 'Refund number'],
  of: ['原收據', 'Original receipt'],
} as const satisfies Record<string, Words>;

export const COLUMNS = {
  item: ['項目', 'Item'],
  quantity: ['數量', 'Quantity'],
  unit: ['單價', 'Unit price'],
  discount: ['優惠', 'Discount'],
  amount: ['金額', 'Amount'],
  day: ['日期', 'Date'],
  no: ['編號', 'Number'],
} as const satisfies Record<string, Words>;

export const SUMS = {
  paid: ['已付總額', 'Total paid'],
  refunded: ['退款總額', 'Total refunded'],
  kept: ['實付淨額', 'Net amount paid'],
  other: ['其他調整', 'Other adjustment'],
} as const satisfies Record<string, Words>;

export const NOTES = {
  issued: [
    '金額以港元計算。本文件由電腦發出，毋須簽署。',
    'Amounts are in Hong Kong dollars. Issued by computer; no signature is needed.',
  ],
  none: ['本年度沒有付款紀錄。', 'No payments in this year.'],
} as const satisfies Record<string, Words>;

const METHODS: Readonly<Record<string, Words>> = {
  card: ['信用卡', 'Credit card'],
  alipay: ['Alipay', 'Alipay'],
  wechat: ['WeChat Pay', 'WeChat Pay'],
  payme: ['PayMe', 'PayMe'],
  jetco: ['JETCO', 'JETCO'],
  cheque: ['支票', 'Cheque'],
  deposit: ['銀行入數', 'Bank deposit'],
};

/** The payment method; the raw name if there are no words for it. */
export const methodWords = (method: string): Words => METHODS[method] ?? [method, method];

const KINDS: Readonly<Record<string, string> & Record<ProductType, string>> = {
  subscription: 'Programme archive plan',
  renewal: 'Programme archive plan, renewal',
  plan_change: 'Programme archive plan, change',
  offline_subscription: 'Programme archive plan',
  gift: 'Programme archive plan, gift',
  premium: 'Film rental',
  livestream: 'Ticket to a live event',
  campaign: 'Campaign order',
  replay: 'Programme archive, one broadcast',
};

/** Product names are Chinese; this is the English kind printed below. */
export const kindInEnglish = (kind: string): string => KINDS[kind] ?? '';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** For a day such as `2026-11-21`. */
export function dayWords(dayHk: string): Words {
  const [year = 0, month = 1, day = 1] = dayHk.split('-').map(Number);
  return [`${year}年${month}月${day}日`, `${day} ${MONTHS[month - 1]} ${year}`];
}

/** Joins names. */
export const joined = (names: readonly string[]): string => names.join('、');
