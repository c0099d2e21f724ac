import type { LoaderFunctionArgs } from 'react-router';
import { returnAddress } from '#app/components/member/return-address.ts';
import { COOKIES, readCookie } from '#app/cookies.ts';
import { paths } from '#app/paths.ts';
import { siteOf } from '#app/pages/auth/visitor.server.ts';

/** A registration on the way to a plan continues to payment; on the way to another page, it returns there. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const cookies = request.headers.get('cookie');
  const plan = Number(/^[1-9]\d{0,9}$/.exec(readCookie(cookies, COOKIES.chosenPlan) ?? '')?.[0] ?? 0);
  const returnTo = returnAddress(cookies);
  return {
    ...siteOf(context),
    planPath: plan > 0 ? paths.newSubscription({ plan }) : null,
    returnTo: returnTo === paths.home() ? null : returnTo,
  };
}
