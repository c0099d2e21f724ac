import { createHash } from 'node:crypto';
import { dateTimeHk } from '#shared/hk-time.ts';
import type { Delivery, WebhookCall } from '../delivery.ts';
import { amountText, type PaydollarBank, type Try } from './bank.ts';

export interface SigningAccount {
  merchantId: string;
  hash: 'sha1' | 'sha256' | 'sha512';
  /** A webhook has one hash per secret. */
  secrets: readonly string[];
}

/** The gateway's hash, implemented independently, so that an error of the site is not repeated here. */
export const secureHash = (hash: SigningAccount['hash'], parts: readonly string[]): string =>
  createHash(hash).update(parts.join('|')).digest('hex');

interface Lie {
  cents?: number;
  currency?: string;
  isForged?: boolean;
}

/** A webhook as the gateway posts it. */
function datafeedOf(
  { merchantId, hash, secrets }: SigningAccount,
  one: Try,
  { cents = one.cents, currency = '344', isForged = false }: Lie = {},
): URLSearchParams {
  const isGood = one.status !== 'Rejected';
  const payerAuth = one.channel === 'SCH' ? 'U' : one.prc === '3' ? 'N' : 'Y';
  const successcode = isGood ? '0' : '1';
  const amt = amountText(cents);
  const hashes = secrets.map((secret) =>
    secureHash(hash, [one.src, one.prc, successcode, one.ref, one.id, currency, amt, payerAuth, secret]),
  );
  // Cannot be produced without the secret.
  const given = isForged ? hashes.map((text) => text.replace(/./g, (digit) => (digit === '0' ? '1' : '0'))) : hashes;
  return new URLSearchParams([
    ['src', one.src],
    ['prc', one.prc],
    ['Ord', one.id],
    ['Holder', 'CHAN TAI MAN'],
    ['successcode', successcode],
    ['Ref', one.ref],
    ['PayRef', one.id],
    ['Amt', amt],
    ['Cur', currency],
    ['remark', one.remark],
    ['AuthId', isGood ? one.id.slice(-6) : ''],
    ['eci', isGood ? '05' : '07'],
    ['payerAuth', payerAuth],
    ['sourceIp', '203.0.113.7'],
    ['ipCountry', 'HK'],
    ['payMethod', one.method],
    ['panFirst4', one.first4],
    ['panLast4', one.last4],
    ['expMonth', one.expMonth],
    ['expYear', one.expYear],
    ['cardIssuingCountry', 'HK'],
    ['channelType', one.channel],
    ['TxTime', `${dateTimeHk(new Date(one.at))}.0`],
    ['MerchantId', merchantId],
    ...(one.mSchPayId ? ([['mSchPayId', one.mSchPayId]] as [string, string][]) : []),
    ...(one.dSchPayId ? ([['dSchPayId', one.dSchPayId]] as [string, string][]) : []),
    ['secureHash', given.join(',')],
  ]);
}

export interface DatafeedOptions extends SigningAccount {
  bank: PaydollarBank;
  delivery: Delivery;
  /** The webhook URL is configured per account. */
  noticeUrl: string;
  lateMs: number;
}

/** Sends webhooks of attempts, in the way chosen for each. */
export function createDatafeed({ bank, delivery, noticeUrl, lateMs, ...account }: DatafeedOptions) {
  const noticeOf = (one: Try, lie: Lie = {}): WebhookCall => ({
    url: noticeUrl,
    headersOf: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
    body: datafeedOf(account, one, lie).toString(),
    isAccepted: (status, body) => status === 200 && body.trim() === 'OK',
    onAnswer: (answer) => bank.note(one.id, answer),
  });
  return {
    /** `before`: the refused attempt that preceded it. */
    tell(one: Try, before: Try | null = null): void {
      const earlier = before ? [noticeOf(before)] : [];
      const notice = noticeOf(one);
      const ways: Record<Try['told'], () => void> = {
        once: () => delivery.tell([...earlier, notice]),
        twice: () => delivery.tell([...earlier, notice, notice]),
        late: () => delivery.tell([...earlier, notice], lateMs),
        muddled: () => delivery.tell([notice, ...(earlier.length ? earlier : [notice])]),
        otherAmount: () => delivery.tell([...earlier, noticeOf(one, { cents: one.cents + 100 })]),
        otherCurrency: () => delivery.tell([...earlier, noticeOf(one, { currency: '156' })]),
        badSignature: () => delivery.tell([noticeOf(one, { isForged: true })]),
        never: () => {},
        afterRefund: () => {},
      };
      ways[one.told]();
    },
    /** Sends the webhook withheld until the refund. */
    tellAfterRefund(one: Try): void {
      if (one.told === 'afterRefund') delivery.tell([noticeOf(one)]);
    },
    resend: (one: Try): void => delivery.tell([noticeOf(one)]),
  };
}

export type Datafeed = ReturnType<typeof createDatafeed>;
