import { randomBytes } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router';
import { breakingNewsElement } from './breaking-news.server.ts';
import { hydrationDataScript } from './hydration-data.server.ts';
import { requestContext } from '#app/context.server.ts';
import { deferScripts } from './deferred-scripts.server.ts';
import { islandsLoaded } from './ui/static-island.tsx';
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

/**
 * Renders the complete page before sending: the status can still change, and the bytes can be cached. Its inline
 * scripts carry a nonce of this render, which the page's content security policy names. Loaders have done all waiting,
 * so React renders synchronously, which costs less than streaming; the hydration data comes from a stream of the
 * framework, and is written here.
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
  const html = renderToString(
    <ScriptNonce value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </ScriptNonce>,
  );
  if (html.includes(LEFT_OUT)) throw new Error('a component suspended during rendering; await its data in the loader');
  const data =
    serverHandoffStream && context.renderMeta?.didRenderScripts
      ? await hydrationDataScript(serverHandoffStream, nonce)
      : '';
  const breaking = await breakingNewsElement(loadContext.get(requestContext), nonce);
  const page = `<!DOCTYPE html>${deferScripts(html.slice(0, -END.length), nonce)}${breaking}${data}${END}`;
  return new Response(Buffer.from(page), { status, headers });
}

/** 404 pages are not errors; everything else is logged, and not shown. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(requestContext).report(error);
};
