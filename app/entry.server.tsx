import { renderToString } from 'react-dom/server';
import { isRouteErrorResponse, ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router';
import { requestContext } from '#app/context.server.ts';

/**
 * Every page can be read and used before its scripts run: styles and pictures go ahead of them. The framework's own
 * element takes no priority.
 */
const scriptsLast = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

const IN_SCRIPT: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** What the loaders gave, for the browser to go on with: as the framework's own element would write it. */
async function handoff(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  const data = JSON.stringify(text).replace(/[&><\u2028\u2029]/g, (c) => IN_SCRIPT[c] ?? c);
  const controller = 'window.__reactRouterContext.streamController';
  return `<script>${controller}.enqueue(${data});${controller}.close();</script>`;
}

/** Where React left out a part that waits. */
const LEFT_OUT = '<!--$!-->';
const END = '</body></html>';

/**
 * Renders a page whole before a byte leaves: a status can still change, the bytes can be cached and their scripts
 * hashed for the content security policy. Loaders have done all the waiting, so React renders in one go, at half the
 * cost of its streams; what the browser goes on with stands in a stream of the framework's, and is written here.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const html = renderToString(<ServerRouter context={context} url={request.url} />);
  if (html.includes(LEFT_OUT)) throw new Error('a part of the page waits while it renders: let its loader wait');
  const data = serverHandoffStream && context.renderMeta?.didRenderScripts ? await handoff(serverHandoffStream) : '';
  const page = `<!DOCTYPE html>${scriptsLast(html.slice(0, -END.length))}${data}${END}`;
  return new Response(Buffer.from(page), { status, headers });
}

/** A page that is not there is no fault of ours; everything else is told, and told nowhere but in the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(requestContext).report(error);
};
