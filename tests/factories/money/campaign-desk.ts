import { campaignActions } from '#domain/campaigns/campaigns.actions.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { CAMPAIGN_LINKS, openCampaignShop, type CampaignShop } from './campaign-shop.ts';
import { emptyPayments, makeGivenTable } from './payments.ts';

/** The desk with the actions of campaigns. */
export async function openCampaignDesk(): Promise<OpenDesk> {
  const desk = await openTestDesk({ actions: campaignActions(CAMPAIGN_LINKS) });
  await makeGivenTable(desk.db);
  return desk;
}

/** A new shop with the clock of a desk, and nothing sold yet. */
export async function openShopAtDesk(desk: OpenDesk): Promise<CampaignShop> {
  await emptyPayments(desk.database);
  const shop = openCampaignShop(desk.db);
  desk.clock.now = shop.now();
  return shop;
}
