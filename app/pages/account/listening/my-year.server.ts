import type { LoaderFunctionArgs } from 'react-router';
import { ownPage } from '#app/pages/account/own-page.server.ts';
import { dayHkOf } from '#shared/hk-time.ts';

/** Only the member and the day: the browser computes the figures. */
export async function loader(args: LoaderFunctionArgs) {
  const { siteUrl, now } = await ownPage(args);
  return { siteUrl, today: dayHkOf(now) };
}
