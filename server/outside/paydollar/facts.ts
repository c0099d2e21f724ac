import type { Fact, FactKind, StoredCard } from '#domain/payments/gateway.types.ts';
import { centsOf } from '#server/outside/amounts.ts';
import { isAttemptNumber } from '#server/outside/attempt-number.ts';
import { lastDayOfMonth } from '#server/outside/card-end.ts';

/** Fields of an attempt by their names in a query; webhooks capitalise most of them. */
export type ReadField = (name: string) => string;

const NOTICE_NAMES: Readonly<Record<string, string>> = {
  ref: 'Ref',
  payRef: 'PayRef',
  amt: 'Amt',
  cur: 'Cur',
  txTime: 'TxTime',
};

export const fieldsOfNotice =
  (form: URLSearchParams): ReadField =>
  (name) =>
    form.get(NOTICE_NAMES[name] ?? name) ?? '';

export const HKD = '344';
// A Map, because `constructor` is a possible key.
const CURRENCIES: ReadonlyMap<string, string> = new Map([
  [HKD, 'HKD'],
  ['840', 'USD'],
  ['156', 'CNY'],
  ['446', 'MOP'],
  ['901', 'TWD'],
]);

/** `2013-06-05 20:25:38.0`, interpreted as Hong Kong time. */
function instantOf(txTime: string): Date | null {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})/.exec(txTime) ?? [];
  const at = new Date(`${day}T${time}+08:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['visa', 'visa'],
  ['master', 'mastercard'],
  ['mastercard', 'mastercard'],
  ['amex', 'amex'],
  ['jcb', 'jcb'],
  ['diners', 'diners'],
  ['chinapay', 'unionpay'],
]);

export function cardOf(
  card: { token: string | null; agreement: string | null },
  { scheme, last4, month, year }: { scheme: string; last4: string; month: string; year: string },
): StoredCard | undefined {
  const endsOn = lastDayOfMonth(month, year);
  if (!/^\d{4}$/.test(last4) || endsOn === null) return undefined;
  return { ...card, scheme: SCHEMES.get(scheme.toLowerCase()) ?? 'other', last4, endsOn };
}

/** States of an attempt in a query. `Voided` and `Refunded` are assumed; an unknown state has no effect. */
const STATUS_KINDS: ReadonlyMap<string, FactKind> = new Map([
  ['accepted', 'paid'],
  ['authorized', 'authorised'],
  ['rejected', 'failed'],
  ['voided', 'voided'],
  ['refunded', 'refunded'],
]);

export const kindOfStatus = (orderStatus: string): FactKind | null =>
  STATUS_KINDS.get(orderStatus.trim().toLowerCase()) ?? null;

/** An attempt as a fact. Null without a valid number or amount. */
export function factOfTry(read: ReadField, kind: FactKind, now: Date): Fact | null {
  const cents = centsOf(read('amt'));
  const gatewayTxn = read('payRef');
  const ref = read('ref');
  if (cents === null || !/^\w{1,40}$/.test(gatewayTxn)) return null;
  const schedule = read('mSchPayId');
  // Charges of a schedule repeat the reference of the payment that created it, but are payments of their own.
  const isOfSchedule = read('channelType').toUpperCase() === 'SCH';
  const currency = read('cur');
  const detail: Record<string, unknown> = {};
  for (const name of ['prc', 'src', 'payMethod', 'payerAuth', 'channelType'])
    if (read(name)) detail[name] = read(name).slice(0, 40);
  if (isOfSchedule) Object.assign(detail, { schedule, charge: read('dSchPayId'), setUpBy: ref });
  if (kind === 'refunded') Object.assign(detail, { refund: read('remark') });
  const card = cardOf(
    { token: null, agreement: schedule || null },
    { scheme: read('payMethod'), last4: read('panLast4'), month: read('expMonth'), year: read('expYear') },
  );
  return {
    gateway: 'paydollar',
    attempt: !isOfSchedule && isAttemptNumber(ref) ? ref : null,
    gatewayTxn,
    kind,
    cents,
    currency: CURRENCIES.get(currency) ?? currency.slice(0, 10),
    at: instantOf(read('txTime')) ?? now,
    detail,
    ...(card && (kind === 'paid' || kind === 'authorised') ? { card } : {}),
  };
}
