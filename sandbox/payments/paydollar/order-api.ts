import type { FastifyInstance, FastifyReply } from 'fastify';
import { dateTimeHk, dayHkOf } from '#shared/hk-time.ts';
import type { Faults } from '../faults.ts';
import { amountText, centsOfText, type PaydollarBank, type Try } from './bank.ts';
import type { Datafeed } from './datafeed.ts';
import { formOf } from '../forms.ts';

export interface ApiAccount {
  merchantId: string;
  loginId: string;
  password: string;
}

export interface OrderApiOptions extends ApiAccount {
  bank: PaydollarBank;
  datafeed: Datafeed;
  faults: Faults;
  clock: () => Date;
  /** How long a refund stays a request. */
  refundMs: number;
}

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
export const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;
export const sendXml = (reply: FastifyReply, xml: string) =>
  reply.type('text/xml; charset=utf-8').send(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);

export const isKnown = (form: URLSearchParams, { merchantId, loginId, password }: ApiAccount): boolean =>
  form.get('merchantId') === merchantId && form.get('loginId') === loginId && form.get('password') === password;

const FIELDS = ['resultCode', 'orderStatus', 'ref', 'payRef', 'amt', 'cur', 'errMsg'] as const;
/** A reply as a form-encoded line, with fields in order. */
function sendLine(reply: FastifyReply, line: Partial<Record<(typeof FIELDS)[number], string>>): FastifyReply {
  const form = new URLSearchParams(FIELDS.map((name) => [name, line[name] ?? '']));
  return reply.type('text/plain; charset=utf-8').send(form.toString());
}
const refuseLine = (reply: FastifyReply, errMsg: string) => sendLine(reply, { resultCode: '-1', errMsg });

/** The order API: queries, voids, captures and refunds. */
export function orderApi(
  app: FastifyInstance,
  { bank, datafeed, faults, clock, refundMs, ...account }: OrderApiOptions,
): void {
  /** A refund is a request until the bank completes it. */
  const statusOf = ({ status, doneAt }: Try): string =>
    status === 'Refund' ? (clock().getTime() >= Date.parse(doneAt) ? 'Refunded' : 'RequestRefund') : status;

  const recordOf = (one: Try): string =>
    `<record>${[
      ['orderStatus', statusOf(one)],
      ['ref', one.ref],
      ['payRef', one.id],
      ['amt', amountText(one.cents)],
      ['cur', '344'],
      ['prc', one.prc],
      ['src', one.src],
      ['ord', one.id],
      ['holder', 'CHAN TAI MAN'],
      ['authId', one.status === 'Rejected' ? '' : one.id.slice(-6)],
      ['remark', one.remark],
      ['eci', '05'],
      ['payerAuth', one.prc === '3' ? 'N' : 'Y'],
      ['sourceIp', '203.0.113.7'],
      ['ipCountry', 'HK'],
      ['payMethod', one.method],
      ['panFirst4', one.first4],
      ['panLast4', one.last4],
      ['expMonth', one.expMonth],
      ['expYear', one.expYear],
      ['cardIssuingCountry', 'HK'],
      ['channelType', one.channel],
      ['txTime', `${dateTimeHk(new Date(one.at))}.0`],
      ['successcode', one.status === 'Rejected' ? '1' : '0'],
      ['mSchPayId', one.mSchPayId],
      ['dSchPayId', one.dSchPayId],
      ['MerchantId', account.merchantId],
      ['errMsg', ''],
    ]
      .map(([name = '', text = '']) => element(name, text))
      .join('')}</record>`;

  function query(reply: FastifyReply, form: URLSearchParams): FastifyReply {
    const [ref, payRef] = [form.get('orderRef'), form.get('payRef')];
    if (!ref && !payRef) return refuseLine(reply, 'Parameter OrderRef or PayRef Incorrect.');
    // A late payment is unknown to queries before its webhook.
    const isKnownHere = ({ told, answers }: Try) => told !== 'late' || answers.length > 0;
    const found = bank.tries.list().filter((one) => (one.ref === ref || one.id === payRef) && isKnownHere(one));
    return sendXml(reply, `<records>${found.map(recordOf).join('')}</records>`);
  }

  const done = (reply: FastifyReply, one: Try) =>
    sendLine(reply, {
      resultCode: '0',
      orderStatus: statusOf(one),
      ref: one.ref,
      payRef: one.id,
      amt: amountText(one.cents),
      cur: '344',
      errMsg: 'Success.',
    });

  function voidTry(reply: FastifyReply, one: Try): FastifyReply {
    if (one.status === 'Voided') return refuseLine(reply, 'The transaction already Voided.');
    // Sales settle each night; authorisations can be voided at any time.
    const isSettled = one.status === 'Accepted' && dayHkOf(new Date(one.at)) !== dayHkOf(clock());
    if (isSettled || !['Accepted', 'Authorized'].includes(one.status) || bank.refundedCents(one.id) > 0)
      return refuseLine(reply, 'Parameter PayRef Incorrect.');
    const voided = bank.tries.put({ ...one, status: 'Voided', doneAt: clock().toISOString() });
    datafeed.tellAfterRefund(one);
    return done(reply, voided);
  }

  function refund(reply: FastifyReply, one: Try, form: URLSearchParams): FastifyReply {
    const cents = centsOfText(form.get('amount') ?? '');
    const left = one.status === 'Accepted' ? one.cents - bank.refundedCents(one.id) : 0;
    if (cents === null || cents === 0 || cents > left) return refuseLine(reply, 'Parameter Amount Incorrect.');
    const at = clock();
    bank.tries.put({
      ...one,
      id: bank.nextPayRef(),
      status: 'Refund',
      cents,
      refundOf: one.id,
      remark: form.get('remark') ?? '',
      at: at.toISOString(),
      doneAt: new Date(at.getTime() + refundMs).toISOString(),
      told: 'never',
      answers: [],
    });
    datafeed.tellAfterRefund(one);
    return sendLine(reply, {
      resultCode: '0',
      orderStatus: 'RequestRefund',
      ref: one.ref,
      payRef: one.id,
      amt: amountText(cents),
      cur: '344',
      errMsg: 'Success.',
    });
  }

  app.post('/merchant/api/orderApi.jsp', { schema: { hide: true } }, async (request, reply) => {
    const form = formOf(request);
    const action = form.get('actionType') ?? '';
    return faults.meet(action, reply, () => {
      if (!isKnown(form, account)) return refuseLine(reply, 'Authentication Failed');
      if (action === 'Query') return query(reply, form);
      const one = bank.tries.get(form.get('payRef') ?? '');
      if (!one || one.status === 'Refund') return refuseLine(reply, 'Parameter PayRef Incorrect.');
      if (action === 'Void' || action === 'Reverse') return voidTry(reply, one);
      if (action === 'RequestRefund') return refund(reply, one, form);
      if (action === 'Capture' && one.status === 'Authorized')
        return done(reply, bank.tries.put({ ...one, status: 'Accepted', payType: 'N' }));
      return refuseLine(reply, 'Parameter ActionType Incorrect.');
    });
  });
}
