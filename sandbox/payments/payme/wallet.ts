import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeHtml as escape, sendInboxPage } from '../../inbox-page.ts';
import { createFaults } from '../faults.ts';
import { readForms } from '../forms.ts';
import { isBehaviour, openBank, type Deal, type DealStatus } from '../wallet-bank.ts';
import { allowFormsTo, chosenOf, hkd, payForm, walletControlPage, type Answer } from '../wallet-control-page.ts';
import { createNotices, type BuiltNotice } from '../wallet-notices.ts';
import { qrSvg } from '../qr-svg.ts';
import { createGate, digest, refusal, sign, type PaymeKeys } from './wire.ts';

export interface PaymeSandboxOptions extends PaymeKeys {
  /** Path of its book. */
  path: string;
  /** Public URL of the site, for its pages and webhooks. */
  siteUrl: string;
  /** URL at which the stand-in reaches the site. */
  reachedAt: string;
  /** Public URL of the stand-in, if it is not part of the site. */
  ownUrl?: string;
  clock?: () => Date;
  base?: string;
  repeatMs?: readonly number[];
}

/** HSBC's own sandbox amounts, in cents. */
const SANDBOX_AMOUNTS = { paid: 181, alreadyPaid: 81, expires: 180, noStatus: 145, noCode: 144 } as const;
const AMOUNTS = [
  ['1.81', 'Paid at once, without the payer'],
  ['0.81', 'Paid at once; cannot be cancelled'],
  ['1.80', 'Cannot be paid and expires'],
  ['1.45', 'Status queries fail'],
  ['1.44', 'Cannot be started'],
] as const;

const STATUS: Readonly<Record<DealStatus, readonly [code: string, description: string]>> = {
  open: ['PR001', 'Request for Payment Initiated'],
  paid: ['PR005', 'Payment Success'],
  cancelled: ['PR004', 'Request for Payment Aborted'],
  declined: ['PR004', 'Request for Payment Rejected'],
  expired: ['PR007', 'Request for Payment Expired'],
};
const REJECTED = 'PR004';
/** Failures after which the payer may retry. */
const REASONS = [
  ...['EW2005', 'EW2017', 'EW2035', 'EW2036', 'EW2037', 'EW2038', 'EW2039'].map(
    (code) => [code, `limit or account of the payer (${code})`] as const,
  ),
  [REJECTED, 'rejected by the payer'] as const,
];
const CALLS = ['token', 'create', 'status', 'cancel', 'transaction', 'refund'] as const;
const DEFAULT_SECONDS = 600;
const MAX_DESCRIPTION_CHARS = 127;
const MAX_LISTED = 30;

/** Stand-in for PayMe for Business, version 0.12: a wallet whose app is a page. */
export async function paymeSandbox(
  app: FastifyInstance,
  {
    path,
    siteUrl,
    reachedAt,
    ownUrl = siteUrl,
    clock = () => new Date(),
    base = '/sandbox/payme',
    repeatMs,
    ...keys
  }: PaymeSandboxOptions,
): Promise<void> {
  const bank = openBank(path, { clock });
  const faults = createFaults();
  const gate = createGate(keys, { clock, now: bank.now });
  const pages = ownUrl + base;

  function statusOf(deal: Deal): Record<string, unknown> {
    const told = bank.told(deal);
    const [statusCode, statusDescription] = STATUS[told];
    const { id, number, paid, openedMs, endsMs } = deal;
    const cents = told === 'paid' && paid ? paid.cents : deal.cents;
    return {
      paymentRequestId: id,
      totalAmount: (cents / 100).toFixed(2),
      currencyCode: 'HKD',
      createdTime: new Date(openedMs).toISOString(),
      effectiveDuration: (endsMs - openedMs) / 1000,
      statusCode,
      statusDescription,
      ...(told === 'paid' && paid ? { transactions: [{ orderId: number, transactionId: paid.txn }] } : {}),
    };
  }

  function build(deal: Deal, kind: string, isBroken: boolean): BuiltNotice | null {
    const [, reason = 'EW2036'] = kind.split(':');
    const status = statusOf(deal);
    const failed = {
      reasonCode: reason,
      reasonDescription: 'Payment failed',
      paymentRequestId: deal.id,
      paymentRequestType: 'Dynamic',
      totalAmount: (deal.cents / 100).toFixed(2),
      currencyCode: 'HKD',
      // The payer can retry.
      statusCode: 'PR001',
    };
    const event = kind === 'paid' ? 'payment.success' : 'payment.failure';
    const body = JSON.stringify(kind === 'paid' ? status : failed);
    const url = deal.asked['notificationUri'] ?? '';
    if (!URL.canParse(url)) return null;
    const { pathname, search } = new URL(url);
    const signature = sign(isBroken ? { ...keys, signingKey: 'd3Jvbmc=' } : keys, [
      ['digest', digest(body)],
      ['x-client-id', keys.clientId],
      ['x-event-type', event],
      ['(request-target)', `post ${pathname}${search}`],
    ]);
    const headers = {
      'content-type': 'application/json',
      digest: digest(body),
      'x-client-id': keys.clientId,
      'x-event-type': event,
      signature,
    };
    return { url, headers, body };
  }

  const notices = createNotices({
    bank,
    siteUrl,
    reachedAt,
    build,
    isTaken: (status) => status >= 200 && status < 300,
    ...(repeatMs ? { repeatMs } : {}),
  });
  app.addHook('onClose', () => notices.stop());

  app.removeAllContentTypeParsers();
  readForms(app);
  // The signature covers the raw bytes.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  allowFormsTo(app, siteUrl);

  const jsonOf = ({ body }: FastifyRequest): Record<string, unknown> => {
    try {
      const read: unknown = JSON.parse((Buffer.isBuffer(body) ? body : '').toString());
      return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
    } catch {
      return {};
    }
  };
  const stringOrEmpty = (value: unknown) => (typeof value === 'string' ? value : '');

  function pay(deal: Deal, behaviour: Parameters<typeof notices.queuePaid>[1]): boolean {
    const paid = deal.cents === SANDBOX_AMOUNTS.expires ? null : bank.pay(deal, randomUUID(), behaviour);
    if (paid) notices.queuePaid(paid, behaviour);
    return paid !== null;
  }

  /** Cents of an amount, or the refusal code. */
  function centsOf(amount: unknown): number | 'EA017' | 'EA018' | 'EA020' {
    if (typeof amount !== 'number') return 'EA017';
    if (!(amount >= 0.01 && amount <= 1_000_000)) return 'EA018';
    const cents = Math.round(amount * 100);
    return Math.abs(amount * 100 - cents) > 1e-6 ? 'EA020' : cents;
  }

  function create(request: FastifyRequest): Answer {
    const asked = jsonOf(request);
    const cents = centsOf(asked['totalAmount']);
    if (typeof cents === 'string') return refusal(400, cents, 'totalAmount');
    if (asked['currencyCode'] !== 'HKD') return refusal(400, 'EA014', 'currencyCode');
    const seconds = asked['effectiveDuration'] ?? DEFAULT_SECONDS;
    if (typeof seconds !== 'number' || !(seconds >= 15)) return refusal(400, 'EA015', 'effectiveDuration');
    if (cents === SANDBOX_AMOUNTS.noCode) return { status: 500, body: { errors: [{ errorCode: 'EA000' }] } };
    const merchant = (asked['merchantData'] ?? {}) as Record<string, unknown>;
    const what = stringOrEmpty(merchant['orderDescription']);
    if (what.length > MAX_DESCRIPTION_CHARS || !what.isWellFormed()) return refusal(400, 'EA002', 'orderDescription');
    const id = randomUUID();
    const deal = bank.open(
      {
        id,
        number: stringOrEmpty(merchant['orderId']),
        cents,
        what,
        wallet: 'PayMe',
        asked: {
          notificationUri: stringOrEmpty(asked['notificationUri']),
          success: stringOrEmpty(asked['appSuccessCallback']),
          fail: stringOrEmpty(asked['appFailCallback']),
        },
      },
      seconds,
    );
    if (cents === SANDBOX_AMOUNTS.paid || cents === SANDBOX_AMOUNTS.alreadyPaid) pay(deal, 'pays');
    const [statusCode, statusDescription] = STATUS.open;
    const links = { webLink: `${pages}/pay/${id}`, appLink: `${pages}/app/${id}` };
    return {
      status: 200,
      body: { ...asked, ...statusOf(deal), statusCode, statusDescription, ...links, businessLogos: {} },
    };
  }

  const requestOf = (request: FastifyRequest) => bank.get((request.params as { id: string }).id);

  function status(request: FastifyRequest): Answer {
    const deal = requestOf(request);
    if (!deal) return refusal(404, 'EB008', 'PayCode not found');
    if (deal.cents === SANDBOX_AMOUNTS.noStatus) return { status: 500, body: { errors: [{ errorCode: 'EA000' }] } };
    return { status: 200, body: statusOf(deal) };
  }

  function cancel(request: FastifyRequest): Answer {
    const deal = requestOf(request);
    if (!deal) return refusal(404, 'EB008', 'PayCode not found');
    const told = bank.told(deal);
    if (told === 'paid') return refusal(400, 'EB021', 'Already paid');
    if (told === 'expired') return refusal(400, 'EB007', 'Expired');
    if (told !== 'open') return refusal(400, 'EB020', 'Already aborted');
    if (!bank.close(deal, 'cancelled')) return refusal(400, 'EB022', 'Being processed');
    return { status: 200, body: statusOf(bank.get(deal.id) ?? deal) };
  }

  function presentTransaction({ id, number, paid, refunds }: Deal): Record<string, unknown> {
    return {
      transactionId: paid?.txn,
      paymentRequestId: id,
      orderId: number,
      amount: ((paid?.cents ?? 0) / 100).toFixed(2),
      currencyCode: 'HKD',
      transactionTime: new Date(paid?.atMs ?? 0).toISOString(),
      refunds: refunds.map(({ txn, cents, reason, atMs }) => ({
        refundId: txn,
        amount: (cents / 100).toFixed(2),
        currencyCode: 'HKD',
        reasonMessage: reason,
        createdTime: new Date(atMs).toISOString(),
      })),
    };
  }
  const paidOf = (request: FastifyRequest) => bank.ofTxn((request.params as { id: string }).id);

  function transaction(request: FastifyRequest): Answer {
    const deal = paidOf(request);
    return deal ? { status: 200, body: presentTransaction(deal) } : refusal(404, 'EB009', 'Unknown transaction');
  }

  function refund(request: FastifyRequest): Answer {
    const { amount, currencyCode, reasonCode, reasonMessage } = jsonOf(request);
    const cents = centsOf(amount);
    if (typeof cents === 'string') return refusal(400, cents, 'amount');
    if (currencyCode !== 'HKD') return refusal(400, 'EA014', 'currencyCode');
    const reason = stringOrEmpty(reasonMessage);
    if (!/^0[0-5]$/.test(stringOrEmpty(reasonCode)) || (reasonCode === '00' && reason === '') || reason.length > 140)
      return refusal(400, 'EA034', 'reason');
    const deal = paidOf(request);
    if (!deal?.paid) return refusal(404, 'EB009', 'Unknown transaction');
    const refundId = randomUUID();
    if (!bank.refund(deal, { txn: refundId, number: '', cents, reason }))
      return refusal(400, 'EB010', 'Amount exceeds the remaining amount');
    notices.queueRefunded(deal);
    const transactionId = deal.paid.txn;
    return { status: 200, body: { refundId, amount, currencyCode, reasonCode, reasonMessage, transactionId } };
  }

  const call = (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    name: (typeof CALLS)[number],
    work: (request: FastifyRequest) => Answer,
  ) =>
    app.route({
      method,
      url,
      schema: { hide: true },
      handler: (request, reply) =>
        faults.meet(name, reply, () => gate.send(request, reply, gate.refuses(request) ?? work(request))),
    });
  app.post('/oauth2/token', { schema: { hide: true } }, async (request, reply) => {
    return faults.meet('token', reply, () => {
      const { status: code, body } = gate.token(request.body instanceof URLSearchParams ? request.body : null);
      return reply.code(code).send(body);
    });
  });
  call('POST', '/payments/paymentrequests', 'create', create);
  call('GET', '/payments/paymentrequests/:id', 'status', status);
  call('PUT', '/payments/paymentrequests/:id/cancel', 'cancel', cancel);
  call('GET', '/payments/transactions', 'transaction', () => {
    const paid = bank.list().filter((deal) => bank.told(deal) === 'paid');
    return { status: 200, body: { transactions: paid.slice(0, MAX_LISTED).map(presentTransaction) } };
  });
  call('GET', '/payments/transactions/:id', 'transaction', transaction);
  call('POST', '/payments/transactions/:id/refunds', 'refund', refund);

  /** The target of the QR code; on a phone it opens the app. */
  app.get<{ Params: { id: string } }>('/pay/:id', { schema: { hide: true } }, async (request, reply) => {
    const deal = bank.get(request.params.id);
    if (!deal) return reply.callNotFound();
    const link = `${pages}/app/${deal.id}`;
    return sendInboxPage(
      reply,
      'PayMe (sandbox)',
      `<p><strong>${hkd(deal.cents)}</strong> <span lang="zh-HK">${escape(deal.what)}</span></p><p>Scan the code with a phone that can reach this machine, or open the app here.</p>${qrSvg(link)}<p><a href="${escape(link)}">打開 PayMe 程式 Open the PayMe app</a></p>`,
    );
  });

  const backTo = (address: string | undefined) =>
    address?.startsWith(`${siteUrl}/`) ? `<p><a href="${escape(address)}">返回商戶 Back to the shop</a></p>` : '';
  const appPage = (deal: Deal) => `${payForm(`${base}/app/${deal.id}`, deal, REASONS)}${backTo(deal.asked['fail'])}`;

  app.get<{ Params: { id: string } }>('/app/:id', { schema: { hide: true } }, async (request, reply) => {
    const deal = bank.get(request.params.id);
    if (!deal) return reply.callNotFound();
    const told = bank.told(deal);
    const body =
      told === 'open' && !deal.paid ? appPage(deal) : `<p>This payment is ${told}.</p>${backTo(deal.asked['success'])}`;
    return sendInboxPage(reply, 'PayMe app (sandbox)', body);
  });

  app.post<{ Params: { id: string } }>('/app/:id', { schema: { hide: true } }, async (request, reply) => {
    const deal = bank.get(request.params.id);
    if (!deal) return reply.callNotFound();
    const chosen = chosenOf(request, deal);
    const say = (words: string, address: string | undefined) =>
      sendInboxPage(reply, 'PayMe app (sandbox)', `<p>${words}</p>${backTo(address)}`);
    if (isBehaviour(chosen))
      return pay(deal, chosen)
        ? say(`Paid ${hkd(bank.get(deal.id)?.paid?.cents ?? 0)}.`, deal.asked['success'])
        : say('The payment has expired, or was already paid or stopped.', deal.asked['fail']);
    const reason = REASONS.find(([code]) => code === chosen)?.[0] ?? 'EW2036';
    // Per the reference, a failure leaves the request open, unless the payer rejects it.
    if (reason === REJECTED) bank.close(deal, 'declined', reason);
    else bank.note(deal.id, `declined: ${reason}`);
    notices.queue(deal.id, `failed:${reason}`);
    return say(`Declined: ${reason}.`, deal.asked['fail']);
  });

  walletControlPage(app, {
    bank,
    notices,
    faults,
    base,
    name: 'PayMe',
    calls: CALLS,
    kinds: ['paid', 'failed'],
    amounts: AMOUNTS,
    pageOf: (deal) => `${base}/app/${deal.id}`,
    refundByHand: (deal) => {
      const left = (deal.paid?.cents ?? 0) - bank.refunded(deal);
      const isDone = bank.refund(deal, { txn: randomUUID(), number: '', cents: left, reason: 'by hand' });
      if (isDone) notices.queueRefunded(deal);
      return isDone;
    },
  });
}
