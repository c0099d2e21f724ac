/** Campaigns and invitations: nothing that every page loads. */
export { campaignPaths } from '#shared/campaign-paths.ts';

export const campaignCalls = {
  /** How far a campaign is; small, and the same for everybody. */
  standing: (name: string) => `/api/campaign/${name}`,
};
