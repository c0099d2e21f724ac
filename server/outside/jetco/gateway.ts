import type { Fact, Gateway } from '#domain/payments/gateway.types.ts';
import { amountOf, centsOf } from '#server/outside/amounts.ts';
import { parseSettlementFile } from '#server/outside/settlement-file.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isSignedAnswer, requestHash, type JetcoFields } from './signature.ts';

export interface JetcoOptions {
  /** The bank's page. */
  url: string;
  merchantId: string;
  /** The first seed signs; signatures by any of them are accepted, to allow rotation. */
  seeds: readonly string[];
  /** Public URL of the site, to which the bank's page returns the browser. */
  siteUrl: string;
  clock: () => Date;
}

const HKD = '344';
const SALE = '7';
const LANGUAGE = 'zh_tr';

/**
 * Formats of the response fields. The hash covers the concatenated values without separators, so a payer could move
 * characters from one field to the next without invalidating it. Strict formats prevent that.
 */
const SHAPES: Readonly<Record<string, RegExp>> = {
  inv: /^[A-Z]{2}\d{14}$/,
  amt: /^\d{1,7}\.\d{2}$/,
  rc: /^\d{1,3}$/,
  rn: /^\d{0,20}$/,
  eci: /^\d{0,2}$/,
  sts: /^[A-Z]{2}$/,
  lstn: /^\d{0,4}$/,
};

const REFUSALS: ReadonlyMap<string, { kind: Fact['kind']; hint: 'failed' | 'cancelled' }> = new Map([
  ['RJ', { kind: 'failed', hint: 'failed' }],
  ['TO', { kind: 'expired', hint: 'failed' }],
  ['CC', { kind: 'cancelled', hint: 'cancelled' }],
]);

const NOTHING = { attempt: null, hint: 'unknown', trusted: null } as const;

/**
 * JETCO's hosted page. The browser's return is the only report of the outcome: there is no query and no refund API. An
 * attempt without a response is escalated to staff after a day.
 */
export function jetcoGateway({ url, merchantId, seeds, siteUrl, clock }: JetcoOptions): Gateway {
  const [seed = ''] = seeds;

  const isOurs = (fields: JetcoFields): boolean =>
    isSignedAnswer(seeds, fields) &&
    fields['mid'] === merchantId &&
    fields['cur'] === HKD &&
    fields['tt'] === SALE &&
    fields['loc'] === LANGUAGE &&
    Object.entries(SHAPES).every(([name, shape]) => shape.test(fields[name] ?? ''));

  return {
    name: 'jetco',
    methods: ['jetco'],

    async start({ number, amountCents }) {
      const fields = {
        mid: merchantId,
        inv: number,
        amt: amountOf(amountCents),
        cur: HKD,
        loc: LANGUAGE,
        tt: SALE,
        ct: '',
        rurl: `${siteUrl}/api/payment/return/jetco`,
      };
      return {
        start: { kind: 'form', url, fields: Object.entries({ ...fields, hv: requestHash(seed, fields) }) },
        gatewayRef: null,
        secret: {},
      };
    },

    readReturn({ body }) {
      const form = [...new URLSearchParams(body.toString())];
      const fields: JetcoFields = Object.fromEntries(form);
      // Parsers disagree on duplicate fields.
      if (form.length !== Object.keys(fields).length || !isOurs(fields)) return NOTHING;
      const { inv: number = '', amt, rc, rn = '', sts = '', lstn = '', cb = '' } = fields;
      const cents = centsOf(amt);
      if (cents === null) return NOTHING;
      const fact = (kind: Fact['kind']): Fact => ({
        gateway: 'jetco',
        attempt: number,
        // One sale per attempt number. The bank's reference is not used as identifier: characters moved into it would
        // make a second sale.
        gatewayTxn: number,
        kind,
        cents,
        currency: 'HKD',
        at: clock(),
        detail: { reference: rn, result: rc, status: sts, last4: lstn, brand: cb.replaceAll(/\W/g, '').slice(0, 10) },
      });
      const isApproved = sts === 'AP' && rc === '0';
      if (isApproved) return { attempt: number, hint: 'ok', trusted: fact('paid') };
      const refused = rc === '0' ? undefined : REFUSALS.get(sts);
      // An unknown result, or contradictory ones: staff ask the bank.
      if (!refused) return { attempt: number, hint: 'unknown', trusted: null };
      return { attempt: number, hint: refused.hint, trusted: fact(refused.kind) };
    },

    readWebhook() {
      // JETCO sends no webhooks, so any is forged.
      throw new DomainError('forbidden');
    },

    query: null,
    cancel: null,
    refund: null,
    refundStatus: null,
    refundRepeats: false,
    void: null,
    chargeStored: null,
    stopSchedule: null,
    deleteToken: null,
    // The file has the bank's reference, while the browser's return reported the sale under our number.
    parseSettlement: (file) =>
      parseSettlementFile(file, {
        transactionId: ({ transaction }) => transaction,
        factOf: ({ name, attempt, kind }) => (kind === 'paid' && attempt !== null ? attempt : name),
      }),
  };
}
