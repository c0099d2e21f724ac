import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { readPosted, refusedForm } from '#app/forms/posted.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { peekMailedLink } from '#domain/mailed-links/mailed-links.ts';
import { takeMailedLink } from '#domain/members/members.ts';
import { onTo, siteOf, visitorOf } from '#app/pages/auth/visitor.server.ts';

/** The purpose of the link; the button uses it up (decision 009). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { members, now } = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const done = (['verify', 'change', 'cancel'] as const).find((one) => one === searchParams.get('done')) ?? null;
  const code = searchParams.get('code') ?? '';
  const link = done ? null : await peekMailedLink(members.db, code, now);
  if (link?.purpose !== 'verify' && link?.purpose !== 'change' && link?.purpose !== 'cancel')
    return { ...siteOf(context), done, link: null };
  return { ...siteOf(context), done, link: { code, email: link.email, purpose: link.purpose } };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { members } = context.get(requestContext);
  let given: Record<string, string> = {};
  try {
    given = await readPosted(request);
    const { purpose } = await takeMailedLink(members, given['verify_code'] ?? '', visitorOf(context));
    return onTo(paths.verifyEmail({ done: purpose }));
  } catch (error) {
    return refusedForm(error, given);
  }
}
