import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { readPosted } from '#app/forms/posted.server.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { stopByLink } from '#domain/renewals/renewals.ts';
import { orRefusal } from '#app/pages/plans/money-page.server.ts';

const MAX_CHARS = 100;

/** Opening the page changes nothing, because scanners open mailed links before their reader. */
export function loader({ context, url }: LoaderFunctionArgs) {
  const { siteUrl } = context.get(requestContext);
  const token = (url.searchParams.get('token') ?? '').slice(0, MAX_CHARS);
  return { siteUrl, token, done: url.searchParams.get('done') === 'stop' };
}

/** One press, without login: it can only stop the plan, and a mistaken stop can be undone. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { subscriptions, now } = context.get(requestContext);
  const stopPosted = async () => {
    const { token = '' } = await readPosted(request);
    await stopByLink(subscriptions, token.slice(0, MAX_CHARS), now);
  };
  const { refusal } = await orRefusal(stopPosted());
  if (refusal === null) return redirect(moneyPaths.stopByLink({ done: 'stop' }), 303);
  return { refusal };
}
