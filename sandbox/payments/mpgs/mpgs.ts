import type { FastifyInstance } from 'fastify';
import { createDelivery } from '../delivery.ts';
import { createFaults } from '../faults.ts';
import { readForms } from '../forms.ts';
import { openBank } from './bank.ts';
import { mpgsControlPage } from './control-page.ts';
import { hostedCheckout } from './hosted.ts';
import { restApi } from './rest.ts';
import { createWebhook } from './webhook.ts';

export interface MpgsSandboxOptions {
  merchantId: string;
  password: string;
  notificationSecret: string;
  /** Folder of its books; null: in memory only. */
  folder: string | null;
  /** Public URL of the site. */
  siteUrl: string;
  /** URL at which the stand-in reaches the site. */
  reachedAt: string;
  /** Path prefix of the stand-in, as browsers see it. */
  base?: string;
  clock?: () => Date;
  /** Longer than the site's card window; the payment page says 20 minutes. */
  lateMs?: number;
  slowMs?: number;
  repeatMs?: readonly number[];
  repeats?: 'answered' | 'refused';
  makesTokens?: boolean;
}

/** Stand-in for the Mastercard gateway: API, script and page, webhooks, and control page. */
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
  mpgsControlPage(app, { bank, webhook, faults, clock, base });
}
