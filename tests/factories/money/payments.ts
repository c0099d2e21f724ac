import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import type { Fact, Gateway, GatewayName, Order, PaymentServices } from '#domain/payments/payments.ts';
import type { SeenFact } from '#domain/payments/payments.types.ts';
import { GatewayRefusedError, GatewayTimeoutError, openOrder, startAttempt } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { lineTotalCents } from '#shared/money.ts';
import { emptyAudit } from '#tests/factories/audit.ts';
import { TEST_IP } from '#tests/factories/visitor.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';

// Payments with in-memory providers, and a product that is a row in a test table.

export const PAY_START = new Date('2026-11-21T12:00:00+08:00');
export const PRICE_CENTS = 38_800;

/** A provider's own record: the truth, whatever it reports. */
export interface BookEntry {
  txn: string;
  attempt: string;
  kind: Fact['kind'];
  cents: number;
  currency: string;
  at: Date;
  /** Our number of a refund. */
  refund?: string;
}

export interface FakeGateway extends Gateway {
  book: BookEntry[];
  /** Started attempts, by our number. */
  begun: Map<string, number>;
  /** The payer pays: recorded in the book and returned as a fact. */
  pay(number: string, over?: Partial<BookEntry>): Fact;
  /** Behaviour of calls. `lost`: executed, but the response never arrives. */
  mood: 'well' | 'away' | 'lost' | 'refuses';
}

export const toldOf = (gateway: GatewayName, entry: BookEntry): Fact => ({
  gateway,
  attempt: entry.attempt,
  gatewayTxn: entry.txn,
  kind: entry.kind,
  cents: entry.cents,
  currency: entry.currency,
  at: entry.at,
  detail: {},
});

export function createFakeGateway(
  name: GatewayName,
  {
    clock,
    methods = ['card', 'payme', 'alipay', 'wechat', 'jetco'],
    canQuery = true,
    canCancel = false,
    refundRepeats = true,
  }: {
    clock: () => Date;
    methods?: Gateway['methods'];
    canQuery?: boolean;
    canCancel?: boolean;
    refundRepeats?: boolean;
  },
): FakeGateway {
  const book: BookEntry[] = [];
  const begun = new Map<string, number>();
  const cancelled = new Set<string>();
  const write = (entry: Omit<BookEntry, 'txn' | 'at' | 'currency'> & Partial<BookEntry>): BookEntry => {
    // Of a book that was loaded, some may be missing.
    const last = Math.max(0, ...book.map((known) => Number(known.txn.split('-').at(-1)) || 0));
    const row = { txn: `${name}-${last + 1}`, at: clock(), currency: 'HKD', ...entry };
    book.push(row);
    return row;
  };
  const before = () => {
    if (gateway.mood === 'away') throw new GatewayTimeoutError('nobody answers');
    if (gateway.mood === 'refuses') throw new GatewayRefusedError('no', 'it will not');
  };
  const answer = <T>(value: T): T => {
    if (gateway.mood === 'lost') throw new GatewayTimeoutError('the answer was lost');
    return value;
  };
  const gateway: FakeGateway = {
    name,
    methods,
    book,
    begun,
    mood: 'well',
    pay(number, over = {}) {
      if (cancelled.has(number)) throw new Error('it was cancelled at the provider');
      const cents = begun.get(number);
      if (cents === undefined && over.cents === undefined) throw new Error(`${number} was never begun`);
      return toldOf(name, write({ attempt: number, kind: 'paid', cents: cents ?? 0, ...over }));
    },
    async start({ number, amountCents }) {
      before();
      begun.set(number, amountCents);
      return answer({
        start: { kind: 'redirect', url: `https://pay.example/${number}` },
        gatewayRef: null,
        secret: { session: `secret of ${number}` },
      });
    },
    readReturn: ({ body }) => {
      const { attempt, trusted } = JSON.parse(body.toString()) as { attempt: string; trusted?: Fact };
      return { attempt, hint: 'unknown', trusted: trusted ? { ...trusted, at: new Date(trusted.at) } : null };
    },
    readWebhook({ headers, body }) {
      if (headers['x-signature'] !== 'right') throw new DomainError('forbidden');
      const { id, facts, asks = [] } = JSON.parse(body.toString()) as { id: string; facts: Fact[]; asks?: string[] };
      return { reply: { status: 200, type: 'text/plain', body: 'OK' }, eventId: id, facts, asks };
    },
    query: canQuery
      ? async ({ number }) => {
          before();
          return answer(book.filter(({ attempt }) => attempt === number).map((entry) => toldOf(name, entry)));
        }
      : null,
    cancel: canCancel
      ? async ({ number }) => {
          before();
          if (book.some(({ attempt, kind }) => attempt === number && kind === 'paid')) return answer('paid');
          cancelled.add(number);
          return answer('cancelled');
        }
      : null,
    refund: canQuery
      ? async ({ number }, { number: refund, cents, paidTxn }) => {
          before();
          const known = refundRepeats ? book.find((entry) => entry.refund === refund) : undefined;
          const sumOf = (kind: Fact['kind']) =>
            book.reduce((sum, one) => (one.attempt === number && one.kind === kind ? sum + one.cents : sum), 0);
          const isOurs = book.some((one) => one.txn === paidTxn && one.attempt === number);
          const net = isOurs ? sumOf('paid') - sumOf('refunded') : 0;
          if (!known && cents > net) throw new GatewayRefusedError('too-much', 'more than was paid');
          return answer([toldOf(name, known ?? write({ attempt: number, kind: 'refunded', cents, refund }))]);
        }
      : null,
    refundStatus: async (_attempt, { number: refund }) => {
      before();
      return answer(book.filter((entry) => entry.refund === refund).map((entry) => toldOf(name, entry)));
    },
    refundRepeats,
    void: async ({ number, amountCents }) => {
      before();
      return answer([toldOf(name, write({ attempt: number, kind: 'voided', cents: amountCents }))]);
    },
    chargeStored: async (_card, { number, amountCents }) => {
      before();
      begun.set(number, amountCents);
      return answer([gateway.pay(number)]);
    },
    stopSchedule: null,
    deleteToken: null,
    parseSettlement: (file) =>
      (JSON.parse(file) as ReturnType<Gateway['parseSettlement']>).map((line) => ({
        ...line,
        factTxn: line.gatewayTxn,
      })),
  };
  return gateway;
}

export const LINE = {
  lineNo: 1,
  kind: 'thing',
  productId: 1,
  name: '250日計劃',
  quantity: 1,
  unitCents: PRICE_CENTS,
  discountCents: 0,
  payload: {},
};

/** Deletes orders, facts and books between tests; members remain. */
export async function emptyPayments({ db, pool }: TestDatabase): Promise<void> {
  await pool.query(`truncate orders, order_lines, payment_attempts, payment_facts, refunds, work_items,
    ledger_transfers, deferrals, day_seals, ledger_day_totals, settlement_lines, given_things cascade`);
  await emptyAudit(db);
}

/** A row for each fulfilled line; `sold out` refuses fulfilment. */
export async function makeGivenTable(db: Db): Promise<void> {
  await db.execute(sql`create table if not exists given_things
    (order_id int, line_no int, cents int not null, primary key (order_id, line_no))`);
}

export async function givenTo(db: Db): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ order_id: number; cents: number }>(sql`
    select order_id, sum(cents)::int as cents from given_things group by order_id`);
  return new Map(rows.map(({ order_id, cents }) => [order_id, cents]));
}

type FakeName = 'paydollar' | 'mpgs' | 'payme' | 'eft' | 'jetco';

export interface PaymentHouse {
  services: PaymentServices;
  clock: { now: Date };
  gateways: Record<FakeName, FakeGateway>;
  shop: { isSoldOut: boolean; released: number[] };
  papers: { kind: string; orderId: number; cents: number }[];
}

export function createPaymentHouse(db: Db): PaymentHouse {
  const clock = { now: PAY_START };
  const now = () => clock.now;
  const gateways = {
    paydollar: createFakeGateway('paydollar', { clock: now, refundRepeats: false }),
    mpgs: createFakeGateway('mpgs', { clock: now }),
    payme: createFakeGateway('payme', { clock: now, canCancel: true, refundRepeats: false }),
    eft: createFakeGateway('eft', { clock: now }),
    jetco: createFakeGateway('jetco', { clock: now, canQuery: false }),
  };
  const shop: PaymentHouse['shop'] = { isSoldOut: false, released: [] };
  const papers: PaymentHouse['papers'] = [];
  const services: PaymentServices = {
    db,
    clock: now,
    siteUrl: 'https://radio.example',
    secretKey: 'a key for tests of thirty-two letters',
    gateways,
    fulfilments: {
      thing: {
        async fulfil(tx, order, line) {
          if (shop.isSoldOut) throw new DomainError('unavailable', 'sold out');
          const cents = lineTotalCents(line);
          await tx.execute(sql`insert into given_things values (${order.id}, ${line.lineNo}, ${cents})
            on conflict do nothing`);
        },
        async reverse(tx, order, line, { cents }) {
          await tx.execute(sql`update given_things set cents = cents - ${cents}
            where order_id = ${order.id} and line_no = ${line.lineNo}`);
        },
        async release(_tx, order) {
          shop.released.push(order.id);
        },
        earnedOver: async (_tx, order) => ({ fromDay: '2026-11-21', days: order.totalCents === 0 ? 1 : 250 }),
        pathOf: (result) => `/done/${result}`,
      },
    },
    onAccessChanged: async () => {},
    noteReceipt: async (_tx, { kind, orderId, cents }) => void papers.push({ kind, orderId, cents }),
  };
  return { services, clock, gateways, shop, papers };
}

export const orderFor = (
  { services, clock }: PaymentHouse,
  memberId: number,
  over: Partial<Parameters<typeof openOrder>[1]> = {},
): Promise<Order> =>
  services.db.transaction((tx) =>
    openOrder(
      tx,
      { memberId, kind: 'subscription', lines: [LINE], isAutopay: false, now: clock.now, ...over },
      services,
    ),
  );

/** Starts an attempt with a provider. Returns its number. */
export async function attemptFor(
  { services }: PaymentHouse,
  order: Order,
  gateway: FakeName = 'mpgs',
): Promise<string> {
  const method = gateway === 'payme' || gateway === 'jetco' ? gateway : gateway === 'eft' ? 'alipay' : 'card';
  const { attempt } = await startAttempt(services, memberActor(order.memberId ?? 0), {
    orderId: order.id,
    gateway,
    method,
    remoteIp: TEST_IP,
  });
  return attempt.number;
}

export const seen = (fact: Fact, source: SeenFact['source'] = 'notice'): SeenFact => ({ ...fact, source });
