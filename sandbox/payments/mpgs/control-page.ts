import type { FastifyInstance } from 'fastify';
import { dateTimeHk, dayHkOf, isDayHk } from '#shared/hk-time.ts';
import { escapeHtml as escape, sendInboxPage } from '../../inbox-page.ts';
import type { Faults } from '../faults.ts';
import { settledCard, settlementFile, type CardMovement } from '../settlement.ts';
import { WEBHOOK_MODES } from '../webhook-modes.ts';
import { BANKS, capturedCents, isBank, statusOf, type MpgsBank, type Order } from './bank.ts';
import { formOf } from '../forms.ts';
import type { Webhook } from './webhook.ts';

export interface ControlPageOptions {
  bank: MpgsBank;
  webhook: Webhook;
  faults: Faults;
  clock: () => Date;
  base: string;
}

const money = (cents: number) => `HK$${(cents / 100).toFixed(2)}`;

/** Settled movements: captures not voided, refunds, and chargebacks. */
function settledLines(bank: MpgsBank): CardMovement[] {
  return bank.orders.list().flatMap((order): CardMovement[] => {
    const voided = new Set(order.transactions.map(({ target }) => target));
    const lines = order.transactions.flatMap(({ id, type, result, cents, at }): CardMovement[] => {
      const about = { txn: `${order.id}/${id}`, attempt: order.id, cents, at };
      if (result !== 'SUCCESS' || voided.has(id)) return [];
      if (type === 'PAYMENT' || type === 'CAPTURE') return [{ ...about, kind: 'paid' }];
      return type === 'REFUND' ? [{ ...about, kind: 'refunded' }] : [];
    });
    const paid = lines.find(({ kind }) => kind === 'paid');
    return order.chargebackAt && paid ? [...lines, { ...paid, kind: 'chargeback', at: order.chargebackAt }] : lines;
  });
}

/** The control page of the stand-in: its book, resending of webhooks, and fault injection. */
export function mpgsControlPage(
  app: FastifyInstance,
  { bank, webhook, faults, clock, base }: ControlPageOptions,
): void {
  const home = `${base}/_sim`;
  const button = (action: string, name: string) =>
    `<form method="post" action="${home}/${action}"><button>${name}</button></form>`;

  function item(order: Order): string {
    const rows = order.transactions.map(
      (one) =>
        `<li>${escape(one.id)}: ${one.type} ${money(one.cents)}, ${one.result} (${escape(one.gatewayCode)}), ${dateTimeHk(new Date(one.at))}</li>`,
    );
    const isUnknown = order.transactions.some(({ result }) => result === 'UNKNOWN');
    const presses = [
      button(`orders/${order.id}/tell`, 'Send the webhook now'),
      isUnknown ? button(`orders/${order.id}/take`, 'Resolve as approved') : '',
      isUnknown ? button(`orders/${order.id}/refuse`, 'Resolve as declined') : '',
      capturedCents(order) > 0 && !order.chargebackAt ? button(`orders/${order.id}/chargeback`, 'Charge back') : '',
    ];
    return `<li class="card"><p><strong>${escape(order.id)} · ${money(order.cents)} · ${statusOf(order)}</strong><br><small>${escape(order.card?.number ?? '')} · webhook: ${WEBHOOK_MODES[order.told]} · responses of the site: ${escape(order.answers.join(', ') || 'none yet')}</small></p><ul>${rows.join('')}</ul><div class="presses">${presses.join('')}</div></li>`;
  }

  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect(home, 303));
  app.get('/_sim', { schema: { hide: true } }, async (_request, reply) => {
    const orders = bank.orders.list().toReversed().map(item).join('');
    const banks = Object.entries(BANKS).map(([value, text]) => `<option value="${value}">${escape(text)}</option>`);
    const tokens = bank.tokens
      .list()
      .map(
        ({ id, card, isDeleted, bank: chosen }) =>
          `<li class="card"><p><strong>…${id.slice(-4)} for ${escape(card.number)}</strong><br><small>${isDeleted ? 'deleted' : `when charged, the bank: ${BANKS[chosen]}`}</small></p>${isDeleted ? '' : `<form method="post" action="${home}/tokens/${id}"><label>When charged, the bank<select name="bank">${banks.join('')}</select></label><button>Apply</button></form>`}</li>`,
      )
      .join('');
    const body = `<p>Records of the stand-in for the Mastercard gateway. No card is charged, and nothing leaves this machine.</p><p><a href="${home}">Refresh</a> · <a href="${home}/settlement.csv?day=${dayHkOf(clock())}">Settlement of today</a> (in our own format: the format of the bank is not public)</p><h2>Orders, latest first</h2><ul class="list">${orders || '<li>None yet.</li>'}</ul><h2>Card tokens</h2><ul class="list">${tokens || '<li>None yet.</li>'}</ul><h2>Magic values</h2><dl><dt>01/39</dt><dd>expiry of a card that is approved</dd><dt>05/39</dt><dd>declined</dd><dt>04/27</dt><dd>expired</dd><dt>08/28</dt><dd>the bank times out</dd><dt>01/37, 02/37</dt><dd>system error, or unspecified failure</dd><dt>05/37</dt><dd>unknown outcome; resolve it here</dd><dt>….90</dt><dd>amount with a slow response</dd><dt>….91</dt><dd>amount for which the gateway is busy once</dd></dl>`;
    return sendInboxPage(reply, 'Mastercard Gateway (sandbox)', body);
  });

  app.get('/_sim/book', { schema: { hide: true } }, async () => ({
    orders: bank.orders.list(),
    tokens: bank.tokens.list(),
  }));

  app.get<{ Querystring: { day?: unknown } }>(
    '/_sim/settlement.csv',
    { schema: { hide: true } },
    async (request, reply) => {
      const { day } = request.query;
      const wanted = typeof day === 'string' && isDayHk(day) ? day : dayHkOf(clock());
      return reply.type('text/csv; charset=utf-8').send(settlementFile(settledLines(bank).map(settledCard), wanted));
    },
  );

  app.post<{ Params: { id: string; action: string } }>(
    '/_sim/orders/:id/:action',
    { schema: { hide: true } },
    async (request, reply) => {
      const order = bank.orders.get(request.params.id);
      if (!order) return reply.callNotFound();
      const { action } = request.params;
      const end = (result: 'SUCCESS' | 'FAILURE', gatewayCode: string) => {
        const transactions = order.transactions.map((one) =>
          one.result === 'UNKNOWN' ? { ...one, result, gatewayCode } : one,
        );
        webhook.resend(bank.orders.put({ ...order, transactions }));
      };
      if (action === 'tell') webhook.resend(order);
      else if (action === 'take') end('SUCCESS', 'APPROVED');
      else if (action === 'refuse') end('FAILURE', 'DECLINED');
      else if (action === 'chargeback') bank.orders.put({ ...order, chargebackAt: clock().toISOString() });
      else return reply.callNotFound();
      return reply.redirect(home, 303);
    },
  );

  app.post<{ Params: { id: string } }>('/_sim/tokens/:id', { schema: { hide: true } }, async (request, reply) => {
    const token = bank.tokens.get(request.params.id);
    const wanted = formOf(request).get('bank') ?? '';
    if (!token || !isBank(wanted)) return reply.callNotFound();
    bank.tokens.put({ ...token, bank: wanted });
    return reply.redirect(home, 303);
  });

  /** Plans faults of the next calls by name. */
  app.post('/_sim/faults', { schema: { hide: true } }, async (request, reply) => {
    const times = faults.plan(formOf(request));
    return times === null ? reply.code(400).send({ error: 'kind, times' }) : { planned: times };
  });
}
