import { randomBytes } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router';
import { RenderedAds, type BookedAds } from './ads/booked-ads.ts';
import { breakingNewsElement } from './breaking-news-element.server.ts';
import { hydrationDataScript, pageDataElement } from './hydration-data.server.ts';
import { requestContext, type RequestContext } from '#app/context.server.ts';
import { deferScripts } from './deferred-scripts.server.ts';
import { islandsLoaded } from './ui/static-island.tsx';
import { houseAdsTag } from '#domain/advertising/advertising.rules.ts';
import { getHouseAds } from '#domain/advertising/advertising.ts';
import { ADS_SWITCH_TAG } from '#domain/settings/settings.rules.ts';
import { ownRoutes, withoutRouteMap } from './own-routes.server.ts';
import { ScriptNonce } from './components/shell/script-nonce.ts';
import { SCRIPT_NONCE } from '#shared/http/page-headers.ts';

/** Marks a suspended part that React left out. */
const LEFT_OUT = '<!--$!-->';
const END = '</body></html>';

/** Retry-After of a refusal, if a loader or an action reports it to the page. */
function waitOf({ loaderData, actionData }: EntryContext['staticHandlerContext']): number | null {
  for (const said of [...Object.values(actionData ?? {}), ...Object.values(loaderData)] as unknown[])
    if (typeof said === 'object' && said !== null && 'retryAfterSeconds' in said)
      if (typeof said.retryAfterSeconds === 'number') return said.retryAfterSeconds;
  return null;
}

/** The page's data, as JSON if they can be. */
async function dataOf(
  handled: EntryContext['staticHandlerContext'],
  stream: ReadableStream<Uint8Array>,
  nonce: string,
): Promise<string> {
  const element = pageDataElement(handled, nonce);
  if (element === null) return hydrationDataScript(stream, nonce);
  await stream.cancel();
  return element;
}

/** What is booked now. A page that needs no database is shown without it. */
async function bookedNow({ db, now, report }: RequestContext): Promise<BookedAds | null> {
  try {
    const ads = await getHouseAds({ db, now });
    return ads.length > 0 ? { ads, nowMs: now.getTime() } : null;
  } catch (error) {
    report(error);
    return null;
  }
}

/** A page with slots is purged when something is booked for the pages of its group, every page when ads are switched off or on. */
function tagWithSlots(headers: Headers, html: string): void {
  const tags = headers.get('Cache-Tag');
  if (tags === null) return;
  const groups = new Set([...html.matchAll(/ data-ad-slot="([a-zA-Z]+)/g)].map(([, group = '']) => houseAdsTag(group)));
  headers.set('Cache-Tag', [tags, ...groups, ADS_SWITCH_TAG].join(','));
}

/**
 * Renders the complete page before sending: the status can still change, and the bytes can be cached. Its inline
 * scripts carry a nonce of this render, which the page's content security policy names. Loaders have done all waiting,
 * so React renders synchronously, which costs less than streaming; the hydration data are written here.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const waitSeconds = waitOf(context.staticHandlerContext);
  if (waitSeconds !== null) headers.set('Retry-After', String(waitSeconds));
  await islandsLoaded();
  const nonce = randomBytes(16).toString('base64url');
  headers.set(SCRIPT_NONCE, nonce);
  const asked = loadContext.get(requestContext);
  const html = renderToString(
    <ScriptNonce value={nonce}>
      <RenderedAds value={await bookedNow(asked)}>
        <ServerRouter context={withoutRouteMap(context)} url={request.url} nonce={nonce} />
      </RenderedAds>
    </ScriptNonce>,
  );
  tagWithSlots(headers, html);
  if (html.includes(LEFT_OUT)) throw new Error('a component suspended during rendering; await its data in the loader');
  const data =
    serverHandoffStream && context.renderMeta?.didRenderScripts
      ? await dataOf(context.staticHandlerContext, serverHandoffStream, nonce)
      : '';
  const breaking = await breakingNewsElement(asked, nonce);
  const page = `<!DOCTYPE html>${deferScripts(ownRoutes(html.slice(0, -END.length), context), nonce)}${breaking}${data}${END}`;
  return new Response(Buffer.from(page), { status, headers });
}

/** 404 pages are not errors; everything else is logged, and not shown. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(requestContext).report(error);
};
