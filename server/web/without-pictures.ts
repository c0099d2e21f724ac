import { NO_PICTURES_STYLE } from '#server/web/security-headers.ts';
import { CREATIVE_FILES } from '#domain/advertising/advertising.rules.ts';
import { CHECKOUT, PICTURES_FROM } from '#shared/http/page-headers.ts';

/** Icons and letterings of the build, without which buttons would be blank. */
const BUILT_FILES = '/assets/';

/**
 * The page with empty picture boxes: its policy lets the browser load none, also while it navigates, and each
 * keeps its size and colour. Icons stay, as do booked advertisements. Checkouts are left as they are.
 */
export async function withoutPictures(response: Response, siteUrl: string): Promise<Response> {
  const { status, headers: given } = response;
  if (!given.get('content-type')?.startsWith('text/html') || given.has(CHECKOUT)) return response;
  const headers = new Headers(given);
  headers.set(PICTURES_FROM, [BUILT_FILES, CREATIVE_FILES].map((path) => siteUrl + path).join(' '));
  const html = await response.text();
  return new Response(html.replace('</head>', `<style>${NO_PICTURES_STYLE}</style></head>`), { status, headers });
}
