import type { FastifyInstance } from 'fastify';
import { campaignsApi } from '#domain/campaigns/campaigns.api.ts';
import { campaignCron, campaignTasks } from '#domain/campaigns/campaigns.jobs.ts';
import type { CampaignServices } from '#domain/campaigns/campaigns.ts';
import { invitationsApi } from '#domain/invitations/invitations.api.ts';
import { invitationCron, invitationTasks } from '#domain/invitations/invitations.jobs.ts';
import type { SalesServices } from '#domain/sales/sales.ts';

/** Dependencies of campaign jobs. */
const campaignServicesOf = ({ db, payments, siteUrl, secretKey }: SalesServices): CampaignServices => ({
  db,
  payments,
  siteUrl,
  secretKey,
});

export async function campaignApis(
  app: FastifyInstance,
  { sales, clock }: { sales: SalesServices; clock: () => Date },
): Promise<void> {
  await app.register((scope) => campaignsApi(scope, { db: sales.db, clock }));
  await app.register((scope) => invitationsApi(scope, { services: sales, clock }));
}

export const campaignRoomTasks = (sales: SalesServices, clock: () => Date) => ({
  ...campaignTasks(campaignServicesOf(sales), clock),
  ...invitationTasks(sales, clock),
});

export const campaignRoomCron = [...campaignCron, ...invitationCron];
