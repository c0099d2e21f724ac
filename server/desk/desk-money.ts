import type { FastifyInstance } from 'fastify';
import type { StaffAction } from '#domain/actions/actions.ts';
import { buyingActions } from '#domain/buying/buying.actions.ts';
import { subscriptionActions } from '#domain/buying/subscriptions.actions.ts';
import { plansStaffApi } from '#domain/buying/plans.staff.api.ts';
import { eventRefundsStaffApi } from '#domain/events/event-refunds.staff.api.ts';
import { ledgerActions } from '#domain/ledger/ledger.actions.ts';
import { ledgerStaffApi } from '#domain/ledger/ledger.staff.api.ts';
import { offlineActions } from '#domain/offline-applications/offline-applications.actions.ts';
import { offlineStaffApi } from '#domain/offline-applications/offline-applications.staff.api.ts';
import { orderActions } from '#domain/payments/operations/orders.actions.ts';
import { promotionsStaffApi } from '#domain/promotions/promotions.staff.api.ts';
import { rentalActions } from '#domain/films/films.actions.ts';
import { ordersStaffApi } from '#domain/purchases/orders.staff.api.ts';
import { replaySalesActions } from '#domain/replay-sales/replay-sales.actions.ts';
import { replaySalesStaffApi } from '#domain/replay-sales/replay-sales.staff.api.ts';
import { receiptActions } from '#domain/receipts/receipts.actions.ts';
import type { Runtime } from '#server/runtime.ts';
import { ledgerKeyOf } from '#server/services/secret-key.ts';

/** Actions on money and on members' entitlements. */
export const moneyActions = ({ config, payments }: Pick<Runtime, 'config' | 'payments'>): StaffAction[] => [
  ...orderActions(payments, { refundLimit: config.DESK_REFUND_LIMIT * 100 }),
  ...receiptActions(payments),
  ...ledgerActions({ ledgerKey: ledgerKeyOf(config) }),
  ...offlineActions({ payments, siteUrl: config.siteUrl }),
  ...buyingActions(),
  ...subscriptionActions(),
  ...rentalActions(),
  ...replaySalesActions(),
];

export type MoneyRuntime = Pick<Runtime, 'clock' | 'database' | 'payments' | 'plans'> & {
  config: Pick<Runtime['config'], 'LEDGER_KEY' | 'demo'>;
};

/** What the money room reads. */
export async function moneyApis(
  app: FastifyInstance,
  { clock, config, database: { db }, payments, plans }: MoneyRuntime,
): Promise<void> {
  await app.register((calls) => ordersStaffApi(calls, { ...payments, db, clock }));
  await app.register((calls) => ledgerStaffApi(calls, { db, ledgerKey: ledgerKeyOf(config), clock }));
  await app.register((calls) => offlineStaffApi(calls, { services: plans.offline, clock }));
  await app.register((calls) => eventRefundsStaffApi(calls, { db }));
  await app.register((calls) => plansStaffApi(calls, { db, clock }));
  await app.register((calls) => replaySalesStaffApi(calls, { db }));
  await app.register((calls) => promotionsStaffApi(calls, { db, clock }));
}
