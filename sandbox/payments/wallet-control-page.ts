import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dateTimeHk, dayHkOf, isDayHk } from '#shared/hk-time.ts';
import { escapeHtml as escape, sendInboxPage as send } from '../inbox-page.ts';
import { FAULTS, type Faults } from './faults.ts';
import { formOf } from './forms.ts';
import { BEHAVIOURS, MAGIC_CENTS, type Bank, type Deal } from './wallet-bank.ts';
import type { Notices } from './wallet-notices.ts';

/** The reply to a wallet call. */
export interface Answer {
  status: number;
  body: unknown;
}

/** The simulated wallet. */
interface Wallet {
  bank: Bank;
  /** Null if it sends no webhooks. */
  notices: Notices | null;
  faults: Faults;
  /** Mount path, `/sandbox/payme`. */
  base: string;
  name: string;
  /** Calls that can be made to fail, and kinds of webhooks that can be sent by hand. */
  calls: readonly string[];
  kinds: readonly string[];
  /** Provider-specific magic amounts, besides the common cents. */
  amounts?: readonly (readonly [amount: string, meaning: string])[];
  /**
   * The page that confirms a payment, for testers who cannot scan the code; null if only the shop's form leads there.
   */
  pageOf: ((deal: Deal) => string) | null;
  /** Refunds a payment, as staff would in the provider's portal. */
  refundByHand: (deal: Deal) => boolean;
}

export const hkd = (cents: number): string => `HK$${(cents / 100).toFixed(2)}`;

/** Also allows forms to the shop, whose origin differs if the stand-in runs in a separate process. */
export function allowFormsTo(app: FastifyInstance, siteUrl: string): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string')
      void reply.header(
        'content-security-policy',
        policy.replace("form-action 'self'", `form-action 'self' ${new URL(siteUrl).origin}`),
      );
    done(null, payload);
  });
}

const when = (ms: number) => `<time datetime="${new Date(ms).toISOString()}">${dateTimeHk(new Date(ms))}</time>`;

/** The control page: the stand-in's book, and switches for faults. */
export function walletControlPage(app: FastifyInstance, wallet: Wallet): void {
  const { bank, notices, faults, base, name, calls, kinds, amounts = [], pageOf, refundByHand } = wallet;
  const hidden = { schema: { hide: true } };

  function item(deal: Deal): string {
    const { id, number, cents, what, wallet: by, openedMs, endsMs, paid, refunds, chargedBackMs, reason, log } = deal;
    const press = (action: string, words: string, value = '') =>
      `<form method="post" action="${base}/_sim/deals/${encodeURIComponent(id)}/${action}"><input type="hidden" name="kind" value="${escape(value)}"><button>${words}</button></form>`;
    const facts: [string, string][] = [
      ['Order number of the shop', escape(number)],
      ['Provider id', escape(id)],
      ['Description', escape(`${what}${by ? `, ${by}` : ''}`)],
      ['Created', `${when(openedMs)}, open until ${when(endsMs)}`],
      ['Reported state', `${bank.told(deal)}${reason ? ` (${escape(reason)})` : ''}`],
    ];
    if (paid)
      facts.push([
        'Captured',
        `${hkd(paid.cents)} at ${when(paid.atMs)}, ${escape(paid.txn)}, ${escape(BEHAVIOURS[paid.behaviour])}`,
      ]);
    for (const refund of refunds)
      facts.push([
        'Refunded',
        `${hkd(refund.cents)} at ${when(refund.atMs)}, ${escape(`${refund.txn} ${refund.reason}`)}`,
      ]);
    if (chargedBackMs !== null) facts.push(['Charged back', when(chargedBackMs)]);
    const page = pageOf && !paid && bank.told(deal) === 'open' ? `<p><a href="${pageOf(deal)}">Pay it</a></p>` : '';
    const presses = [
      ...(notices ? kinds.map((kind) => press('notice', `Send webhook: ${escape(kind)}`, kind)) : []),
      ...(notices ? [press('broken', 'Send webhook with an invalid signature', kinds[0])] : []),
      ...(paid && bank.refunded(deal) < paid.cents ? [press('refund', 'Refund all in the portal')] : []),
      ...(paid && chargedBackMs === null ? [press('chargeback', 'Charge back')] : []),
    ];
    return `<li class="card"><h2>${hkd(cents)}</h2><dl>${facts.map(([term, fact]) => `<dt>${term}</dt><dd>${fact}</dd>`).join('')}</dl>${page}${log.length ? `<pre>${escape(log.join('\n'))}</pre>` : ''}<div class="presses">${presses.join('')}</div></li>`;
  }

  function switches(): string {
    const option = (value: string, words: string) => `<option value="${escape(value)}">${escape(words)}</option>`;
    const trouble = `<section class="card"><h2>Fault injection</h2>${
      faults.list().length
        ? `<p>Planned: ${faults
            .list()
            .map(([call, { kind, times }]) => escape(`${call} ${FAULTS[kind]}, ${times} times`))
            .join('; ')}</p>`
        : ''
    }<form class="column" method="post" action="${base}/_sim/faults"><label>Next call<select name="call">${calls.map((call) => option(call, call)).join('')}</select></label><label>Fault<select name="kind">${Object.entries(
      FAULTS,
    )
      .map(([kind, words]) => option(kind, words))
      .join(
        '',
      )}</select></label><label>Times<input name="times" value="1" inputmode="numeric"></label><button>Plan fault</button></form></section>`;
    const clock = `<section class="card"><h2>Clock</h2><p>${dateTimeHk(bank.now())} Hong Kong time</p><form class="column" method="post" action="${base}/_sim/clock"><label>Advance by seconds<input name="seconds" value="300" inputmode="numeric"></label><button>Advance</button></form></section>`;
    const day = dayHkOf(bank.now());
    const books = `<section class="card"><h2>Books</h2><p><a href="${base}/settlement.csv?day=${day}">Settlement of ${day}</a> · <a href="${base}/_sim/book">All movements</a></p><p>Settlement files are in a format of the site.</p><form method="post" action="${base}/_sim/reset"><button>Reset</button></form></section>`;
    return `<div class="cards">${calls.length ? trouble : ''}${clock}${books}</div>`;
  }

  app.get('/', hidden, async (_request, reply) => {
    const deals = bank.list().slice(0, 100);
    const list = deals.length ? `<ul class="list">${deals.map(item).join('')}</ul>` : '<p>No payments yet.</p>';
    const cents = Object.entries(MAGIC_CENTS).map(
      ([ending, how]) => [`….${ending}`, how === 'declined' ? 'Declined' : BEHAVIOURS[how]] as const,
    );
    const magic = [...amounts, ...cents]
      .map(([amount, meaning]) => `<dt>${escape(amount)}</dt><dd>${escape(meaning)}</dd>`)
      .join('');
    return send(
      reply,
      `${name} (sandbox)`,
      `<p>Stand-in for the provider: no money moves, and nothing leaves this machine.</p><h2>Payments, latest first</h2><p><a href="${base}/">Refresh</a></p>${list}${switches()}<h2>Magic amounts</h2><p>The payment page offers the same choices.</p><dl>${magic}</dl>`,
    );
  });

  app.get('/_sim/book', hidden, async () => ({ movements: bank.movements() }));
  app.get<{ Querystring: { day?: unknown } }>('/settlement.csv', hidden, async (request, reply) => {
    const { day } = request.query;
    const wanted = typeof day === 'string' && isDayHk(day) ? day : dayHkOf(bank.now());
    return reply.type('text/csv; charset=utf-8').send(bank.settlement(wanted));
  });

  const back = (reply: FastifyReply) => reply.redirect(`${base}/`, 303);
  app.post('/_sim/faults', hidden, async (request, reply) => {
    const form = formOf(request);
    if (!calls.includes(form.get('call') ?? '') || faults.plan(form) === null) return reply.callNotFound();
    return back(reply);
  });
  app.post('/_sim/clock', hidden, async (request, reply) => {
    const seconds = Number(formOf(request).get('seconds'));
    if (!(seconds >= 0 && seconds <= 366 * 86_400)) return reply.callNotFound();
    bank.moveClock(seconds);
    notices?.tick();
    return back(reply);
  });
  app.post('/_sim/reset', hidden, async (_request, reply) => {
    bank.reset();
    faults.clear();
    return back(reply);
  });
  app.post<{ Params: { id: string; action: string } }>('/_sim/deals/:id/:action', hidden, async (request, reply) => {
    const { id, action } = request.params;
    const deal = bank.get(id);
    const kind = formOf(request).get('kind') ?? '';
    if (!deal) return reply.callNotFound();
    if (action === 'refund') {
      if (refundByHand(deal)) bank.note(id, 'refunded in the portal');
    } else if (action === 'chargeback') bank.chargeBack(deal);
    else if (notices && kinds.includes(kind) && (action === 'notice' || action === 'broken'))
      notices.queue(id, kind, { isBroken: action === 'broken' });
    else return reply.callNotFound();
    return back(reply);
  });
}

/** The payer's choices: the outcome of the payment, or the reason of a refusal. */
export function payForm(
  action: string,
  deal: Deal,
  reasons: readonly (readonly [code: string, words: string])[],
): string {
  const magic = MAGIC_CENTS[deal.cents % 100] ?? 'pays';
  const option = (value: string, words: string) =>
    `<option value="${escape(value)}"${value === magic ? ' selected' : ''}>${escape(words)}</option>`;
  const behaviours = Object.entries(BEHAVIOURS).map(([how, words]) => option(how, words));
  const refusals = reasons.map(
    ([code, words], i) =>
      `<option value="${escape(code)}"${magic === 'declined' && i === 0 ? ' selected' : ''}>Declined: ${escape(words)}</option>`,
  );
  return `<section class="card"><p><strong>${hkd(deal.cents)}</strong></p><p lang="zh-HK">${escape(deal.what)}</p><p><small>${escape(deal.number)}</small></p><form class="column" method="post" action="${action}"><label>會發生甚麼 What happens<select name="do">${behaviours.join('')}${refusals.join('')}</select></label><button>確認 Go on</button></form></section>`;
}

/** The chosen outcome, or the one preselected by the cents. */
export function chosenOf(request: FastifyRequest, deal: Deal): string {
  return formOf(request).get('do') ?? MAGIC_CENTS[deal.cents % 100] ?? 'pays';
}
