import { createHmac } from 'node:crypto';

export interface SignedPostOptions {
  authToken: string;
  /** Public URL of the site, used in signatures. */
  siteUrl: string;
  /** URL at which the site is reachable from here. */
  reachedAt: string;
  timeoutMs?: number;
}

export interface PostReply {
  status: number;
  text: string;
}

const TIMEOUT_MS = 10_000;

/** The provider's signature, implemented independently of the site, so that a bug of the site is not repeated here. */
export function sign(authToken: string, url: string, form: Record<string, string>): string {
  const mac = createHmac('sha1', authToken).update(url, 'utf8');
  for (const name of Object.keys(form).toSorted()) mac.update(name + (form[name] ?? ''), 'utf8');
  return mac.digest('base64');
}

/**
 * Posts a form to a URL of the site as the provider does. Other URLs are never called: the demo's token is public and
 * must not allow requests through this server.
 */
export async function signedPost(
  { authToken, siteUrl, reachedAt, timeoutMs = TIMEOUT_MS }: SignedPostOptions,
  url: string,
  form: Record<string, string>,
): Promise<PostReply> {
  if (!url.startsWith(`${siteUrl}/`)) return { status: 0, text: 'not a URL of the site' };
  try {
    const response = await fetch(reachedAt + url.slice(siteUrl.length), {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { 'x-twilio-signature': sign(authToken, url, form), 'user-agent': 'TwilioProxy/1.1' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: error instanceof Error ? error.message : String(error) };
  }
}
