import type { FastifyInstance } from 'fastify';
import type { CampaignDoors } from '#app/context.server.ts';
import { campaignsApi } from '#domain/campaigns/campaigns.api.ts';
import { campaignCron, campaignTasks } from '#domain/campaigns/campaigns.jobs.ts';
import type { CampaignServices } from '#domain/campaigns/campaigns.ts';
import { invitationsApi } from '#domain/invitations/invitations.api.ts';
import { invitationCron, invitationTasks } from '#domain/invitations/invitations.jobs.ts';
import { sell, type SalesServices } from '#domain/sales/sales.ts';
import { DomainError } from '#shared/domain-error.ts';

/** Dependencies of campaign jobs. */
const campaignServicesOf = ({ db, payments, siteUrl, secretKey }: SalesServices): CampaignServices => ({
  db,
  payments,
  siteUrl,
  secretKey,
});

/** Selling functions for the pages of campaigns. */
export const createCampaignDoors = (sales: SalesServices): CampaignDoors => ({
  async sell(buyer, { lines, termsVersion, idempotencyKey }, visitor) {
    const asked = {
      productType: 'Campaign' as const,
      lines,
      termsVersion,
      utmMedium: null,
      utmSource: null,
      idempotencyKey,
      returnPath: null,
    };
    const { order, checkoutPath } = await sell(sales, buyer, asked, visitor);
    // Nobody waits in a line for a campaign.
    if (order === null) throw new DomainError('unavailable');
    return { orderId: order.id, checkoutPath };
  },
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
