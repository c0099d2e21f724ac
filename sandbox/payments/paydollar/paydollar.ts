import type { FastifyInstance } from 'fastify';
import { createDelivery } from '../delivery.ts';
import { createFaults } from '../faults.ts';
import { readForms } from '../forms.ts';
import { openBank } from './bank.ts';
import { createDatafeed, type SigningAccount } from './datafeed.ts';
import { paydollarControlPage } from './control-page.ts';
import { hostedPage } from './hosted.ts';
import { memberApi } from './member-api.ts';
import { orderApi, type ApiAccount } from './order-api.ts';
import { scheduleApi } from './schedule-api.ts';

export interface PaydollarSandboxOptions extends SigningAccount, ApiAccount {
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
  refundMs?: number;
  repeatMs?: readonly number[];
}

/**
 * Stand-in for PayDollar: hosted page, signed webhooks, APIs of orders, schedules and stored cards, and a control page.
 */
export async function paydollarSandbox(
  app: FastifyInstance,
  {
    folder,
    siteUrl,
    reachedAt,
    base = '/sandbox/paydollar',
    clock = () => new Date(),
    lateMs = 20 * 60_000,
    refundMs = 5_000,
    repeatMs,
    ...account
  }: PaydollarSandboxOptions,
): Promise<void> {
  const bank = openBank(folder);
  const faults = createFaults();
  const delivery = createDelivery({ siteUrl, reachedAt, ...(repeatMs ? { repeatMs } : {}) });
  app.addHook('onClose', async () => delivery.stop());
  readForms(app);
  const noticeUrl = `${siteUrl}/api/payment/callback/paydollar`;
  const datafeed = createDatafeed({ ...account, bank, delivery, noticeUrl, lateMs });
  const all = { ...account, bank, datafeed, faults, clock, refundMs, base };
  hostedPage(app, all);
  orderApi(app, all);
  scheduleApi(app, all);
  memberApi(app, all);
  paydollarControlPage(app, all);
}
