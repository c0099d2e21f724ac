/** Campaigns and invitations. Not loaded with every page. */
export { campaignPaths } from '#shared/paths/campaign-paths.ts';

export const campaignCalls = {
  /** Progress of a campaign; small, and the same for everyone. */
  progress: (name: string) => `/api/campaign/${name}`,
};
