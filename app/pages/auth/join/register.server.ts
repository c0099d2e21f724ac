import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { openGuard } from '#app/forms/guard.server.ts';
import { readPosted, refusedForm } from '#app/forms/posted.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { register } from '#domain/registration/registration.ts';
import { formNotice } from '#domain/settings/settings.ts';
import { secretCookie, SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import { guestsOnly, onTo, siteOf, visitorOf } from '#app/pages/auth/visitor.server.ts';

const REGISTRATION_SECONDS = 7 * 86_400;

export async function loader({ context }: LoaderFunctionArgs) {
  await guestsOnly(context);
  const { db, now } = context.get(requestContext);
  const notice = await formNotice({ db, now }, { off: 'registration', note: 'note.registration' });
  return { ...siteOf(context), guard: openGuard(context, 'register'), notice };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await guestsOnly(context);
  const { members } = context.get(requestContext);
  let posted: Record<string, string> = {};
  try {
    posted = await readPosted(request);
    // Without the box there is no consent, whatever else was posted.
    const given = { ...posted, terms: posted['terms'] ?? '' };
    const { randomSalt } = await register(members, given, visitorOf(context));
    return onTo(paths.registerFinish(), [secretCookie(SESSION_COOKIES.registration, randomSalt, REGISTRATION_SECONDS)]);
  } catch (error) {
    return refusedForm(error, posted);
  }
}
