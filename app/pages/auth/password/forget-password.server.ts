import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { openGuard } from '#app/forms/guard.server.ts';
import { readPosted, refusedForm } from '#app/forms/posted.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { forgetPassword } from '#domain/auth/auth.ts';
import { guestsOnly, onTo, siteOf, visitorOf } from '#app/pages/auth/visitor.server.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  await guestsOnly(context);
  return { ...siteOf(context), guard: openGuard(context, 'forget') };
}

/** Redirects to the same page whether or not the account exists. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { members } = context.get(requestContext);
  let posted: Record<string, string> = {};
  try {
    posted = await readPosted(request);
    await forgetPassword(members, posted, visitorOf(context));
    return onTo(paths.resetPasswordMailSent());
  } catch (error) {
    return refusedForm(error, posted);
  }
}
