import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { memberChanged } from '#domain/auth/auth.ts';
import type { WebhookHandlers } from '#domain/webhooks/webhooks.ts';
import { processWebhook, type PaymentServices, type PaymentTickets } from '#domain/payments/payments.ts';
import { lookAtProviders } from '#domain/payments/payments.jobs.ts';
import { chargebackTeller, noteReceipt } from '#domain/receipts/receipts.ts';
import type { Config } from '#server/config.ts';
import type { Logger } from '#server/operations/log.ts';
import { createEftGateway } from '#server/outside/eft/account.ts';
import { createJetcoGateway } from '#server/outside/jetco/account.ts';
import { createMpgsGateway } from '#server/outside/mpgs/account.ts';
import { createPaydollarGateway } from '#server/outside/paydollar/account.ts';
import { createPaymeGateway } from '#server/outside/payme/account.ts';
import { archiveSettingsOf } from '#server/services/playing/archive.ts';
import { plansForPayments } from '#server/services/plans.ts';
import { roomsThatSell } from '#server/services/sales.ts';

/** The configured payment gateways, one line per provider. */
function gatewaysOf(config: Config, clock: () => Date): PaymentServices['gateways'] {
  const gateways = {
    mpgs: createMpgsGateway(config, clock),
    payme: createPaymeGateway(config, clock),
    paydollar: createPaydollarGateway(config, clock),
    jetco: createJetcoGateway(config, clock),
    eft: createEftGateway(config, clock),
  };
  return Object.fromEntries(Object.entries(gateways).filter(([, gateway]) => gateway !== null));
}

export function createPaymentServices(
  config: Config,
  { db, clock, secretKey }: { db: Db; clock: () => Date; secretKey: string },
): PaymentServices {
  const house = { siteUrl: config.siteUrl, secretKey, freeMinutes: archiveSettingsOf(config).freeMinutes };
  const plans = plansForPayments(house);
  return {
    db,
    clock,
    siteUrl: config.siteUrl,
    secretKey,
    gateways: gatewaysOf(config, clock),
    // Fulfilment of plans and of single purchases.
    ...plans,
    fulfilments: { ...plans.fulfilments, ...roomsThatSell(house).fulfilments },
    noteReceipt,
    keepsAccessAfterChargeback: config.CHARGEBACK_KEEPS_ACCESS === 'yes',
    tellChargeback: chargebackTeller({ siteUrl: config.siteUrl, secretKey }),
    // Invalidates the member's permissions in every process.
    onAccessChanged: (memberId) => memberChanged(db, memberId),
  };
}

/**
 * Lets a browser without the session, such as one opened by another app, see the outcome of one attempt and nothing
 * else of its buyer.
 */
export function createPaymentTickets(secretKey: string): PaymentTickets {
  const ticketFor = (number: string) =>
    createHmac('sha256', secretKey).update(`payment return ${number}`).digest('base64url');
  return {
    ticketFor,
    isTicketOf(ticket, number) {
      const [given, right] = [Buffer.from(ticket), Buffer.from(ticketFor(number))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

export const PAYMENT_WEBHOOK = 'payment';

/** Handlers of payment webhooks for the worker. */
export const paymentWebhookHandlers = (services: PaymentServices): WebhookHandlers =>
  Object.fromEntries(
    Object.keys(services.gateways).map((name) => [
      name,
      { [PAYMENT_WEBHOOK]: (tx, payload) => processWebhook(tx, services, name, payload) },
    ]),
  );

const LOOK_EACH_MS = 1_000;

/** Polls due providers every second. Due times are stored in columns, under our own clock. */
export function watchProviders(services: PaymentServices, log: Logger): { stop(): Promise<void> } {
  let under: Promise<void> | null = null;
  const look = () => {
    under ??= lookAtProviders(services)
      .catch((error: unknown) => log.warn({ err: error }, 'could not poll payment providers'))
      .finally(() => {
        under = null;
      });
  };
  const timer = setInterval(look, LOOK_EACH_MS);
  return {
    async stop() {
      clearInterval(timer);
      await under;
    },
  };
}
