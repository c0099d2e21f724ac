/** Report calls, on a base URL of their own: prefixed with `trackingBase()`. */
export const trackingCalls = {
  play: () => '/tracking',
  tag: () => '/tracking/tag',
  live: () => '/v2/tracking/live',
  error: () => '/tracking/playbackerror',
  ads: () => '/tracking/ads',
};
