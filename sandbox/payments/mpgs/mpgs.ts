import type { FastifyInstance } from 'fastify';
import { createDelivery } from '../delivery.ts';
import { createFaults } from '../faults.ts';
import { readForms } from '../forms.ts';
import { openBank } from './bank.ts';
import { mpgsDesk } from './desk.ts';
import { hostedCheckout } from './hosted.ts';
import { restApi } from './rest.ts';
import { createWebhook } from './webhook.ts';

export interface MpgsSandboxOptions {
  merchantId: string;
  password: string;
  notificationSecret: string;
  /** Where its books are kept; null: in memory alone. */
  folder: string | null;
  /** Public address of the site. */
  siteUrl: string;
  /** Where the site is reached from here. */
  reachedAt: string;
  /** Where the stand-in begins, as browsers see it. */
  base?: string;
  clock?: () => Date;
  /** Later than the site waits for a card; the page says 20 minutes. */
  lateMs?: number;
  slowMs?: number;
  repeatMs?: readonly number[];
  repeats?: 'answered' | 'refused';
  makesTokens?: boolean;
}

/** Stand-in for the Mastercard gateway: its calls, its script and page, its notices, and a desk. */
export async function mpgsSandbox(
  app: FastifyInstance,
  {
    merchantId,
    password,
    notificationSecret,
    folder,
    siteUrl,
    reachedAt,
    base = '/sandbox/mpgs',
    clock = () => new Date(),
    lateMs = 20 * 60_000,
    slowMs = 8_000,
    repeatMs,
    repeats = 'answered',
    makesTokens = false,
  }: MpgsSandboxOptions,
): Promise<void> {
  const bank = openBank(folder);
  const faults = createFaults();
  const delivery = createDelivery({ siteUrl, reachedAt, ...(repeatMs ? { repeatMs } : {}) });
  app.addHook('onClose', async () => delivery.stop());
  readForms(app);
  const webhook = createWebhook({ bank, delivery, merchantId, notificationSecret, lateMs });
  restApi(app, { bank, webhook, faults, merchantId, password, clock, slowMs, repeats });
  hostedCheckout(app, { bank, webhook, clock, base, makesTokens });
  mpgsDesk(app, { bank, webhook, faults, clock, base });
}
