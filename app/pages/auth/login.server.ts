import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { readPosted, refusedForm } from '#app/forms/posted.server.ts';
import { requestContext } from '#app/context.server.ts';
import { returnAddress } from '#app/components/member/return-address.ts';
import { COOKIES } from '#app/cookies.ts';
import { paths } from '#app/paths.ts';
import { demoAccounts } from '#db/seed/members.ts';
import { logIn, logInCookies } from '#domain/auth/auth.ts';
import { returnPath } from '#shared/paths/return-path.ts';
import { secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import { guestsOnly, onTo, siteOf, visitorOf } from './visitor.server.ts';

const FORGET_RETURN = `${COOKIES.redirect}=; Path=/; Max-Age=0; Secure; SameSite=Lax`;

/** Return address after login: from the link, else from the cookie; only within this site. */
const returnOf = (request: Request): string =>
  returnPath(new URL(request.url).searchParams.get('return')) ??
  returnAddress(request.headers.get('cookie')) ??
  paths.userInfo();

export async function loader({ request, context }: LoaderFunctionArgs) {
  const returnTo = returnOf(request);
  await guestsOnly(context, returnTo);
  const { isDemo } = context.get(requestContext);
  return { ...siteOf(context), returnTo, demo: isDemo ? demoAccounts() : null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const returnTo = returnOf(request);
  await guestsOnly(context, returnTo);
  const { members } = context.get(requestContext);
  let given: Record<string, string> = {};
  try {
    given = await readPosted(request);
    const known = secretOf(request.headers.get('cookie'), SESSION_COOKIES.known);
    const visitor = { ...visitorOf(context), known };
    const cookies = logInCookies(await logIn(members, given, visitor), visitor.now);
    // A return address stored for later, such as that of a plan purchase, is kept.
    if (returnAddress(request.headers.get('cookie')) === returnTo) cookies.push(FORGET_RETURN);
    return onTo(returnTo, cookies);
  } catch (error) {
    return refusedForm(error, given);
  }
}
