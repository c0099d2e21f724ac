import type { FastifyInstance } from 'fastify';
import { dateTimeHk, dayHkOf, isDayHk } from '#shared/hk-time.ts';
import { escapeHtml as escape, sendInboxPage } from '../../inbox-page.ts';
import type { Faults } from '../faults.ts';
import { formOf } from '../forms.ts';
import { settledCard, settlementFile, type CardMovement } from '../settlement.ts';
import { isWebhookMode, WEBHOOK_MODES } from '../webhook-modes.ts';
import { amountText, BANKS, isBank, type PaydollarBank, type Try } from './bank.ts';
import type { Datafeed } from './datafeed.ts';
import { chargeSchedule } from './hosted.ts';

export interface ControlPageOptions {
  bank: PaydollarBank;
  datafeed: Datafeed;
  faults: Faults;
  clock: () => Date;
  base: string;
}

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words)
    .map(([value, text]) => `<option value="${value}">${escape(text)}</option>`)
    .join('');

/** Settled movements: sales, completed refunds, and chargebacks. */
function settledLines(bank: PaydollarBank, now: Date): CardMovement[] {
  return bank.tries.list().flatMap((one): CardMovement[] => {
    const about = { txn: one.id, attempt: one.ref, cents: one.cents };
    if (one.status === 'Refund')
      return Date.parse(one.doneAt) <= now.getTime() ? [{ ...about, kind: 'refunded', at: one.doneAt }] : [];
    if (one.status !== 'Accepted') return [];
    const sale: CardMovement = { ...about, kind: 'paid', at: one.at };
    return one.chargebackAt ? [sale, { ...about, kind: 'chargeback', at: one.chargebackAt }] : [sale];
  });
}

/** The control page of the stand-in: its book, resending of webhooks, and fault injection. */
export function paydollarControlPage(
  app: FastifyInstance,
  { bank, datafeed, faults, clock, base }: ControlPageOptions,
): void {
  const home = `${base}/_sim`;
  const button = (action: string, name: string) =>
    `<form method="post" action="${home}/${action}"><button>${name}</button></form>`;

  function item(one: Try): string {
    const told = one.status === 'Refund' ? `a refund of ${escape(one.refundOf)}` : WEBHOOK_MODES[one.told];
    const presses = [
      one.status === 'Refund' ? '' : button(`tries/${one.id}/tell`, 'Send the datafeed now'),
      one.status === 'Accepted' && !one.chargebackAt ? button(`tries/${one.id}/chargeback`, 'Charge back') : '',
    ];
    return `<li class="card"><p><strong>${escape(one.ref)} · HK$${amountText(one.cents)} · ${one.status}</strong><br><small>PayRef ${one.id} · ${dateTimeHk(new Date(one.at))} Hong Kong time · ${one.channel} · prc ${escape(one.prc)} src ${escape(one.src)} · ${escape(one.method)} …${escape(one.last4)}</small></p><p>Datafeed: ${escape(told)}. Responses of the site: ${escape(one.answers.join(', ') || 'none yet')}</p><div class="presses">${presses.join('')}</div></li>`;
  }

  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect(home, 303));
  app.get('/_sim', { schema: { hide: true } }, async (_request, reply) => {
    const tries = bank.tries.list().toReversed().map(item).join('');
    const schedules = bank.schedules
      .list()
      .map(
        (one) =>
          `<li class="card"><p><strong>Schedule ${one.id} · ${escape(one.ref)} · HK$${amountText(one.cents)}</strong><br><small>${one.status} · every ${one.everyMonths} months · next ${one.nextDay}</small></p>${one.status === 'Active' ? `<form method="post" action="${home}/schedules/${one.id}/charge"><label>What the bank does<select name="bank">${options(BANKS)}</select></label><label>How the site is notified<select name="told">${options(WEBHOOK_MODES)}</select></label><button>Charge it now</button></form>` : ''}</li>`,
      )
      .join('');
    const cards = bank.cards
      .list()
      .filter(({ last4 }) => last4 !== '')
      .map(
        (one) =>
          `<li class="card"><p><strong>${escape(one.id)} · ${escape(one.method)} …${escape(one.last4)}</strong><br><small>when charged, the bank: ${BANKS[one.bank]}</small></p><form method="post" action="${home}/cards/${encodeURIComponent(one.id)}"><label>When charged, the bank<select name="bank">${options(BANKS)}</select></label><button>Apply</button></form></li>`,
      )
      .join('');
    const today = dayHkOf(clock());
    const body = `<p>Records of the stand-in for PayDollar. No card is charged, and nothing leaves this machine.</p><p><a href="${home}">Refresh</a> · <a href="${home}/settlement.csv?day=${today}">Settlement of today</a> (in our own format: the format of PayDollar is not public)</p><h2>Attempts, latest first</h2><ul class="list">${tries || '<li>None yet.</li>'}</ul><h2>Schedules</h2><ul class="list">${schedules || '<li>None yet.</li>'}</ul><h2>Stored cards</h2><ul class="list">${cards || '<li>None yet.</li>'}</ul><h2>Magic amounts</h2><dl><dt>….51</dt><dd>declined: insufficient funds</dd><dt>….03</dt><dd>declined: the payer was not authenticated</dd><dt>….99</dt><dd>no datafeed</dd><dt>….98</dt><dd>datafeed sent twice</dd><dt>….97</dt><dd>declined first, then approved</dd><dt>….96</dt><dd>datafeed with an invalid signature</dd></dl>`;
    return sendInboxPage(reply, 'PayDollar (sandbox)', body);
  });

  app.get('/_sim/book', { schema: { hide: true } }, async () => ({
    tries: bank.tries.list(),
    schedules: bank.schedules.list(),
  }));

  app.get<{ Querystring: { day?: unknown } }>(
    '/_sim/settlement.csv',
    { schema: { hide: true } },
    async (request, reply) => {
      const { day } = request.query;
      const now = clock();
      const wanted = typeof day === 'string' && isDayHk(day) ? day : dayHkOf(now);
      return reply
        .type('text/csv; charset=utf-8')
        .send(settlementFile(settledLines(bank, now).map(settledCard), wanted));
    },
  );

  app.post<{ Params: { id: string; action: string } }>(
    '/_sim/tries/:id/:action',
    { schema: { hide: true } },
    async (request, reply) => {
      const one = bank.tries.get(request.params.id);
      if (!one || one.status === 'Refund') return reply.callNotFound();
      if (request.params.action === 'tell') datafeed.resend(one);
      else if (request.params.action === 'chargeback') bank.tries.put({ ...one, chargebackAt: clock().toISOString() });
      else return reply.callNotFound();
      return reply.redirect(home, 303);
    },
  );

  app.post<{ Params: { id: string } }>(
    '/_sim/schedules/:id/charge',
    { schema: { hide: true } },
    async (request, reply) => {
      const schedule = bank.schedules.get(request.params.id);
      const form = formOf(request);
      const wanted = form.get('bank') ?? '';
      const told = form.get('told') ?? '';
      if (schedule?.status !== 'Active') return reply.callNotFound();
      const verdict = isBank(wanted) && wanted !== 'failThenOk' ? wanted : 'ok';
      chargeSchedule({ bank, datafeed, clock }, schedule, verdict, isWebhookMode(told) ? told : 'once');
      return reply.redirect(home, 303);
    },
  );

  /** Runs schedules: charges everything due up to a day, as often as it is due. */
  app.post('/_sim/due', { schema: { hide: true } }, async (request, reply) => {
    const day = formOf(request).get('day') ?? '';
    if (!isDayHk(day)) return reply.code(400).send({ error: 'day=YYYY-MM-DD' });
    let charged = 0;
    for (const { id } of bank.schedules.list())
      for (;;) {
        const schedule = bank.schedules.get(id);
        if (schedule?.status !== 'Active' || schedule.nextDay > day) break;
        chargeSchedule({ bank, datafeed, clock }, schedule, 'ok', 'once');
        charged++;
      }
    return { charged };
  });

  app.post<{ Params: { id: string } }>('/_sim/cards/:id', { schema: { hide: true } }, async (request, reply) => {
    const card = bank.cards.get(request.params.id);
    const wanted = formOf(request).get('bank') ?? '';
    if (!card || !isBank(wanted)) return reply.callNotFound();
    bank.cards.put({ ...card, bank: wanted });
    return reply.redirect(home, 303);
  });

  /** Plans faults of the next calls by name. */
  app.post('/_sim/faults', { schema: { hide: true } }, async (request, reply) => {
    const times = faults.plan(formOf(request));
    return times === null ? reply.code(400).send({ error: 'kind, times' }) : { planned: times };
  });
}
