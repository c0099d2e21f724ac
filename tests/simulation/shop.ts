// Our side of the simulation: the real doors, gateways, hooks and worker, on the clock of all processes. As a process
// of its own (`shop.process.ts`) it kills itself at the armed point.
import { writeSync } from 'node:fs';
import { workerPreset } from '#db/outbox.ts';
import { fastify } from 'fastify';
import { Logger, run } from 'graphile-worker';
import { openDatabase, type Db } from '#db/database.ts';
import { webhookTasks } from '#domain/webhooks/webhooks.jobs.ts';
import { closeDays } from '#domain/ledger/seals.ts';
import { LEDGER_KEY } from '#tests/factories/money/ledger-key.ts';
import {
  applyOffline,
  approveOffline,
  type OfflineServices,
} from '#domain/offline-applications/offline-applications.ts';
import { paymentTasks } from '#domain/payments/payments.jobs.ts';
import {
  queryNow,
  queryDueAttempts,
  cancelOrder,
  expireOrders,
  GatewayRefusedError,
  reconcile,
  refundedByHand,
  withdrawByHand,
  refundOrder,
  resultOf,
  retryUnfulfilled,
  sendDueRefunds,
  startAttempt,
  type Gateway,
  type GatewayName,
  type PaymentServices,
} from '#domain/payments/payments.ts';
import { receiptTasks } from '#domain/receipts/receipts.jobs.ts';
import { noteReceipt, numberReceipts } from '#domain/receipts/receipts.ts';
import { buyPlan, redeem } from '#domain/buying/buying.ts';
import { findGift } from '#domain/promotions/promotions.ts';
import {
  changeCreditCard,
  changePlan,
  renewDue,
  resumeByHand,
  resumeRecurring,
  stopRecurring,
} from '#domain/renewals/renewals.ts';
import { findLiveProfile } from '#domain/subscriptions/profiles.ts';
import type { SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import { eftGateway } from '#server/outside/eft/gateway.ts';
import { jetcoGateway } from '#server/outside/jetco/gateway.ts';
import { mpgsGateway } from '#server/outside/mpgs/gateway.ts';
import { paydollarGateway } from '#server/outside/paydollar/gateway.ts';
import { paymeGateway } from '#server/outside/payme/gateway.ts';
import { createPaymentTickets, paymentWebhookHandlers } from '#server/services/payments.ts';
import { plansForPayments } from '#server/services/plans.ts';
import { paymentWebhooks } from '#server/web/payment-webhooks.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { ACCOUNTS, SITE_URL, type ShopOptions } from './accounts.ts';
import { MUTANTS, type Seams } from './mutants.ts';
import type { Point } from './points.ts';
import { clockIn } from './shared-clock.ts';

const SECRET_KEY = 'a key for tests of thirty-two letters';
/** The banks here always answer: on a busy machine late, which must not count as a timeout for a whole day. */
const TIMES = { timeoutMs: 20_000, moneyTimeoutMs: 20_000, pauseMs: 10 };

interface Asked {
  memberId: number;
  orderId: number;
  planId: number;
  isAutopay?: boolean;
  isGift?: boolean;
  when: 'now' | 'renewal';
  number: string;
  code?: string;
  key: string;
  gateway: GatewayName;
  method: Parameters<typeof startAttempt>[2]['method'];
  isPhone: boolean;
  cents: number | 'all';
  dayHk: string;
  text: string;
  point: Point;
  in: number;
  id: number;
}

export async function openShop({ port, databaseUrl, bankUrl, clockFile, mutants }: ShopOptions) {
  const clock = clockIn(clockFile);

  let armed: { point: Point; left: number } | null = null;
  function pass(point: Point): void {
    if (armed?.point !== point || --armed.left > 0) return;
    writeSync(1, `${JSON.stringify({ killed: point })}\n`);
    process.kill(process.pid, 'SIGKILL');
  }

  const database = openDatabase(databaseUrl, { connectionTimeoutMs: 60_000, statementTimeoutMs: 60_000 });

  /** A transaction may have committed although its process died before reporting it, or the reverse. */
  const db: Db = new Proxy(database.db, {
    get(target, name) {
      if (name === 'transaction')
        return async (work: Parameters<Db['transaction']>[0], config?: Parameters<Db['transaction']>[1]) => {
          const done = await target.transaction(async (tx) => {
            const value = await work(tx);
            pass('commit:before');
            return value;
          }, config);
          pass('commit:after');
          return done;
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

  const around = <A extends unknown[], T>(
    name: 'start' | 'query' | 'cancel' | 'refund' | 'charge',
    call: ((...given: A) => Promise<T>) | null,
  ) =>
    call &&
    (async (...given: A): Promise<T> => {
      pass(`${name}:before`);
      const answer = await call(...given);
      pass(`${name}:after`);
      return answer;
    });

  function withPoints(gateway: Gateway): Gateway {
    return {
      ...gateway,
      start: around('start', (attempt: Parameters<Gateway['start']>[0]) => gateway.start(attempt))!,
      query: around('query', gateway.query),
      cancel: around('cancel', gateway.cancel),
      refund: around('refund', gateway.refund),
      chargeStored: around('charge', gateway.chargeStored),
      readWebhook(sent) {
        const read = gateway.readWebhook(sent);
        pass('notice:read');
        return read;
      },
      parseSettlement(file) {
        const lines = gateway.parseSettlement(file);
        pass('settlement:read');
        return lines;
      },
    };
  }

  const at = (name: string) => `${bankUrl}/sandbox/${name}`;
  const house = { siteUrl: SITE_URL, clock, ...TIMES };
  const gateways: Partial<Record<GatewayName, Gateway>> = {
    paydollar: paydollarGateway({
      ...house,
      ...ACCOUNTS.paydollar,
      url: at('paydollar'),
      pageUrl: at('paydollar'),
      payMethods: { card: 'CC', alipay: 'ALIPAYHKONL' },
      recurring: 'schedule',
      canHold: true,
      refundWord: 'RequestRefund',
    }),
    mpgs: mpgsGateway({
      ...house,
      merchantId: ACCOUNTS.mpgs.merchantId,
      password: ACCOUNTS.mpgs.password,
      webhookSecrets: [ACCOUNTS.mpgs.notificationSecret],
      url: at('mpgs'),
      pageUrl: at('mpgs'),
      version: 100,
      merchantName: 'Airwave',
      mode: 'page',
    }),
    payme: paymeGateway({
      ...house,
      clientId: ACCOUNTS.payme.clientId,
      clientSecret: ACCOUNTS.payme.clientSecret,
      keyId: ACCOUNTS.payme.keyId,
      signingKeys: [ACCOUNTS.payme.signingKey],
      url: at('payme'),
    }),
    eft: eftGateway({
      ...house,
      userConfirmKey: ACCOUNTS.eft.userConfirmKey,
      secrets: [ACCOUNTS.eft.secret],
      url: at('eft'),
      methods: ['alipay', 'wechat'],
      alipayRail: 'alipay',
      desktop: 'qr',
    }),
    jetco: jetcoGateway({
      ...house,
      merchantId: ACCOUNTS.jetco.merchantId,
      seeds: [ACCOUNTS.jetco.seed],
      url: `${at('jetco')}/page`,
    }),
  };

  const plans = plansForPayments({ siteUrl: SITE_URL, secretKey: SECRET_KEY });
  const seams: Seams = {
    gateways: Object.fromEntries(Object.entries(gateways).map(([name, gateway]) => [name, withPoints(gateway)])),
    fulfilments: Object.fromEntries(
      Object.entries(plans.fulfilments).map(([kind, fulfilment]) => [
        kind,
        {
          ...fulfilment,
          async fulfil(...given: Parameters<typeof fulfilment.fulfil>) {
            pass('fulfil:before');
            await fulfilment.fulfil(...given);
            pass('fulfil:after');
          },
        },
      ]),
    ),
    async noteReceipt(tx, paper) {
      await noteReceipt(tx, paper);
      pass('receipt:noted');
    },
    work: { queryDueAttempts, sendDueRefunds, retryUnfulfilled, expireOrders, renewDue },
  };
  const {
    gateways: known,
    fulfilments,
    noteReceipt: note,
    work,
  } = mutants.reduce((changed, name) => MUTANTS[name]!(changed, database.db), seams);
  const services: PaymentServices = {
    db,
    clock,
    siteUrl: SITE_URL,
    secretKey: SECRET_KEY,
    gateways: known,
    fulfilments,
    orderOfSchedule: plans.orderOfSchedule,
    noteReceipt: note,
    async onAccessChanged() {
      pass('access:told');
    },
  };
  const subscriptions: SubscriptionServices = {
    db,
    siteUrl: SITE_URL,
    secretKey: SECRET_KEY,
    payments: services,
    proveOwner: async () => {},
    products: { give: () => Promise.reject(new Error('nothing but plans is sold here')), pathOf: () => '/' },
  };
  const offline: OfflineServices = {
    db,
    siteUrl: SITE_URL,
    payments: services,
    files: {} as OfflineServices['files'],
    pictures: {} as OfflineServices['pictures'],
  };

  const app = fastify({ forceCloseConnections: true });
  await app.register(async (scope) => {
    scope.addHook('onSend', async (request) => {
      if (request.url.includes('/callback/')) pass('notice:kept');
    });
    scope.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof DomainError ? 403 : 500).send({ error: String(error) }),
    );
    await scope.register((inner) =>
      paymentWebhooks(inner, { db, services, tickets: createPaymentTickets(SECRET_KEY), clock }),
    );
  });

  /** Calls of the test driver; a refusal of ours is a valid answer. */
  const CALLS: Record<string, (asked: Asked) => Promise<unknown>> = {
    async arm({ point, in: left }) {
      armed = { point, left };
      return {};
    },
    async buy({ memberId, planId, code, key, isAutopay = false, isGift = false }) {
      const asked = { planId, isAutopay, isGift, code, idempotencyKey: key };
      const bought = await buyPlan(subscriptions, { memberId }, asked, comingAt(clock()));
      pass('order:opened');
      return bought;
    },
    async 'change-card'({ memberId, key }) {
      const profile = await findLiveProfile(db, memberId);
      if (!profile) throw new DomainError('noRecurringProfile');
      const asked = { profileId: profile.id, idempotencyKey: key };
      return changeCreditCard(subscriptions, memberActor(memberId), asked, clock());
    },
    async 'change-plan'({ memberId, planId, when, key }) {
      return changePlan(subscriptions, memberActor(memberId), { planId, when, idempotencyKey: key }, clock());
    },
    async stop({ memberId }) {
      return { state: await stopRecurring(db, memberId, clock()) };
    },
    async resume({ memberId }) {
      await resumeRecurring(subscriptions, memberActor(memberId), {}, clock());
      return {};
    },
    async 'resume-by-staff'({ memberId }) {
      await resumeByHand(db, { who: 'staff', why: 'the bank was wrong' }, memberId, clock());
      return {};
    },
    /** A friend redeems the code of a gift. */
    async redeem({ memberId, orderId }) {
      const gift = await findGift(db, orderId);
      if (!gift) throw new DomainError('dataNotFound');
      return redeem(subscriptions, { memberId }, gift.code, comingAt(clock()));
    },
    async start({ memberId, orderId, gateway, method, isPhone }) {
      const { attempt, start } = await startAttempt(services, memberActor(memberId), {
        orderId,
        gateway,
        method,
        isPhone,
        // Each payer has an address of their own.
        remoteIp: `10.${memberId >> 16}.${(memberId >> 8) & 255}.${memberId & 255}`,
      });
      return { number: attempt.number, start };
    },
    async result({ memberId, number }) {
      // Like the page to which a payer returns.
      const standing = await queryNow(services, number);
      const { status } = await resultOf(services, memberActor(memberId), { number });
      return { status: status === 'failure' && standing === 'unknown' ? 'pending' : status };
    },
    async cancel({ memberId, orderId }) {
      const { state } = await cancelOrder(services, memberActor(memberId), orderId);
      return { state };
    },
    async refund({ orderId, cents }) {
      return refundOrder(services, { orderId, cents, reason: 'asked for', who: 'staff' });
    },
    async 'paid-back'({ number }) {
      await refundedByHand(services, { number, who: 'staff', why: 'by its portal' });
      return {};
    },
    async withdraw({ number }) {
      return withdrawByHand(services, { number, who: 'staff', why: 'the bank was faster' });
    },
    async apply({ memberId }) {
      return applyOffline(
        offline,
        memberActor(memberId),
        { plans365: '1', extra30days: '0', payment_method: '1' },
        clock(),
      );
    },
    async approve({ id, cents }) {
      const received = { id, cents: Number(cents), receivedAt: clock() };
      await approveOffline(offline, { who: 'staff', why: 'the cheque is here' }, received, clock());
      return {};
    },
    async reconcile({ gateway, dayHk, text }) {
      return reconcile(services, { gateway, dayHk, file: `${gateway}-${dayHk}`, text });
    },
    async tick() {
      let rounds = 0;
      while ((await work.queryDueAttempts(services)) + (await work.sendDueRefunds(services)) > 0 && ++rounds < 200);
      await work.retryUnfulfilled(services);
      await work.expireOrders(services);
      await work.renewDue(subscriptions, clock);
      await numberReceipts({ db, siteUrl: SITE_URL, secretKey: SECRET_KEY }, clock());
      pass('receipts:numbered');
      await closeDays({ db, ledgerKey: LEDGER_KEY }, clock());
      return {};
    },
  };
  app.post<{ Params: { call: string }; Body: Asked }>(
    '/sim/:call',
    { bodyLimit: 10_000_000 },
    async ({ params, body }, reply) => {
      try {
        return await CALLS[params.call]!(body);
      } catch (error) {
        if (error instanceof DomainError) return reply.code(409).send({ refused: error.errorName });
        if (error instanceof GatewayRefusedError) return reply.code(409).send({ refused: error.code });
        const cause = error instanceof Error && error.cause instanceof Error ? ` ${error.cause.message}` : '';
        return reply.code(500).send({ fault: `${params.call}: ${String(error)}${cause}` });
      }
    },
  );

  const worker = await run({
    pgPool: database.pool,
    concurrency: 3,
    pollInterval: 100,
    preset: workerPreset,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList: {
      ...paymentTasks(services),
      ...webhookTasks({ db, clock, handlers: paymentWebhookHandlers(services) }),
      ...receiptTasks({ services: { db, siteUrl: SITE_URL, secretKey: SECRET_KEY }, clock }),
    },
  });
  await app.listen({ host: '127.0.0.1', port });
  return {
    async close(): Promise<void> {
      await app.close();
      await worker.stop();
      await database.close();
    },
  };
}
