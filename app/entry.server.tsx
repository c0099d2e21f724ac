import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { isRouteErrorResponse, ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router';
import { requestContext } from '#app/context.server.ts';

const RENDER_TIMEOUT_MS = 10_000;

/**
 * Every page can be read and used before its scripts run: styles and pictures go ahead of them. The framework's own
 * element takes no priority.
 */
const scriptsLast = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/**
 * Renders a page whole before a byte leaves: a status can still change, the bytes can be cached and their scripts
 * hashed for the content security policy. (`renderToString` would drop the loader data, which stands in Suspense.)
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Promise((done, fail) => {
    let failure: unknown;
    const timer = setTimeout(() => abort(new Error('the page took too long to render')), RENDER_TIMEOUT_MS);
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      onAllReady() {
        const chunks: Buffer[] = [];
        pipe(
          new Writable({
            write(chunk: Buffer, _encoding, next) {
              chunks.push(chunk);
              next();
            },
            final(next) {
              clearTimeout(timer);
              next();
              if (failure) fail(failure);
              else done(new Response(scriptsLast(Buffer.concat(chunks).toString()), { status, headers }));
            },
          }),
        );
      },
      onShellError(error) {
        clearTimeout(timer);
        fail(error);
      },
      onError(error) {
        failure ??= error;
      },
    });
  });
}

/** A page that is not there is no fault of ours; everything else is told, and told nowhere but in the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(requestContext).report(error);
};
