import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../../inbox-page.ts';
import { cardScheme, originOf, sendPayPage } from '../pay-page.ts';
import { formOf } from '../forms.ts';
import { isWebhookMode, type WebhookMode } from '../webhook-modes.ts';
import {
  addTransaction,
  BANKS,
  codeOfExpiry,
  isBank,
  resultOf,
  type Bank,
  type Card,
  type GatewayCode,
  type MpgsBank,
  type Order,
  type Session,
  type Transaction,
} from './bank.ts';
import { CHECKOUT_SCRIPT } from './checkout-script.ts';
import type { Webhook } from './webhook.ts';

export interface HostedOptions {
  bank: MpgsBank;
  webhook: Webhook;
  clock: () => Date;
  base: string;
  /** Whether a payment creates a card token by itself. */
  makesTokens: boolean;
}

type Mode = 'page' | 'embedded';
const isMode = (word: string): word is Mode => word === 'page' || word === 'embedded';

/** Reports the result to the page around the frame. */
const FRAME_SCRIPT = `parent.postMessage(JSON.parse(document.getElementById('told').textContent), '*')`;
const FRAME_HASH = createHash('sha256').update(FRAME_SCRIPT).digest('base64');

const isPaid = (order: Order | undefined): boolean =>
  order?.transactions.some(({ type, result }) => type !== 'AUTHENTICATION' && result !== 'FAILURE') ?? false;

/** The gateway's page, full or in a frame: card entry, 3-D Secure, and return. */
export function hostedCheckout(app: FastifyInstance, { bank, webhook, clock, base, makesTokens }: HostedOptions): void {
  /** Choices on the card page, kept until the 3-D Secure step. */
  const asked = new Map<string, { card: Card; verdict: Bank; told: WebhookMode }>();

  const script = { schema: { hide: true } };
  app.get('/static/checkout/checkout.min.js', script, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=300').send(CHECKOUT_SCRIPT),
  );

  function show(
    reply: FastifyReply,
    session: Session,
    mode: Mode,
    more: { fault?: string; step?: 'card' | 'check' } = {},
  ): FastifyReply {
    return sendPayPage(reply, {
      provider: 'Mastercard Gateway',
      action: `${base}/checkout/${mode}/${session.id}`,
      amountCents: session.cents,
      description: `${session.merchantName} ${session.description}`,
      number: session.orderId,
      isCard: true,
      banks: BANKS,
      bank: 'byExpiry',
      told: 'once',
      exampleCard: '5123450000000008',
      leadsTo: [originOf(session.returnUrl), originOf(session.cancelUrl)],
      ...(mode === 'embedded' ? { framedBy: `'self' ${originOf(session.returnUrl)}` } : {}),
      ...more,
    });
  }

  /** Returns to the site: by redirect, or by a message to the embedding page. */
  function leave(
    reply: FastifyReply,
    session: Session,
    mode: Mode,
    how: 'complete' | 'cancel' | 'timeout',
    indicator = '',
  ) {
    const told = { resultIndicator: indicator, sessionVersion: 'e1f2a3b402' };
    if (mode === 'page') {
      const url = new URL(how === 'cancel' ? session.cancelUrl : session.returnUrl);
      if (how === 'complete') for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value);
      return reply.redirect(url.href, 303);
    }
    const policy = `default-src 'none'; script-src 'sha256-${FRAME_HASH}'; base-uri 'none'; frame-ancestors 'self' ${originOf(session.returnUrl)}`;
    const words = escapeHtml(JSON.stringify({ mpgs: how, ...told }));
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
      .removeHeader('x-frame-options')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="zh-HK"><title>Payment</title><p id="told" hidden>${words}</p><script>${FRAME_SCRIPT}</script></html>`,
      );
  }

  const isOver = ({ createdAt, timeoutSeconds }: Session) =>
    clock().getTime() > Date.parse(createdAt) + timeoutSeconds * 1000;

  /** The bank's result for a payment attempt of a session's order. */
  function endTry(
    session: Session,
    card: Card,
    code: GatewayCode,
    told: WebhookMode,
  ): { order: Order; last: Transaction } {
    const { orderId: id, cents, notificationUrl, agreementId } = session;
    const before = bank.orders.get(id);
    const tries = before?.transactions.filter(({ type }) => type !== 'AUTHENTICATION').length ?? 0;
    const started: Order = before ?? {
      id,
      cents,
      currency: 'HKD',
      notificationUrl,
      agreementId,
      card,
      token: '',
      transactions: [],
      told,
      chargebackAt: '',
      answers: [],
    };
    const when = clock().toISOString();
    const authentication: Transaction = {
      id: `auth-${tries + 1}`,
      type: 'AUTHENTICATION',
      result: 'SUCCESS',
      gatewayCode: 'APPROVED',
      cents,
      at: when,
      target: '',
    };
    const last: Transaction = {
      id: String(tries + 1),
      type: session.operation === 'AUTHORIZE' ? 'AUTHORIZATION' : 'PAYMENT',
      result: resultOf(code),
      gatewayCode: code,
      // For `otherAmount`, the bank's own book has the other amount too.
      cents: told === 'otherAmount' && code === 'APPROVED' ? cents + 100 : cents,
      at: when,
      target: '',
    };
    const keeps = makesTokens && code === 'APPROVED' && agreementId !== '';
    const token = keeps ? bank.newToken(card).id : started.token;
    const authenticated = addTransaction(bank, { ...started, card, token, told }, authentication);
    return { order: addTransaction(bank, authenticated, last), last };
  }

  function decide(reply: FastifyReply, session: Session, mode: Mode, isProved: boolean): FastifyReply {
    const chosen = asked.get(session.id);
    if (!chosen) return show(reply, session, mode);
    asked.delete(session.id);
    const { card, verdict, told } = chosen;
    bank.sessions.put({ ...session, card });
    if (verdict === 'failThenOk' && isProved) endTry(session, card, 'DECLINED', told);
    const wanted = verdict === 'byExpiry' ? codeOfExpiry(card) : verdict === 'failThenOk' ? 'APPROVED' : verdict;
    const { order, last } = endTry(session, card, isProved ? wanted : 'DECLINED', told);
    webhook.tell(order, last);
    // A refused payer stays and can try another card.
    if (last.result === 'FAILURE' && last.gatewayCode !== 'TIMED_OUT')
      return show(reply, session, mode, { fault: `銀行拒絕 The bank refused: ${last.gatewayCode}` });
    const indicator = last.result === 'SUCCESS' ? session.successIndicator : 'unknown';
    return leave(reply, session, mode, 'complete', indicator);
  }

  type Route = { Params: { mode: string; session: string } };
  app.get<Route>('/checkout/:mode/:session', script, async (request, reply) => {
    const { mode } = request.params;
    const session = bank.sessions.get(request.params.session);
    if (!session || !isMode(mode)) return reply.callNotFound();
    if (isPaid(bank.orders.get(session.orderId)))
      return leave(reply, session, mode, 'complete', session.successIndicator);
    return isOver(session) ? leave(reply, session, mode, 'timeout') : show(reply, session, mode);
  });

  app.post<Route>('/checkout/:mode/:session', script, async (request, reply) => {
    const { mode } = request.params;
    const session = bank.sessions.get(request.params.session);
    if (!session || !isMode(mode)) return reply.callNotFound();
    const form = formOf(request);
    const wish = form.get('do') ?? '';
    if (wish === 'cancel') return leave(reply, session, mode, 'cancel');
    if (isPaid(bank.orders.get(session.orderId)))
      return leave(reply, session, mode, 'complete', session.successIndicator);
    if (isOver(session)) return leave(reply, session, mode, 'timeout');
    if (wish === 'pass' || wish === 'fail') return decide(reply, session, mode, wish === 'pass');

    const digits = (form.get('cardNo') ?? '').replaceAll(' ', '');
    const scheme = cardScheme(digits);
    const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(form.get('expiry') ?? '') ?? [];
    if (!scheme)
      return show(reply, session, mode, {
        fault: '卡號不正確 The card number must have 16 digits and begin with 4 (Visa) or 5 (Mastercard)',
      });
    if (!month || !year)
      return show(reply, session, mode, { fault: '到期日不正確 The expiry must have the form MM/YY' });
    const wanted = form.get('bank') ?? '';
    const told = form.get('told') ?? '';
    const number = `${digits.slice(0, 6)}xxxxxx${digits.slice(-4)}`;
    const card: Card = { brand: scheme === 'VISA' ? 'VISA' : 'MASTERCARD', number, month, year };
    asked.set(session.id, {
      card,
      verdict: isBank(wanted) ? wanted : 'byExpiry',
      told: isWebhookMode(told) ? told : 'once',
    });
    return show(reply, session, mode, { step: 'check' });
  });
}
