/** How long a page waits for bids. The bidders are `AD_BIDDERS` in `server/config.ads.schema.ts`. */
export const BID_TIMEOUT_MS = 3_000;
export const USER_SYNC_DELAY_MS = 3_000;
