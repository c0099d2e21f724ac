// Staff commands about plans, codes and applications: verbs of `npm run money` (scripts/money.ts), with the same
// conventions.
import type { Db } from '#db/database.ts';
import type { Hand } from '#domain/audit/audit.ts';
import { creditOutage, endCodes, giveTime, makeCodes, makePlan, repricePlan, sellPlan } from '#domain/buying/buying.ts';
import {
  approveOffline,
  listPendingApplications,
  refuseOffline,
} from '#domain/offline-applications/offline-applications.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import { resumeByHand } from '#domain/renewals/renewals.ts';
import { listPlans } from '#domain/subscriptions/subscriptions.ts';
import { dateTimeHk, instantHk } from '#shared/hk-time.ts';
import { StartError } from './prepare.ts';
import { argumentParsers } from './words-of.ts';

export const PLAN_LOOKS_USAGE = `  npm run money -- plans                            list plans on sale
  npm run money -- applications                     list applications by cheque and deposit, earliest due date first`;

export const PLAN_CHANGES_USAGE = `  npm run money -- approve APPLICATION CENTS DAY    record that it was paid on that day and start the plan
  npm run money -- refuse APPLICATION WORDS         reject an application, with a message to the member
  npm run money -- codes discount NAME cents|percent VALUE COUNT USES FROM TO [new|former] [PLAN…]
  npm run money -- codes redeem|link NAME days VALUE COUNT USES FROM TO [new|former] PLAN
  npm run money -- codes redeem|link NAME film|event ID COUNT USES FROM TO [new|former]
                                                    create COUNT codes of USES uses each, valid between two days; COUNT may be a word;
                                                    new, former: only for members who never had a plan, or no longer have one;
                                                    instead of plans: film:ID event:ID campaign:ID; film alone for all films
  npm run money -- end-codes BATCH|CODE…            disable codes
  npm run money -- credit NAME FROM TO DAYS WORDS   credit days to all plans running on these days, with a message to members
  npm run money -- give MEMBER PLAN DAYS            give plan time to a member
  npm run money -- resume MEMBER                    resume a stopped renewal, also after a chargeback
  npm run money -- plan once|monthly|yearly|offline NAME CENTS DAYS WORDS
                                                    create a plan that is not yet on sale
  npm run money -- price PLAN CENTS                 change a price; the old price stays valid for an hour
  npm run money -- sell PLAN FROM|now UNTIL|never   set when a plan is on sale`;

const { parseNumber, parseDay } = argumentParsers('');
const beginOf = (text: string | undefined): Date => instantHk(parseDay(text), 0);
const endOf = (text: string | undefined): Date => instantHk(parseDay(text), 24 * 60);

type Look = (db: Db, words: string[], now: Date) => Promise<string[]>;
type Change = (services: PaymentServices, hand: Hand, words: string[]) => Promise<string[]>;

export const PLAN_LOOKS: Readonly<Record<string, Look>> = {
  plans: async (db, _words, now) =>
    (await listPlans({ db, now })).map(
      ({ id, name, kind, priceCents, days, sellsUntil }) =>
        `${id}  ${kind}  ${priceCents} cents  ${days} days  ${name}  until ${sellsUntil ? dateTimeHk(sellsUntil) : 'further notice'}`,
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
  if (kind !== 'discount' && kind !== 'redeem' && kind !== 'link')
    throw new StartError('The kind must be discount, redeem or link.');
  const amount = parseNumber(value);
  const worth =
    unit === 'days'
      ? { days: amount }
      : unit === 'cents' || unit === 'percent'
        ? { discount: { type: unit === 'cents' ? (1 as const) : (2 as const), value: amount } }
        : unit === 'film' || unit === 'event'
          ? { product: { kind: PRODUCTS[unit], ids: [amount] } }
          : null;
  if (worth === null) throw new StartError('The value must be given in cents, percent or days, or as film or event.');
  // A discount on films or events names them: film:3 event:2; film alone applies to all films.
  const named = plans.flatMap((word) => {
    const found = /^(film|event|campaign)(?::(\d+))?$/.exec(word);
    return found ? [found] : [];
  });
  const [ofProducts] = named;
  const product = ofProducts && {
    kind: PRODUCTS[ofProducts[1] as keyof typeof PRODUCTS],
    ids: named.flatMap(([, , id]) => (id === undefined ? [] : [parseNumber(id)])),
  };
  const isCount = /^\d+$/.test(count);
  const each = parseNumber(uses);
  const made = await makeCodes(
    db,
    hand,
    {
      kind,
      name,
      ...(product ? { product } : {}),
      ...worth,
      planIds: product ? [] : plans.map(parseNumber),
      startsAt: beginOf(from),
      endsAt: endOf(to),
      maxPerMember: 1,
      maxInAll: isCount ? parseNumber(count) * each : each,
      eligible,
      codes: isCount ? parseNumber(count) : [count],
      maxUses: each,
    },
    clock(),
  );
  return [`Batch ${made.batchId}:`, ...made.codes];
}

const ofPayments = (payments: PaymentServices) => ({ db: payments.db, siteUrl: payments.siteUrl, payments });

export const PLAN_CHANGES: Readonly<Record<string, Change>> = {
  approve: async (services, hand, [id, cents, day]) => {
    const asked = { id: parseNumber(id), cents: parseNumber(cents), receivedAt: beginOf(day) };
    await approveOffline(ofPayments(services), hand, asked, services.clock());
    return [`Application ${asked.id} is approved.`];
  },
  refuse: async (services, hand, [id, ...words]) => {
    const said = words.join(' ').trim();
    if (said === '') throw new StartError('A message to the member is required.');
    await refuseOffline(ofPayments(services), hand, { id: parseNumber(id), said }, services.clock());
    return [`Application ${parseNumber(id)} is refused.`];
  },
  codes: newCodes,
  'end-codes': async ({ db, clock }, hand, words) => {
    const [first = ''] = words;
    const which = words.length === 1 && /^\d+$/.test(first) ? { batchId: parseNumber(first) } : { codes: words };
    return [`${await endCodes(db, hand, which, clock())} ended.`];
  },
  credit: async ({ db, clock }, hand, [name = '', from, to, days, ...words]) => {
    const said = words.join(' ').trim();
    if (said === '') throw new StartError('A message to members is required.');
    const outage = { name, from: beginOf(from), to: endOf(to), days: parseNumber(days), said };
    return [`Credited ${outage.days} days to ${await creditOutage(db, hand, outage, clock())} members.`];
  },
  give: async ({ db, clock }, hand, [member, plan, days]) => {
    const time = { memberId: parseNumber(member), planId: parseNumber(plan), days: parseNumber(days) };
    await giveTime(db, hand, time, clock());
    return [`Gave ${time.days} days to member ${time.memberId}.`];
  },
  resume: async ({ db, clock }, hand, [member]) => {
    const id = parseNumber(member);
    await resumeByHand(db, hand, id, clock());
    return [`The plan of member ${id} renews again.`];
  },
  plan: async ({ db, clock }, hand, [kind, name = '', cents, days, ...words]) => {
    if (kind !== 'once' && kind !== 'monthly' && kind !== 'yearly' && kind !== 'offline')
      throw new StartError('The period must be once, monthly, yearly or offline.');
    const id = await makePlan(
      db,
      hand,
      {
        kind,
        name,
        priceCents: parseNumber(cents),
        days: parseNumber(days),
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
    return [`Created plan ${id}. Use "sell" to put it on sale.`];
  },
  price: async ({ db, clock }, hand, [plan, cents]) => {
    await repricePlan(db, hand, parseNumber(plan), parseNumber(cents), clock());
    return [`Plan ${parseNumber(plan)} now costs ${parseNumber(cents)} cents.`];
  },
  sell: async ({ db, clock }, hand, [plan, from, until]) => {
    const now = clock();
    const sale = {
      sellsFrom: from === 'now' ? now : beginOf(from),
      sellsUntil: until === 'never' || until === undefined ? null : endOf(until),
    };
    await sellPlan(db, hand, parseNumber(plan), sale, now);
    return [`Plan ${parseNumber(plan)} is on sale from ${dateTimeHk(sale.sellsFrom)}.`];
  },
};
