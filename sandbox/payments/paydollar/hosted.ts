import type { FastifyInstance, FastifyReply } from 'fastify';
import { addDaysHk, dayHkOf, isDayHk } from '#shared/hk-time.ts';
import { cardScheme, originOf, sendPayPage } from '../pay-page.ts';
import { formOf } from '../forms.ts';
import { isWebhookMode } from '../webhook-modes.ts';
import {
  BANKS,
  centsOfText,
  chosenByCents,
  isBank,
  REFUSALS,
  type Asked,
  type Bank,
  type PaydollarBank,
  type Schedule,
  type Try,
} from './bank.ts';
import { secureHash, type Datafeed, type SigningAccount } from './datafeed.ts';

export interface HostedOptions extends SigningAccount {
  bank: PaydollarBank;
  datafeed: Datafeed;
  clock: () => Date;
  /** Path prefix of the stand-in's pages. */
  base: string;
}

const fieldOf = ({ fields }: Asked, name: string): string => fields.find(([one]) => one === name)?.[1] ?? '';

interface Card {
  method: string;
  first4: string;
  last4: string;
  expMonth: string;
  expYear: string;
}
const NO_CARD: Card = { method: '', first4: '', last4: '', expMonth: '', expYear: '' };

/** An attempt with the bank's result. */
export function endTry(
  bank: PaydollarBank,
  verdict: Exclude<Bank, 'failThenOk'>,
  about: Pick<Try, 'ref' | 'cents' | 'payType' | 'channel' | 'told' | 'remark'> &
    Card &
    Partial<Omit<Try, 'at'>> & { at: Date },
): Try {
  const { at, ...rest } = about;
  const refusal = verdict === 'ok' ? null : REFUSALS[verdict];
  return bank.tries.put({
    mSchPayId: '',
    dSchPayId: '',
    refundOf: '',
    doneAt: '',
    chargebackAt: '',
    answers: [],
    ...rest,
    id: bank.nextPayRef(),
    status: refusal ? 'Rejected' : rest.payType === 'H' ? 'Authorized' : 'Accepted',
    prc: refusal?.prc ?? '0',
    src: refusal?.src ?? '0',
    at: at.toISOString(),
  });
}

/** The schedule requested with an order's payment; null if none. */
function scheduleAsked(order: Asked, id: string, card: Card): Schedule | null {
  if (fieldOf(order, 'appId') !== 'SP') return null;
  const two = (name: string) => fieldOf(order, name).padStart(2, '0');
  const startDay = `${fieldOf(order, 'sYear')}-${two('sMonth')}-${two('sDay')}`;
  const every = Number(fieldOf(order, 'nSch'));
  if (!isDayHk(startDay) || !Number.isInteger(every) || every < 1) return null;
  const everyMonths = fieldOf(order, 'schType') === 'Year' ? every * 12 : every;
  return { id, ref: order.id, cents: order.cents, everyMonths, startDay, nextDay: startDay, status: 'Active', ...card };
}

/** The hosted page: receives a signed form from the browser and takes the payment. */
export function hostedPage(app: FastifyInstance, { bank, datafeed, clock, base, ...account }: HostedOptions): void {
  const refuse = (reply: FastifyReply, why: string) =>
    reply.code(400).type('text/plain; charset=utf-8').send(`PayDollar (sandbox): ${why}`);

  function show(reply: FastifyReply, order: Asked, fault?: string): FastifyReply {
    const { bank: chosen, told } = chosenByCents(order.cents);
    return sendPayPage(reply, {
      provider: 'PayDollar',
      action: `${base}/pay/${order.id}`,
      amountCents: order.cents,
      description: fieldOf(order, 'remark'),
      number: order.id,
      isCard: ['CC', 'ALL', 'VISA', 'Master'].includes(fieldOf(order, 'payMethod')),
      banks: BANKS,
      bank: chosen,
      told,
      exampleCard: '4918914107195005',
      ...(fault === undefined ? {} : { fault }),
      leadsTo: ['successUrl', 'failUrl', 'cancelUrl'].map((name) => originOf(fieldOf(order, name))),
    });
  }

  app.post('/payment/payForm.jsp', { schema: { hide: true } }, async (request, reply) => {
    const form = formOf(request);
    const given = (name: string) => form.get(name) ?? '';
    const names = ['merchantId', 'orderRef', 'currCode', 'amount', 'payType'];
    const parts = names.map(given);
    const isSigned = account.secrets.some(
      (secret) => secureHash(account.hash, [...parts, secret]) === given('secureHash').toLowerCase(),
    );
    const cents = centsOfText(given('amount'));
    if (given('merchantId') !== account.merchantId) return refuse(reply, 'unknown merchant (prc -1)');
    if (!isSigned) return refuse(reply, 'invalid secureHash (prc -1)');
    if (given('orderRef') === '' || given('orderRef').length > 35) return refuse(reply, 'empty reference (src 2008)');
    if (cents === null || cents === 0 || given('currCode') !== '344')
      return refuse(reply, 'invalid amount or currency');
    if (![...form.values()].every((value) => !value.includes('&')))
      return refuse(reply, 'a value contains an ampersand');
    if (!['successUrl', 'failUrl', 'cancelUrl'].every((name) => originOf(given(name))))
      return refuse(reply, 'invalid URL');
    const order: Asked = { id: given('orderRef'), fields: [...form], cents };
    const before = bank.asked.get(order.id);
    const isPaid = bank.triesOf(order.id).some(({ status }) => status !== 'Rejected');
    if (isPaid || (before && before.cents !== cents)) return refuse(reply, 'duplicate reference (prc -8, src 2007)');
    bank.asked.put(order);
    return show(reply, order);
  });

  app.post<{ Params: { ref: string } }>('/pay/:ref', { schema: { hide: true } }, async (request, reply) => {
    const order = bank.asked.get(request.params.ref);
    if (!order) return reply.callNotFound();
    const form = formOf(request);
    const back = (name: string) => {
      const url = new URL(fieldOf(order, name));
      url.searchParams.set('Ref', order.id);
      return reply.redirect(url.href, 303);
    };
    if (form.get('do') === 'cancel') return back('cancelUrl');
    if (bank.triesOf(order.id).some(({ status }) => status !== 'Rejected')) return back('successUrl');

    let card: Card = { ...NO_CARD, method: fieldOf(order, 'payMethod') };
    if (['CC', 'ALL', 'VISA', 'Master'].includes(card.method)) {
      const digits = (form.get('cardNo') ?? '').replaceAll(' ', '');
      const scheme = cardScheme(digits);
      const [, expMonth, expYear] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(form.get('expiry') ?? '') ?? [];
      if (!scheme)
        return show(
          reply,
          order,
          '卡號不正確 The card number must have 16 digits and begin with 4 (Visa) or 5 (Mastercard)',
        );
      if (!expMonth || !expYear) return show(reply, order, '到期日不正確 The expiry must have the form MM/YY');
      // The full number is not stored here either.
      card = { method: scheme, first4: digits.slice(0, 4), last4: digits.slice(-4), expMonth, expYear: `20${expYear}` };
    }
    const byCents = chosenByCents(order.cents);
    const wanted = form.get('bank') ?? '';
    const verdict = isBank(wanted) ? wanted : byCents.bank;
    const way = form.get('told') ?? '';
    const told = isWebhookMode(way) ? way : byCents.told;
    const payType = fieldOf(order, 'payType') === 'H' ? 'H' : 'N';
    const at = clock();
    const about = { ...card, ref: order.id, cents: order.cents, payType, channel: 'SPC', told, at } as const;
    const remark = fieldOf(order, 'remark');
    const isRefusedFirst = verdict === 'failThenOk' || (told === 'muddled' && verdict === 'ok');
    const before = isRefusedFirst ? endTry(bank, 'declined', { ...about, remark }) : null;
    const isGood = verdict === 'ok' || verdict === 'failThenOk';
    const schedule = isGood ? scheduleAsked(order, `${Number(bank.nextPayRef()) - 8_000_000}`, card) : null;
    if (schedule) bank.schedules.put(schedule);
    const one = endTry(bank, isGood ? 'ok' : verdict, { ...about, remark, mSchPayId: schedule?.id ?? '' });
    const member = bank.cards.get(fieldOf(order, 'memberPay_memberId'));
    if (isGood && member && fieldOf(order, 'addNewMember') === 'true') bank.cards.put({ ...member, ...card });
    datafeed.tell(one, before);
    return back(isGood ? 'successUrl' : 'failUrl');
  });
}

/** The next charge day; the last of the month if it has no such day. */
function nextChargeDay({ startDay, nextDay, everyMonths }: Schedule): string {
  const [year = 0, month = 1] = nextDay.split('-').map(Number);
  const index = year * 12 + month - 1 + everyMonths;
  const first = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
  const wanted = addDaysHk(first, Number(startDay.slice(8)) - 1);
  const after = `${Math.floor((index + 1) / 12)}-${String(((index + 1) % 12) + 1).padStart(2, '0')}-01`;
  return wanted < after ? wanted : addDaysHk(after, -1);
}

/** A scheduled charge on its day. */
export function chargeSchedule(
  { bank, datafeed, clock }: Pick<HostedOptions, 'bank' | 'datafeed' | 'clock'>,
  schedule: Schedule,
  verdict: Exclude<Bank, 'failThenOk'>,
  told: Try['told'],
): Try {
  const { id, ref, cents, method, first4, last4, expMonth, expYear } = schedule;
  const card = { method, first4, last4, expMonth, expYear };
  const dSchPayId = `${id}${dayHkOf(clock()).replaceAll('-', '')}${bank.tries.list().length}`;
  const about = { ...card, ref, cents, payType: 'N', channel: 'SCH', remark: '', told, at: clock() } as const;
  bank.schedules.put({ ...schedule, nextDay: nextChargeDay(schedule) });
  const one = endTry(bank, verdict, { ...about, mSchPayId: id, dSchPayId });
  datafeed.tell(one);
  return one;
}
