import { USER_SYNC_DELAY_MS } from '#domain/ads/ad-timeouts.rules.ts';
import type { FrameConfig } from '#shared/ads/ad-frames.ts';

const SYNCS = 5;
const ASK_MS = 3_000;
const FRAME_SANDBOX = 'allow-scripts allow-same-origin';

interface Synced {
  no_cookie?: boolean;
  usersync?: { type?: string; url?: string };
}

function syncOne({ type, url }: { type?: string; url?: string }): void {
  if (!url || !/^https?:\/\//.test(url)) return;
  if (type === 'iframe') {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', FRAME_SANDBOX);
    frame.src = url;
    document.body.append(frame);
  } else new Image().src = url;
}

/**
 * User sync for the bidders of the Prebid Server, once a page and three seconds after the first auction (K-127).
 * Prebid's own module syncs at once, while the page still loads, so it is given no endpoint.
 */
export function syncUsers({ prebidServerUrl, prebidAccount }: FrameConfig, bidders: readonly string[]): void {
  if (!prebidServerUrl || !bidders.length) return;
  const ask = async () => {
    const reply = await fetch(`${prebidServerUrl}/cookie_sync`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({
        uuid: crypto.randomUUID(),
        bidders,
        account: prebidAccount,
        limit: SYNCS,
        coopSync: false,
      }),
      signal: AbortSignal.timeout(ASK_MS),
    });
    const said = (await reply.json()) as { bidder_status?: unknown };
    if (!Array.isArray(said.bidder_status)) return;
    for (const { no_cookie, usersync } of (said.bidder_status as Synced[]).slice(0, SYNCS))
      if (no_cookie && usersync) syncOne(usersync);
  };
  // Failures are ignored; the next page tries again.
  setTimeout(() => void ask().catch(() => {}), USER_SYNC_DELAY_MS);
}
