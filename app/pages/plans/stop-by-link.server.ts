import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { moneyContext, requestContext } from '#app/context.server.ts';
import { readPosted } from '#app/forms/posted.server.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { orRefusal } from './money-page.server.ts';

const MOST_CHARS = 100;

/** Opening it changes nothing: scanners open mailed links before their reader does. */
export function loader({ context, url }: LoaderFunctionArgs) {
  const { siteUrl } = context.get(requestContext);
  const token = (url.searchParams.get('token') ?? '').slice(0, MOST_CHARS);
  return { siteUrl, token, done: url.searchParams.get('done') === 'stop' };
}

/** One press, without a log-in: all that it can do is stop, and whoever stopped by mistake starts again. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { token = '' } = await readPosted(request);
  const { refusal } = await orRefusal(context.get(moneyContext).stopByLink(token.slice(0, MOST_CHARS)));
  if (refusal === null) return redirect(moneyPaths.stopByLink({ done: 'stop' }), 303);
  return { refusal };
}
