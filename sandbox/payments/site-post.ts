/** The site that a stand-in sends webhooks to. */
export interface ToldSite {
  /** Public URL of the site, used in signatures. */
  siteUrl: string;
  /** URL at which the stand-in reaches the site. */
  reachedAt: string;
}

/** Retry pauses of a webhook that was not accepted. Simulated: the providers' real schedules are not public. */
export const REPEAT_MS: readonly number[] = [5_000, 30_000, 120_000, 600_000, 3_600_000];
export const TOLD_TIMEOUT_MS = 10_000;

interface SiteAnswer {
  /** 0: no reply. */
  status: number;
  text: string;
  /** Not sent: the address is not the site's. */
  isElsewhere: boolean;
}

/**
 * Sends a request to the site. Other addresses are never called, so that anyone who knows the demo's secrets cannot
 * send requests through a stand-in.
 */
export async function postToSite(
  { siteUrl, reachedAt }: ToldSite,
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<SiteAnswer> {
  if (!url.startsWith(`${siteUrl}/`)) return { status: 0, text: 'not a URL of the site', isElsewhere: true };
  try {
    const at = reachedAt + url.slice(siteUrl.length);
    const response = await fetch(at, { method: 'POST', headers, body, redirect: 'error', signal });
    return { status: response.status, text: await response.text(), isElsewhere: false };
  } catch (error) {
    return { status: 0, text: error instanceof Error ? error.message : String(error), isElsewhere: false };
  }
}
