import type { CronItem, Task } from 'graphile-worker';
import type { CampaignServices } from './campaigns.types.ts';
import { deleteOldDetails } from './details.store.ts';
import { closeOrders, endCampaigns, giveBackDue } from './returns.ts';

const CLOCK = 'campaign-clock';
const GIVE_BACK = 'campaign-give-back';
const FORGET = 'campaign-forget-details';

/** Retention of names and addresses no longer needed, for enquiries about missing deliveries. */
const KEPT_DAYS = 90;

/** Worker tasks of campaigns. */
export const campaignTasks = (services: CampaignServices, clock: () => Date): Record<string, Task> => ({
  [CLOCK]: async () => {
    await endCampaigns({ db: services.db, now: clock() });
    await closeOrders(services);
  },
  [GIVE_BACK]: async () => void (await giveBackDue(services, clock())),
  [FORGET]: async () => {
    await deleteOldDetails(services.db, new Date(clock().getTime() - KEPT_DAYS * 86_400_000));
  },
});

export const campaignCron: CronItem[] = [
  { task: CLOCK, match: '* * * * *', identifier: CLOCK, options: { maxAttempts: 1 } },
  { task: GIVE_BACK, match: '* * * * *', identifier: GIVE_BACK, options: { maxAttempts: 1 } },
  { task: FORGET, match: '20 20 * * *', identifier: FORGET, options: { maxAttempts: 3 } },
];
