import {
  GatewayRefusedError,
  GatewayTimeoutError,
  type Fact,
  type Gateway,
  type GatewayAttempt,
  type PaymentMethod,
  type SentRequest,
  type StoredCard,
} from '#domain/payments/gateway.types.ts';
import { amountOf } from '#server/outside/amounts.ts';
import { isAttemptNumber } from '#server/outside/attempt-number.ts';
import { cutText } from '#server/outside/cut-text.ts';
import { cancelledPath, CARD_WAITS_MS, resultAddress } from '#server/outside/return-addresses.ts';
import { parseSettlementFile } from '#server/outside/settlement-file.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { paydollarClient, type PaydollarClientOptions } from './client.ts';
import { cardOf, factOfTry, fieldsOfNotice, HKD, kindOfStatus, type ReadField } from './facts.ts';
import { isSignedNotice, signPayment, type HashKey } from './signature.ts';
import { childText, type XmlElement } from './xml.ts';

export interface PaydollarOptions extends PaydollarClientOptions, HashKey {
  /** Base URL of the hosted page for browsers. The same as `url`, unless that is reachable from this machine only. */
  pageUrl: string;
  siteUrl: string;
  /** The account's names of payment methods; a method without one is not offered. */
  payMethods: Readonly<Partial<Record<PaymentMethod, string>>>;
  /** `schedule`: PayDollar charges on its own schedule. `member`: we charge a card stored there. */
  recurring: 'schedule' | 'member';
  /** Whether the account supports authorisation without capture. */
  canHold: boolean;
  /** `RequestRefund`, or `Refund` on some accounts. */
  refundWord: string;
  clock: () => Date;
}

export type PaydollarGateway = Gateway & Required<Pick<Gateway, 'chargesOfSchedule' | 'schedulesOf'>>;

const MAX_REMARK_CHARS = 200;

/** Numbers of card checks, whose amount is authorised and then voided or refunded. */
const isCardCheck = (number: string) => number.startsWith('CC');

/** The day a number of months later, or the last of the month if it has no such day. */
function monthsAfter(dayHk: string, months: number): { year: number; month: number; day: number } {
  const [year = 0, month = 1, day = 1] = dayHk.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  const lastDay = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate();
  return { year: Math.floor(index / 12), month: (index % 12) + 1, day: Math.min(day, lastDay) };
}

function scheduleFields({ number, createdAt, periodMonths }: GatewayAttempt): [string, string][] {
  if (periodMonths === null) return [];
  const { year, month, day } = monthsAfter(dayHkOf(createdAt), periodMonths);
  const isByYear = periodMonths % 12 === 0;
  return [
    ['appId', 'SP'],
    ['appRef', number],
    ['schType', isByYear ? 'Year' : 'Month'],
    ['schStatus', 'Active'],
    ['nSch', String(isByYear ? periodMonths / 12 : periodMonths)],
    ['sDay', String(day)],
    ['sMonth', String(month)],
    ['sYear', String(year)],
    ['eDay', ''],
    ['eMonth', ''],
    ['eYear', ''],
  ];
}

const fieldsOfTry =
  (element: XmlElement): ReadField =>
  (name) =>
    childText(element, name);

/** Charging a stored card needs two values of the provider, which we store as one. */
const tokenOf = (accountId: string, staticToken: string) => `${accountId} ${staticToken}`;

/** PayDollar: a hosted page, signed webhooks, and an API to query, void and refund attempts. */
export function paydollarGateway(options: PaydollarOptions): PaydollarGateway {
  const { merchantId, siteUrl, pageUrl, payMethods, recurring, canHold, refundWord, clock } = options;
  const client = paydollarClient(options);

  const payTypeOf = (number: string) => (canHold && isCardCheck(number) ? 'H' : 'N');

  function moneyFields({ number, amountCents, method }: GatewayAttempt): [string, string][] {
    const payMethod = payMethods[method];
    if (payMethod === undefined)
      throw new GatewayRefusedError('method', `the PayDollar account does not support method "${method}"`);
    const signed = {
      merchantId,
      amount: amountOf(amountCents),
      orderRef: number,
      currCode: HKD,
      payType: payTypeOf(number),
    };
    return [
      ['merchantId', merchantId],
      ['amount', signed.amount],
      ['orderRef', number],
      ['currCode', HKD],
      ['mpsMode', 'NIL'],
      ['payType', signed.payType],
      ['lang', 'C'],
      ['payMethod', payMethod],
      ['secureHash', signPayment(options, signed)],
    ];
  }

  function factsOfTries(tries: readonly XmlElement[]): Fact[] {
    const now = clock();
    return tries.flatMap((element) => {
      const read = fieldsOfTry(element);
      const merchant = read('MerchantId') || read('merchantId');
      const kind = kindOfStatus(read('orderStatus'));
      const fact = kind && (!merchant || merchant === merchantId) ? factOfTry(read, kind, now) : null;
      // It is not documented how a refund made in the portal appears; the settlement file reports it.
      const isForeignRefund = kind === 'refunded' && !isAttemptNumber(read('remark'));
      return fact && !isForeignRefund ? [fact] : [];
    });
  }

  /**
   * Throws `GatewayTimeoutError` if there are attempts whose outcome cannot be parsed: they must not be mistaken for none.
   */
  async function factsOf(number: string): Promise<Fact[]> {
    // The API may return attempts of other orders.
    const tries = (await client.triesOf(number)).filter((element) => childText(element, 'ref') === number);
    const facts = factsOfTries(tries);
    if (tries.length && !facts.length) throw new GatewayTimeoutError('PayDollar Query: unknown status');
    return facts;
  }

  async function keptCard({ number, secret }: GatewayAttempt): Promise<StoredCard | undefined> {
    const { staticToken } = secret;
    const account = (await client.accountsOf(number)).at(-1);
    if (!account || typeof staticToken !== 'string') return undefined;
    return cardOf(
      { token: tokenOf(childText(account, 'accountId'), staticToken), agreement: number },
      {
        scheme: childText(account, 'accounttype'),
        last4: childText(account, 'account').slice(-4),
        month: childText(account, 'expmonth'),
        year: childText(account, 'expyear'),
      },
    );
  }

  /** Adds the stored card to the payment if available; a payment does not wait for it. */
  async function withKeptCard(attempt: GatewayAttempt, facts: Fact[]): Promise<Fact[]> {
    const hasMoney = facts.some(({ kind }) => kind === 'paid' || kind === 'authorised');
    if (recurring !== 'member' || attempt.keepsCard === 'no' || !hasMoney) return facts;
    let card: StoredCard | undefined;
    try {
      card = await keptCard(attempt);
    } catch (error) {
      if (!(error instanceof GatewayTimeoutError || error instanceof GatewayRefusedError)) throw error;
    }
    const isEarly = clock().getTime() - attempt.createdAt.getTime() < CARD_WAITS_MS;
    if (!card && isEarly && attempt.keepsCard === 'card_check')
      throw new GatewayTimeoutError('PayDollar: no card is stored yet');
    return facts.map((fact) =>
      card && (fact.kind === 'paid' || fact.kind === 'authorised') ? { ...fact, card } : fact,
    );
  }

  async function chargeStored(
    { token, agreement }: Pick<StoredCard, 'token' | 'agreement'>,
    attempt: GatewayAttempt,
  ): Promise<Fact[]> {
    const [accountId, staticToken] = (token ?? '').split(' ');
    if (!accountId || !staticToken || agreement === null) throw new GatewayRefusedError('card', 'no stored card');
    const payment = { orderRef: attempt.number, amount: amountOf(attempt.amountCents), currCode: HKD };
    let answer: URLSearchParams | null = null;
    try {
      const card = { memberId: agreement, accountId, staticToken };
      answer = await client.chargeMember(card, payment, moneyFields(attempt));
    } catch (error) {
      if (!(error instanceof GatewayTimeoutError)) throw error;
    }
    // Whatever the response, only the queried order is trusted.
    const facts = await factsOf(attempt.number);
    if (facts.length) return facts;
    if (answer?.get('successcode') === '1') {
      const refusal = factOfTry(fieldsOfNotice(answer), 'failed', clock());
      if (refusal) return [refusal];
    }
    throw new GatewayTimeoutError('PayDollar charge: the outcome is unknown');
  }

  return {
    name: 'paydollar',
    methods: (Object.keys(payMethods) as PaymentMethod[]).filter((method) => payMethods[method]),

    async start(attempt) {
      const keeps = attempt.keepsCard !== 'no' && attempt.method === 'card';
      const isMember = keeps && recurring === 'member';
      const staticToken = isMember ? await client.addMember(attempt.number) : null;
      const back = resultAddress(siteUrl, 'paydollar', attempt.number);
      const fields: [string, string][] = [
        ...moneyFields(attempt),
        ['successUrl', back],
        ['failUrl', back],
        ['cancelUrl', `${siteUrl}${cancelledPath(attempt.number)}`],
        // Values must not contain an ampersand.
        ['remark', cutText(attempt.description.replaceAll('&', '+'), MAX_REMARK_CHARS)],
      ];
      if (isMember)
        fields.push(['memberPay_service', 'T'], ['memberPay_memberId', attempt.number], ['addNewMember', 'true']);
      // A schedule charges the present amount, so a check of one dollar must not create one.
      else if (keeps && attempt.keepsCard === 'renews') fields.push(...scheduleFields(attempt));
      return {
        start: { kind: 'form', url: `${pageUrl}/payment/payForm.jsp`, fields },
        gatewayRef: null,
        secret: staticToken === null ? {} : { staticToken },
      };
    },

    // The return is not signed: our page reads the number.
    readReturn: () => ({ attempt: null, hint: 'unknown', trusted: null }),

    readWebhook({ body }: SentRequest) {
      const form = new URLSearchParams(body.toString());
      const merchant = form.get('MerchantId');
      if ((merchant !== null && merchant !== merchantId) || !isSignedNotice(options, form))
        throw new DomainError('forbidden');
      const read = fieldsOfNotice(form);
      const code = form.get('successcode') ?? '';
      const paid = payTypeOf(read('ref')) === 'H' ? 'authorised' : 'paid';
      const kind = code === '0' ? paid : code === '1' ? 'failed' : null;
      const told = kind && factOfTry(read, kind, clock());
      // Facts cannot be amended. With cards stored at the provider, payments come from the query, which includes the
      // card.
      const isForQuery = recurring === 'member' && told !== null && told.attempt !== null && told.kind !== 'failed';
      const fact = isForQuery ? null : told;
      return {
        reply: { status: 200, type: 'text/plain', body: 'OK' },
        eventId: `${read('payRef') || read('ref')}:${code}`.slice(0, 100),
        facts: fact ? [fact] : [],
        asks: !fact && isAttemptNumber(read('ref')) ? [read('ref')] : [],
      };
    },

    async query(attempt) {
      return withKeptCard(attempt, await factsOf(attempt.number));
    },

    // The provider's page stays open; a late payment is a fact like any other.
    cancel: null,

    async refund(_attempt, { number, cents, paidTxn }) {
      await client.refund(refundWord, { payRef: paidTxn, amount: amountOf(cents), number });
      // It may only be queued for the bank: a query or the settlement file reports completion.
      return [];
    },

    async refundStatus(attempt, { number }) {
      const facts = await factsOf(attempt.number);
      return facts.filter(({ kind, detail }) => kind === 'refunded' && detail.refund === number);
    },

    refundRepeats: false,

    async void(attempt, authorisedTxn) {
      try {
        await client.voidPayment(authorisedTxn);
      } catch (error) {
        if (!(error instanceof GatewayRefusedError)) throw error;
        // A second void is refused.
        const before = (await factsOf(attempt.number)).filter(
          ({ kind, gatewayTxn }) => kind === 'voided' && gatewayTxn === authorisedTxn,
        );
        if (before.length) return before;
        throw error;
      }
      const voided = {
        kind: 'voided',
        gatewayTxn: authorisedTxn,
        cents: attempt.amountCents,
        currency: 'HKD',
      } as const;
      return [{ gateway: 'paydollar', attempt: attempt.number, at: clock(), detail: {}, ...voided }];
    },

    chargeStored: recurring === 'member' ? chargeStored : null,

    async stopSchedule(agreement) {
      // Cards stored at the provider are charged only by us.
      if (!/^\d+$/.test(agreement)) return 'stopped';
      try {
        await client.deleteSchedule(agreement);
        return 'stopped';
      } catch (error) {
        if (!(error instanceof GatewayTimeoutError || error instanceof GatewayRefusedError)) throw error;
      }
      try {
        const schedule = await client.schedule(agreement);
        return schedule === null || /^(suspend|delete|terminate)/i.test(schedule.status) ? 'stopped' : 'unknown';
      } catch (error) {
        if (error instanceof GatewayTimeoutError || error instanceof GatewayRefusedError) return 'unknown';
        throw error;
      }
    },

    // Only we charge cards stored there; no call to delete one is documented.
    deleteToken: null,

    parseSettlement: (file) => parseSettlementFile(file),

    // Schedules are queried by their own id, which webhooks need not name; the order has it by our number.
    async schedulesOf(number) {
      const tries = (await client.triesOf(number)).filter((element) => childText(element, 'ref') === number);
      const ids = tries.map((element) => childText(element, 'mSchPayId')).filter((id) => /^\d+$/.test(id));
      return [...new Set(ids)];
    },

    async chargesOfSchedule(mSchPayId) {
      const schedule = await client.schedule(mSchPayId);
      if (!schedule) return null;
      const now = clock();
      return schedule.charges.flatMap((charge) => {
        const kind = kindOfStatus(childText(charge, 'status'));
        const words: Readonly<Record<string, string>> = {
          ref: schedule.merRef,
          amt: childText(charge, 'amount'),
          cur: childText(charge, 'currency'),
          txTime: childText(charge, 'tranDate'),
          channelType: 'SCH',
          mSchPayId,
        };
        const fact = kind && factOfTry((name) => words[name] ?? childText(charge, name), kind, now);
        return fact ? [fact] : [];
      });
    },
  };
}
