// Staff commands about plans, codes and applications: verbs of `npm run money` (scripts/money.ts), with the same
// conventions.
import type { Db } from '#db/database.ts';
import { listPendingApplications } from '#domain/offline-applications/offline-applications.ts';
import { shownCode } from '#domain/promotions/promotions.rules.ts';
import { codesOfBatch } from '#domain/promotions/promotions.ts';
import { listPlans } from '#domain/subscriptions/subscriptions.ts';
import { dateTimeHk, dayHkOf } from '#shared/hk-time.ts';
import type { MoneyVerb } from './money-orders.ts';
import type { SpokenAction } from './run-action.ts';
import { StartError } from './start-errors.ts';
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
  npm run money -- confirm-stop MEMBER              record that PayDollar's schedule of a stopped plan was ended in its portal
  npm run money -- resume MEMBER                    resume a stopped renewal, also after a chargeback
  npm run money -- plan once|monthly|yearly|offline NAME CENTS DAYS WORDS
                                                    create a plan that is not yet on sale
  npm run money -- price PLAN CENTS                 change a price; the old price stays valid for an hour
  npm run money -- sell PLAN FROM|now UNTIL|never   set when a plan is on sale`;

const { parseNumber, parseDay } = argumentParsers('');

function messageOf(words: readonly string[], to: string): string {
  const said = words.join(' ').trim();
  if (said === '') throw new StartError(`A message to ${to} is required.`);
  return said;
}

type Look = (db: Db, words: string[], now: Date) => Promise<string[]>;

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

function newCodes(words: string[]): SpokenAction {
  const [kind, name = '', unit, value, count = '', uses, from, to, ...rest] = words;
  const [first] = rest;
  const eligible = first === 'new' || first === 'former' ? first : 'all';
  const plans = eligible === 'all' ? rest : rest.slice(1);
  if (kind !== 'discount' && kind !== 'redeem' && kind !== 'link')
    throw new StartError('The kind must be discount, redeem or link.');
  const amount = parseNumber(value);
  // A discount on films or events names them: film:3 event:2; film alone applies to all films.
  const named = plans.flatMap((word) => {
    const found = /^(film|event|campaign)(?::(\d+))?$/.exec(word);
    return found ? [found] : [];
  });
  const [ofProducts] = named;
  const products = {
    product: ofProducts ? PRODUCTS[ofProducts[1] as keyof typeof PRODUCTS] : null,
    product_ids: named.flatMap(([, , id]) => (id === undefined ? [] : [parseNumber(id)])),
    plan_ids: ofProducts ? [] : plans.map(parseNumber),
  };
  const worth =
    unit === 'film' || unit === 'event'
      ? { worth: { free: PRODUCTS[unit] }, ...products, product_ids: [amount] }
      : unit === 'days' || unit === 'cents' || unit === 'percent'
        ? { worth: { [unit]: amount }, ...products }
        : null;
  if (worth === null) throw new StartError('The value must be given in cents, percent or days, or as film or event.');
  const isCount = /^\d+$/.test(count);
  return {
    name: 'codes.create',
    input: {
      kind,
      name,
      ...worth,
      starts_on: parseDay(from),
      ends_on: parseDay(to),
      codes: isCount ? parseNumber(count) : [count],
      max_uses: parseNumber(uses),
      eligible,
    },
    async say({ batch_id: batch }, tx) {
      const said = [`Batch ${batch}:`];
      for await (const { code } of codesOfBatch(tx, Number(batch))) said.push(shownCode(code));
      return said;
    },
  };
}

export const PLAN_CHANGES: Readonly<Record<string, MoneyVerb>> = {
  approve: ([id, cents, day]) => {
    const application = parseNumber(id);
    return {
      name: 'offline-applications.approve',
      input: { application, cents: parseNumber(cents), received_on: parseDay(day) },
      say: () => [`Application ${application} is approved.`],
    };
  },
  refuse: ([id, ...words]) => {
    const application = parseNumber(id);
    return {
      name: 'offline-applications.refuse',
      input: { application, said: messageOf(words, 'the member') },
      say: () => [`Application ${application} is refused.`],
    };
  },
  codes: newCodes,
  'end-codes': (words) => {
    const [first = ''] = words;
    const isBatch = words.length === 1 && /^\d+$/.test(first);
    return {
      name: 'codes.end',
      input: isBatch ? { batch_id: parseNumber(first) } : { codes: words },
      say: ({ ended }) => [`${ended} ended.`],
    };
  },
  credit: ([name = '', from, to, days, ...words]) => {
    const count = parseNumber(days);
    return {
      name: 'subscriptions.credit-outage',
      input: {
        name,
        starts_on: parseDay(from),
        ends_on: parseDay(to),
        days: count,
        said: messageOf(words, 'members'),
      },
      say: ({ members }) => [`The station credits ${count} days to ${members} members, once each.`],
    };
  },
  give: ([member, plan, days]) => {
    const [id, count] = [parseNumber(member), parseNumber(days)];
    return {
      name: 'subscriptions.give',
      input: { member_ids: [id], plan_id: parseNumber(plan), days: count },
      say: () => [`Gave ${count} days to member ${id}.`],
    };
  },
  resume: ([member]) => {
    const id = parseNumber(member);
    return {
      name: 'subscriptions.resume',
      input: { member_id: id },
      say: () => [`The plan of member ${id} renews again.`],
    };
  },
  'confirm-stop': ([member]) => {
    const id = parseNumber(member);
    return {
      name: 'subscriptions.confirm-stop',
      input: { member_id: id },
      say: () => [`Nothing more is charged for the plan of member ${id}.`],
    };
  },
  plan: ([kind, name = '', cents, days, ...words]) => ({
    name: 'plans.create',
    input: {
      kind,
      name,
      price_cents: parseNumber(cents),
      days: parseNumber(days),
      description: words.join(' '),
    },
    say: ({ plan }) => [`Created plan ${plan}. Use "sell" to put it on sale.`],
  }),
  price: ([plan, cents]) => {
    const input = { plan: parseNumber(plan), price_cents: parseNumber(cents) };
    return {
      name: 'plans.price',
      input,
      say: () => [`Plan ${input.plan} now costs ${input.price_cents} cents.`],
    };
  },
  sell: ([plan, from, until], now) => {
    const id = parseNumber(plan);
    const day = from === 'now' ? dayHkOf(now) : parseDay(from);
    const isForever = until === 'never' || until === undefined;
    return {
      name: 'plans.sell',
      input: { plan: id, sells_on: day, sells_until: isForever ? null : parseDay(until) },
      say: () => [`Plan ${id} is on sale from ${day}.`],
    };
  },
};
