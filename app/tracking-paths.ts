/** Calls that reports go to, on a base of their own: `trackingBase()` comes before them. */
export const trackingCalls = {
  play: () => '/tracking',
  tag: () => '/tracking/tag',
  live: () => '/v2/tracking/live',
  error: () => '/tracking/playbackerror',
  ads: () => '/tracking/ads',
};
