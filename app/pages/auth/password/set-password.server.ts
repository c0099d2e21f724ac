import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { readPosted, refusedForm } from '#app/forms/posted.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { endOfWelcome, peekMailedLink } from '#domain/mailed-links/mailed-links.ts';
import { findOwnWords, openFirstLogIn } from '#domain/auth/auth.ts';
import { setPassword } from '#domain/registration/set-password.ts';
import {
  endedSessionCookie,
  secretCookie,
  secretOf,
  SESSION_COOKIES,
  sessionCookie,
} from '#shared/http/session-cookie.ts';
import { onTo, siteOf, visitorOf } from '#app/pages/auth/visitor.server.ts';

/** Opening the page changes nothing, because scanners open mailed links before their reader. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { members, now } = context.get(requestContext);
  const { pathname, searchParams } = new URL(request.url);
  const code = searchParams.get('code') ?? '';
  const mode: 'welcome' | 'reset' = /resetPassword/i.test(pathname) ? 'reset' : 'welcome';
  const found = await peekMailedLink(members.db, code, now);
  if (found === null || found.purpose !== mode)
    return { ...siteOf(context), mode, link: null, ended: await endOfWelcome(members.db, code) };
  // The reader of the mailbox may see these, which are their own data.
  const own = await findOwnWords(members.db, found);
  return { ...siteOf(context), mode, link: { code, email: found.email, own }, ended: null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { members } = context.get(requestContext);
  let given: Record<string, string> = {};
  try {
    given = await readPosted(request);
    const visitor = { ...visitorOf(context), known: secretOf(request.headers.get('cookie'), SESSION_COOKIES.known) };
    const { purpose, memberId } = await setPassword(members, given, visitor);
    // All sessions of the account have ended, including this browser's.
    if (purpose === 'reset') return onTo(paths.resetPasswordSuccess(), [endedSessionCookie()]);
    const { session, trustedDeviceCookie } = await openFirstLogIn(members, memberId, visitor);
    const registered = secretCookie(SESSION_COOKIES.registration, '', 0);
    return onTo(paths.registerSuccess(), [registered, sessionCookie(session, visitor.now), trustedDeviceCookie]);
  } catch (error) {
    return refusedForm(error, given);
  }
}
