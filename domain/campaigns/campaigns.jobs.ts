import type { CronItem, Task } from 'graphile-worker';
import { DETAILS_KEPT_DAYS } from './campaigns.rules.ts';
import type { CampaignServices } from './campaigns.types.ts';
import { deleteOldDetails } from './details.store.ts';
import { closeOrders, endCampaigns, giveBackDue } from './returns.ts';

const CLOCK = 'campaign-clock';
const GIVE_BACK = 'campaign-give-back';
const FORGET = 'campaign-forget-details';

/** Worker tasks of campaigns. */
export const campaignTasks = (services: CampaignServices, clock: () => Date): Record<string, Task> => ({
  [CLOCK]: async () => {
    await endCampaigns({ db: services.db, now: clock() });
    await closeOrders(services);
  },
  [GIVE_BACK]: async () => void (await giveBackDue(services, clock())),
  [FORGET]: async () => {
    await deleteOldDetails(services.db, new Date(clock().getTime() - DETAILS_KEPT_DAYS * 86_400_000));
  },
});

export const campaignCron: CronItem[] = [
  { task: CLOCK, match: '* * * * *', identifier: CLOCK, options: { maxAttempts: 1 } },
  { task: GIVE_BACK, match: '* * * * *', identifier: GIVE_BACK, options: { maxAttempts: 1 } },
  { task: FORGET, match: '20 20 * * *', identifier: FORGET, options: { maxAttempts: 3 } },
];
