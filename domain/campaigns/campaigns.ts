// The door for pages, calls and the server. Staff use station.ts.

export type { CampaignServices, CampaignProgress } from './campaigns.types.ts';
export { campaignTag, forgetProgress, getCampaignProgress, listPlays, listThanked } from './campaign-progress.ts';
export { campaignProduct } from './campaign-product.ts';
export { campaignFulfilment } from './campaign-fulfilment.ts';
export { askedDetails, readDetails, saveDetails, tellOrder } from './details.ts';
export { orderOfToken } from './order-links.ts';
export { findOwnPage, listOwnPages } from './editing/campaign-words.ts';
export { listPosts } from './posts/posts.ts';
export { previewCampaign } from './editing/campaign-preview.ts';
export type { PageFields } from './editing/campaign-edit.schema.ts';
