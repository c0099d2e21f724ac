// Staff commands about plans, codes and applications: verbs of `npm run money` (scripts/money.ts), with the same
// conventions.
import type { Db } from '#db/database.ts';
import { creditOutage, endCodes, giveTime, makeCodes, makePlan, repricePlan, sellPlan } from '#domain/buying/buying.ts';
import {
  approveOffline,
  listPendingApplications,
  refuseOffline,
} from '#domain/offline-applications/offline-applications.ts';
import type { Hand, PaymentServices } from '#domain/payments/payments.ts';
import { resumeByHand } from '#domain/renewals/renewals.ts';
import { listPlans } from '#domain/subscriptions/subscriptions.ts';
import { dateTimeHk, instantHk } from '#shared/hk-time.ts';
import { StartError } from './prepare.ts';
import { wordsOf } from './words-of.ts';

export const PLAN_LOOKS_USAGE = `  npm run money -- plans                            what is offered now
  npm run money -- applications                     by cheque and deposit, the first that is due first`;

export const PLAN_CHANGES_USAGE = `  npm run money -- approve APPLICATION CENTS DAY    its money came on that day: the plan begins
  npm run money -- refuse APPLICATION WORDS         it is told with these words
  npm run money -- codes discount NAME cents|percent VALUE COUNT USES FROM TO [new|former] [PLAN…]
  npm run money -- codes redeem|link NAME days VALUE COUNT USES FROM TO [new|former] PLAN
  npm run money -- codes redeem|link NAME film|event ID COUNT USES FROM TO [new|former]
                                                    COUNT codes of USES each, from a day up to another; COUNT may be a word;
                                                    new, former: for who never had a plan, or has none any more;
                                                    in place of plans: film:ID event:ID campaign:ID, film for all
  npm run money -- end-codes BATCH|CODE…            nobody uses them from now on
  npm run money -- credit NAME FROM TO DAYS WORDS   days for all whose plan ran on these days, told with these words
  npm run money -- give MEMBER PLAN DAYS            time by hand
  npm run money -- resume MEMBER                    renews again what was stopped, also after a chargeback
  npm run money -- plan once|monthly|yearly|offline NAME CENTS DAYS WORDS
                                                    a new plan, not offered yet
  npm run money -- price PLAN CENTS                 the price of before holds for an hour
  npm run money -- sell PLAN FROM|now UNTIL|never   when a plan is offered`;

function whole(text: string | undefined): number {
  if (!/^\d{1,9}$/.test(text ?? '')) throw new StartError(`${text ?? 'Nothing'} is no number.`);
  return Number(text);
}

const { day: dayOf } = wordsOf('');
const beginOf = (text: string | undefined): Date => instantHk(dayOf(text), 0);
const endOf = (text: string | undefined): Date => instantHk(dayOf(text), 24 * 60);

type Look = (db: Db, words: string[], now: Date) => Promise<string[]>;
type Change = (services: PaymentServices, hand: Hand, words: string[]) => Promise<string[]>;

export const PLAN_LOOKS: Readonly<Record<string, Look>> = {
  plans: async (db, _words, now) =>
    (await listPlans({ db, now })).map(
      ({ id, name, kind, priceCents, days, sellsUntil }) =>
        `${id}  ${kind}  ${priceCents} cents  ${days} days  ${name}  until ${sellsUntil ? dateTimeHk(sellsUntil) : 'it is ended'}`,
    ),
  applications: async (db) =>
    (await listPendingApplications(db)).map(
      ({ id, orderId, state, dueOn, paymentMethod, plans365, extra30days, receipt }) =>
        `${id}  due ${dueOn}  state ${state}  order ${orderId}  ${paymentMethod === 1 ? 'cheque' : 'deposit'}  ${plans365} × 365 + ${extra30days} × 30 days  ${receipt ?? 'no picture'}`,
    ),
};

/** Product kinds by their name on the command line. */
const PRODUCTS = { film: 'premium', event: 'livestream', campaign: 'campaign' } as const;

async function newCodes({ db, clock }: PaymentServices, hand: Hand, words: string[]): Promise<string[]> {
  const [kind, name = '', unit, value, count = '', uses, from, to, ...rest] = words;
  const [first] = rest;
  const eligible = first === 'new' || first === 'former' ? first : 'all';
  const plans = eligible === 'all' ? rest : rest.slice(1);
  if (kind !== 'discount' && kind !== 'redeem' && kind !== 'link') throw new StartError('discount, redeem or link?');
  const amount = whole(value);
  const worth =
    unit === 'days'
      ? { days: amount }
      : unit === 'cents' || unit === 'percent'
        ? { discount: { type: unit === 'cents' ? (1 as const) : (2 as const), value: amount } }
        : unit === 'film' || unit === 'event'
          ? { product: { kind: PRODUCTS[unit], ids: [amount] } }
          : null;
  if (worth === null) throw new StartError('cents, percent, days, film or event?');
  // A discount on films or events names them: film:3 event:2; film alone applies to all films.
  const named = plans.flatMap((word) => {
    const found = /^(film|event|campaign)(?::(\d+))?$/.exec(word);
    return found ? [found] : [];
  });
  const [ofProducts] = named;
  const product = ofProducts && {
    kind: PRODUCTS[ofProducts[1] as keyof typeof PRODUCTS],
    ids: named.flatMap(([, , id]) => (id === undefined ? [] : [whole(id)])),
  };
  const isCount = /^\d+$/.test(count);
  const each = whole(uses);
  const made = await makeCodes(
    db,
    hand,
    {
      kind,
      name,
      ...(product ? { product } : {}),
      ...worth,
      planIds: product ? [] : plans.map(whole),
      startsAt: beginOf(from),
      endsAt: endOf(to),
      maxPerMember: 1,
      maxInAll: isCount ? whole(count) * each : each,
      eligible,
      codes: isCount ? whole(count) : [count],
      maxUses: each,
    },
    clock(),
  );
  return [`Batch ${made.batchId}:`, ...made.codes];
}

const ofPayments = (payments: PaymentServices) => ({ db: payments.db, siteUrl: payments.siteUrl, payments });

export const PLAN_CHANGES: Readonly<Record<string, Change>> = {
  approve: async (services, hand, [id, cents, day]) => {
    const asked = { id: whole(id), cents: whole(cents), receivedAt: beginOf(day) };
    await approveOffline(ofPayments(services), hand, asked, services.clock());
    return [`Application ${asked.id} is approved.`];
  },
  refuse: async (services, hand, [id, ...words]) => {
    const said = words.join(' ').trim();
    if (said === '') throw new StartError('Say in words what its member is told.');
    await refuseOffline(ofPayments(services), hand, { id: whole(id), said }, services.clock());
    return [`Application ${whole(id)} is refused.`];
  },
  codes: newCodes,
  'end-codes': async ({ db, clock }, hand, words) => {
    const [first = ''] = words;
    const which = words.length === 1 && /^\d+$/.test(first) ? { batchId: whole(first) } : { codes: words };
    return [`${await endCodes(db, hand, which, clock())} ended.`];
  },
  credit: async ({ db, clock }, hand, [name = '', from, to, days, ...words]) => {
    const said = words.join(' ').trim();
    if (said === '') throw new StartError('Say in words what members are told.');
    const outage = { name, from: beginOf(from), to: endOf(to), days: whole(days), said };
    return [`${await creditOutage(db, hand, outage, clock())} members have ${outage.days} days more.`];
  },
  give: async ({ db, clock }, hand, [member, plan, days]) => {
    const time = { memberId: whole(member), planId: whole(plan), days: whole(days) };
    await giveTime(db, hand, time, clock());
    return [`Member ${time.memberId} has ${time.days} days more.`];
  },
  resume: async ({ db, clock }, hand, [member]) => {
    const id = whole(member);
    await resumeByHand(db, hand, id, clock());
    return [`The plan of member ${id} renews again.`];
  },
  plan: async ({ db, clock }, hand, [kind, name = '', cents, days, ...words]) => {
    if (kind !== 'once' && kind !== 'monthly' && kind !== 'yearly' && kind !== 'offline')
      throw new StartError('once, monthly, yearly or offline?');
    const id = await makePlan(
      db,
      hand,
      {
        kind,
        name,
        priceCents: whole(cents),
        days: whole(days),
        periodMonths: kind === 'monthly' ? 1 : kind === 'yearly' ? 12 : null,
        description: words.join(' '),
        maxQuantity: kind === 'offline' ? 2 : 1,
        eligible: 'all',
        sellsFrom: null,
        sellsUntil: null,
        position: 0,
      },
      clock(),
    );
    return [`Plan ${id} is there; sell it to offer it.`];
  },
  price: async ({ db, clock }, hand, [plan, cents]) => {
    await repricePlan(db, hand, whole(plan), whole(cents), clock());
    return [`Plan ${whole(plan)} costs ${whole(cents)} cents.`];
  },
  sell: async ({ db, clock }, hand, [plan, from, until]) => {
    const now = clock();
    const sale = {
      sellsFrom: from === 'now' ? now : beginOf(from),
      sellsUntil: until === 'never' || until === undefined ? null : endOf(until),
    };
    await sellPlan(db, hand, whole(plan), sale, now);
    return [`Plan ${whole(plan)} is offered from ${dateTimeHk(sale.sellsFrom)}.`];
  },
};
