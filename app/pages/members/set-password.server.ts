import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { readPosted, refusedForm } from '#app/components/member-posted.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { peekMailedLink, setPassword } from '#domain/members/accounts.ts';
import { endedSessionCookie, secretCookie, SESSION_COOKIES } from '#shared/session-cookie.ts';
import { onTo, siteOf, visitorOf } from './visitor.server.ts';

/** Opening the page changes nothing: scanners open mailed links before their reader does. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { members, now } = context.get(requestContext);
  const { pathname, searchParams } = new URL(request.url);
  const code = searchParams.get('code') ?? '';
  const link = await peekMailedLink(members.db, code, now);
  const mode: 'welcome' | 'reset' = /resetPassword/i.test(pathname) ? 'reset' : 'welcome';
  const isGood = link !== null && link.purpose === mode;
  return { ...siteOf(context), mode, link: isGood ? { code, email: link.email } : null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { members } = context.get(requestContext);
  let given: Record<string, string> = {};
  try {
    given = await readPosted(request);
    const { purpose } = await setPassword(members, given, visitorOf(context));
    if (purpose === 'welcome')
      return onTo(paths.registerSuccess(), [secretCookie(SESSION_COOKIES.registration, '', 0)]);
    // Every session of the account is over, that of this browser too.
    return onTo(paths.resetPasswordSuccess(), [endedSessionCookie()]);
  } catch (error) {
    return refusedForm(error, given);
  }
}
