import { createHash } from 'node:crypto';
import {
  GatewayRefusedError,
  GatewayTimeoutError,
  type Fact,
  type Gateway,
  type GatewayAttempt,
  type PaymentMethod,
} from '#domain/payments/gateway.types.ts';
import { amountOf, centsOf } from '#server/outside/amounts.ts';
import { isAttemptNumber } from '#server/outside/attempt-number.ts';
import { cutText } from '#server/outside/cut-text.ts';
import { startTimedOut } from '#server/outside/start-timeout.ts';
import { pageOf } from '#server/outside/signed-call.ts';
import { parseSettlementFile } from '#server/outside/settlement-file.ts';
import { DomainError } from '#shared/domain-error.ts';
import { eftClient, type EftAccount } from './client.ts';
import { eftFieldsOf, eftSign, eftTime, signerOf, type EftFields } from './signature.ts';

/** Payment page: a QR code of the wallet, or a page of the provider for desktop or phone. */
type Scene = 'qr' | 'web' | 'wap';

export interface EftOptions extends EftAccount {
  /** Public URL of the site, for webhooks and return addresses. */
  siteUrl: string;
  methods: readonly EftMethod[];
  /** The Alipay rail of the account, a part of service names. */
  alipayRail: 'alipay' | 'alipayplus';
  desktop: 'qr' | 'web';
}

interface Wallet {
  payType: string;
  wallet: string;
}
const WALLETS = {
  alipay: { payType: 'Alipay', wallet: 'ALIPAYHK' },
  wechat: { payType: 'WeChat', wallet: 'WECHATHK' },
  jetco: { payType: 'JETCO', wallet: 'JETCOHK' },
} as const satisfies Partial<Record<PaymentMethod, Wallet>>;
export type EftMethod = keyof typeof WALLETS;

const SCENES: readonly string[] = ['qr', 'web', 'wap'] satisfies Scene[];
const isScene = (word: unknown): word is Scene => typeof word === 'string' && SCENES.includes(word);
const isEftMethod = (method: PaymentMethod): method is EftMethod => method in WALLETS;

const MAX_SUBJECT_CHARS = 128;
const MAX_REASON_CHARS = 256;
/** The field has eight characters. */
const MAX_CENTS = 9_999_999;
const TRADE_NO = /^[\w-]{1,64}$/;

/** `2025-11-20 11:04:40` or `20251120110440`, Hong Kong time. */
function timeOf(text: string | undefined): Date | null {
  const [, day, time] = /^(\d{4}-?\d{2}-?\d{2}) ?(\d{2}:?\d{2}:?\d{2})$/.exec(text ?? '') ?? [];
  if (!day || !time) return null;
  const [date, clock] = [day.replaceAll('-', ''), time.replaceAll(':', '')];
  const iso = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}+08:00`;
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? null : at;
}

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
};

/** EFT: Alipay HK, WeChat Pay and JETCO Pay, as enabled for the merchant. */
export function eftGateway(options: EftOptions): Gateway {
  const { url, siteUrl, secrets, userConfirmKey, clock, alipayRail, desktop } = options;
  const ask = eftClient(options);
  const name = 'eft';

  const walletOf = ({ method }: GatewayAttempt): Wallet => {
    if (!isEftMethod(method)) throw new GatewayRefusedError('method', `EFT does not support method "${method}"`);
    return WALLETS[method];
  };
  /** JETCO Pay has a page for phones only. */
  const sceneOf = ({ method, isPhone }: GatewayAttempt): Scene =>
    method === 'jetco' || (isPhone && method !== 'wechat') ? 'wap' : isPhone ? 'web' : desktop;
  const serviceOf = ({ method }: GatewayAttempt, scene: Scene, verb: 'PreOrder' | 'Query' | 'Refund' | 'Close') =>
    `service.${method === 'alipay' ? alipayRail : method}.${scene === 'qr' ? 'qrcode' : scene}.${verb}`;
  /** Scene with which the attempt was started. */
  const wayOf = ({ secret: { scene, payScene } }: GatewayAttempt): { scene: Scene; payScene: 'WEB' | 'WAP' } => ({
    scene: isScene(scene) ? scene : 'web',
    payScene: payScene === 'WAP' ? 'WAP' : 'WEB',
  });

  /** Maps the state of a trade, from a webhook or a query, to a fact. Null: not final, or an unknown state. */
  function factOf(told: EftFields, attempt: string): Fact | null {
    const tradeNo = told['eft_trade_no'] || told['eftpay_trade_no'] || '';
    const amount = told['total_fee'] || told['original_amount'] || told['transaction_amount'];
    const cents = centsOf(amount);
    const currency = told['currency'] || told['fee_type'] || 'HKD';
    if (!TRADE_NO.test(tradeNo) || cents === null || !/^\w{1,10}$/.test(currency)) return null;
    const status = told['trade_status'] ?? '';
    const hasPaid = (told['transaction_id'] ?? '') !== '';
    const fact = (kind: Fact['kind']): Fact => ({
      gateway: name,
      attempt,
      gatewayTxn: tradeNo,
      kind,
      cents,
      currency,
      at: timeOf(told['gmt_payment']) ?? timeOf(told['trade_time']) ?? clock(),
      detail: { status, wallet: (told['wallet'] || told['payment_type'] || '').replaceAll(/\W/g, '').slice(0, 20) },
    });
    if (status === 'TRADE_SUCCESS') return fact('paid');
    if (status === 'TRADE_FAIL') return fact('failed');
    // It was paid before a refund, which is reported under its own number.
    if (status === 'TRADE_REFUND') return fact('paid');
    if (status === 'TRADE_CLOSED') return fact(hasPaid ? 'paid' : 'expired');
    return null;
  }

  async function askStatus(attempt: GatewayAttempt): Promise<Fact[]> {
    const { scene } = wayOf(attempt);
    const asked = { querytype: 'OUT_TRADE', out_trade_no: attempt.number };
    const reply =
      scene === 'qr'
        ? await ask('QRcodeTradeQuery.do', { ...asked, service: serviceOf(attempt, scene, 'Query') }, { repeats: true })
        : await ask('JSAPIService.do', { ...asked, service: 'service.common.Query' }, { repeats: true });
    if (reply['out_trade_no'] !== attempt.number) throw new GatewayTimeoutError('EFT responded about another order');
    const fact = factOf(reply, attempt.number);
    return fact ? [fact] : [];
  }

  async function query(attempt: GatewayAttempt): Promise<Fact[]> {
    try {
      return await askStatus(attempt);
    } catch (error) {
      const isUnknown = error instanceof GatewayRefusedError && attempt.gatewayRef === null;
      if (!isUnknown || clock() < attempt.expiresAt) throw error;
      return [startTimedOut(name, attempt)];
    }
  }

  /** `cents`: the requested amount, or the one that EFT reports. */
  function refundFact(reply: EftFields, attempt: GatewayAttempt, number: string, cents: number | null): Fact[] {
    const status = reply['trade_status'] ?? '';
    if (status === 'TRADE_FAIL') throw new GatewayRefusedError(status, 'the refund failed');
    const hasGoneBack =
      status === 'TRADE_REFUND' ||
      status === 'TRADE_CLOSED' ||
      (status === 'TRADE_SUCCESS' && reply['trade_type'] === 'REFUND');
    if (!hasGoneBack || cents === null) return [];
    return [
      {
        gateway: name,
        attempt: attempt.number,
        // Our number is unique and known from the start; EFT's may be assigned later.
        gatewayTxn: number,
        kind: 'refunded',
        cents,
        currency: 'HKD',
        at: timeOf(reply['trade_time']) ?? clock(),
        detail: { status, refund: number },
      },
    ];
  }

  /** Status of a refund. Null: EFT has no refund of this number. */
  async function askRefund(attempt: GatewayAttempt, number: string): Promise<Fact[] | null> {
    const asked = { querytype: 'OUT_TRADE', out_trade_no: attempt.number, refund_no: number };
    let reply: EftFields;
    try {
      reply = await ask('JSAPIService.do', { ...asked, service: 'service.common.Query' }, { repeats: true });
    } catch (error) {
      if (error instanceof GatewayRefusedError) return null;
      throw error;
    }
    if (reply['refund_no'] !== number) return null;
    const amount = reply['return_amount'] || (wayOf(attempt).scene === 'qr' ? reply['transaction_amount'] : '');
    return refundFact(reply, attempt, number, centsOf(amount));
  }

  /** Verifies a message of EFT: a valid signature and our key. Null otherwise. */
  function genuine(fields: EftFields | null): { fields: EftFields; secret: string } | null {
    const secret = fields && signerOf(secrets, fields);
    return fields && secret !== null && fields['user_confirm_key'] === userConfirmKey ? { fields, secret } : null;
  }

  return {
    name,
    methods: options.methods,

    async start(attempt) {
      const { number, amountCents, description, createdAt, expiresAt } = attempt;
      if (amountCents > MAX_CENTS) throw new GatewayRefusedError('amount', 'the amount exceeds the EFT maximum');
      const { payType, wallet } = walletOf(attempt);
      const scene = sceneOf(attempt);
      const payScene = attempt.isPhone || scene === 'wap' ? 'WAP' : 'WEB';
      const subject = cutText(description, MAX_SUBJECT_CHARS);
      const order = {
        service: serviceOf(attempt, scene, 'PreOrder'),
        transaction_amount: amountOf(amountCents),
        out_trade_no: number,
        subject,
        notify_url: `${siteUrl}/api/payment/callback/eft`,
      };
      const seconds = Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000);
      const fields: EftFields =
        scene === 'qr'
          ? { ...order, paytype: payType, buyertype: 'others', payment_type: wallet }
          : {
              ...order,
              payType,
              buyerType: 'others',
              wallet,
              body: subject,
              pay_scene: payScene,
              fee_type: 'HKD',
              return_url: `${siteUrl}/api/payment/return/eft`,
              // Alipay accepts whole minutes only.
              active_time: String(Math.max(1, Math.ceil(seconds / 60)) * 60),
              lang: 'hk',
            };
      // Idempotent: the same number is the same order.
      const reply = await ask('JSAPIService.do', fields, { repeats: true });
      const tradeNo = reply['eft_trade_no'] ?? '';
      if (!TRADE_NO.test(tradeNo)) throw new GatewayTimeoutError('EFT returned no order number');
      const started = { gatewayRef: tradeNo, secret: { scene, payScene } };
      if (scene !== 'qr') return { start: { kind: 'redirect', url: pageOf(reply['pay_apptrade'], url) }, ...started };
      const text = reply['qr_code'] ?? '';
      if (text === '') throw new GatewayTimeoutError('EFT returned no QR code');
      return { start: { kind: 'qr', text, appUrl: null }, ...started };
    },

    /** Signed, but only the query is proof. */
    readReturn({ body }) {
      const read = genuine(Object.fromEntries(new URLSearchParams(body.toString())));
      const number = read?.fields['out_trade_no'] ?? '';
      if (!read || !isAttemptNumber(number)) return { attempt: null, hint: 'unknown', trusted: null };
      const status = read.fields['trade_status'];
      const hint = status === 'TRADE_SUCCESS' ? 'ok' : status === 'TRADE_FAIL' ? 'failed' : 'unknown';
      return { attempt: number, hint, trusted: null };
    },

    readWebhook({ body }) {
      const read = genuine(eftFieldsOf(parseJson(body)));
      if (!read) throw new DomainError('forbidden');
      const { fields, secret } = read;
      // Signed with the secret of the webhook: the old one, for as long as EFT uses it.
      const answer = { return_code: 'success', time: eftTime(clock()) };
      const number = fields['out_trade_no'] ?? '';
      const isOurs = isAttemptNumber(number);
      const fact = fields['trade_type'] === 'SALE' ? factOf(fields, number) : null;
      const isPlain = fact !== null && fact.kind !== 'expired';
      return {
        reply: {
          status: 200,
          type: 'application/json; charset=utf-8',
          body: JSON.stringify({ ...answer, sign: eftSign(secret, answer) }),
        },
        eventId: createHash('sha256').update(body).digest('hex'),
        facts: isPlain ? [{ ...fact, attempt: isOurs ? number : null }] : [],
        // An unknown or ambiguous state: query the attempt.
        asks: isPlain || !isOurs ? [] : [number],
      };
    },

    query,

    async cancel(attempt) {
      const { scene } = wayOf(attempt);
      try {
        if (scene === 'qr' && attempt.gatewayRef !== null) {
          const service = serviceOf(attempt, scene, 'Close');
          const order = { service, out_trade_no: attempt.number, eft_trade_no: attempt.gatewayRef };
          await ask('JSAPIService.do', order, { repeats: true });
          return 'cancelled';
        }
      } catch (error) {
        if (!(error instanceof GatewayRefusedError)) return 'unknown';
      }
      // A page cannot be closed, and one that refuses to close may have been paid.
      try {
        const [fact] = await query(attempt);
        return fact?.kind === 'paid' ? 'paid' : fact ? 'cancelled' : 'unknown';
      } catch {
        return 'unknown';
      }
    },

    async refund(attempt, { number, cents, reason }) {
      // EFT does not document how it treats a repeated number, so the refund is queried first.
      const before = await askRefund(attempt, number);
      if (before) return before;
      const { scene, payScene } = wayOf(attempt);
      const { payType, wallet } = walletOf(attempt);
      const common = {
        service: serviceOf(attempt, scene, 'Refund'),
        out_trade_no: attempt.number,
        eft_trade_no: attempt.gatewayRef ?? '',
        reason: cutText(reason, MAX_REASON_CHARS),
      };
      const fields: EftFields =
        scene === 'qr'
          ? {
              ...common,
              refund_no: number,
              transaction_amount: amountOf(cents),
              paytype: payType,
              buyertype: 'others',
              payment_type: wallet,
            }
          : {
              ...common,
              out_refund_no: number,
              return_amount: amountOf(cents),
              total_fee: amountOf(attempt.amountCents),
              payType,
              buyerType: 'others',
              wallet,
              pay_scene: payScene,
            };
      const facts = refundFact(await ask('JSAPIService.do', fields, { repeats: true }), attempt, number, cents);
      return facts.length ? facts : ((await askRefund(attempt, number)) ?? []);
    },

    refundStatus: async (attempt, { number }) => (await askRefund(attempt, number)) ?? [],

    // `number` is the idempotency key.
    refundRepeats: true,
    void: null,
    chargeStored: null,
    stopSchedule: null,
    deleteToken: null,
    parseSettlement: (file) => parseSettlementFile(file),
  };
}
