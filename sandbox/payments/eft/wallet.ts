import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml as escape, sendInboxPage } from '../../inbox-page.ts';
import { createFaults } from '../faults.ts';
import { readForms } from '../forms.ts';
import { qrSvg } from '../qr-svg.ts';
import { isBehaviour, openBank, type Deal } from '../wallet-bank.ts';
import { allowFormsTo, chosenOf, hkd, payForm, walletControlPage, type Answer } from '../wallet-control-page.ts';
import { createNotices, type BuiltNotice } from '../wallet-notices.ts';
import { compactTime, longTime, readFields, sign, signed, type Fields } from './wire.ts';

export interface EftSandboxOptions {
  userConfirmKey: string;
  secret: string;
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

const ORDER = /^service\.(alipay|alipayplus|wechat|jetco|united|payme|fps)\.(web|wap|qrcode)\.PreOrder$/;
const REFUND = /^service\.\w+\.(web|wap|qrcode)\.Refund$/;
const CLOSE = /^service\.\w+\.qrcode\.Close$/;
const QUERY = /^service\.(common|\w+\.qrcode)\.Query$/;
const WALLETS = new Set(['ALIPAYHK', 'ALIPAYCN', 'WECHATHK', 'WECHATCN', 'JETCOHK', 'PAYME']);
/** Wallets without webhooks: only the browser's return reports the result. */
const UNTOLD = new Set(['JETCOHK', 'OCT', 'FDMS']);
const AMOUNT = /^\d{1,5}(\.\d{1,2})?$/;
const REASONS = [
  ['TRADE_FAIL', 'declined by the wallet'],
  ['TRADE_CLOSED', 'cancelled by the payer'],
] as const;
const CALLS = ['order', 'query', 'refund', 'close'] as const;
const DEFAULT_SECONDS = 1800;

/** The word for a refusal is NP: these codes are the stand-in's own. */
const REFUSED = {
  sign: '10',
  merchant: '11',
  field: '20',
  reused: '30',
  unknown: '40',
  notOpen: '41',
  tooMuch: '50',
  service: '60',
} as const;

const amount = (cents: number) => (cents / 100).toFixed(2);
const centsOf = (text: string) => Math.round(Number(text) * 100);

/** Stand-in for eft Payments' VMP platform: orders by page and QR code, with wallets that are pages. */
export async function eftSandbox(
  app: FastifyInstance,
  {
    userConfirmKey,
    secret,
    path,
    siteUrl,
    reachedAt,
    ownUrl = siteUrl,
    clock = () => new Date(),
    base = '/sandbox/eft',
    repeatMs,
  }: EftSandboxOptions,
): Promise<void> {
  const bank = openBank(path, { clock });
  const faults = createFaults();
  const pages = ownUrl + base;

  const say = (fields: Fields): Answer => ({
    status: 200,
    body: signed(secret, { return_status: '00', return_char: 'SUCCESS', time: compactTime(bank.now()), ...fields }),
  });
  const refuse = (why: keyof typeof REFUSED): Answer => say({ return_status: REFUSED[why], return_char: why });

  /** Fields about a deal in webhooks and in the browser's return. */
  function told(deal: Deal, status: string): Fields {
    const { id, number, cents, paid, wallet, asked } = deal;
    const transaction = paid ? (asked['transaction'] ?? '') : '';
    return {
      notify_type: 'trade_status_sync',
      trade_type: 'SALE',
      user_confirm_key: userConfirmKey,
      trade_no: transaction,
      transaction_id: transaction,
      out_trade_no: number,
      eft_trade_no: id,
      eftpay_trade_no: id,
      total_fee: amount(paid?.cents ?? cents),
      currency: 'HKD',
      trade_status: status,
      gmt_payment: paid ? longTime(new Date(paid.atMs)) : '',
      wallet,
      tid: '',
      time: compactTime(bank.now()),
    };
  }

  const STATUS: Readonly<Record<string, string>> = {
    paid: 'TRADE_SUCCESS',
    failed: 'TRADE_FAIL',
    processing: 'TRADE_PROCESSING',
    closed: 'TRADE_CLOSED',
    unknown: 'TRADE_SOMETHING_NEW',
  };
  function build(deal: Deal, kind: string, isBroken: boolean): BuiltNotice | null {
    const url = deal.asked['notify_url'] ?? '';
    const status = STATUS[kind];
    if (url === '' || status === undefined) return null;
    const fields = signed(isBroken ? 'another secret' : secret, told(deal, status));
    return { url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) };
  }
  function isTaken(status: number, text: string): boolean {
    try {
      const reply = readFields(JSON.parse(text));
      return status === 200 && reply?.['return_code'] === 'success' && reply['sign'] === sign(secret, reply);
    } catch {
      return false;
    }
  }
  const notices = createNotices({ bank, siteUrl, reachedAt, build, isTaken, ...(repeatMs ? { repeatMs } : {}) });
  app.addHook('onClose', () => notices.stop());

  function order(fields: Fields, isQr: boolean): Answer {
    const { out_trade_no: number = '', transaction_amount: sum = '', subject = '', notify_url = '' } = fields;
    const { return_url = '', active_time = String(DEFAULT_SECONDS) } = fields;
    const wallet = (isQr ? fields['payment_type'] : fields['wallet']) ?? '';
    const must = isQr ? ['paytype', 'buyertype'] : ['payType', 'buyerType', 'body', 'pay_scene'];
    const isSound =
      must.every((name) => (fields[name] ?? '') !== '') &&
      /^[\w-]{1,28}$/.test(number) &&
      AMOUNT.test(sum) &&
      sum.length <= 8 &&
      centsOf(sum) > 0 &&
      subject !== '' &&
      subject.length <= 128 &&
      subject.isWellFormed() &&
      WALLETS.has(wallet) &&
      /^\d{1,6}$/.test(active_time) &&
      !return_url.includes('?');
    if (!isSound) return refuse('field');
    const before = bank.ofNumber(number);
    if (before && (before.cents !== centsOf(sum) || bank.told(before) !== 'open')) return refuse('reused');
    const id = `${compactTime(bank.now())}${randomBytes(6).toString('hex')}`;
    // The wallet's own payment id, used once paid.
    const transaction = `${compactTime(bank.now())}${randomBytes(7).toString('hex')}`;
    const asked = { notify_url: UNTOLD.has(wallet) ? '' : notify_url, return_url, transaction };
    const opened = { id, number, cents: centsOf(sum), what: subject, wallet, asked };
    const deal = before ?? bank.open(opened, Number(active_time));
    const about = {
      user_confirm_key: userConfirmKey,
      out_trade_no: number,
      eft_trade_no: deal.id,
      transaction_amount: sum,
      fee_type: 'HKD',
    };
    const page = `${pages}/wallet/${deal.id}`;
    return isQr
      ? say({ ...about, qr_code: page, qr_code_address: `${pages}/qr/${deal.id}`, paytype: fields['paytype'] ?? '' })
      : say({ ...about, pay_apptrade: page, payType: fields['payType'] ?? '', wallet, tid: '' });
  }

  function statusOf(deal: Deal): string {
    const now = bank.told(deal);
    if (now === 'paid') {
      const back = bank.refunded(deal);
      return back === 0 ? 'TRADE_SUCCESS' : back < (deal.paid?.cents ?? 0) ? 'TRADE_REFUND' : 'TRADE_CLOSED';
    }
    return now === 'open' ? 'TRADE_PROCESSING' : now === 'declined' ? 'TRADE_FAIL' : 'TRADE_CLOSED';
  }

  const dealOf = (fields: Fields) =>
    bank.get(fields['eft_trade_no'] ?? '') ?? bank.ofNumber(fields['out_trade_no'] ?? '');
  const refundNo = (fields: Fields) => fields['out_refund_no'] || fields['refund_no'] || '';

  function query(fields: Fields): Answer {
    const deal = fields['querytype'] === 'OUT_TRADE' ? dealOf(fields) : undefined;
    if (!deal) return refuse('unknown');
    const isTold = bank.told(deal) === 'paid';
    const about = {
      out_trade_no: deal.number,
      eft_trade_no: deal.id,
      transaction_id: isTold ? (deal.asked['transaction'] ?? '') : '',
      payment_type: deal.wallet,
      trade_time: isTold && deal.paid ? longTime(new Date(deal.paid.atMs)) : '',
      // Amounts may have no decimals.
      original_amount: String((isTold && deal.paid ? deal.paid.cents : deal.cents) / 100),
    };
    const number = refundNo(fields);
    if (number === '') return say({ ...about, trade_type: 'SALE', trade_status: statusOf(deal) });
    const refund = deal.refunds.find((one) => one.number === number);
    if (!refund) return refuse('unknown');
    const back = {
      refund_no: number,
      return_amount: amount(refund.cents),
      trade_time: longTime(new Date(refund.atMs)),
    };
    return say({ ...about, ...back, trade_type: 'REFUND', trade_status: 'TRADE_SUCCESS' });
  }

  function refund(fields: Fields): Answer {
    const deal = dealOf(fields);
    const number = refundNo(fields);
    const sum = fields['return_amount'] ?? fields['transaction_amount'] ?? '';
    if (!deal || bank.told(deal) !== 'paid') return refuse('unknown');
    if (!/^[\w-]{1,28}$/.test(number) || !AMOUNT.test(sum)) return refuse('field');
    const reply = {
      out_trade_no: deal.number,
      eft_trade_no: deal.id,
      out_refund_no: number,
      trade_status: 'APPLY_SUCCESS',
    };
    // The shop's number is the idempotency key.
    const before = deal.refunds.find((one) => one.number === number);
    if (before) return before.cents === centsOf(sum) ? say(reply) : refuse('reused');
    const back = { txn: number, number, cents: centsOf(sum), reason: fields['reason'] ?? '' };
    if (!bank.refund(deal, back)) return refuse('tooMuch');
    notices.queueRefunded(deal);
    return say(reply);
  }

  function close(fields: Fields): Answer {
    const deal = dealOf(fields);
    if (!deal) return refuse('unknown');
    if (bank.told(deal) === 'cancelled' || bank.close(deal, 'cancelled'))
      return say({ out_trade_no: deal.number, eft_trade_no: deal.id, trade_status: 'TRADE_CLOSED' });
    return refuse('notOpen');
  }

  const hidden = { schema: { hide: true } };
  function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const fields = readFields(request.body);
    const service = fields?.['service'] ?? '';
    const isQr = service.includes('.qrcode.');
    const known = [
      { call: 'order', of: ORDER, work: (given: Fields) => order(given, isQr) },
      { call: 'query', of: QUERY, work: query },
      { call: 'refund', of: REFUND, work: refund },
      { call: 'close', of: CLOSE, work: close },
    ].find(({ of }) => of.test(service));
    const work = (): Answer => {
      if (!fields || fields['sign'] !== sign(secret, fields)) return refuse('sign');
      if (fields['user_confirm_key'] !== userConfirmKey) return refuse('merchant');
      if (!/^\d{14}$/.test(fields['time'] ?? '')) return refuse('field');
      return known ? known.work(fields) : refuse('service');
    };
    return faults.meet(known?.call ?? '', reply, () => {
      const { status, body } = work();
      return reply.code(status).send(body);
    });
  }
  app.post('/Servlet/JSAPIService.do', hidden, answer);
  app.post('/Servlet/QRcodeTradeQuery.do', hidden, answer);

  readForms(app);
  allowFormsTo(app, siteUrl);

  app.get<{ Params: { id: string } }>('/qr/:id', hidden, async (request, reply) =>
    bank.get(request.params.id)
      ? reply.type('image/svg+xml').send(qrSvg(`${pages}/wallet/${request.params.id}`))
      : reply.callNotFound(),
  );

  /** The return: a form that the payer's browser posts to the shop. QR codes have none. */
  function wayBack(deal: Deal, status: string): string {
    const url = deal.asked['return_url'] ?? '';
    if (!url.startsWith(`${siteUrl}/`)) return '<p>The payment ends here; the page of the shop shows the result.</p>';
    const isBroken = deal.paid?.behaviour === 'badSignature';
    const fields = Object.entries(signed(isBroken ? 'another secret' : secret, told(deal, status)));
    const inputs = fields.map(
      ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
    );
    return `<form method="post" action="${escape(url)}">${inputs.join('')}<button>返回商戶 Back to the shop</button></form>`;
  }
  const title = (deal: Deal) => `${deal.wallet} (sandbox)`;

  app.get<{ Params: { id: string } }>('/wallet/:id', hidden, async (request, reply) => {
    const deal = bank.get(request.params.id);
    if (!deal) return reply.callNotFound();
    if (bank.told(deal) === 'open' && !deal.paid)
      return sendInboxPage(reply, title(deal), payForm(`${base}/wallet/${deal.id}`, deal, REASONS));
    return sendInboxPage(
      reply,
      title(deal),
      `<p>This payment is ${bank.told(deal)}.</p>${wayBack(deal, statusOf(deal))}`,
    );
  });

  app.post<{ Params: { id: string } }>('/wallet/:id', hidden, async (request, reply) => {
    const deal = bank.get(request.params.id);
    if (!deal) return reply.callNotFound();
    const chosen = chosenOf(request, deal);
    if (isBehaviour(chosen)) {
      const paid = bank.pay(deal, deal.id, chosen);
      if (!paid)
        return sendInboxPage(reply, title(deal), '<p>The payment has expired, or was already paid or closed.</p>');
      notices.queuePaid(paid, chosen);
      // A late payment is not known yet.
      const status = chosen === 'late' ? 'TRADE_PROCESSING' : 'TRADE_SUCCESS';
      const words = `<p>Paid ${hkd(paid.paid?.cents ?? 0)}.</p>`;
      return sendInboxPage(reply, title(deal), `${words}${wayBack(paid, status)}`);
    }
    const reason = REASONS.find(([code]) => code === chosen)?.[0] ?? 'TRADE_FAIL';
    bank.close(deal, reason === 'TRADE_FAIL' ? 'declined' : 'cancelled', reason);
    notices.queue(deal.id, reason === 'TRADE_FAIL' ? 'failed' : 'closed');
    return sendInboxPage(reply, title(deal), `<p>Not paid: ${reason}.</p>${wayBack(deal, reason)}`);
  });

  walletControlPage(app, {
    bank,
    notices,
    faults,
    base,
    name: 'EFT',
    calls: CALLS,
    kinds: Object.keys(STATUS),
    pageOf: (deal) => `${base}/wallet/${deal.id}`,
    refundByHand: (deal) => {
      const number = `HAND${compactTime(bank.now())}`;
      const left = (deal.paid?.cents ?? 0) - bank.refunded(deal);
      const isDone = bank.refund(deal, { txn: number, number, cents: left, reason: 'by hand' });
      if (isDone) notices.queueRefunded(deal);
      return isDone;
    },
  });
}
