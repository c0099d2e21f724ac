import { randomBytes } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import { isRouteErrorResponse, ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router';
import { hydrationDataScript } from './hydration-data.server.ts';
import { requestContext } from '#app/context.server.ts';
import { deferScripts } from './deferred-scripts.server.ts';
import { islandsLoaded } from './ui/static-island.tsx';
import { ScriptNonce } from './components/shell/script-nonce.ts';
import { SCRIPT_NONCE } from '#shared/page-headers.ts';

/** Where React left out a part that waits. */
const LEFT_OUT = '<!--$!-->';
const END = '</body></html>';

/** When what was refused may be tried again, where a loader or an action says so to the page. */
function waitOf({ loaderData, actionData }: EntryContext['staticHandlerContext']): number | null {
  for (const said of [...Object.values(actionData ?? {}), ...Object.values(loaderData)] as unknown[])
    if (typeof said === 'object' && said !== null && 'retryAfterSeconds' in said)
      if (typeof said.retryAfterSeconds === 'number') return said.retryAfterSeconds;
  return null;
}

/**
 * Renders a page whole before a byte leaves: a status can still change, and the bytes can be cached. Its inline scripts
 * carry a nonce of this render, which the content security policy that goes with the page names. Loaders have done all the waiting, so React renders in one go, which costs less
 * than its streams; what the browser goes on with stands in a stream of the framework's, and is written here.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
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
  if (html.includes(LEFT_OUT)) throw new Error('a part of the page waits while it renders: let its loader wait');
  const data =
    serverHandoffStream && context.renderMeta?.didRenderScripts
      ? await hydrationDataScript(serverHandoffStream, nonce)
      : '';
  const page = `<!DOCTYPE html>${deferScripts(html.slice(0, -END.length), nonce)}${data}${END}`;
  return new Response(Buffer.from(page), { status, headers });
}

/** A page that is not there is no fault of ours; everything else is told, and told nowhere but in the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(requestContext).report(error);
};
