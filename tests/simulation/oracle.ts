import { balances } from '#domain/ledger/ledger.ts';
import { checkSeals } from '#domain/ledger/seals.ts';
import { PLAN } from '#tests/factories/money/plan-shop.ts';
import { valueFaults } from '#tests/factories/money/value-oracle.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { LEDGER_KEY } from '#tests/factories/money/ledger-key.ts';
import { daysOfCents, wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { BANKS, type BankName } from './accounts.ts';
import { daysOf, movementsOf, type Movement, type Story } from './payers.ts';
import type { Town } from './town.ts';
import type { FactRow } from './fact-row.ts';
import { faultsOfWork } from './work-oracle.ts';

// Invariants at rest. Read from the banks' books and our tables, not through our doors.

export interface Applied {
  id: number;
  cents: number;
}

interface OrderRow {
  id: number;
  kind: string;
  state: string;
  total_cents: number;
  captured_cents: number;
  refunded_cents: number;
  is_given: boolean;
  use: string | null;
  discount_cents: number;
  starts_at: Date | null;
  ends_at: Date | null;
  times: number;
  receipts: number;
  notes: number;
  receipt_mails: number;
  given_mails: number;
  /** Refunds requested by the buyer and received. */
  asked_back: number[];
  /** Cents charged back. */
  charged_back: number;
  /** Whether the charged-back payment is the one that paid the order, and not a second one. */
  is_paying_charged_back: boolean;
  /** Refunds that are neither confirmed nor withdrawn. */
  returning: number;
  product_id: number;
}

const DAYS = { subscription: 250, offline_subscription: 365 } as Readonly<Record<string, number>>;
/** Plan changes and renewals also cost less because of credit. */
const hasCode = ({ kind, discount_cents: cents }: OrderRow) => kind === 'subscription' && cents > 0;
const isKept = ({ state }: OrderRow) => state === 'paid' || state === 'part_refunded';
/** Recorded refunds are pending, unless a chargeback forestalled them and they were withdrawn. */
const onItsWay = (one: OrderRow): number => (one.kind === 'card_check' ? 0 : one.returning);
/** Cents of an order that are neither refunded nor charged back, nor about to be. */
const keptIn = (one: OrderRow): number =>
  one.kind === 'card_check' ? 0 : one.captured_cents - one.refunded_cents - one.charged_back - one.returning;
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const findFacts = async ({ pool }: TestDatabase): Promise<FactRow[]> =>
  (
    await pool.query<FactRow>(
      `select f.*, a.number, a.amount_cents as asked, a.order_id from payment_facts f
         left join payment_attempts a on a.id = f.attempt_id
        where (f.contradicts_id is null or f.replaces)
          and not exists (select from payment_facts l where l.contradicts_id = f.id and l.replaces)
        order by f.id`,
    )
  ).rows;

const findOrders = async ({ pool }: TestDatabase): Promise<OrderRow[]> =>
  (
    await pool.query<OrderRow>(
      `select o.id, o.kind, o.state, o.total_cents, o.captured_cents, o.refunded_cents,
         o.fulfilled_at is not null as is_given, u.state as use,
         (select sum(discount_cents)::int from order_lines l where l.order_id = o.id) as discount_cents,
         (select count(*)::int from subscriptions s where s.order_id = o.id) as times,
         (select min(starts_at) from subscriptions s where s.order_id = o.id) as starts_at,
         (select max(ends_at) from subscriptions s where s.order_id = o.id) as ends_at,
         (select count(*)::int from receipts r where r.order_id = o.id and kind = 'receipt' and number is not null
            and cents = o.total_cents) as receipts,
         (select count(*)::int from receipts r where r.order_id = o.id and kind = 'refund_note'
            and number is not null) as notes,
         (select count(*)::int from receipts r join mails m on m.dedupe_key = 'receipt:' || r.id
            where r.order_id = o.id and r.kind = 'receipt') as receipt_mails,
         (select count(*)::int from mails m where m.dedupe_key = 'plan-bought:' || o.id or m.dedupe_key = 'offline-granted:' ||
            (select id from offline_applications a where a.order_id = o.id)) as given_mails,
         array(select cents from refunds r where r.order_id = o.id and r.state = 'confirmed' and r.asked_by = 'staff'
            order by id) as asked_back,
         (select product_id from order_lines l where l.order_id = o.id limit 1) as product_id,
         coalesce((select sum(f.cents)::int from payment_facts f join payment_attempts a on a.id = f.attempt_id
            where a.order_id = o.id and f.kind = 'chargeback'), 0) as charged_back,
         exists (select from payment_facts c where c.kind = 'chargeback' and c.attempt_id = (
            select f.attempt_id from payment_facts f join payment_attempts a on a.id = f.attempt_id
             where a.order_id = o.id and f.kind = 'paid' and f.cents = a.amount_cents and f.currency = 'HKD'
               and not exists (select from refunds r where r.paid_fact_id = f.id
                 and r.reason in ('second_capture', 'paid_after_cancel', 'paid_after_expiry'))
             order by f.id limit 1)) as is_paying_charged_back,
         coalesce((select sum(cents)::int from refunds r where r.order_id = o.id and r.state not in ('confirmed', 'withdrawn')), 0) as returning
       from orders o left join promotion_uses u on u.order_id = o.id order by o.id`,
    )
  ).rows;

/** Lines of files that are not booked, and that staff closed because the bank no longer holds any of it. */
const findRefundedUnbooked = async ({ pool }: TestDatabase): Promise<Set<string>> => {
  const { rows } = await pool.query<{ key: string }>(
    `select concat_ws(' ', detail->>'gateway', detail->'settled'->>'kind', detail->'settled'->>'gatewayTxn') as key
       from work_items where kind = 'settlement_unclear' and closed_by = 'staff'`,
  );
  return new Set(rows.map(({ key }) => key));
};

/** Compares each provider's book with ours: the same movements and amounts, to the cent. */
function compareBooks(
  books: ReadonlyMap<BankName, Movement[]>,
  facts: readonly FactRow[],
  accounts: ReadonlyMap<string, number>,
): { faults: string[]; lied: Set<number> } {
  const faults: string[] = [];
  const lied = new Set<number>();
  for (const bank of BANKS) {
    const book = new Map(books.get(bank)!.map((one) => [`${one.kind} ${one.txn}`, one]));
    if (book.size !== books.get(bank)!.length) faults.push(`${bank} has the same movement twice`);
    const ours = facts.filter(
      ({ gateway, kind, source }) =>
        gateway === bank && ['paid', 'refunded', 'chargeback'].includes(kind) && source !== 'hand',
    );
    const known = new Set<string>();
    let liedCents = 0;
    for (const fact of ours) {
      const key = `${fact.kind} ${fact.gateway_txn}`;
      const told = fact.detail.sameAs === undefined ? fact.cents : (fact.detail.cents ?? 0);
      const truth = book.get(key);
      if (!truth) faults.push(`${bank} knows nothing of ${key}`);
      else if (truth.cents !== told || fact.currency !== 'HKD') {
        // A false but signed webhook of PayDollar is trusted unless a query came first; staff see the difference.
        if (bank !== 'paydollar' || fact.kind !== 'paid')
          faults.push(`${bank} has ${truth.cents} for ${key}, we ${told}`);
        lied.add(fact.id);
        liedCents += (fact.currency === 'HKD' ? fact.cents : 0) - truth.cents;
      }
      known.add(key);
    }
    for (const key of book.keys()) if (!known.has(key)) faults.push(`we know nothing of ${key} at ${bank}`);
    const held = sum([...book.values()].map(({ kind, cents }) => (kind === 'paid' ? cents : -cents)));
    const fees = accounts.get(`fees:${bank}`) ?? 0;
    const clearing = accounts.get(`clearing:${bank}`) ?? 0;
    if (clearing + fees !== held + liedCents)
      faults.push(`${bank} holds ${held} and our books say ${clearing} after ${fees} of fees (lies: ${liedCents})`);
  }
  return { faults, lied };
}

function faultsOfOrder(order: OrderRow, isInWork: boolean, now: Date): string[] {
  const { id, kind, state, times, starts_at: startsAt, ends_at: endsAt } = order;
  const kept = Math.max(0, order.captured_cents - order.refunded_cents - order.charged_back);
  const faults: string[] = [];
  const must = (isTrue: boolean, words: string) => {
    if (!isTrue) faults.push(`order ${id} (${state}) ${words}`);
  };
  // A cheque has two months to arrive.
  if (state === 'open' && kind === 'offline_subscription')
    return kept === 0 ? [] : [`order ${id} is open and keeps ${kept}`];
  // A refused card is retried for days.
  must(state !== 'open' || kind === 'renewal', 'never ends');
  if (!isKept(order)) {
    must(kept === 0 || isInWork, `keeps ${kept} cents for nothing, and nobody is told`);
    must(endsAt === null || endsAt <= now, 'is heard and not paid');
    return faults;
  }
  const receipts = order.total_cents > 0 ? 1 : 0;
  must(
    order.receipts === receipts && order.receipt_mails === receipts,
    `has ${order.receipts} receipts, ${order.receipt_mails} mailed`,
  );
  const isOnce = order.product_id === PLAN.once && kind === 'subscription';
  must(order.is_given, 'was not given');
  // Where the value of these orders is, is checked by the value oracle.
  if (order.charged_back > 0 || !(isOnce || kind === 'offline_subscription')) return faults;
  const back = sum(order.asked_back);
  must(
    kept === order.total_cents - back || isInWork,
    `keeps ${kept} of ${order.total_cents}, and ${back} was asked back`,
  );
  must(times === 1, `was given ${times} times`);
  if (startsAt && endsAt) {
    const bought = DAYS[kind] ?? 0;
    const taken = sum(order.asked_back.map((cents) => daysOfCents(bought, order.total_cents, cents)));
    const days = wholeDays({ startsAt, endsAt });
    must(days === bought - taken, `has ${days} days of ${bought} less ${taken}`);
  }
  must(order.notes === order.asked_back.length, `has ${order.notes} notes of ${order.asked_back.length} refunds`);
  must(order.given_mails === 1, `was told of ${order.given_mails} times`);
  return faults;
}

async function faultsOfCodes({ pool }: TestDatabase, orders: readonly OrderRow[]): Promise<string[]> {
  const { rows } = await pool.query<{ used: number; held: number }>(
    // Codes that lower a price. Those of gifts are redeemed without an order.
    `select sum(used)::int as used, sum(held)::int as held from promotion_batches where kind in ('discount', 'link') union all
     select sum(c.used)::int, sum(c.held)::int from promotion_codes c join promotion_batches b on b.id = c.batch_id
      where b.kind in ('discount', 'link')`,
  );
  const used = orders.filter(
    (order) => isKept(order) && hasCode(order) && !(order.is_paying_charged_back && order.total_cents > 0),
  ).length;
  const held = orders.filter((order) => order.state === 'review' && hasCode(order)).length;
  return rows.flatMap((row) =>
    row.used === used && row.held === held
      ? []
      : [`codes count ${row.used} used and ${row.held} held, and ${used} and ${held} orders have one`],
  );
}

/** After a chargeback of a plan nothing more is charged; a refunded gift grants nothing. */
async function faultsOfPlans({ pool }: TestDatabase, now: Date): Promise<string[]> {
  const { rows: charged } = await pool.query<{ id: number; number: string }>(
    `select p.id, a.number from recurring_profiles p join payment_attempts a on a.profile_id = p.id
      where p.charged_back_at is not null and (p.state in ('active', 'grace') or a.created_at > p.charged_back_at)`,
  );
  const { rows: free } = await pool.query<{ id: number; member: number }>(
    `select distinct o.id, o.member_id as member from orders o join payment_attempts a on a.order_id = o.id
       join payment_facts f on f.attempt_id = a.id and f.kind = 'chargeback'
       join recurring_profiles p on p.member_id = o.member_id
      where o.kind in ('subscription', 'renewal', 'plan_change') and o.fulfilled_at is not null
        and not exists (select from recurring_profiles l where l.member_id = o.member_id and l.charged_back_at is not null)
        and not exists (select from audit_events u where u.action = 'subscriptions.resume' and u.subject_id = o.member_id::text)`,
  );
  const { rows: due } = await pool.query<{ id: number }>(
    `select id from recurring_profiles where state = 'active' and gateway = 'mpgs' and renew_on < $1`,
    [dayHkOf(now)],
  );
  const { rows: gifts } = await pool.query<{ id: number }>(
    `select o.id from orders o join promotion_codes c on c.order_id = o.id join promotion_batches b on b.id = c.batch_id
      where o.kind = 'gift' and o.refunded_cents >= o.total_cents and b.cancelled_at is null`,
  );
  return [
    ...charged.map(({ id, number }) => `profile ${id} was charged by ${number} after a chargeback, or may be`),
    ...free.map(({ id, member }) => `order ${id} was charged back, and the plan of member ${member} may go on`),
    ...due.map(({ id }) => `profile ${id} was due and not charged`),
    ...gifts.map(({ id }) => `the gift of order ${id} can be redeemed and its money went back`),
  ];
}

interface MpgsOrder {
  id: string;
  transactions: { id: string; type: string; result: string; gatewayCode: string; target: string; at: string }[];
}

/** The dollar that proves a card is authorised and voided: none is held at rest. */
function faultsOfHeldDollars(book: readonly MpgsOrder[]): string[] {
  return book.flatMap(({ id, transactions }) => {
    const done = transactions.filter(({ result }) => result === 'SUCCESS');
    const ended = new Set(done.map(({ target }) => target));
    return done
      .filter((one) => one.type === 'AUTHORIZATION' && !ended.has(one.id))
      .map((one) => `mpgs still holds the authorisation ${one.id} of ${id}`);
  });
}

/** Charges whose outcome the gateway never reports. */
const undecidedIn = (book: readonly MpgsOrder[]): Set<string> =>
  new Set(
    book
      .filter(
        ({ transactions }) =>
          transactions.length > 0 && transactions.every(({ gatewayCode }) => gatewayCode === 'TIMED_OUT'),
      )
      .map(({ id }) => id),
  );

export async function faultsOf(
  database: TestDatabase,
  town: Town,
  {
    stories,
    applied,
    inPortal,
  }: { stories: readonly Story[]; applied: readonly Applied[]; inPortal: ReadonlySet<number> },
): Promise<string[]> {
  const days = daysOf(town);
  const books = new Map<BankName, Movement[]>();
  const refundedUnbooked = await findRefundedUnbooked(database);
  for (const bank of BANKS) {
    const moved = await movementsOf(town, bank, days);
    books.set(
      bank,
      moved.filter(({ kind, txn }) => !refundedUnbooked.has(`${bank} ${kind} ${txn}`)),
    );
  }
  const facts = await findFacts(database);
  const orders = await findOrders(database);
  const accounts = new Map((await balances(database.db)).map(({ account, cents }) => [account, cents]));
  const { faults, lied } = compareBooks(books, facts, accounts);
  // JETCO signs a refusal and cannot be queried; another provider reports expiry and later a payment. We consider over
  // what the provider reports as over.
  const over = new Set(
    facts
      .filter(
        ({ gateway, kind, gateway_txn: txn }) =>
          (gateway === 'jetco' && kind === 'failed') ||
          (['expired', 'cancelled'].includes(kind) && !txn.startsWith(kind)),
      )
      .map(({ number }) => number),
  );
  faults.push(
    ...town.faults.map((fault) => `a call failed: ${fault}`),
    ...stories.flatMap(({ lies }) => lies.flatMap(({ number, words }) => (over.has(number) ? [] : [words]))),
  );

  // Facts reported only by a settlement file: of JETCO, where a provider had reported the attempt as over, or of
  // staff's portal refunds, which name no refund of ours.
  const isOver = (attempt: number | null) =>
    facts.some(({ attempt_id: id, kind }) => id === attempt && ['failed', 'cancelled', 'expired'].includes(kind));
  for (const { source, gateway, gateway_txn: txn, attempt_id: attempt, kind } of facts)
    if (
      source === 'settlement' &&
      kind !== 'expired' &&
      kind !== 'chargeback' &&
      gateway !== 'jetco' &&
      !isOver(attempt) &&
      !(kind === 'refunded' && attempt !== null && inPortal.has(attempt))
    )
      faults.push(`${txn} of ${gateway} was known by its settlement alone`);

  const inWork = new Set(
    facts
      .filter(
        ({ id, kind, cents, currency, asked }) =>
          lied.has(id) || (kind === 'paid' && (cents !== asked || currency !== 'HKD')),
      )
      .map(({ order_id: id }) => id),
  );
  const { orders: ofCards } = JSON.parse(await town.read(`${town.bank('mpgs')}/_sim/book`)) as { orders: MpgsOrder[] };
  for (const order of orders) faults.push(...faultsOfOrder(order, inWork.has(order.id), town.now()));
  const seen = new Set(orders.map(({ id }) => id));
  for (const { orderId } of stories) if (!seen.has(orderId)) faults.push(`order ${orderId} is gone`);
  faults.push(
    ...faultsOfHeldDollars(ofCards),
    ...(await faultsOfCodes(database, orders)),
    ...(await faultsOfWork(database, { facts, lied, undecided: undecidedIn(ofCards), now: town.now() })),
  );

  const unkept = orders.filter((order) => !isKept(order)).map(keptIn);
  // A chargeback is a loss of its product if its value was used.
  const products = [...accounts].filter(([account]) =>
    /^(deferred|income|refunds|credit|gifts|chargebacks)(:|$)/.test(account),
  );
  const earned = -sum(products.map(([, cents]) => cents));
  // Money charged back after it had been refunded is lost.
  const given = sum([...orders.filter(isKept).map(keptIn), ...unkept.map((cents) => Math.min(0, cents))]);
  if (earned !== given) faults.push(`products have ${earned} in the books, and ${given} was kept for them`);
  const unapplied = -(accounts.get('unapplied') ?? 0);
  const waiting = sum([...unkept.map((cents) => Math.max(0, cents)), ...orders.map(onItsWay)]);
  if (unapplied !== waiting) faults.push(`${unapplied} is unapplied, and ${waiting} waits`);
  if ((accounts.get('card_check') ?? 0) !== 0) faults.push(`${accounts.get('card_check')} proved cards and stayed`);
  faults.push(
    ...(await faultsOfPlans(database, town.now())),
    ...(await valueFaults(database, town.now())).map(({ words }) => words),
  );
  const cheques = sum(applied.map(({ cents }) => cents));
  if ((accounts.get('receivable:offline') ?? 0) !== cheques)
    faults.push(`cheques of ${cheques} came, and ${accounts.get('receivable:offline')} is in the books`);
  if (sum([...accounts.values()]) !== 0) faults.push('the books do not balance');
  for (const day of await checkSeals({ db: database.db, ledgerKey: LEDGER_KEY }))
    faults.push(`the seal of ${day} is broken`);
  return faults;
}
