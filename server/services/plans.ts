import type { FastifyInstance } from 'fastify';
import type { Tx } from '#db/database.ts';
import { demoPayee } from '#db/seed/members.ts';
import { reauthenticateForPayment } from '#domain/auth/auth.ts';
import { buyingApi } from '#domain/buying/buying.api.ts';
import { buyingTasks } from '#domain/buying/buying.jobs.ts';
import { planFulfilments } from '#domain/buying/buying.ts';
import type { MemberServices } from '#domain/members/members.ts';
import { offlineApplicationsApi } from '#domain/offline-applications/offline-applications.api.ts';
import { offlineCron, offlineTasks } from '#domain/offline-applications/offline-applications.jobs.ts';
import {
  OFFLINE_FULFILMENT,
  type OfflinePayee,
  type OfflineServices,
} from '#domain/offline-applications/offline-applications.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import { renewalCron, renewalTasks } from '#domain/renewals/renewals.jobs.ts';
import { openScheduledRenewal, renewalFulfilments } from '#domain/renewals/renewals.ts';
import type { SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import type { Config } from '#server/config.ts';
import type { Base } from '#server/services/base.ts';

/** Functions that payments need from plans: fulfilment by kind of line, and the owner of a scheduled charge. */
export function plansForPayments(of: { siteUrl: string; secretKey: string }) {
  const fulfilments = {
    ...planFulfilments(of),
    ...renewalFulfilments(of),
    offline_subscription: OFFLINE_FULFILMENT,
  };
  return {
    fulfilments,
    orderOfSchedule: (tx: Tx, charge: { agreement: string; gatewayTxn: string; now: Date }) =>
      openScheduledRenewal(tx, { fulfilments }, charge),
  };
}

export interface PlanServices {
  subscriptions: SubscriptionServices;
  offline: OfflineServices;
}

/** Dependencies of plans and offline applications. */
export function createPlanServices(
  { database: { db }, config: { siteUrl }, secretKey, receiptFiles: files, pictures }: Base,
  {
    payments,
    members,
    products,
  }: { payments: PaymentServices; members: MemberServices; products: SubscriptionServices['products'] },
): PlanServices {
  return {
    subscriptions: {
      db,
      siteUrl,
      secretKey,
      payments,
      proveOwner: (actor, { password }, now) => reauthenticateForPayment(members, actor, { password, now }),
      products,
    },
    offline: { db, siteUrl, payments, files, pictures },
  };
}

/** Payee of cheques and deposits; in the demo a fictitious one. */
export const payeeOf = (config: Config): OfflinePayee =>
  config.demo && config.OFFLINE_PAYEE === ''
    ? demoPayee
    : {
        payee: config.OFFLINE_PAYEE,
        bank: config.OFFLINE_BANK,
        account: config.OFFLINE_ACCOUNT,
        postalAddress: config.OFFLINE_POSTAL_ADDRESS,
      };

/** APIs of plans that need payments. */
export async function planApis(
  app: FastifyInstance,
  {
    services,
    clock,
    checkoutPath,
  }: { services: PlanServices; clock: () => Date; checkoutPath: (orderId: number) => string },
): Promise<void> {
  await app.register((scope) => buyingApi(scope, { services: services.subscriptions, clock, checkoutPath }));
  await app.register((scope) => offlineApplicationsApi(scope, { services: services.offline, clock }));
}

export const planTasks = ({ subscriptions, offline }: PlanServices, clock: () => Date) => ({
  ...buyingTasks({ db: subscriptions.db, clock }),
  ...renewalTasks({ services: subscriptions, clock }),
  ...offlineTasks({ services: offline, clock }),
});

export const planCron = [...renewalCron, ...offlineCron];
