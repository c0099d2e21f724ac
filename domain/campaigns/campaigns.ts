// The door: what pages, calls and the server may ask of campaigns. Staff have one of their own: station.ts.

export type { CampaignServices, Standing } from './campaigns.types.ts';
export { campaignTag, forgetStanding, getStanding, listPlays, listThanked } from './standing.ts';
export { campaignProduct } from './product.ts';
export { campaignFulfilment } from './fulfilment.ts';
export { askedDetails, readDetails, saveDetails, tellOrder } from './details.ts';
export { orderOfToken, orderTokenOf } from './order-links.ts';
