/** Where a stand-in tells the site what happened. */
export interface ToldSite {
  /** Public address of the site: what is signed. */
  siteUrl: string;
  /** Where the site is reached from here. */
  reachedAt: string;
}

/** After so long what was not taken is told again. Simulated: when providers really repeat is not public. */
export const REPEAT_MS: readonly number[] = [5_000, 30_000, 120_000, 600_000, 3_600_000];
export const TOLD_TIMEOUT_MS = 10_000;

interface SiteAnswer {
  /** 0: none came. */
  status: number;
  text: string;
  /** Nothing was sent: it is no address of the site. */
  isElsewhere: boolean;
}

/**
 * Sends something to the site. Addresses elsewhere are never called: whoever knows the demo's secrets must not send requests
 * through a stand-in.
 */
export async function postToSite(
  { siteUrl, reachedAt }: ToldSite,
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<SiteAnswer> {
  if (!url.startsWith(`${siteUrl}/`)) return { status: 0, text: 'not an address of the site', isElsewhere: true };
  try {
    const at = reachedAt + url.slice(siteUrl.length);
    const response = await fetch(at, { method: 'POST', headers, body, redirect: 'error', signal });
    return { status: response.status, text: await response.text(), isElsewhere: false };
  } catch (error) {
    return { status: 0, text: error instanceof Error ? error.message : String(error), isElsewhere: false };
  }
}
